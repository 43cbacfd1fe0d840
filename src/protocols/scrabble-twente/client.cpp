// The client's half of the Twente Scrabble protocol. Rulings are those of
// docs/protocols/scrabble-twente.rulings.md.
#include "protocols/scrabble-twente/client.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "games/scrabble/placing.hpp"

namespace protocols::scrabble_twente {

using base::Code;
using games::scrabble::MoveKind;
using games::scrabble::Rack;

namespace {

/// How many wait is told, not who.
table::Gathered read_queue(const Units& units) {
  constexpr std::size_t kMost = 100;
  table::Gathered gathered;
  gathered.present.resize(std::min(kMost, base::to_number<std::size_t>(units.at(0)).value_or(0)));
  gathered.seats = base::to_number<int>(units.at(1)).value_or(0);
  return gathered;
}

/// All who have the most points, but for one who has left.
std::vector<base::Seat> best_of(const std::vector<int>& scores, std::optional<base::Seat> left) {
  std::vector<base::Seat> best;
  for (std::size_t at = 0; at < scores.size(); ++at) {
    const base::Seat seat{static_cast<std::uint8_t>(at)};
    if (left == seat) continue;
    if (!best.empty() && scores[at] > scores[best.front().value]) best.clear();
    if (best.empty() || scores[at] == scores[best.front().value]) best.push_back(seat);
  }
  return best;
}

}  // namespace

template <class... Unit>
void Client::send(const Unit&... units) {
  const std::array<std::string_view, sizeof...(Unit)> list{std::string_view(units)...};
  say(framing_.frame(join_units(list)));
  speaks_last_ = true;
}

void Client::receive(std::string_view bytes) {
  framing_.receive(bytes);
  std::string message;
  while (!finished_) {
    const auto found = framing_.next(message);
    // Where nothing was said since, it would be a message of its own to some servers.
    if (const auto line_feed = framing_.take_line_feed(); speaks_last_) say(line_feed);
    if (found == Framing::Found::nothing) return;
    if (found == Framing::Found::too_long) return confused("the server sent a message of more than 8 KiB");
    speaks_last_ = false;
    read(message);
  }
}

base::Result<void> Client::ask(const Request& request) {
  if (finished_) return base::fail(Code::not_at_table, "the connection is closed");
  if (const auto* name = std::get_if<table::Name>(&request)) {
    name_ = name->name;
    announce();
    return {};
  }
  if (const auto* wanted = std::get_if<table::Seek>(&request)) return seek(wanted->seats);
  if (const auto* rematch = std::get_if<table::Rematch>(&request)) {
    if (rematch->wish == table::Wish::again) return seek(seats_);
    finished_ = true;
    return {};
  }
  if (const auto* wanted = std::get_if<table::Play>(&request)) {
    const auto* move = games::get_if<games::scrabble::Move>(&wanted->move);
    if (move == nullptr) return base::fail(Code::malformed, "that is no move of Scrabble");
    return play(*move);
  }
  if (const auto* words = std::get_if<table::Say>(&request)) {
    if (words->text.find_first_of("\x1e\x1f") != std::string::npos) {
      return base::fail(Code::malformed, "the protocol uses these characters itself");
    }
    if (flags_ == Flags::none) return base::fail(Code::malformed, "CHAT was not announced");
    send("SENDCHAT", words->text);
    return {};
  }
  return base::fail(Code::malformed, "the protocol has no word for it");
}

void Client::announce() {
  if (known_ != Known::welcome) known_ = Known::announced;
  if (flags_ == Flags::announced) return send("ANNOUNCE", name_, "CHAT");
  send("ANNOUNCE", name_);
}

base::Result<void> Client::seek(int seats) {
  if (seats < kFewestPlayers || seats > kMostPlayers) {
    return base::fail(Code::bad_seats, "games are for 2 to 4 players");
  }
  seats_ = seats;
  if (known_ == Known::announced) {
    wants_game_ = true;
  } else {
    request_game();
  }
  return {};
}

void Client::request_game() {
  if (seats_ == kFewestPlayers) return send("REQUESTGAME");  // what every server takes
  send("REQUESTGAME", std::to_string(seats_));
}

void Client::read_welcome() {
  known_ = Known::welcome;
  notices_.emplace_back(table::Accepted{});
  if (std::exchange(wants_game_, false)) request_game();
}

base::Result<void> Client::play(const games::scrabble::Move& move) {
  if (!game_ || !begun_) return base::fail(Code::not_at_table, "the game has not begun");
  if (asked_ || game_->open.turn != game_->viewer) return base::fail(Code::not_your_turn, "not on turn");
  const auto words = write_arguments(move);
  if (words.empty()) return base::fail(Code::malformed, "the protocol has no word for it");
  std::string text = "MAKEMOVE";
  for (const auto& word : words) text += kUnit + word;
  send(text);
  asked_ = move;
  put_down_ = false;
  return {};
}

/// While an own move waits for its answer it is nobody's turn to move again.
std::optional<games::AnyView> Client::view() const {
  if (!game_ || !begun_) return std::nullopt;
  auto view = *game_;
  if (asked_) {
    const auto seats = static_cast<std::uint8_t>(view.open.seats);
    view.open.turn = base::Seat{static_cast<std::uint8_t>((view.viewer->value + 1) % seats)};
  }
  return view;
}

void Client::read(std::string_view message) {
  const auto units = cut_units(message);
  if (units.command == "STARTGAME") return read_start(units);
  if (units.command == "NOTIFYTURN") return read_turn(units);
  if (units.command == "NEWTILES") return read_tiles_drawn(units);
  const bool over = units.at(0) == "WIN" || units.at(0) == "DISCONNECT";
  const bool informs = units.command == "INFORMMOVE";
  if (units.command == "GAMEOVER" || (informs && over && !seat_of(units.at(0)))) return read_over(units);
  if (informs) return read_inform(units);
  if (units.command == "ERROR") return read_error(units);
  if (units.command == "WELCOME") {
    read_welcome();
  } else if (units.command == "INFORMQUEUE") {
    notices_.emplace_back(read_queue(units));
  } else if (units.command == "NOTIFYCHAT") {
    notices_.emplace_back(table::Said{std::string(units.at(0)), std::string(units.at(1))});
  } else if (units.command == "PLAYERDISCONNECTED") {
    left_ = seat_of(units.at(0));  // GAMEOVER follows
  }  // what is unknown does not matter
}

/// The seat of a name; servers in the wild change its case (ruling 8).
std::optional<base::Seat> Client::seat_of(std::string_view name) const {
  const auto same = [&](const std::string& one) {
    return std::ranges::equal(one, name, {}, games::scrabble::to_upper, games::scrabble::to_upper);
  };
  auto found = std::ranges::find(players_, name);
  if (found == players_.end()) found = std::ranges::find_if(players_, same);
  if (found == players_.end()) return std::nullopt;
  return base::Seat{static_cast<std::uint8_t>(found - players_.begin())};
}

void Client::read_start(const Units& units) {
  players_.assign(units.arguments.begin(), units.arguments.end());
  const auto own = seat_of(name_);
  if (!own || players_.size() < kFewestPlayers || players_.size() > kMostPlayers) {
    return confused("the server started a game without this player");
  }
  games::scrabble::View view;
  view.open.lexicon = kits_.of<games::scrabble::Kit>().lexicon;
  view.open.options = *games::scrabble::read_options(kOptions);
  view.open.seats = static_cast<int>(players_.size());
  view.viewer = own;
  view.bag = games::scrabble::kBagSize - games::scrabble::kRackSize * view.open.seats;
  for (std::size_t seat = 0; seat < players_.size(); ++seat) view.held[seat] = games::scrabble::kRackSize;
  game_ = std::move(view);
  begun_ = false;
  asked_.reset();
}

/// The first turn of a game is when everything is known: only then it has begun for the player.
void Client::read_turn(const Units& units) {
  const auto seat = seat_of(units.at(1));
  if (!game_ || !seat) return confused("the server named somebody else's turn");
  const bool own = units.at(0) == "1";
  if (own != (seat == game_->viewer)) return confused("the server contradicts itself about the turn");
  game_->open.turn = *seat;
  if (std::exchange(begun_, true)) return;
  game_->open.first = *seat;
  auto view = std::make_shared<games::AnyView>(*game_);
  notices_.emplace_back(table::Started{{}, *game_->viewer, players_, std::move(view)});
}

void Client::read_tiles_drawn(const Units& units) {
  if (!game_) return confused("the server dealt tiles without a game");
  if (asked_) put_asked_tiles_down();
  for (const char tile : read_tiles(units.at(0))) game_->rack.add(tile);
}

/// The tiles of the own move leave the rack: when new ones come, or when the move is announced.
void Client::put_asked_tiles_down() {
  if (std::exchange(put_down_, true)) return;
  if (asked_->kind == MoveKind::exchange) {
    game_->rack.remove_all(asked_->letters());
    return;
  }
  if (asked_->kind == MoveKind::pass) return;
  for (const auto& spot : games::scrabble::new_tiles(game_->open.board, *asked_)) {
    game_->rack.remove(games::scrabble::in_hand(spot.tile));
  }
}

void Client::read_inform(const Units& units) {
  const auto seat = seat_of(units.at(0));
  if (!game_ || !seat) return confused("the server announced a move of somebody else");
  const bool own = seat == game_->viewer;
  if (own && asked_) put_asked_tiles_down();
  if (own) asked_.reset();
  if (units.at(1) == "WORD") return read_word_inform(units, *seat);
  if (units.at(1) == "SWAP") return read_swap_inform(units, *seat);
  confused("the server announced a move that is neither WORD nor SWAP");
}

void Client::read_word_inform(const Units& units, base::Seat seat) {
  const auto word = read_word(units.at(2), units.at(3), units.at(4));
  if (!word) return confused(fmt::format("the server announced a word: {}", word.error().detail));
  place(*word, seat);
}

void Client::place(const games::scrabble::Move& word, base::Seat seat) {
  auto& open = game_->open;
  const auto spots = games::scrabble::new_tiles(open.board, word);
  Rack laid;
  for (const auto& spot : spots) laid.add(games::scrabble::in_hand(spot.tile));
  // A server with other words may let one lie that is unknown here: its points are then unknown too.
  const auto placing = games::scrabble::check_placing(open.board, laid, *open.lexicon, word);
  const int points = placing ? placing->points : 0;
  for (const auto& spot : spots) open.board[spot.at] = spot.tile;
  open.scores[seat.value] += points;
  const int drawn = std::min(static_cast<int>(spots.size()), game_->bag);
  game_->bag -= drawn;
  game_->held[seat.value] = static_cast<std::uint8_t>(
      std::max(0, game_->held[seat.value] - static_cast<int>(spots.size()) + drawn));
  open.passes[seat.value] = 0;
  end_turn(seat);
  open.scoreless = 0;
  happened(seat, games::scrabble::Placed{seat, placing ? placing->move : word, points});
}

void Client::read_swap_inform(const Units& units, base::Seat seat) {
  const int count = base::to_number<int>(units.at(2)).value_or(0);
  auto& passes = game_->open.passes[seat.value];
  passes = count == 0 ? static_cast<std::uint8_t>(passes + 1) : std::uint8_t{0};
  end_turn(seat);
  if (count == 0) return happened(seat, games::scrabble::Passed{seat});
  happened(seat, games::scrabble::Exchanged{seat, count, {}});
}

void Client::end_turn(base::Seat seat) {
  auto& open = game_->open;
  ++open.scoreless;
  // Whose turn it is now NOTIFYTURN says; until then it is not this player's.
  const auto next = static_cast<std::uint8_t>((seat.value + 1) % open.seats);
  open.turn = base::Seat{next} == game_->viewer ? seat : base::Seat{next};
}

void Client::read_over(const Units& units) {
  if (!game_) return confused("the server ended a game that was none");
  table::Outcome outcome;
  const bool broken = units.at(0) == "DISCONNECT";
  outcome.reason = broken ? "left" : "finished";
  outcome.scores.resize(players_.size());
  for (std::size_t at = 1; at + 1 < units.arguments.size(); at += 2) {
    if (const auto seat = seat_of(units.at(at))) {
      outcome.scores[seat->value] = base::to_number<int>(units.at(at + 1)).value_or(0);
    }
  }
  // Where nobody says who left, of two it is the other.
  if (broken && !left_ && players_.size() == 2)
    left_ = base::Seat{static_cast<std::uint8_t>(1 - game_->viewer->value)};
  outcome.winners = best_of(outcome.scores, broken ? left_ : std::nullopt);
  game_.reset();
  asked_.reset();
  left_.reset();
  notices_.emplace_back(table::Over{std::move(outcome)});
}

/// Some servers know no flags, and refuse who announces one: whoever is not welcome yet tries without.
void Client::read_error(const Units& units) {
  asked_.reset();
  const auto code = code_of(units.at(0));
  if (known_ == Known::announced && flags_ == Flags::announced && code != Code::name_taken) {
    flags_ = Flags::none;
    return announce();
  }
  notices_.emplace_back(table::Refused{{code, fmt::format("the server answered ERROR {}", units.at(0))}});
}

void Client::happened(base::Seat who, games::scrabble::Event event) {
  notices_.emplace_back(
      table::Happened{who, event, game_->open.turn, true, std::make_shared<games::AnyView>(*game_)});
}

/// The two sides no longer speak of the same game: say so and go.
void Client::confused(std::string why) {
  notices_.emplace_back(table::Refused{{Code::malformed, std::move(why)}});
  finished_ = true;
}

}  // namespace protocols::scrabble_twente
