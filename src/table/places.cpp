// Places: sitting down, getting up, watching.
#include "table/places.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace table {

void Places::sit(PlayerId player, Sitting& sitting, Seat seat) {
  auto& someone = people_.at(player);
  auto& chair = sitting.players[seat.value];
  assert(someone.sitting == nullptr && (!chair || chair == player) && !sitting.held[seat.value]);
  chair = player;
  someone.sitting = &sitting;
  someone.seat = seat;
  turn_to_seat(someone);
}

void Places::turn_to_seat(const Visitor& someone) {
  for (const auto tab : someone.tabs) {
    const auto watched = people_.at(tab).watched;
    if (watched && (tab == someone.seeker || *watched == someone.sitting->table.header().table))
      stop_watching(tab);
  }
}

Sitting* Places::get_up(PlayerId player) {
  auto& someone = people_.at(player);
  auto* sitting = std::exchange(someone.sitting, nullptr);
  if (sitting == nullptr) return nullptr;
  assert(sitting->players[someone.seat.value] == player);
  sitting->players[someone.seat.value].reset();
  return sitting;
}

void Places::clear(Sitting& sitting) {
  for (auto& player : sitting.players) {
    if (!player) continue;
    assert(people_.at(*player).sitting == &sitting);
    people_.at(*player).sitting = nullptr;
    player.reset();
  }
}

void Places::watch(PlayerId player, Sitting& sitting, games::Viewer eyes) {
  stop_watching(player);
  auto& someone = people_.at(player);
  someone.watched = sitting.table.header().table;
  someone.eyes = eyes;
  sitting.watchers.push_back(player);
}

void Places::stop_watching(PlayerId player) {
  const auto watched = std::exchange(people_.at(player).watched, std::nullopt);
  if (!watched) return;
  if (auto* sitting = tables_.find(*watched)) {
    [[maybe_unused]] const auto gone = std::erase(sitting->watchers, player);
    assert(gone == 1);
  }
}

std::optional<Place> Places::place_of(PlayerId player) const {
  const auto* someone = people_.find(people_.person_of(player));
  if (someone == nullptr || someone->sitting == nullptr) return std::nullopt;
  return Place{someone->sitting->table.header().table, someone->seat};
}

bool Places::shows_seat(PlayerId player) const {
  const auto* someone = people_.find(player);
  return someone != nullptr && someone->welcomed && !someone->watched;
}

std::vector<Sight> Places::sights_of(PlayerId player) const {
  const auto self = people_.person_of(player);
  std::vector<Sight> sights;
  if (people_.find(self) == nullptr) return sights;
  for (const auto& place : {place_of(self), people_.own_seat(self)}) {
    if (place) sights.push_back({place->table, place->seat});
  }
  for (const auto tab : people_.connections_of(self)) {
    const auto& one = people_.at(tab);
    if (one.watched) sights.push_back({*one.watched, one.eyes, true});
  }
  return sights;
}

bool is_other(std::span<const Sight> sights, const Place& place) {
  return std::ranges::any_of(
      sights, [&](const Sight& one) { return one.table == place.table && one.eyes != place.seat; });
}

bool has_eyes_of(std::span<const Sight> sights, const Place& place) {
  const auto looks = [&](const Sight& one) {
    return one.watches && one.table == place.table && one.eyes == place.seat;
  };
  return std::ranges::any_of(sights, looks) && !is_other(sights, place);
}

}  // namespace table
