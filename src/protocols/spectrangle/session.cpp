// The server's half of the Spectrangle protocol. Rulings are those of docs/protocols/spectrangle.rulings.md.
#include "protocols/spectrangle/session.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <ranges>

#include "base/base64.hpp"
#include "base/text.hpp"

namespace protocols::spectrangle {

using base::Code;

namespace {

constexpr auto kAnyNumber = std::numeric_limits<std::size_t>::max();

}  // namespace

std::optional<Request> Session::next() {
  while (!finished_ && reads_on()) {
    switch (lines_.next(line_)) {
      case Lines::Found::nothing:
        return std::nullopt;
      case Lines::Found::too_long:
        refuse(Fault::invalid_arguments, Code::malformed, "a line holds at most 8 KiB");
        finished_ = true;
        return std::nullopt;
      case Lines::Found::line:
        if (auto request = read(line_)) return request;
    }
  }
  return std::nullopt;
}

/// Order of checks, ruling 10: the command, its syntax, whether one is in a lobby, whether one plays.
Session::Asking Session::read(std::string_view line) {
  static constexpr std::array<Command, 10> kCommands{{
      {"JOIN", 1, 2, &Session::read_join},
      {"READY", 0, 0, &Session::read_ready},
      {"MOVE_PLAY", 2, 2, &Session::read_move},
      {"MOVE_SWAP", 1, 1, &Session::read_move},
      {"MOVE_SKIP", 0, 0, &Session::read_move},
      {"EXIT", 0, 0, &Session::read_exit},
      {"EXTENSIONS", 0, kAnyNumber, &Session::read_extensions},
      {"ENABLE_EXTENSION", 1, kAnyNumber, &Session::read_enable_extension},
      {"CHAT", 1, 1, &Session::read_chat},
      {"LOBBIES", 0, 0, &Session::read_lobbies},
  }};
  asked_ = Asked::other;
  const auto words = cut_words(line);
  const auto found = std::ranges::find(kCommands, words.command, &Command::word);
  if (found == kCommands.end()) return refuse(Fault::unrecognized_command, Code::malformed, "");
  const auto count = words.arguments.size();
  if (count < found->fewest || count > found->most) {
    return refuse(Fault::invalid_arguments, Code::malformed,
                  count < found->fewest ? "there are too few" : "there are too many");
  }
  return (this->*found->read)(words);
}

/// Ruling 2: who has joined stays where they are, whatever name and lobby they give.
Session::Asking Session::read_join(const Words& words) {
  const auto lobby = words.at(1);
  if (words.arguments.size() > 1 && !is_lobby_name(lobby)) {
    return refuse(Fault::invalid_arguments, Code::malformed,
                  "a lobby's name has letters, digits, _, . and -");
  }
  if (!is_player_name(words.at(0))) {
    return refuse(Fault::invalid_name, Code::bad_name, "a name has letters, digits, _ and -");
  }
  if (joined_) return refuse(Fault::generic, Code::already_seated, "you are in a lobby already");
  table::Seek seek;
  seek.game = games::spectrangle::Rules::name;
  seek.ready = false;
  seek.standing = true;
  seek.lobby = hall_lobby(lobby);
  seek.name = words.at(0);
  asked_ = Asked::join;
  return seek;
}

/// Ruling 4.
Session::Asking Session::read_ready(const Words& /*words*/) {
  if (!joined_) return refuse(Fault::not_in_lobby, Code::no_lobby, "");
  if (playing_) return refuse(Fault::generic, Code::game_running, "the game has begun already");
  return table::Ready{};
}

Session::Asking Session::read_move(const Words& words) {
  const auto move = spectrangle::read_move(words);
  if (!move) return refuse(Fault::invalid_arguments, Code::malformed, move.error().detail);
  if (!joined_) return refuse(Fault::not_in_lobby, Code::no_lobby, "");
  if (!playing_) return refuse(Fault::not_in_game, Code::not_at_table, "");
  return table::Play{*move};
}

/// Ruling 12: the connection stays, and the name is free.
Session::Asking Session::read_exit(const Words& /*words*/) {
  if (!joined_) return refuse(Fault::not_in_lobby, Code::no_lobby, "");
  asked_ = Asked::exit;
  return table::Leave{.forget_name = true};
}

Session::Asking Session::read_extensions(const Words& /*words*/) {
  say(fmt::format("AVAILABLE_EXTENSIONS {} {}\n", kChat, kMultilobby));
  return std::nullopt;
}

/// Multilobby needs no switching on: its commands work for everybody.
Session::Asking Session::read_enable_extension(const Words& words) {
  chats_ = chats_ || std::ranges::find(words.arguments, kChat) != words.arguments.end();
  const auto known = [](std::string_view name) { return name == kChat || name == kMultilobby; };
  if (std::ranges::all_of(words.arguments, known)) return std::nullopt;
  return refuse(Fault::unsupported_extension, Code::bad_options, "there are chat and multilobby");
}

/// Line ends and the like become spaces: protocols without base64 cannot say them.
Session::Asking Session::read_chat(const Words& words) {
  auto text = base::from_base64(words.at(0));
  if (!text || !base::is_utf8(*text)) {
    return refuse(Fault::invalid_arguments, Code::malformed, "a message is base64 of UTF-8");
  }
  if (!joined_) return refuse(Fault::not_in_lobby, Code::no_lobby, "");
  const auto is_control = [](unsigned char c) { return c < ' ' || c == '\x7f'; };
  std::ranges::replace_if(*text, is_control, ' ');
  return table::Say{*std::move(text)};
}

Session::Asking Session::read_lobbies(const Words& /*words*/) {
  return table::ListLobbies{std::string(games::spectrangle::Rules::name)};
}

/// Error 0 says nothing by its name, so that its reason stands alone.
Session::Asking Session::refuse(Fault fault, base::Reason code, std::string_view why) {
  const std::string_view name = fault == Fault::generic && !why.empty() ? "" : text_of(fault);
  say(fmt::format("ERROR {} {}{}{}\n", static_cast<int>(fault), name, name.empty() || why.empty() ? "" : ": ",
                  why));
  remark(code, std::string(why.empty() ? name : why));
  return std::nullopt;
}

void Session::tell(const Notice& notice) {
  std::visit([&](const auto& one) { on(one); }, notice);
}

void Session::on(const table::Accepted& /*accepted*/) {
  switch (std::exchange(asked_, Asked::other)) {
    case Asked::join:
      joined_ = true;
      return;
    case Asked::exit:
      joined_ = playing_ = false;
      present_.clear();
      return;
    case Asked::other:
      return;
  }
}

void Session::on(const table::Refused& refused) {
  asked_ = Asked::other;
  refuse(fault_of(refused.error.code.kind), refused.error.code, refused.error.detail);
}

void Session::on(const table::Gathered& gathered) {
  present_ = gathered.present;
  send_lobby();
}

void Session::send_lobby() {
  say(fmt::format("LOBBY {}\n", fmt::join(present_ | std::views::transform(wire_player), " ")));
}

/// Players of other protocols may change their names. In a game they keep those that START told.
void Session::on(const table::Renamed& renamed) {
  const auto found = std::ranges::find(present_, renamed.from);
  if (found == present_.end()) return;
  *found = renamed.to;
  send_lobby();
}

/// Ruling 5.
void Session::begin(const table::Started& started, const Hands& dealt) {
  const auto& position = games::get<games::spectrangle::View>(*started.view).position;
  const auto order = games::spectrangle::turn_order(position);
  playing_ = true;
  players_.clear();
  std::ranges::transform(started.players, std::back_inserter(players_), wire_player);
  order_.assign(order.begin(), order.end());
  std::string text = "START";
  for (const auto seat : order_) text += fmt::format(" {}", players_[seat.value]);
  text += '\n';
  for (const auto seat : order_) {
    for (const auto tile : dealt[seat.value].tiles()) text += write_tile(players_[seat.value], tile);
  }
  say(text);
}

void Session::on(const table::Started& started) {
  begin(started, games::get<games::spectrangle::View>(*started.view).position.hands);
}

/// Ruling 17. The hands that were dealt are those of now with all turns taken back.
void Session::on(const table::Resumed& resumed) {
  auto hands = games::get<games::spectrangle::View>(*resumed.seat.view).position.hands;
  for (const auto& happened : std::views::reverse(resumed.past)) {
    const auto& event = games::get<games::spectrangle::Event>(happened.event);
    auto& hand = hands[happened.who.value];
    if (const auto* placed = std::get_if<games::spectrangle::Placed>(&event)) {
      if (placed->drawn) hand.remove(*placed->drawn);
      hand.add(placed->tile.tile);
    } else if (const auto* swapped = std::get_if<games::spectrangle::Swapped>(&event)) {
      hand.remove(swapped->drawn);
      hand.add(swapped->tile.tile);
    }
  }
  begin(resumed.seat, hands);
  for (const auto& happened : resumed.past) send_event(happened);
}

void Session::on(const table::Happened& happened) { send_event(happened); }

void Session::send_event(const table::Happened& happened) {
  say(write_event(games::get<games::spectrangle::Event>(happened.event), players_[happened.who.value]));
}

/// Rulings 13 and 14. A game that nobody finished has no scores.
void Session::on(const table::Over& over) {
  const auto& scores = over.outcome.scores;
  std::string text = "SCORE";
  for (const auto seat : order_) {
    text += fmt::format(" {},{}", players_[seat.value], seat.value < scores.size() ? scores[seat.value] : 0);
  }
  text += '\n';
  say(text);
  playing_ = false;
}

void Session::on(const table::Said& said) {
  if (!joined_ || !chats_) return;
  say(fmt::format("CHAT_MESSAGE {} {}\n", wire_player(said.from), base::to_base64(said.text)));
}

/// Chat is the only text for people; who has not enabled it is told nothing.
void Session::show(std::string_view words) {
  if (!joined_ || !chats_) return;
  say(fmt::format("CHAT_MESSAGE {} {}\n", kHostName, base::to_base64(words)));
}

/// A lobby has players on the wire: one to which nobody has come back after a restart is not told. Nor are
/// those that have no name on it.
void Session::on(const table::Listed& listed) {
  std::string text = "ACTIVE_LOBBIES";
  for (const auto& lobby : listed.lobbies) {
    const auto name = wire_lobby(lobby.name);
    if (lobby.present.empty() || name.empty()) continue;
    text += fmt::format(" {}", name);
    for (const auto& player : lobby.present) text += fmt::format(",{}", wire_player(player));
  }
  text += '\n';
  say(text);
}

}  // namespace protocols::spectrangle
