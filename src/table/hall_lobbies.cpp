// The hall's lobbies: coming in, being ready, leaving, and the game that begins.
#include <fmt/format.h>

#include <algorithm>

#include "table/hall.hpp"

namespace table {

Result<void> Hall::seek(PlayerId player, const Seek& request, Time now, Effects& effects) {
  if (plays(people_.at(player))) return fail(Code::already_seated, "you play already");
  const auto kind = kind_of(request);
  if (!kind) return std::unexpected(kind.error());
  std::optional<Place> place;
  if (!request.name.empty()) {
    const auto claimed = claim(player, request.name, Naming::chosen);
    if (!claimed) return std::unexpected(claimed.error());
    place = *claimed;
  }
  if (!place && request.rooms == Rooms::one) {
    if (is_running(*kind)) return fail(Code::game_running, "one game at a time, and one is being played");
    if (const auto other = other_queue(player, request, *kind)) {
      effects.tell.emplace_back(
          player, Refused{{Code::other_queue, fmt::format("others wait for a game of {}", *other)}, *other});
      return {};
    }
  }
  if (!place) {
    if (const auto lobby = lobbies_.choose(request, *kind, player); !lobby)
      return std::unexpected(lobby.error());
  }
  effects.tell.emplace_back(player, Accepted{});
  get_up(player, now, effects);
  if (request.name.empty()) {
    take_account_name(player, now, effects);
  } else {
    take_name(player, request.name, Naming::chosen, now, effects);
  }
  if (place) {
    lead_back(player, *place, now, effects);
    return {};
  }
  // Where there was room before there still is: only the seeker has got up.
  auto* lobby = lobbies_.choose(request, *kind, player).value_or(nullptr);
  if (lobby == nullptr) lobby = &lobbies_.make(request, *kind, limits_of(kits_, kind->game, kind->options));
  const auto name = lobby->name;
  enter(player, *lobby, request, now, effects);
  for (const auto& level : request.bots)
    effects.invite.push_back({kind->game, kind->options, name, request.standing, level, kind->clock});
  return {};
}

/// What kind of table is sought, with the clock that the host has set where nobody asks for another.
Result<Kind> Hall::kind_of(const Seek& seek) const {
  auto options = games::complete_options(kits_, seek.game, seek.options);
  if (!options) return std::unexpected(std::move(options).error());
  if (auto right = check_kind(seek, *options); !right) return std::unexpected(std::move(right).error());
  const auto set = clocks_.find(seek.game);
  const auto wanted = seek.clock.empty() && set != clocks_.end() ? set->second : seek.clock;
  const auto clock = read_clock(wanted);
  if (!clock) return std::unexpected(clock.error());
  return Kind{seek.game, *std::move(options), write_clock(*clock)};
}

/// Tried out, so that a table that cannot be opened is refused while nothing has changed.
Result<void> Hall::check_kind(const Seek& seek, std::string_view options) const {
  const auto facts = *games::facts_of(seek.game);
  if (seek.seats != 0 && (seek.seats < facts.min_seats || seek.seats > facts.max_seats)) {
    return fail(Code::bad_seats,
                fmt::format("{} is for {} to {} players", facts.name, facts.min_seats, facts.max_seats));
  }
  const int seats = seek.seats != 0 ? seek.seats : limits_of(kits_, seek.game, options).fewest;
  if (auto table = games::start(kits_, seek.game, options, seats, 0); !table)
    return std::unexpected(std::move(table).error());
  return {};
}

bool Hall::is_running(const Kind& kind) const {
  return std::ranges::any_of(tables_.all(), [&](const auto& one) {
    const auto& header = one.second.table.header();
    return kind == Kind{header.game, header.options, header.clock} && !one.second.table.outcome();
  });
}

/// How many players the lobby is for in which somebody else waits for a game of the same kind but another
/// size.
std::optional<int> Hall::other_queue(PlayerId player, const Seek& seek, const Kind& kind) const {
  std::optional<int> other;
  lobbies_.each(seek.game, [&](const Lobby& lobby) {
    const bool differs = kind == Kind{lobby.game, lobby.options, lobby.clock} && lobby.seats() != 0 &&
                         lobby.seats() != seek.seats;
    const auto is_other = [&](const auto& one) { return one.player != player; };
    if (!other && differs && std::ranges::any_of(lobby.members, is_other)) other = lobby.seats();
  });
  return other;
}

void Hall::enter(PlayerId player, Lobby& lobby, const Seek& seek, Time now, Effects& effects) {
  lobby.members.push_back({player, seek.ready, seek.seats, seek.first});
  lobby.played = false;
  people_.at(player).lobby = &lobby;
  if (lobby.chat && is_person(player)) lobby.chat->let_in(people_.at(player).address);
  tell_lobby(lobby, Gathered::Change::came, people_.at(player).name, effects);
  begin_if_complete(lobby, now, effects);
}

Result<void> Hall::ready(PlayerId player, Time now, Effects& effects) {
  auto& someone = people_.at(player);
  if (plays(someone)) return fail(Code::already_seated, "you play already");
  if (someone.lobby == nullptr) return fail(Code::not_at_table, "you are in no lobby");
  return stay(player, now, effects);
}

/// A game that is over does not keep those from the next one who have seen its end.
void Hall::be_ready(PlayerId player, Time now, Effects& effects) {
  auto& lobby = *people_.at(player).lobby;
  std::ranges::find(lobby.members, player, &Lobby::Member::player)->ready = true;
  for (const auto tab : people_.at(player).tabs) {
    if (tab != people_.at(player).seeker && people_.at(tab).welcomed)
      effects.tell.emplace_back(tab,
                                gathered_for(lobby, player, Gathered::Change::came, people_.at(player).name));
  }
  if (lobby.table && tables_.is_over(*lobby.table) &&
      std::ranges::all_of(lobby.members, &Lobby::Member::ready))
    lobby.table.reset();
  if (!lobby.is_complete() && !people_.at(player).is_bot())
    tell_wish(lobby, {people_.at(player).name, Wished::What::again}, effects);
  begin_if_complete(lobby, now, effects);
}

/// Ready for the next game in the lobby; of the last one the player has seen the end.
Result<void> Hall::stay(PlayerId player, Time now, Effects& effects) {
  auto& someone = people_.at(player);
  effects.tell.emplace_back(player, Accepted{});
  if (auto* sitting = std::exchange(someone.sitting, nullptr)) {
    if (auto step = sitting->table.see(someone.seat, now)) record(*sitting, *std::move(step), effects);
    sitting->players[someone.seat.value].reset();
    after_act(*sitting, now, effects);
  }
  be_ready(player, now, effects);
  return {};
}

Result<void> Hall::look(PlayerId player, const Look& request, Effects& effects) {
  Listed listed;
  lobbies_.each(request.game, [&](const Lobby& lobby) {
    if (!lobby.standing || is_secret(lobby.name)) return;
    auto& one = listed.lobbies.emplace_back(lobby.name, std::vector<std::string>{}, lobby.seats(),
                                            lobby.table.has_value());
    for (const auto& member : lobby.members) one.present.push_back(people_.at(member.player).name);
  });
  effects.tell.emplace_back(player, Accepted{});
  effects.tell.emplace_back(player, std::move(listed));
  return {};
}

Gathered Hall::gathered_in(const Lobby& lobby, Gathered::Change change, const std::string& who) const {
  Gathered gathered{change, who, lobby.name, {}, lobby.seats(), lobby.table.has_value()};
  gathered.game = lobby.game;
  gathered.options = lobby.options;
  gathered.clock = lobby.clock;
  for (const auto& member : lobby.members) {
    gathered.present.push_back(people_.at(member.player).name);
    if (people_.at(member.player).is_bot()) ++gathered.bots;
  }
  return gathered;
}

/// With what only that member may know.
Gathered Hall::gathered_for(const Lobby& lobby, PlayerId player, Gathered::Change change,
                            const std::string& who) const {
  auto gathered = gathered_in(lobby, change, who);
  const auto member = std::ranges::find(lobby.members, player, &Lobby::Member::player);
  gathered.ready = member != lobby.members.end() && member->ready;
  const auto& someone = people_.at(player);
  const bool comes = change == Gathered::Change::came && who == someone.name;
  if (lobby.chat && comes && is_person(player)) gathered.said = lobby.chat->heard_by(someone.address);
  return gathered;
}

void Hall::tell_lobby(const Lobby& lobby, Gathered::Change change, const std::string& who,
                      Effects& effects) const {
  for (const auto& member : lobby.members)
    effects.tell.emplace_back(member.player, gathered_for(lobby, member.player, change, who));
}

void Hall::leave_lobby(PlayerId player, Time now, Effects& effects) {
  auto& someone = people_.at(player);
  auto& lobby = *std::exchange(someone.lobby, nullptr);
  std::erase_if(lobby.members, [&](const auto& one) { return one.player == player; });
  if (lobby.members.empty()) {
    if (!lobby.table) lobbies_.remove(lobby);
    return;
  }
  tell_lobby(lobby, Gathered::Change::left, someone.name, effects);
  tell_wish(lobby, {someone.name, Wished::What::gone}, effects);
  begin_if_complete(lobby, now, effects);
}

bool Hall::are_bots(const Lobby& lobby) const {
  return std::ranges::all_of(lobby.members, [&](const auto& one) { return people_.at(one.player).is_bot(); });
}

/// Bots do not wait for people: who hears that only bots are left goes.
void Hall::send_bots_away(const Lobby& lobby, Effects& effects) const {
  if (!lobby.table && are_bots(lobby)) tell_lobby(lobby, Gathered::Change::left, "", effects);
}

/// Opens the table once everybody is there, and not only bots. A lobby that does not stand is gone then.
void Hall::begin_if_complete(Lobby& lobby, Time now, Effects& effects) {
  if (are_bots(lobby)) return send_bots_away(lobby, effects);
  if (!lobby.is_complete()) return;
  std::vector<PlayerId> players;
  for (auto& member : lobby.members) {
    players.push_back(member.player);
    member.ready = false;
  }
  arrange(lobby, players);
  const Kind kind{lobby.game, lobby.options, lobby.clock};
  const auto name = lobby.standing ? lobby.name : "";
  if (!lobby.standing) {
    for (const auto player : players) people_.at(player).lobby = nullptr;
    lobbies_.remove(lobby);
  }
  // A table of this kind was tried out before anybody could come into the lobby.
  const auto sitting = seat_together(kind, name, players, now, effects);
  if (sitting && !name.empty()) lobby.table = (*sitting)->table.header().table;
}

}  // namespace table
