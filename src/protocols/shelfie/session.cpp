// The server's half of the GC41 protocol. Rulings and message numbers are those of
// docs/protocols/shelfie.rulings.md.
#include "protocols/shelfie/session.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "games/shelfie/rules.hpp"
#include "protocols/shelfie/words.hpp"

namespace protocols::shelfie {

using base::Code;
using games::shelfie::Phase;
using java::ErrorType;
using java::KeyConnectionPayload;
using java::KeyErrorPayload;
using java::KeyLobbyPayload;
using java::MessageType;
using java::TurnPhase;

namespace {

/// The move that a phase's message makes; none for phases in which a client does nothing.
std::optional<Phase> phase_of(TurnPhase phase) {
  switch (phase) {
    case TurnPhase::select_from_board:
      return Phase::select;
    case TurnPhase::select_order_tiles:
      return Phase::order;
    case TurnPhase::select_column:
      return Phase::column;
    case TurnPhase::all_info:
    case TurnPhase::end_turn:
    case TurnPhase::end_game:
      break;
  }
  return std::nullopt;
}

/// What is of another type than it should be is as if nothing were chosen: the rules refuse that by itself.
std::vector<int> values_of(Phase phase, const java::Tree& message, java::Value value) {
  if (phase != Phase::column) return message.numbers_of(value).value_or(std::vector<int>{});
  const auto column = message.number_of(value);
  return column ? std::vector{*column} : std::vector<int>{};
}

table::Seek seek() {
  table::Seek seek;
  seek.game = games::shelfie::Rules::name;
  seek.standing = true;
  return seek;
}

}  // namespace

Session::Session(const SessionContext& context) : rules_(*context.kits.of<games::shelfie::Kit>().rules) {}

void Session::receive(std::string_view bytes) {
  if (finished_) return;
  coding_.receive(bytes);
  say(coding_.take_greeting());
}

std::optional<Request> Session::next() {
  if (stage_ == Stage::named) send_lobby_choice();
  // Somebody else may have opened one of that size meanwhile: two who look at once must find each other.
  if (std::exchange(makes_, false)) return open_lobby(rules_.players.min, table::Make::if_none);
  java::Tree message;
  while (!finished_ && reads_on()) {
    switch (coding_.next(message)) {
      case Coding::Found::nothing:
        return std::nullopt;
      case Coding::Found::broken:
        refuse_bytes();
        finished_ = true;
        break;
      case Coding::Found::not_a_message:
        refuse_bytes();
        break;
      case Coding::Found::message:
        if (auto request = read(message)) return request;
    }
  }
  return std::nullopt;
}

/// What was sent is no message: an answer, which to a stranger is the last.
void Session::refuse_bytes() {
  if (stage_ == Stage::stranger) {
    turn_away({}, ErrorType::disconnection_forced, Code::malformed, coding_.problem());
  } else {
    refuse_data(ErrorType::invalid_input, Code::malformed, coding_.problem());
  }
}

/// Ruling 5: nobody speaks for somebody else.
std::optional<Request> Session::read(const java::Tree& message) {
  const Parts parts = parts_of(message);
  if (stage_ == Stage::stranger) return read_login(parts);
  if (parts.nickname != nickname_) {
    return refuse_data(ErrorType::illegal_turn, Code::not_your_turn, "another's nickname in the header");
  }
  const java::Value value = message.find(parts.data, java::Data::value_client);
  if (parts.type == MessageType::lobby) {
    if (const auto key = java::as<KeyLobbyPayload>(parts.key)) return read_lobby(*key, message, value);
  }
  if (parts.type == MessageType::data) {
    if (const auto phase = java::as<TurnPhase>(parts.key)) return read_phase(*phase, message, value);
  }
  if (parts.type == MessageType::error &&
      java::as<KeyErrorPayload>(parts.key) == KeyErrorPayload::error_data) {
    return read_trouble();
  }
  if (parts.type == MessageType::connection &&
      java::as<KeyConnectionPayload>(parts.key) == KeyConnectionPayload::connection_creation) {
    return refuse_data(ErrorType::wrong_phase, Code::malformed, "logged in twice");
  }
  return refuse_data(ErrorType::invalid_input, Code::malformed, "no message that a client may send");
}

std::optional<Request> Session::read_login(const Parts& parts) {
  if (parts.type != MessageType::connection ||
      java::as<KeyConnectionPayload>(parts.key) != KeyConnectionPayload::connection_creation) {
    turn_away(parts.nickname, ErrorType::disconnection_forced, Code::malformed, "not logged in");
    return std::nullopt;
  }
  if (!parts.nickname || !base::is_printable(*parts.nickname) ||
      !rules_.nickname.holds(static_cast<int>(base::count_characters(*parts.nickname)))) {
    turn_away(parts.nickname, ErrorType::err_nickname_length, Code::bad_name, "a nickname of a wrong length");
    return std::nullopt;
  }
  nickname_ = *parts.nickname;
  asked_ = Asked::name;
  return table::Name{nickname_};
}

std::optional<Request> Session::read_lobby(KeyLobbyPayload key, const java::Tree& message,
                                           java::Value value) {
  if (key == KeyLobbyPayload::quit_server) {
    finished_ = true;
    return std::nullopt;
  }
  if (key == KeyLobbyPayload::global_lobby_decision) {
    return refuse_data(ErrorType::invalid_input, Code::malformed, "the choice of a lobby is the client's");
  }
  if (stage_ != Stage::choosing) {
    return refuse_data(ErrorType::wrong_phase, Code::already_seated, "in a game lobby already");
  }
  made_ = false;
  const auto number = message.number_of(value);
  auto wanted = seek();
  wanted.make = table::Make::never;
  switch (key) {
    case KeyLobbyPayload::create_game_lobby:
      if (number && rules_.players.holds(*number)) return open_lobby(*number, table::Make::always);
      return refuse(KeyErrorPayload::error_lobby, ErrorType::err_num_player_wanted, Code::bad_seats,
                    "a number of players that the rules do not allow");
    case KeyLobbyPayload::join_specific_game_lobby:
      if (!number) {
        return refuse(KeyErrorPayload::error_lobby, ErrorType::err_game_not_found, Code::no_lobby,
                      "no number of a lobby");
      }
      wanted.lobby = std::to_string(*number);
      asked_ = Asked::lobby;
      return wanted;
    default:
      asked_ = Asked::any_lobby;
      return wanted;
  }
}

std::optional<Request> Session::open_lobby(int seats, table::Make make) {
  auto wanted = seek();
  wanted.seats = seats;
  wanted.make = make;
  asked_ = Asked::lobby;
  return wanted;
}

/// Order of checks: turn, then phase, then content. The acknowledgement of END_GAME releases the player.
std::optional<Request> Session::read_phase(TurnPhase phase, const java::Tree& message, java::Value value) {
  if (stage_ == Stage::over && phase == TurnPhase::end_game) {
    asked_ = Asked::release;
    return table::Leave{};
  }
  if (stage_ == Stage::over) {
    remark(Code::game_over, "a move after the end");
    send(end_game_message(sight()));
    return std::nullopt;
  }
  if (stage_ != Stage::playing) return read_trouble();
  if (const auto move = phase_of(phase)) {
    asked_ = Asked::move;
    return table::Play{games::shelfie::Move{*move, values_of(*move, message, value)}};
  }
  if (view().open.turn != seat_) {
    return refuse_data(ErrorType::illegal_turn, Code::not_your_turn, "not on turn");
  }
  return refuse_data(ErrorType::illegal_phase, Code::illegal_move, "nothing that a client does");
}

/// "somethingWrong" (19), and what is said of a game by one who is in none (25).
std::optional<Request> Session::read_trouble() {
  switch (stage_) {
    case Stage::playing:
      send(all_info_message(sight(), turn_phase_of(view().open.phase)));
      if (is_paused(view().open)) send_only_player(nickname_);  // ruling 25
      break;
    case Stage::over:
      send(end_game_message(sight()));
      break;
    default:
      refuse(KeyErrorPayload::error_lobby, ErrorType::err_game_not_found, Code::not_at_table, "in no game");
  }
  return std::nullopt;
}

std::optional<Request> Session::refuse(KeyErrorPayload key, ErrorType error, base::Reason code,
                                       std::string_view why) {
  send(error_message(nickname_, key, error));
  remark(code, std::string(why));
  return std::nullopt;
}

std::optional<Request> Session::refuse_data(ErrorType error, base::Reason code, std::string_view why) {
  return refuse(KeyErrorPayload::error_data, error, code, why);
}

/// The login failed: said and closed.
void Session::turn_away(std::optional<std::string_view> nickname, ErrorType error, base::Reason code,
                        std::string_view why) {
  send(error_message(nickname, KeyErrorPayload::error_connection, error));
  remark(code, std::string(why));
  finished_ = true;
}

void Session::tick() {
  if (stage_ > Stage::named && !finished_) send(ping_message(nickname_));
}

void Session::tell(const Notice& notice) {
  std::visit([&](const auto& one) { on(one); }, notice);
}

void Session::on(const table::Accepted& /*accepted*/) {
  switch (std::exchange(asked_, Asked::nothing)) {
    case Asked::name:
      stage_ = Stage::named;
      break;
    case Asked::lobby:
    case Asked::any_lobby:
      stage_ = Stage::gathering;
      enters_ = true;
      break;
    case Asked::release:
      send_lobby_choice();
      break;
    case Asked::nothing:
    case Asked::move:
      break;
  }
}

void Session::on(const table::Refused& refused) {
  const auto& [code, why] = refused.error;
  switch (std::exchange(asked_, Asked::nothing)) {
    case Asked::name:
      return turn_away(nickname_, error_of(code.kind), code, why);
    case Asked::any_lobby:
      if (code == Code::no_lobby) {
        makes_ = made_ = true;
        return;
      }
      [[fallthrough]];
    case Asked::lobby:
    case Asked::release:
      refuse(KeyErrorPayload::error_lobby, error_of(code.kind), code, why);
      return;
    case Asked::move:
      return refuse_move(refused.error);
    case Asked::nothing:
      return;
  }
}

void Session::refuse_move(const base::Error& error) {
  if (stage_ != Stage::playing || error.code == Code::not_at_table) {
    read_trouble();  // the game ended meanwhile
    return remark(error.code, error.detail);
  }
  const auto refusal = games::shelfie::refusal_of(error);
  refuse_data(refusal ? error_of(*refusal) : error_of(error.code.kind), error.code, error.detail);
}

/// The others who wait are told of nobody who comes, but of who goes (21).
void Session::on(const table::Gathered& gathered) {
  if (stage_ != Stage::gathering) return;
  lobby_ = gathered.lobby;
  if (std::exchange(enters_, false)) {
    // Ruling 7; only now it is known that nobody else was quicker.
    if (std::exchange(made_, false) && gathered.present.size() == 1)
      send(broadcast_message(nickname_, kNoFreeSpots));
    return send(broadcast_message(nickname_, welcome_text(gathered.lobby, gathered.seats)));
  }
  if (gathered.change == table::Gathered::Change::left) {
    send(broadcast_message(gathered.who, disconnected_text(gathered.who, lobby_)));
  }
}

void Session::sit_down(const table::Started& started, Stage stage) {
  stage_ = stage;
  enters_ = made_ = false;
  lobby_ = started.lobby;
  seat_ = started.seat;
  players_ = started.players;
  view_ = started.view;
  act_ = {};
}

void Session::on(const table::Started& started) {
  sit_down(started, Stage::playing);
  send(all_info_message(sight(), TurnPhase::all_info));
}

/// Rulings 11, 14 and 17.
void Session::on(const table::Resumed& resumed) {
  const auto& view = games::get<games::shelfie::View>(*resumed.seat.view);
  const bool over = view.open.ending != games::shelfie::Ending::none;
  sit_down(resumed.seat, over ? Stage::over : Stage::playing);
  send(broadcast_message(nickname_, kLoggedInAgain));
  if (over) send(end_game_message(sight()));
}

void Session::on(const table::Happened& happened) {
  note(games::get<games::shelfie::Event>(happened.event));
  if (!happened.last || happened.view == nullptr || view_ == nullptr) return;
  act_.was_paused = is_paused(view().open);
  view_ = happened.view;
  tell_act(std::exchange(act_, {}));
}

/// Acknowledgements (15) go to the player in turn only.
void Session::note(const games::shelfie::Event& event) {
  using namespace games::shelfie;
  if (const auto* selected = std::get_if<Selected>(&event); selected != nullptr && selected->seat == seat_) {
    send(bare_message(MessageType::data, nickname_, java::constant(TurnPhase::select_order_tiles)));
  } else if (const auto* ordered = std::get_if<Ordered>(&event);
             ordered != nullptr && ordered->seat == seat_) {
    send(bare_message(MessageType::data, nickname_, java::constant(TurnPhase::select_column)));
  } else if (const auto* ended = std::get_if<TurnEnded>(&event)) {
    act_.ended = *ended;
  } else if (const auto* moved = std::get_if<AttendanceChanged>(&event)) {
    (moved->presence == games::shelfie::Presence::here ? act_.came_back : act_.went) = moved->seat;
  } else if (const auto* paused = std::get_if<Paused>(&event)) {
    act_.alone = paused->alone;
  }
}

/// END_TURN, unless END_GAME follows in its place; then who went (21) and who is alone by that (23), or
/// ALL_INFO for those who waited alone (ruling 11).
void Session::tell_act(const Act& act) {
  const bool over = view().open.ending != games::shelfie::Ending::none;
  if (act.ended && !over) send(end_turn_message(sight(), *act.ended));
  const std::string& who = act.went ? players_[act.went->value] : nickname_;
  if (act.went) send(broadcast_message(who, disconnected_text(who, lobby_)));
  if (over) return;
  if (act.alone == seat_) {
    send_only_player(who);
  } else if (act.came_back && act.came_back != seat_ && act.was_paused) {
    read_trouble();
  }
}

/// Somebody came back (22). Who goes is told with what the game makes of it.
void Session::on(const table::Presence& presence) {
  if (stage_ != Stage::playing || !presence.here) return;
  const std::string& who = players_[presence.seat.value];
  send(reconnection_message(who, reconnected_text(who, lobby_)));
}

void Session::on(const table::Over& /*over*/) {
  if (stage_ != Stage::playing) return;
  stage_ = Stage::over;
  send(end_game_message(sight()));
}

/// As the other texts that a client shows its player.
void Session::show(std::string_view words) { send(broadcast_message(nickname_, std::string(words))); }

void Session::send_only_player(std::string_view nickname) {
  send(error_message(nickname, KeyErrorPayload::error_connection, ErrorType::only_player));
}

void Session::send_lobby_choice() {
  stage_ = Stage::choosing;
  view_.reset();
  send(bare_message(MessageType::lobby, nickname_, java::constant(KeyLobbyPayload::global_lobby_decision)));
}

void Session::send(const java::Tree& message) {
  std::string bytes;
  coding_.write(message, bytes);
  say(bytes);
}

}  // namespace protocols::shelfie
