// The hall's lobbies: coming in, being ready, leaving, and the game that begins.
#include <fmt/format.h>

#include <algorithm>

#include "table/hall.hpp"

namespace table {
namespace {

bool is_running(const Tables& tables, const Kind& kind) {
  return std::ranges::any_of(tables.all(), [&](const auto& one) {
    const auto& header = one.second.table.header();
    return kind == Kind{header.game, header.options, header.clock} && !one.second.table.outcome();
  });
}

}  // namespace

Result<void> Hall::seek(PlayerId player, const Seek& request, Time now, Effects& effects) {
  if (plays(people_.at(player))) return fail(Code::already_seated, "you play already");
  const auto kind = gatherings_.kind_of(request);
  if (!kind) return std::unexpected(kind.error());
  std::optional<Place> place;
  if (!request.name.empty()) {
    const auto claimed = claim(player, request.name, Naming::chosen);
    if (!claimed) return std::unexpected(claimed.error());
    place = *claimed;
  }
  if (!place && request.rooms == Rooms::one) {
    if (is_running(tables_, *kind))
      return fail(Code::game_running, "one game at a time, and one is being played");
    if (const auto other = gatherings_.other_queue(player, request, *kind)) {
      effects.tell.emplace_back(
          player, Refused{{Code::other_queue, fmt::format("others wait for a game of {}", *other)}, *other});
      return {};
    }
  }
  if (!place) {
    if (auto right = gatherings_.check(player, request, *kind); !right) return right;
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
  auto& lobby = gatherings_.enter(player, request, *kind, effects);
  const auto name = lobby.name;
  begin_if_complete(lobby, now, effects);
  for (const auto& level : request.bots)
    effects.invite.push_back({kind->game, kind->options, name, request.standing, level, kind->clock});
  return {};
}

Result<void> Hall::ready(PlayerId player, Time now, Effects& effects) {
  auto& someone = people_.at(player);
  if (plays(someone)) return fail(Code::already_seated, "you play already");
  if (someone.lobby == nullptr) return fail(Code::not_at_table, "you are in no lobby");
  return stay(player, now, effects);
}

/// A game that is over does not keep those from the next one who have seen its end.
void Hall::be_ready(PlayerId player, Time now, Effects& effects) {
  auto& lobby = gatherings_.be_ready(player, effects);
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
  effects.tell.emplace_back(player, Accepted{});
  effects.tell.emplace_back(player, gatherings_.list(request.game));
  return {};
}

void Hall::leave_lobby(PlayerId player, Time now, Effects& effects) {
  auto* lobby = gatherings_.leave(player, effects);
  if (lobby == nullptr) return;
  tell_wish(*lobby, {people_.at(player).name, Wished::What::gone}, effects);
  begin_if_complete(*lobby, now, effects);
}

/// Opens the table once everybody is there, and not only bots.
void Hall::begin_if_complete(Lobby& lobby, Time now, Effects& effects) {
  const auto beginning = gatherings_.begin(lobby, seeds_, effects);
  if (!beginning) return;
  // A table of this kind was tried out before anybody could come into the lobby.
  const auto sitting = seat_together(beginning->kind, beginning->lobby, beginning->players, now, effects);
  if (sitting && !beginning->lobby.empty()) lobby.table = (*sitting)->table.header().table;
}

}  // namespace table
