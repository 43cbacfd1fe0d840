// The server's half of the Twente Scrabble protocol. Rulings are those of
// docs/protocols/scrabble-twente.rulings.md.
#include "protocols/scrabble-twente/session.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace protocols::scrabble_twente {

using base::Code;

Session::Session(const SessionContext& context)
    : retry_(context.switches.contains(kRetry)),
      chat_(!context.switches.contains(kNoChat)),
      teamplay_(!context.switches.contains(kNoTeamplay)),
      rooms_(context.switches.contains(kSingleGame) ? table::Rooms::one : table::Rooms::many),
      options_(context.switches.contains(protocols::scrabble::kCommon.name)
                   ? protocols::scrabble::kCommonOptions
                   : kOptions) {}

template <class... Unit>
void Session::send(const Unit&... units) {
  const std::array<std::string_view, sizeof...(Unit)> list{std::string_view(units)...};
  say(framing_.frame(join_units(list)));
}

std::optional<Request> Session::next() {
  if (std::exchange(forfeits_, false) && playing_ && on_turn_) {
    asked_ = Asked::forfeit;
    return table::Play{games::scrabble::forfeit_move()};
  }
  while (!finished_ && reads_on()) {
    const auto found = framing_.next(message_);
    say(framing_.take_line_feed());
    switch (found) {
      case Framing::Found::nothing:
        return std::nullopt;
      case Framing::Found::too_long:
        refuse("E003", Code::malformed, "a message of more than 8 KiB");
        finished_ = true;
        return std::nullopt;
      case Framing::Found::line:
        if (auto request = read(message_)) return request;
    }
  }
  return std::nullopt;
}

std::optional<Request> Session::read(std::string_view message) {
  const auto units = cut_units(message);
  if (units.command == "ANNOUNCE") return read_announce(units);
  if (units.command == "REQUESTGAME") return read_request_game(units);
  if (units.command == "MAKEMOVE") return read_make_move(units);
  if (units.command == "SENDCHAT" && chat_) return read_send_chat(units);
  if (units.command == "ERROR") {
    note(fmt::format("the client says ERROR {}", units.at(0)));  // ruling 16: never answered
    return std::nullopt;
  }
  return refuse("E002", Code::malformed, "unknown command");
}

std::optional<Request> Session::read_announce(const Units& units) {
  if (announced_) return refuse("E012", Code::malformed, "announced twice");
  if (units.arguments.empty()) return refuse("E003", Code::malformed, "ANNOUNCE needs a name");
  name_ = units.at(0);
  chats_ =
      std::ranges::find(units.arguments.begin() + 1, units.arguments.end(), "CHAT") != units.arguments.end();
  asked_ = Asked::name;
  return table::Name{name_};
}

/// Ruling 12: in a game E015, before the number is looked at.
std::optional<Request> Session::read_request_game(const Units& units) {
  if (!announced_) return refuse("E013", Code::malformed, "not announced");
  if (playing_) return refuse("E015", Code::already_seated, "in a game already");
  int seats = kFewestPlayers;
  if (!units.arguments.empty()) seats = base::to_number<int>(units.at(0)).value_or(0);
  if (seats < kFewestPlayers || seats > (teamplay_ ? kMostPlayers : kFewestPlayers)) {
    return refuse("E003", Code::bad_seats, "no such number of players");
  }
  asked_ = Asked::game;
  return table::Seek{std::string(games::scrabble::Rules::name), std::string(options_), seats, rooms_};
}

/// Order of checks: ruling 3. What the session itself refuses loses the turn as what the rules refuse does.
std::optional<Request> Session::read_make_move(const Units& units) {
  if (!announced_) return refuse("E013", Code::malformed, "not announced");
  if (!playing_) return refuse("E014", Code::not_at_table, "not in a game");
  if (!on_turn_) return refuse("E009", Code::not_your_turn, "not on turn");
  const auto move = read_move(units);
  if (move) {
    asked_ = Asked::move;
    return table::Play{*move};
  }
  refuse(error_of(move.error().code), move.error().code, move.error().detail);
  if (retry_) return std::nullopt;
  asked_ = Asked::forfeit;
  return table::Play{games::scrabble::forfeit_move()};
}

/// Ruling 9: who has not announced CHAT has no such command.
std::optional<Request> Session::read_send_chat(const Units& units) {
  if (!announced_) return refuse("E013", Code::malformed, "not announced");
  if (!chats_) return refuse("E002", Code::malformed, "CHAT was not announced");
  if (units.arguments.empty()) return refuse("E003", Code::malformed, "SENDCHAT needs a message");
  asked_ = Asked::chat;
  return table::Say{std::string(units.at(0))};
}

std::optional<Request> Session::refuse(std::string_view error, base::Reason code, std::string_view why) {
  send("ERROR", error);
  remark(code, std::string(why));
  return std::nullopt;
}

void Session::tell(const Notice& notice) {
  std::visit([&](const auto& one) { on(one); }, notice);
}

void Session::on(const table::Accepted& /*accepted*/) {
  if (std::exchange(asked_, Asked::nothing) != Asked::name) return;
  announced_ = true;
  std::string welcome = fmt::format("WELCOME{}{}", kUnit, name_);
  if (chat_) welcome += fmt::format("{}CHAT", kUnit);
  if (teamplay_) welcome += fmt::format("{}TEAMPLAY", kUnit);
  send(welcome);
}

void Session::on(const table::Refused& refused) {
  const auto asked = std::exchange(asked_, Asked::nothing);
  const auto& [code, why] = refused.error;
  if (asked == Asked::forfeit) return remark(code, why);  // the game ended meanwhile
  if (code == Code::other_queue) {
    send("ERROR", error_of(code), std::to_string(refused.seats));
    return remark(code, why);
  }
  refuse(error_of(code), code, why);
  forfeits_ = asked == Asked::move && !retry_ && code != Code::not_your_turn;
}

void Session::on(const table::Gathered& gathered) {
  send("INFORMQUEUE", std::to_string(gathered.present.size()), std::to_string(gathered.seats));
}

/// STARTGAME and the rack; the turn comes last (rulings 7 and 18).
void Session::sit_down(const table::Started& started) {
  playing_ = true;
  forfeits_ = false;
  informs_.reset();
  seat_ = started.seat;
  players_ = started.players;
  std::string start = "STARTGAME";
  for (const auto& player : players_) start += kUnit + player;
  send(start);
  const auto& rack = games::get<games::scrabble::View>(*started.view).rack;
  if (!rack.empty()) send("NEWTILES", write_tiles(rack.tiles()));
}

void Session::on(const table::Started& started) {
  sit_down(started);
  send_turn(games::get<games::scrabble::View>(*started.view).open.turn);
}

void Session::on(const table::Resumed& resumed) {
  sit_down(resumed.seat);
  for (const auto& happened : resumed.past) send_inform(happened);
  send_turn(games::get<games::scrabble::View>(*resumed.seat.view).open.turn);
}

void Session::on(const table::Happened& happened) {
  const auto& event = games::get<games::scrabble::Event>(happened.event);
  if (const auto* drew = std::get_if<games::scrabble::Drew>(&event); drew != nullptr && drew->seat == seat_) {
    send("NEWTILES", write_tiles(drew->tiles.tiles()));
  }
  if (const auto* left = std::get_if<games::scrabble::Left>(&event)) {
    send("PLAYERDISCONNECTED", players_[left->seat.value]);
  }
  if (!write_event(event).empty()) informs_ = happened;
  if (!happened.last) return;
  if (informs_) send_inform(*std::exchange(informs_, std::nullopt));
  send_turn(happened.to_move);
}

void Session::send_inform(const table::Happened& happened) {
  const auto words = write_event(games::get<games::scrabble::Event>(happened.event));
  if (words.empty()) return;
  std::string inform = fmt::format("INFORMMOVE{}{}", kUnit, players_[happened.who.value]);
  for (const auto& word : words) inform += kUnit + word;
  send(inform);
}

void Session::send_turn(std::optional<base::Seat> to_move) {
  on_turn_ = to_move == seat_;
  if (to_move) send("NOTIFYTURN", on_turn_ ? "1" : "0", players_[to_move->value]);
}

/// Rulings 13 and 15. A game that nobody finished has no winner either.
void Session::on(const table::Over& over) {
  const auto& [winners, scores, reason] = over.outcome;
  const bool broken = reason == "left" || reason == "abandoned" || reason == "time";
  std::string text = fmt::format("GAMEOVER{}{}", kUnit, broken ? "DISCONNECT" : "WIN");
  for (std::size_t at = 0; at < players_.size(); ++at) {
    text += fmt::format("{}{}{}{}", kUnit, players_[at], kUnit, at < scores.size() ? scores[at] : 0);
  }
  send(text);
  playing_ = on_turn_ = forfeits_ = false;
}

void Session::on(const table::Said& said) {
  if (chat_ && chats_ && announced_) send("NOTIFYCHAT", said.from, said.text);
}

/// Chat is the only text for people; who has not announced it is told nothing.
void Session::show(std::string_view words) {
  if (chat_ && chats_ && announced_) send("NOTIFYCHAT", kHostName, words);
}

}  // namespace protocols::scrabble_twente
