// The client's half of the Clarkson Scrabble protocol. Rulings are those of
// docs/protocols/scrabble-clarkson.rulings.md.
#include "protocols/scrabble-clarkson/client.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "games/scrabble/placing.hpp"

namespace protocols::scrabble_clarkson {

using base::Code;
using games::scrabble::kRackSize;
using games::scrabble::MoveKind;
using games::scrabble::Spot;
using games::scrabble::Tile;

void Client::send(std::string_view line) {
  say(line);
  say(kEnd);
}

base::Result<void> Client::ask(const Request& request) {
  if (finished_) return base::fail(Code::not_at_table, "the connection is closed");
  if (const auto* name = std::get_if<table::Name>(&request)) {
    name_ = name->name;
    return {};  // said as soon as the server has greeted
  }
  if (const auto* wanted = std::get_if<table::Seek>(&request)) {
    seats_ = std::max(1, wanted->seats);
    be_ready_when_enough();
    return {};
  }
  if (const auto* rematch = std::get_if<table::Rematch>(&request)) {
    if (rematch->wish == table::Wish::again && seats_ == 1) {
      seek_another();
    } else {
      send("QUIT");
      finished_ = true;
    }
    return {};
  }
  if (const auto* wanted = std::get_if<table::Play>(&request)) {
    const auto* move = games::get_if<games::scrabble::Move>(&wanted->move);
    if (move == nullptr) return base::fail(Code::malformed, "that is no move of Scrabble");
    return play(*move);
  }
  return base::fail(Code::malformed, "the protocol has no word for it");
}

/// Alone there is nobody to wait for in the open lobby (ruling 19).
void Client::seek_another() {
  sent_ = Sent::ready;
  send("READY");
}

base::Result<void> Client::play(const games::scrabble::Move& move) {
  if (!game_ || !begun_) return base::fail(Code::not_at_table, "the game has not begun");
  if (asked_ || game_->open.turn != game_->viewer) return base::fail(Code::not_your_turn, "not on turn");
  switch (move.kind) {
    case MoveKind::place:
    case MoveKind::word:
      send(write_place(games::scrabble::new_tiles(game_->open.board, move)));
      break;
    case MoveKind::exchange:
      if (move.count == game_->rack.size() && move.count > 1) {
        send("EXCHANGE");
      } else if (move.count == 1) {
        send(fmt::format("EXCHANGE {}", move.letters()));
      } else {
        return base::fail(Code::malformed, "one tile or all tiles can be exchanged");
      }
      break;
    case MoveKind::pass:
      send("PASS");
      break;
    case MoveKind::spots:
    case MoveKind::forfeit:
      return base::fail(Code::malformed, "the protocol has no word for it");
  }
  asked_ = move;
  sent_ = Sent::move;
  return {};
}

/// While an own move waits for its answer it is nobody's turn to move again, even in a game of one.
std::optional<games::AnyView> Client::view() const {
  if (!game_ || !begun_) return std::nullopt;
  auto view = *game_;
  if (asked_) {
    view.open.turn =
        base::Seat{static_cast<std::uint8_t>((view.viewer->value + 1) % games::scrabble::kMostSeats)};
  }
  return view;
}

void Client::read(std::string_view said) {
  std::string line(said);
  std::erase(line, '\0');
  if (reading_board_ && read_board(line)) return;
  const auto words = cut_words(trim(line));
  const auto rest = trim(words.rest);
  if (words.verb == "HELLO") return read_hello();
  if (words.verb == "OK") return read_ok();
  if (words.verb == "NOK") return read_nok(rest);
  if (words.verb == "USERJOIN") return read_userjoin(rest);
  if (words.verb == "USERCHANGE") return read_userchange(rest);
  if (words.verb == "STARTING") return read_starting();
  if (words.verb == "GOODBYE") return hang_up();
  if (!game_) return;  // what is unknown, or of no game, does not matter
  if (words.verb == "SCORE") return read_score(rest);
  if (words.verb == "TILES") return read_tiles(rest);
  if (words.verb == "TURN") return read_turn(rest);
  if (words.verb == "WINNER") return read_winner(rest);
  if (words.verb == "BOARDPUSH") {
    reading_board_ = true;
    squares_.clear();
  }
}

/// Whether the line was one of the board.
bool Client::read_board(std::string_view line) {
  const auto text = trim(line);
  if (text.empty()) return true;
  const auto tiles = read_board_line(text);
  if (!tiles) {
    reading_board_ = false;
    return false;
  }
  squares_.insert(squares_.end(), tiles->begin(), tiles->end());
  if (squares_.size() < games::scrabble::kSquares) return true;
  reading_board_ = false;
  if (!game_) return true;
  std::copy_n(squares_.begin(), games::scrabble::kSquares, game_->open.board.tiles.begin());
  turn_told_ = true;
  return true;
}

void Client::read_hello() {
  if (sent_ != Sent::nothing || named_) return;
  sent_ = Sent::hello;
  send(write_hello());
}

void Client::read_ok() {
  const auto sent = std::exchange(sent_, Sent::nothing);
  if (sent == Sent::hello) return send_name_or_ready();
  if (sent == Sent::userset) {
    named_ = true;
    gathered(name_);
    be_ready_when_enough();
  }
  if (sent == Sent::ready) notices_.emplace_back(table::Accepted{});
}

void Client::send_name_or_ready() {
  if (name_.empty()) return confused("without a name the own turn cannot be told from others'");
  sent_ = Sent::userset;
  send(fmt::format("USERSET {}", name_));
}

/// What a NOK means must be guessed: it is only said in words.
void Client::read_nok(std::string_view why) {
  const auto sent = std::exchange(sent_, Sent::nothing);
  base::Reason code = Code::malformed;
  if (sent == Sent::userset) code = Code::name_taken;
  if (const auto asked = std::exchange(asked_, std::nullopt)) {
    code = asked->kind == MoveKind::pass       ? base::Reason(Code::illegal_move)
           : asked->kind == MoveKind::exchange ? games::scrabble::Refusals::bag_too_small
                                               : games::scrabble::Refusals::unknown_word;
  }
  notices_.emplace_back(table::Refused{{code, fmt::format("the server answered NOK {}", why)}});
}

void Client::read_userjoin(std::string_view name) {
  constexpr std::size_t kMost = 100;  // more than that only a server that means ill would name
  if (name != name_ && present_.size() < kMost && std::ranges::find(present_, name) == present_.end()) {
    present_.emplace_back(name);
    gathered(name);
  }
  be_ready_when_enough();
}

/// "OLD NEW". Names that are known are found even if they hold spaces.
void Client::read_userchange(std::string_view names) {
  const auto begins = [&](const std::string& one) {
    return names.size() > one.size() && names.starts_with(one) && names[one.size()] == ' ';
  };
  const auto known = std::ranges::find_if(present_, begins);
  auto to = names;
  const std::string from(known == present_.end() ? base::cut(to, ' ') : std::string_view(*known));
  if (known != present_.end()) to.remove_prefix(from.size() + 1);
  std::ranges::replace(present_, from, std::string(to));
  std::ranges::replace(players_, from, std::string(to));
  if (to != name_) return notices_.push_back(table::Renamed{from, std::string(to)});
  std::erase(present_, name_);
  const bool was_named = std::exchange(named_, true);
  if (!was_named) gathered(name_);
  if (sent_ == Sent::userset) sent_ = Sent::nothing;
  be_ready_when_enough();
}

/// Tells who is in the lobby, once the own name is among them.
void Client::gathered(std::string_view who) {
  if (!named_ || game_) return;
  table::Gathered gathered{.who = std::string(who), .lobby = {}, .present = {name_}, .seats = seats_};
  gathered.present.insert(gathered.present.end(), present_.begin(), present_.end());
  notices_.emplace_back(std::move(gathered));
}

void Client::be_ready_when_enough() {
  const bool enough = seats_ > 0 && static_cast<int>(present_.size()) + 1 >= seats_;
  if (!named_ || ready_ || !enough) return;
  ready_ = true;
  sent_ = Sent::ready;
  send("READY");
}

void Client::read_starting() {
  game_.emplace();
  game_->open.lexicon = kits_.of<games::scrabble::Kit>().lexicon;
  game_->open.options = *games::scrabble::read_options(kOptions);
  players_.clear();
  begun_ = turn_told_ = false;
  asked_.reset();
}

/// The seat of a name; one that was not heard of yet gets the next seat, as long as there is one.
std::optional<base::Seat> Client::seat_of(std::string_view name) {
  auto found = std::ranges::find(players_, name);
  if (found == players_.end()) {
    if (players_.size() == games::scrabble::kMostSeats) return std::nullopt;
    found = players_.insert(players_.end(), std::string(name));
    game_->open.seats = static_cast<int>(players_.size());
  }
  return base::Seat{static_cast<std::uint8_t>(found - players_.begin())};
}

void Client::read_score(std::string_view rest) {
  const auto score = base::to_number<int>(base::cut(rest, ' '));
  const auto seat = seat_of(trim(rest));
  if (!score || !seat) return;
  game_->open.scores[seat->value] = *score;
  turn_told_ = true;
}

void Client::read_tiles(std::string_view tiles) {
  game_->rack = {};
  for (const char tile : tiles)
    if (games::scrabble::is_letter(tile)) game_->rack.add(games::scrabble::to_upper(tile));
}

/// The first turn of a game is when everything is known: only then it has begun for the player.
void Client::read_turn(std::string_view name) {
  const auto seat = seat_of(name);
  const auto own = seat_of(name_);
  if (!seat || !own) return confused("more players than this client can keep apart");
  game_->viewer = own;
  if (begun_) end_turn(seat);
  game_->open.turn = *seat;
  board_before_ = game_->open.board;
  score_before_ = game_->open.scores[seat->value];
  turn_told_ = false;
  asked_.reset();
  count_tiles();
  if (std::exchange(begun_, true)) return;
  game_->open.first = *seat;
  auto view = std::make_shared<games::AnyView>(*game_);
  notices_.emplace_back(table::Started{{}, *own, players_, std::move(view)});
}

/// Nobody says how many tiles the others hold or the bag has: racks are full as long as the bag is not empty.
void Client::count_tiles() {
  const auto laid = std::ranges::count_if(game_->open.board.tiles,
                                          [](Tile tile) { return tile != games::scrabble::kNone; });
  int unseen = games::scrabble::kBagSize - static_cast<int>(laid) - game_->rack.size();
  game_->held = {};
  game_->held[game_->viewer->value] = static_cast<std::uint8_t>(game_->rack.size());
  for (std::size_t seat = 0; seat < players_.size(); ++seat) {
    if (seat == game_->viewer->value) continue;
    const int held = std::clamp(unseen, 0, kRackSize);
    game_->held[seat] = static_cast<std::uint8_t>(held);
    unseen -= held;
  }
  game_->bag = std::max(0, unseen);
}

/// A turn is over when the next begins, or the game is.
void Client::end_turn(std::optional<base::Seat> to_move) {
  const auto who = game_->open.turn;
  if (!turn_told_) return;
  auto view = *game_;
  if (to_move) view.open.turn = *to_move;
  notices_.emplace_back(table::Happened{who, what_happened(who), to_move, true,
                                        std::make_shared<games::AnyView>(std::move(view))});
}

/// Told from the board: whether others passed or exchanged cannot be known.
games::scrabble::Event Client::what_happened(base::Seat who) const {
  const auto& board = game_->open.board;
  std::vector<Spot> laid;
  for (int row = 0; row < games::scrabble::kSide; ++row) {
    for (int column = 0; column < games::scrabble::kSide; ++column) {
      const games::scrabble::Square at{row, column};
      if (board[at] != board_before_[at] && board[at] != games::scrabble::kNone)
        laid.push_back({board[at], at});
    }
  }
  const auto move = games::scrabble::spots_move(laid);
  if (move) {
    games::scrabble::Rack rack;
    for (const auto& spot : laid) rack.add(spot.tile);
    const auto placing = games::scrabble::check_placing(board_before_, rack, *game_->open.lexicon, *move);
    return games::scrabble::Placed{who, placing ? placing->move : *move,
                                   game_->open.scores[who.value] - score_before_};
  }
  if (asked_ && asked_->kind == MoveKind::exchange)
    return games::scrabble::Exchanged{who, asked_->count, games::scrabble::Rack(asked_->letters())};
  return games::scrabble::Passed{who};
}

void Client::read_winner(std::string_view rest) {
  const auto score = base::to_number<int>(base::cut(rest, ' '));
  if (begun_) end_turn(std::nullopt);
  table::Outcome outcome;
  outcome.reason = "finished";
  if (const auto winner = seat_of(trim(rest))) {
    outcome.winners.push_back(*winner);
    if (score) game_->open.scores[winner->value] = *score;
  }
  outcome.scores.assign(game_->open.scores.begin(),
                        game_->open.scores.begin() + static_cast<std::ptrdiff_t>(players_.size()));
  game_.reset();
  asked_.reset();
  begun_ = false;
  notices_.emplace_back(table::Over{std::move(outcome)});
}

}  // namespace protocols::scrabble_clarkson
