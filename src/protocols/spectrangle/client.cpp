// The client's half of the Spectrangle protocol. Rulings are those of docs/protocols/spectrangle.rulings.md.
#include "protocols/spectrangle/client.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/base64.hpp"
#include "base/text.hpp"
#include "games/spectrangle/notation.hpp"

namespace protocols::spectrangle {

using base::Code;
using games::spectrangle::Move;
using games::spectrangle::Tile;

namespace {

/// The names in the arguments, which servers in the wild separate by commas as well.
std::vector<std::string> read_names(const Words& words) {
  std::vector<std::string> names;
  for (const auto word : words.arguments) {
    for (const auto name : base::split(word, ',')) {
      if (!name.empty()) names.emplace_back(name);
    }
  }
  return names;
}

/// Whoever has the most points, apart from the others.
std::vector<base::Seat> best_of(const std::vector<int>& scores) {
  std::vector<base::Seat> best;
  for (std::size_t seat = 0; seat < scores.size(); ++seat) {
    if (scores[seat] == *std::ranges::max_element(scores)) best.push_back({static_cast<std::uint8_t>(seat)});
  }
  return best;
}

}  // namespace

void Client::send(std::string_view line) { say(fmt::format("{}\n", line)); }

base::Result<void> Client::ask(const Request& request) {
  if (finished_) return base::fail(Code::not_at_table, "the connection is closed");
  if (const auto* name = std::get_if<table::Name>(&request)) {
    if (!is_player_name(name->name)) return base::fail(Code::bad_name, "a name has letters, digits, _ and -");
    name_ = name->name;
    return {};
  }
  if (const auto* wanted = std::get_if<table::Seek>(&request)) return seek(*wanted);
  if (const auto* wanted = std::get_if<table::Play>(&request)) {
    const auto* move = games::get_if<Move>(&wanted->move);
    if (move == nullptr) return base::fail(Code::malformed, "that is no move of Spectrangle");
    return play(*move);
  }
  if (const auto* rematch = std::get_if<table::Rematch>(&request)) {
    finished_ = rematch->wish == table::Wish::enough;
    if (finished_) send("EXIT");
    wants_ready_ = !finished_;
    be_ready_when_enough_are_here();
  } else if (std::holds_alternative<table::Ready>(request)) {
    send("READY");
  } else if (std::holds_alternative<table::Leave>(request)) {
    send("EXIT");
  } else if (std::holds_alternative<table::ListLobbies>(request)) {
    enable_chat();  // who looks around wants to hear, too
    send("LOBBIES");
  } else if (const auto* words = std::get_if<table::Say>(&request)) {
    enable_chat();
    send(fmt::format("CHAT {}", base::to_base64(words->text)));
  }
  return {};
}

void Client::enable_chat() {
  if (!std::exchange(chats_, true)) send(fmt::format("ENABLE_EXTENSION {}", kChat));
}

/// JOIN; READY follows once the server has confirmed it and as many are here as wanted.
base::Result<void> Client::seek(const table::Seek& wanted) {
  if (wanted.seats > kMostPlayers) return base::fail(Code::bad_seats, "games are for 2 to 4 players");
  if (!wanted.lobby.empty() && !is_lobby_name(wanted.lobby)) {
    return base::fail(Code::malformed, "a lobby's name has letters, digits, _, . and -");
  }
  seats_ = wanted.seats;
  wants_ready_ = wanted.ready;
  joining_ = true;
  present_.clear();
  send(fmt::format("JOIN {}{}{}", name_, wanted.lobby.empty() ? "" : " ", wanted.lobby));
  return {};
}

base::Result<void> Client::play(const Move& move) {
  asked_ = true;
  send(write_command(move));
  return {};
}

/// Two are needed for any game, so the server need not tell of the second: it waits for all to be ready.
void Client::be_ready_when_enough_are_here() {
  const auto needed = seats_ <= kFewestPlayers ? 1U : static_cast<std::size_t>(seats_);
  if (game_ || present_.size() < needed || !std::exchange(wants_ready_, false)) return;
  send("READY");
}

std::optional<games::AnyView> Client::view() const {
  if (!game_ || !begun_) return std::nullopt;
  games::spectrangle::View view{*game_, own_};
  auto& position = view.position;
  const bool waits = asked_ || owed_[own_.value] > 0;
  if (waits && position.turn == own_) position.turn = games::spectrangle::next_seat(position, own_);
  games::spectrangle::TileSet seen = 0;
  for (const auto seat : games::spectrangle::turn_order(position)) {
    for (const auto tile : position.hands[seat.value].tiles()) seen |= games::spectrangle::only(tile);
  }
  for (const auto& early : early_) seen |= games::spectrangle::only(early.tile);
  position.bag &= ~seen;
  return view;
}

void Client::read(std::string_view line) {
  const auto words = cut_words(line);
  if (words.command == "LOBBY") return read_lobby(words);
  if (words.command == "START") return read_start(words);
  if (words.command == "TILE") return read_tile(words);
  if (words.command == "UPDATE") return read_update(words);
  if (words.command == "SCORE") return read_score(words);
  if (words.command == "ERROR") return read_error(words);
  if (words.command == "CHAT_MESSAGE") return read_chat(words);
  if (words.command == "ACTIVE_LOBBIES") return read_lobbies(words);
}  // what is unknown does not matter

void Client::read_lobby(const Words& words) {
  auto present = read_names(words);
  if (std::ranges::find(present, name_) == present.end()) present.push_back(name_);
  table::Gathered gathered;
  gathered.present = present;
  const bool more = present.size() >= present_.size();
  gathered.change = more ? table::Gathered::Change::came : table::Gathered::Change::left;
  const auto& larger = more ? present : present_;
  const auto& smaller = more ? present_ : present;
  for (const auto& name : larger) {
    if (std::ranges::find(smaller, name) == smaller.end()) gathered.who = name;
  }
  present_ = std::move(present);
  if (std::exchange(joining_, false)) notices_.emplace_back(table::Accepted{});
  notices_.emplace_back(std::move(gathered));
  be_ready_when_enough_are_here();
}

std::optional<base::Seat> Client::seat_of(std::string_view name) const {
  const auto found = std::ranges::find(players_, name);
  if (found == players_.end()) return std::nullopt;
  return base::Seat{static_cast<std::uint8_t>(found - players_.begin())};
}

void Client::read_start(const Words& words) {
  players_ = read_names(words);
  const auto own = seat_of(name_);
  if (!own || players_.size() < kFewestPlayers || players_.size() > kMostPlayers) {
    return confused("the server started a game without this player");
  }
  own_ = *own;
  begun_ = asked_ = wants_ready_ = false;
  in_bag_ = games::spectrangle::kTiles;
  game_.emplace();
  game_->players = static_cast<std::uint8_t>(players_.size());
  game_->bag = games::spectrangle::kAllTiles;
  for (std::uint8_t seat = 0; seat < game_->players; ++seat) {
    game_->order[seat] = {seat};
    owed_[seat] = games::spectrangle::kHandSize;
    in_bag_ -= games::spectrangle::kHandSize;
  }
  give_early_tiles();
}

/// Puts a tile into a hand; false if there is no room before the next turn of its player.
bool Client::give(base::Seat seat, Tile tile) {
  auto& hand = game_->hands[seat.value];
  if (hand.tiles().size() == games::spectrangle::kHandSize) return false;
  hand.add(tile);
  --owed_[seat.value];
  return true;
}

void Client::give_early_tiles() {
  std::erase_if(early_, [&](const Early& early) {
    const auto seat = seat_of(early.player);
    return !seat || give(*seat, early.tile);
  });
  begin_when_dealt();
}

void Client::read_tile(const Words& words) {
  const auto tile = games::spectrangle::parse_tile(words.at(1));
  if (!tile) return confused("the server dealt a tile that does not exist");
  early_.push_back({std::string(words.at(0)), tile->tile});
  if (early_.size() > games::spectrangle::kTiles)
    return confused("the server dealt more tiles than there are");
  if (game_) give_early_tiles();
}

void Client::begin_when_dealt() {
  const auto dealt = [](int owed) { return owed <= 0; };
  if (!begun_ && std::ranges::all_of(owed_.begin(), owed_.begin() + game_->players, dealt)) begin();
}

void Client::begin() {
  begun_ = true;
  notices_.emplace_back(table::Started{{}, own_, players_, std::make_shared<games::AnyView>(*view())});
}

/// Ruling 6: after each UPDATE it is the turn of who follows in START's order.
void Client::read_update(const Words& words) {
  const auto seat = seat_of(words.at(0));
  if (!game_ || !seat) return confused("the server told a turn of somebody who does not play");
  Words said{"MOVE_SKIP", {words.arguments.begin() + 1, words.arguments.end()}};
  if (said.arguments.size() == 1) said.command = "MOVE_SWAP";
  if (said.arguments.size() > 1) said.command = "MOVE_PLAY";
  const auto move = spectrangle::read_move(said);
  if (!move) return confused(fmt::format("the server told a turn: {}", move.error().detail));
  if (const auto* play = std::get_if<games::spectrangle::Play>(&*move);
      play != nullptr && games::spectrangle::tile_at(game_->board, play->location)) {
    return confused("the server put a tile on another");
  }
  if (!begun_) begin();
  asked_ = false;
  auto event = carry_out(*seat, *move);
  game_->turn = games::spectrangle::next_seat(*game_, *seat);
  give_early_tiles();
  notices_.emplace_back(
      table::Happened{*seat, std::move(event), game_->turn, true, std::make_shared<games::AnyView>(*view())});
}

void Client::owe_tile(base::Seat seat) {
  if (in_bag_ == 0) return;
  --in_bag_;
  ++owed_[seat.value];
}

/// What was drawn is told by another line, and so not known in the event.
games::spectrangle::Event Client::carry_out(base::Seat seat, const Move& move) {
  auto& hand = game_->hands[seat.value];
  const auto take = [&](Tile tile) {
    if (hand.holds(tile)) hand.remove(tile);
  };
  if (const auto* play = std::get_if<games::spectrangle::Play>(&move)) {
    const int points = games::spectrangle::points_for(game_->board, play->tile.tile, play->location);
    take(play->tile.tile);
    games::spectrangle::lay(game_->board, play->tile, play->location);
    auto& score = game_->scores[seat.value];
    score = static_cast<std::uint16_t>(score + points);
    game_->bag &= ~games::spectrangle::only(play->tile.tile);
    game_->passes = 0;
    owe_tile(seat);
    return games::spectrangle::Placed{seat, play->tile, play->location, points, std::nullopt};
  }
  if (game_->passes < game_->players) ++game_->passes;
  if (const auto* swap = std::get_if<games::spectrangle::Swap>(&move)) {
    take(swap->tile.tile);
    owe_tile(seat);
    ++in_bag_;
    return games::spectrangle::Swapped{seat, swap->tile, {}};
  }
  return games::spectrangle::Skipped{seat};
}

/// While somebody can place, only one who leaves ends the game (ruling 13), and of two that is the other.
bool Client::somebody_left() const {
  return std::ranges::any_of(games::spectrangle::turn_order(*game_), [&](base::Seat seat) {
    return games::spectrangle::can_place(game_->board, game_->hands[seat.value].tiles());
  });
}

/// Names without points, and points without a name, change nothing.
void Client::read_score(const Words& words) {
  if (!game_) return confused("the server ended a game that was none");
  const bool left = somebody_left();
  table::Outcome outcome{
      .winners = {}, .scores = std::vector<int>(players_.size()), .reason = left ? "left" : "finished"};
  for (auto word : words.arguments) {
    const auto seat = seat_of(base::cut(word, ','));
    if (seat) outcome.scores[seat->value] = base::to_number<int>(word).value_or(0);
  }
  outcome.winners = left && players_.size() == 2 ? std::vector{own_} : best_of(outcome.scores);
  game_.reset();
  early_.clear();
  notices_.emplace_back(table::Over{std::move(outcome)});
}

/// After "not your turn" nothing is asked until the next turn is told. A move that crossed the end of the
/// game on its way is refused in vain.
void Client::read_error(const Words& words) {
  const auto code = code_of(words.at(0));
  const bool of_a_move =
      code == Code::not_your_turn || code == Code::illegal_move || code == Code::not_at_table;
  if (of_a_move && !game_) return;
  if (code != Code::not_your_turn) asked_ = false;
  std::string text = fmt::format("the server answered ERROR {}", words.at(0));
  for (std::size_t at = 1; at < words.arguments.size(); ++at) text += fmt::format(" {}", words.at(at));
  notices_.emplace_back(table::Refused{{code, std::move(text)}});
}

void Client::read_chat(const Words& words) {
  if (auto text = base::from_base64(words.at(1))) {
    notices_.emplace_back(table::Said{std::string(words.at(0)), *std::move(text)});
  }
}

void Client::read_lobbies(const Words& words) {
  table::Listed listed;
  for (auto word : words.arguments) {
    auto& lobby = listed.lobbies.emplace_back();
    lobby.name = base::cut(word, ',');
    for (const auto player : base::split(word, ',')) {
      if (!player.empty()) lobby.present.emplace_back(player);
    }
  }
  notices_.emplace_back(std::move(listed));
}

}  // namespace protocols::spectrangle
