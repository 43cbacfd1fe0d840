// What those ask who want to play, and what has to be so before they may.
#include "table/lobby_requests.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace table {
namespace {

bool is_running(const Tables& tables, const Kind& kind) {
  return std::ranges::any_of(tables.all(), [&](const auto& one) {
    const auto& header = one.second.table.header();
    return kind == Kind{header.game, header.options, header.clock} && !one.second.table.outcome();
  });
}

}  // namespace

Result<void> LobbyRequests::seek(PlayerId player, const Seek& request, Time now, Effects& effects) {
  if (plays(parts_.people.at(player))) return fail(Code::already_seated, "you play already");
  const auto kind = parts_.gatherings.kind_of(request);
  if (!kind) return std::unexpected(kind.error());
  std::optional<Place> place;
  if (!request.name.empty()) {
    const auto claimed = renaming_.claim(player, request.name, Naming::chosen);
    if (!claimed) return std::unexpected(claimed.error());
    place = *claimed;
  }
  if (!place && request.rooms == Rooms::one) {
    if (is_running(parts_.tables, *kind))
      return fail(Code::game_running, "one game at a time, and one is being played");
    if (const auto other = parts_.gatherings.other_queue(player, request, *kind)) {
      effects.tell.emplace_back(
          player, Refused{{Code::other_queue, fmt::format("others wait for a game of {}", *other)}, *other});
      return {};
    }
  }
  if (!place) {
    if (auto right = parts_.gatherings.check(player, request, *kind); !right) return right;
  }
  effects.tell.emplace_back(player, Accepted{});
  attendance_.get_up(player, now, effects);
  if (request.name.empty()) {
    renaming_.take_account_name(player, now, effects);
  } else {
    renaming_.take(player, request.name, Naming::chosen, now, effects);
  }
  if (place) {
    attendance_.lead_back(player, *place, now, effects);
  } else {
    enter(player, request, *kind, now, effects);
  }
  return {};
}

void LobbyRequests::enter(PlayerId player, const Seek& request, const Kind& kind, Time now,
                          Effects& effects) {
  auto& lobby = parts_.gatherings.enter(player, request, kind, effects);
  const auto name = lobby.name;
  openings_.begin_if_complete(lobby, now, effects);
  for (const auto& level : request.bots)
    effects.invite.push_back({kind.game, kind.options, name, request.standing, level, kind.clock});
}

Result<void> LobbyRequests::ready(PlayerId player, Time now, Effects& effects) {
  const auto& someone = parts_.people.at(player);
  if (plays(someone)) return fail(Code::already_seated, "you play already");
  if (someone.lobby == nullptr) return fail(Code::not_at_table, "you are in no lobby");
  effects.tell.emplace_back(player, Accepted{});
  attendance_.stay(player, now, effects);
  return {};
}

Result<void> LobbyRequests::list(PlayerId tab, const ListLobbies& request, Effects& effects) const {
  effects.tell.emplace_back(tab, Accepted{});
  effects.tell.emplace_back(tab, parts_.gatherings.list(request.game));
  return {};
}

}  // namespace table
