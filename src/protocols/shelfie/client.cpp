// The client's half of the GC41 protocol. Rulings and message numbers are those of
// docs/protocols/shelfie.rulings.md.
#include "protocols/shelfie/client.hpp"

#include <fmt/format.h>

#include "games/shelfie/rules.hpp"
#include "protocols/shelfie/json.hpp"
#include "protocols/shelfie/words.hpp"

namespace protocols::shelfie {

using base::Code;
using games::shelfie::Phase;
using games::shelfie::Rules;
using java::Data;
using java::ErrorType;
using java::KeyConnectionPayload;
using java::KeyErrorPayload;
using java::KeyLobbyPayload;
using java::MessageType;
using java::TurnPhase;

namespace {

/// Seconds after the last ping when the server counts as lost.
constexpr int kPatience = 15;

/// Lines of JSON in a row that are no message, before it is said that this is another protocol.
constexpr int kMostStrange = 10;

}  // namespace

Client::Client(const games::Kits& kits, Encoding encoding)
    : rules_(*kits.of<games::shelfie::Kit>().rules), coding_(encoding) {
  say(coding_.take_greeting());
}

void Client::receive(std::string_view bytes) {
  coding_.receive(bytes);
  java::Tree message;
  while (!finished_) {
    switch (coding_.next(message)) {
      case Coding::Found::nothing:
        return;
      case Coding::Found::not_a_message:
        // A word of the server's own does not matter.
        if (coding_.problem() == kNoSuchConstant && ++strangers_ < kMostStrange) break;
        return confused(coding_.problem());
      case Coding::Found::broken:
        return confused(coding_.problem());
      case Coding::Found::message:
        strangers_ = 0;
        read(message);
    }
  }
}

base::Result<void> Client::ask(const Request& request) {
  if (finished_) return base::fail(Code::not_at_table, "the connection is closed");
  if (const auto* name = std::get_if<table::Name>(&request)) {
    nickname_ = name->name;
    send(bare_message(MessageType::connection, nickname_,
                      java::constant(KeyConnectionPayload::connection_creation)));
    return {};
  }
  if (const auto* wanted = std::get_if<table::Seek>(&request)) {
    if (!rules_.players.holds(wanted->seats)) return base::fail(Code::bad_seats, "no such number of players");
    wanted_ = seats_ = wanted->seats;
    patience_ = 0;
    if (choosing_) choose_lobby();
    return {};
  }
  if (const auto* again = std::get_if<table::Rematch>(&request)) {
    rematch(again->wish);
    return {};
  }
  if (const auto* wanted = std::get_if<table::Play>(&request)) {
    if (const auto* move = games::get_if<games::shelfie::Move>(&wanted->move)) return play(*move);
    return base::fail(Code::malformed, "that is no move of My Shelfie");
  }
  return base::fail(Code::malformed, "the protocol has no word for it");
}

/// Acknowledges END_GAME. Who sat first opens the next lobby; the others give it time to do so.
void Client::rematch(table::Wish wish) {
  send(client_message(MessageType::data, nickname_, java::constant(TurnPhase::end_game)));
  if (wish == table::Wish::enough) {
    finished_ = true;
    return;
  }
  wanted_ = seats_;
}

base::Result<void> Client::play(const games::shelfie::Move& move) {
  if (!game_) return base::fail(Code::not_at_table, "the game has not begun");
  if (asked_ || game_->view.open.turn != game_->seat()) return base::fail(Code::not_your_turn, "not on turn");
  const auto key = java::constant(turn_phase_of(move.phase));
  if (move.phase == Phase::column) {
    if (move.values.size() != 1) return base::fail(Code::malformed, "one column is meant");
    send(client_message(MessageType::data, nickname_, key, move.values[0]));
  } else {
    send(client_message(MessageType::data, nickname_, key, move.values));
  }
  asked_ = move;
  return {};
}

/// While an own move waits for its answer it is nobody's turn to move again.
std::optional<games::AnyView> Client::view() const {
  if (!game_) return std::nullopt;
  auto view = game_->view;
  if (asked_) {
    view.open.turn = base::Seat{static_cast<std::uint8_t>((game_->seat().value + 1) % view.open.seats)};
  }
  return view;
}

void Client::tick() {
  if (finished_ || ++silence_ < kPatience) return;
  notices_.emplace_back(table::Refused{{Code::system, "the server has not sent a ping for 15 seconds"}});
  finished_ = true;
}

void Client::read(const java::Tree& message) {
  const Parts parts = parts_of(message);
  if (!parts.type) return confused("a message without a type");
  switch (*parts.type) {
    case MessageType::ping:
      silence_ = 0;
      if (std::exchange(looks_again_, false)) choose_lobby();
      return;
    case MessageType::connection:
      return read_connection(message, parts);
    case MessageType::lobby:
      choosing_ = true;
      notices_.emplace_back(table::Accepted{});
      if (wanted_) choose_lobby();
      return;
    case MessageType::error:
      return read_error(message, parts);
    case MessageType::data:
      if (const auto phase = java::as<TurnPhase>(parts.key)) return read_data(message, parts, *phase);
      return confused("data without a phase");
  }
}

void Client::choose_lobby() {
  knocked_ = 0;
  if (*wanted_ > rules_.players.min) return join(1);
  choosing_ = false;
  send(client_message(MessageType::lobby, nickname_, java::constant(KeyLobbyPayload::join_random_game_lobby),
                      -1));
}

void Client::join(int lobby) {
  knocked_ = lobby;
  choosing_ = false;
  send(client_message(MessageType::lobby, nickname_,
                      java::constant(KeyLobbyPayload::join_specific_game_lobby), lobby));
}

void Client::read_connection(const java::Tree& message, const Parts& parts) {
  const std::string_view content = message.text_of(message.find(parts.data, Data::content));
  const auto key = java::as<KeyConnectionPayload>(parts.key);
  if (key == KeyConnectionPayload::reconnection) {
    const auto who = message.text_of(message.find(parts.data, Data::who_change));
    if (who == nickname_) return something_wrong();
    return set_presence(who, games::shelfie::Presence::here);
  }
  if (const auto welcome = read_welcome(content)) {
    wanted_.reset();
    notices_.emplace_back(
        table::Gathered{table::Gathered::Change::came, nickname_, welcome->lobby, {}, welcome->seats});
  } else if (content == kLoggedInAgain) {
    wanted_.reset();
    notices_.emplace_back(table::Accepted{});
  } else if (game_ && parts.nickname && *parts.nickname != nickname_) {
    set_presence(*parts.nickname, games::shelfie::Presence::away);
  }
}

void Client::set_presence(std::string_view nickname, games::shelfie::Presence presence) {
  if (!game_) return;
  if (const auto seat = game_->seat_of(nickname)) game_->view.open.players[seat->value].presence = presence;
}

void Client::everybody_else_is_away() {
  if (!game_) return;
  for (const auto& player : game_->players) {
    if (player != nickname_) set_presence(player, games::shelfie::Presence::away);
  }
}

void Client::read_error(const java::Tree& message, const Parts& parts) {
  const auto error = java::as<ErrorType>(message.find(parts.data, Data::error));
  if (!error) return confused("an error without its type");
  if (*error == ErrorType::only_player) return everybody_else_is_away();
  if (java::as<KeyErrorPayload>(parts.key) == KeyErrorPayload::error_lobby) return read_lobby_error(*error);
  refuse(*error);
  asked_.reset();
  if (java::as<KeyErrorPayload>(parts.key) == KeyErrorPayload::error_connection) {
    finished_ = true;
  } else if (*error != ErrorType::illegal_turn) {
    something_wrong();
  }
}

/// A full lobby: the next one. None of that number: one's own, or another look a little later.
void Client::read_lobby_error(ErrorType error) {
  choosing_ = true;
  if (!wanted_ || knocked_ == 0) return refuse(error);
  if (error == ErrorType::err_game_full) return join(knocked_ + 1);
  if (error != ErrorType::err_game_not_found) return refuse(error);
  if (patience_-- > 0) {
    looks_again_ = true;
    return;
  }
  choosing_ = false;
  send(client_message(MessageType::lobby, nickname_, java::constant(KeyLobbyPayload::create_game_lobby),
                      *wanted_));
}

void Client::read_data(const java::Tree& message, const Parts& parts, TurnPhase phase) {
  switch (phase) {
    case TurnPhase::all_info:
      return read_start(message, parts.data);
    case TurnPhase::select_order_tiles:
      return read_done(Phase::select);
    case TurnPhase::select_column:
      return read_done(Phase::order);
    case TurnPhase::end_turn:
      return read_turn(message, parts.data);
    case TurnPhase::end_game:
      return read_over(message, parts.data);
    case TurnPhase::select_from_board:
      return confused("the server chose from the board");
  }
}

void Client::read_start(const java::Tree& message, java::Value data) {
  auto known = read_all_info(message, data, nickname_, rules_, game_);
  if (!known) return confused("ALL_INFO that cannot be");
  const bool begins = !game_;
  game_ = std::move(known);
  asked_.reset();
  if (!begins) return;
  auto view = std::make_shared<games::AnyView>(game_->view);
  notices_.emplace_back(table::Started{{}, game_->seat(), game_->players, std::move(view)});
}

/// The server took the own move: what the rules make of it is what is known now.
void Client::read_done(Phase phase) {
  if (!game_ || !asked_ || asked_->phase != phase)
    return confused("the server took a move that was not made");
  auto state = Rules::imagine(game_->view, rng_);
  const auto events = Rules::play(state, game_->seat(), *asked_);
  if (!events) return confused(fmt::format("the server took a move although {}", events.error().detail));
  const auto in_bag = game_->view.in_bag;
  game_->view = Rules::view(state, game_->seat());
  game_->view.in_bag = in_bag;  // what is imagined is not known
  asked_.reset();
  notices_.emplace_back(table::Happened{game_->seat(), events->front(), game_->seat(), true,
                                        std::make_shared<games::AnyView>(game_->view)});
}

void Client::read_turn(const java::Tree& message, java::Value data) {
  if (!game_) return confused("END_TURN without a game");
  if (asked_ && asked_->phase == Phase::column) {
    auto state = Rules::imagine(game_->view, rng_);
    if (const auto placed = Rules::play(state, game_->seat(), *asked_); !placed) {
      return confused(fmt::format("the server took a column although {}", placed.error().detail));
    }
    auto& players = game_->view.open.players;
    players[game_->seat().value].shelf = state.open.players[game_->seat().value].shelf;
  }
  base::Seat ended;
  const auto before = game_->view.open.players;
  if (!read_end_turn(message, data, *game_, ended)) return confused("END_TURN that cannot be");
  if (ended == game_->seat()) asked_.reset();
  games::shelfie::TurnEnded turn{ended, game_->view.open.players[ended.value].tokens};
  for (std::size_t goal = 0; goal < turn.tokens.size(); ++goal) {
    const auto had = before[ended.value].tokens[goal];
    turn.tokens[goal] = static_cast<std::uint8_t>(turn.tokens[goal] > had ? turn.tokens[goal] - had : 0);
  }
  notices_.emplace_back(table::Happened{ended, games::shelfie::Event(turn), game_->view.open.turn, true,
                                        std::make_shared<games::AnyView>(game_->view)});
}

void Client::read_over(const java::Tree& message, java::Value data) {
  const auto all = read_end_game(message, data, rules_);
  if (!all) return confused("END_GAME that cannot be");
  if (!game_) {  // it ended while this player was away
    game_.emplace();
    for (const auto& one : *all) game_->players.push_back(one.nickname);
  }
  table::Outcome outcome{.winners = {}, .scores = std::vector<int>(all->size()), .reason = "finished"};
  for (const auto& [nickname, points] : *all) {
    const auto seat = game_->seat_of(nickname);
    if (!seat || seat->value >= outcome.scores.size()) return confused("END_GAME for somebody else");
    outcome.scores[seat->value] = points;
    outcome.winners = {*seat};
  }
  if (const auto own = game_->seat_of(nickname_)) patience_ = own->value * 2;
  game_.reset();
  asked_.reset();
  notices_.emplace_back(table::Over{std::move(outcome)});
}

/// Asks for everything as it stands (19).
void Client::something_wrong() {
  send(client_message(MessageType::error, nickname_, java::constant(KeyErrorPayload::error_data)));
}

void Client::send(const java::Tree& message) {
  std::string bytes;
  coding_.write(message, bytes);
  say(bytes);
}

void Client::refuse(ErrorType error) {
  const auto name = java::info(java::Class::error_type).constants[static_cast<std::size_t>(error)];
  notices_.emplace_back(table::Refused{{code_of(error), fmt::format("the server answered {}", name)}});
}

/// The two sides no longer speak of the same game: say so and go.
void Client::confused(std::string_view why) {
  notices_.emplace_back(table::Refused{{Code::malformed, fmt::format("the server sent {}", why)}});
  finished_ = true;
}

}  // namespace protocols::shelfie
