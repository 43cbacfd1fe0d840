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

bool Places::is_other(PlayerId player, const Place& place) const {
  const auto self = people_.person_of(player);
  if (people_.find(self) == nullptr) return false;
  const auto watches = [&](PlayerId one) {
    return people_.at(one).watched == place.table && people_.at(one).eyes != place.seat;
  };
  const auto is_beside = [&](const std::optional<Place>& own) {
    return own && own->table == place.table && own->seat != place.seat;
  };
  return is_beside(place_of(self)) || is_beside(people_.own_seat(self)) ||
         std::ranges::any_of(people_.connections_of(self), watches);
}

bool Places::has_eyes_of(PlayerId player, const Place& place) const {
  const auto self = people_.person_of(player);
  if (people_.find(self) == nullptr || is_other(self, place)) return false;
  const auto looks = [&](PlayerId one) {
    return people_.at(one).watched == place.table && people_.at(one).eyes == place.seat;
  };
  return std::ranges::any_of(people_.connections_of(self), looks);
}

}  // namespace table
