// The server's half of the Clarkson Scrabble protocol. Rulings are those of
// docs/protocols/scrabble-clarkson.rulings.md.
#include "protocols/scrabble-clarkson/session.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace protocols::scrabble_clarkson {

using base::Code;
using games::scrabble::View;

namespace {

/// The rule set is visible before anybody sits down.
constexpr std::string_view kCommonRules =
    " (common rules: no blanks, at most 4 players, also of other protocols)";

}  // namespace

Session::Session(const SessionContext& context)
    : address_(context.address),
      port_(context.port),
      rooms_(context.switches.contains(kSingleGame) ? table::Rooms::one : table::Rooms::many),
      common_(context.switches.contains(protocols::scrabble::kCommon.name)) {
  say_line(write_hello());
}

void Session::say_line(std::string_view line) {
  say(line);
  say(kEnd);
}

std::optional<Request> Session::next() {
  while (stage_ != Stage::finished && reads_on()) {
    if (auto request = arrive()) return request;
    switch (lines_.next(line_)) {
      case Lines::Found::nothing:
        return std::nullopt;
      case Lines::Found::too_long:
        refuse({Code::malformed, "a line has at most 8 KiB"});
        dismiss();
        return std::nullopt;
      case Lines::Found::line:
        silence_ = 0;
        std::erase(line_, '\0');
        if (auto request = read(line_)) return request;
    }
  }
  return std::nullopt;
}

/// After HELLO: a name by default (ruling 5; where even that cannot be had, the hall's own), then the lobby.
std::optional<Request> Session::arrive() {
  asked_ = std::exchange(due_, Asked::nothing);
  if (asked_ == Asked::address) return table::Name{address_, false};
  if (asked_ == Asked::address_and_port) return table::Name{fmt::format("{}:{}", address_, port_), false};
  if (asked_ == Asked::lobby) return seek();
  return std::nullopt;
}

table::Seek Session::seek() const {
  table::Seek seek{std::string(games::scrabble::Rules::name),
                   std::string(common_ ? protocols::scrabble::kCommonOptions : kOptions)};
  seek.rooms = rooms_;
  seek.ready = asked_ == Asked::lobby_again;
  return seek;
}

std::optional<Request> Session::read(std::string_view line) {
  const auto words = cut_words(line);
  const auto rest = trim(words.rest);
  if (words.verb == "QUIT" && rest.empty()) {
    dismiss();
    return std::nullopt;
  }
  if (stage_ == Stage::greeting) return read_greeting(words);
  if (words.verb == "USERSET") return read_userset(words.rest);
  if (words.verb == "READY" && rest.empty()) return read_ready();
  if (words.verb == "PLACE" || words.verb == "EXCHANGE" || (words.verb == "PASS" && rest.empty()))
    return read_move({words.verb, rest});
  return refuse({Code::malformed, words.verb == "HELLO" ? "HELLO has been said" : "unrecognized command"});
}

/// Rulings 1 and 2: anything but HELLO ends the conversation, a HELLO that is not taken does not.
std::optional<Request> Session::read_greeting(const Words& words) {
  if (words.verb != "HELLO") {
    remark(Code::malformed, "no HELLO");
    dismiss();
    return std::nullopt;
  }
  if (auto right = check_hello(words.rest); !right) return refuse(right.error());
  stage_ = Stage::arriving;
  due_ = Asked::address;
  return std::nullopt;
}

/// Ruling 9: once more does no harm, even when the game has begun meanwhile.
std::optional<Request> Session::read_ready() {
  if (stage_ == Stage::over) {
    asked_ = Asked::lobby_again;
    return seek();
  }
  if (stage_ == Stage::gathering && !ready_) {
    asked_ = Asked::ready;
    return table::Ready{};
  }
  say_line(stage_ == Stage::playing ? "OK the game has begun" : "OK you are ready already");
  return std::nullopt;
}

/// Ruling 6. The rest about names the hall knows.
std::optional<Request> Session::read_userset(std::string_view name) {
  if (has_white_space(name)) return refuse({Code::bad_name, "a name has no white space"});
  if (names_.is_taken(name, name_)) return refuse({Code::name_taken, "somebody is called so"});
  asked_ = Asked::name;
  return table::Name{std::string(name)};
}

std::optional<Request> Session::read_move(const Words& words) {
  if (stage_ == Stage::over) return refuse(Code::game_over, "the game is over");
  if (stage_ != Stage::playing) return refuse(Code::not_at_table, "the game has not begun");
  if (!on_turn_) {
    return refuse(Code::not_your_turn, words.verb == "PLACE" ? "cannot place tiles when it's not your turn"
                                       : words.verb == "EXCHANGE"
                                           ? "cannot exchange tiles when it's not your turn"
                                           : "cannot pass when it's not your turn");
  }
  if (words.verb == "PASS") {
    asked_ = Asked::pass;
    return table::Play{games::scrabble::pass_move()};
  }
  auto move = words.verb == "PLACE" ? read_place(words.rest) : read_exchange(words.rest, rack_);
  if (!move) return refuse(move.error());
  asked_ = words.verb == "PLACE" ? Asked::place : Asked::exchange;
  return table::Play{*move};
}

/// Ruling 14: nothing changes.
std::optional<Request> Session::refuse(base::Reason code, std::string_view words) {
  say_line(fmt::format("NOK {}", words));
  remark(code, std::string(words));
  return std::nullopt;
}

std::optional<Request> Session::refuse(base::Error error) {
  say_line(fmt::format("NOK {}", reason_of(error)));
  remark(error.code, std::move(error.detail));
  return std::nullopt;
}

void Session::dismiss() {
  say_line("GOODBYE");
  stage_ = Stage::finished;
}

void Session::tick() {
  if (stage_ != Stage::gathering || ready_ || ++silence_ <= kPatience) return;
  refuse({Code::malformed, "10 minutes without READY: others want to play"});
  dismiss();
}

void Session::tell(const Notice& notice) {
  std::visit([&](const auto& one) { on(one); }, notice);
}

void Session::on(const table::Accepted& /*accepted*/) {
  const auto asked = std::exchange(asked_, Asked::nothing);
  switch (asked) {
    case Asked::nothing:
    case Asked::name:  // answered by USERCHANGE
      return;
    case Asked::address:
    case Asked::address_and_port:
      due_ = Asked::lobby;
      return;
    case Asked::lobby:
      entering_ = true;  // answered with the name that the player has got
      return;
    case Asked::lobby_again:
      entering_ = true;
      [[fallthrough]];
    case Asked::ready:
      ready_ = true;
      return say_line("OK when everyone is ready the game will start");
    case Asked::place:
      return say_done("OK Turn Successful");
    case Asked::exchange:
      return say_done("OK tiles exchanged");
    case Asked::pass:
      return say_done("OK passed");
  }
}

/// A turn was taken. What is for people to read stands behind the first OK of a game.
void Session::say_done(std::string_view words) {
  say_line(fmt::format("{}{}", words, std::exchange(shown_, {})));
}

void Session::on(const table::Refused& refused) {
  const auto asked = std::exchange(asked_, Asked::nothing);
  if (asked == Asked::address) {
    due_ = Asked::address_and_port;
  } else if (asked == Asked::address_and_port) {
    due_ = Asked::lobby;
  } else {
    refuse(refused.error);
    if (asked == Asked::lobby) dismiss();  // ruling 8
  }
}

/// Ruling 4. There is no word for somebody who leaves.
void Session::on(const table::Gathered& gathered) {
  if (gathered.change == table::Gathered::Change::left) return names_.forget(gathered.who);
  if (std::exchange(entering_, false)) return welcome(gathered);
  say_line(fmt::format("USERJOIN {}", names_.shown(gathered.who)));
}

void Session::welcome(const table::Gathered& gathered) {
  name_ = gathered.who;
  names_.forget_all();
  names_.shown(name_);
  if (stage_ == Stage::arriving) {
    ready_ = false;
    say_line(fmt::format("OK Please send a username, otherwise you will be known as {}{}", name_,
                         common_ ? kCommonRules : ""));
  }
  stage_ = Stage::gathering;
  silence_ = 0;
  for (const auto& other : gathered.present)
    if (other != name_) say_line(fmt::format("USERJOIN {}", names_.shown(other)));
}

void Session::on(const table::Renamed& renamed) {
  if (stage_ == Stage::greeting || stage_ == Stage::arriving) return;  // the name by default
  const auto before = names_.shown(renamed.from);
  names_.forget(renamed.from);
  std::ranges::replace(players_, renamed.from, renamed.to);
  if (renamed.from == name_) name_ = renamed.to;
  say_line(fmt::format("USERCHANGE {} {}", before, names_.shown(renamed.to)));
}

/// Ruling 10, and 24: who comes back hears the same, as things stand now.
void Session::on(const table::Started& started) {
  const auto& view = games::get<View>(*started.view);
  stage_ = Stage::playing;
  seat_ = started.seat;
  players_ = started.players;
  rack_ = view.rack;
  say_line("STARTING");
  for (std::size_t seat = 0; seat < players_.size(); ++seat)
    send_score({static_cast<std::uint8_t>(seat)}, view.open.scores[seat]);
  say(write_board(view.open.board));
  send_tiles();
  send_turn(view.open.turn);
}

/// Rulings 11 to 13. Who leaves ends the game without another turn (ruling 20).
void Session::on(const table::Happened& happened) {
  if (!happened.last || happened.view == nullptr) return;
  const auto& view = games::get<View>(*happened.view);
  rack_ = view.rack;
  on_turn_ = false;
  if (view.open.outcome && view.open.outcome->reason == "left") return;
  if (happened.who == seat_) send_tiles();
  send_score(happened.who, view.open.scores[happened.who.value]);
  say(write_board(view.open.board));
  send_turn(happened.to_move);
}

void Session::on(const table::Over& over) {
  const auto& [winners, scores, reason] = over.outcome;
  stage_ = Stage::over;
  on_turn_ = false;
  ready_ = false;
  if (winners.empty()) return dismiss();  // there is no word for a game without a result
  const auto winner = winners.front().value;
  say_line(fmt::format("WINNER {} {}", scores[winner], names_.shown(players_[winner])));
}

void Session::send_tiles() {
  say_line(rack_.empty() ? "TILES" : fmt::format("TILES {}", rack_.tiles()));  // ruling 16
}

void Session::send_score(base::Seat seat, int score) {
  say_line(fmt::format("SCORE {} {}", score, names_.shown(players_[seat.value])));
}

void Session::send_turn(std::optional<base::Seat> to_move) {
  on_turn_ = to_move == seat_;
  if (to_move) say_line(fmt::format("TURN {}", names_.shown(players_[to_move->value])));
}

}  // namespace protocols::scrabble_clarkson
