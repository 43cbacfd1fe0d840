// The hall's visitors: those who come again by a token, who watch, who look around.
#include <algorithm>
#include <tuple>

#include "table/hall.hpp"

namespace table {

Result<void> Hall::come_again(PlayerId tab, Time now, Effects& effects) {
  if (!people_.at(tab).person) return fail(Code::not_at_table, "you have no token");
  const auto player = *people_.at(tab).person;
  const auto& someone = people_.at(player);
  people_.at(tab).welcomed = true;
  effects.tell.emplace_back(tab, Accepted{});
  if (someone.sitting != nullptr || someone.lobby != nullptr) {
    effects.tell.emplace_back(tab, Renamed{someone.name, someone.name});
    show_place(tab, now, effects);
  } else if (const auto other = people_.other_self(player)) {
    replace(*other, player, now, effects);
    if (people_.is_misnamed(player))  // the other was still signed in
      rename(player, people_.name_for(player), Naming::given, now, effects);
    take_account_name(player, now, effects);
  } else if (const auto seat = people_.own_seat(player)) {
    take_name(player, tables_.at(seat->table).table.name_of(seat->seat), Naming::chosen, now, effects);
    lead_back(player, *seat, now, effects);
  } else if (!take_account_name(player, now, effects)) {
    effects.tell.emplace_back(tab, Renamed{someone.name, someone.name});
  }
  catch_up(tab, now, effects);
  return {};
}

/// The newcomer is from now on who the other was; the other is nobody.
void Hall::replace(PlayerId old, PlayerId player, Time now, Effects& effects) {
  auto& before = people_.at(old);
  people_.sign_out(old);
  const auto [sitting, seat, naming, name] =
      std::tuple(std::exchange(before.sitting, nullptr), before.seat, before.naming, before.name);
  gatherings_.replace(old, player);
  effects.tell.emplace_back(old, Aside{Replaced{}});
  rename(old, people_.name_for(old), Naming::given, now, effects);
  auto& after = people_.at(player);
  after.sitting = sitting;
  after.seat = seat;
  if (sitting != nullptr) sitting->players[seat.value] = player;
  effects.tell.emplace_back(player, Renamed{after.name, name});
  people_.succeed(player, name, naming);
  if (after.lobby != nullptr && after.lobby->chat)
    after.lobby->chat->let_in_as(after.address, before.address);
  if (sitting != nullptr) turn_to_seat(player);
  for (const auto tab : after.tabs) {
    if (people_.at(tab).welcomed && !people_.at(tab).watched) show_place(tab, now, effects);
  }
}

Result<void> Hall::watch(PlayerId player, const Watch& request, Time now, Effects& effects) {
  if (plays(people_.at(player))) return fail(Code::already_seated, "you play already");
  if (const auto place = place_of(player);
      place && place->table == request.table && people_.at(player).person) {
    stop_watching(player);
    effects.tell.emplace_back(player, Accepted{});
    show_place(player, now, effects);
    return {};
  }
  auto* sitting = tables_.find(request.table);
  if (sitting == nullptr) return fail(Code::not_at_table, "there is no such table");
  if (is_secret(sitting->table.header().lobby)) return fail(Code::not_at_table, "that table is private");
  look_on(player, *sitting, std::nullopt, now, effects);
  return {};
}

/// Whoever may see it has shown the seat's key before.
Result<void> Hall::screen(PlayerId player, const Screen& request, Time now, Effects& effects) {
  if (plays(people_.at(player)))
    return fail(Code::already_seated, "who plays cannot see with the eyes of another seat");
  auto* sitting = tables_.find(request.table);
  if (sitting == nullptr || request.seat.value >= sitting->players.size())
    return fail(Code::not_at_table, "the game of that seat is over");
  for (const auto& own : {place_of(player), people_.own_seat(people_.person_of(player))}) {
    if (own && own->table == request.table)
      return fail(Code::already_seated, "you have a seat at that table");
  }
  look_on(player, *sitting, request.seat, now, effects);
  return {};
}

void Hall::look_on(PlayerId player, Sitting& sitting, games::Viewer eyes, Time now, Effects& effects) {
  stop_watching(player);
  sitting.watchers.push_back(player);
  people_.at(player).watched = sitting.table.header().table;
  people_.at(player).eyes = eyes;
  effects.tell.emplace_back(player, Accepted{});
  effects.tell.emplace_back(player, Resumed{.seat = seat_facts(sitting, eyes, now),
                                            .acts = sitting.table.next_seq(),
                                            .past = {},
                                            .watches = true,
                                            .screen = eyes.has_value(),
                                            .said = sitting.chat->since(sitting.said_before)});
}

std::optional<Place> Hall::place_of(PlayerId player) const {
  const auto* someone = people_.find(people_.person_of(player));
  if (someone == nullptr || someone->sitting == nullptr) return std::nullopt;
  return Place{someone->sitting->table.header().table, someone->seat};
}

bool Hall::is_other(PlayerId player, const Place& place) const {
  const auto* someone = people_.find(people_.person_of(player));
  if (someone == nullptr) return false;
  const auto watches = [&](PlayerId one) {
    return people_.at(one).watched == place.table && people_.at(one).eyes != place.seat;
  };
  const auto is_beside = [&](const std::optional<Place>& own) {
    return own && own->table == place.table && own->seat != place.seat;
  };
  return is_beside(place_of(player)) || is_beside(people_.own_seat(people_.person_of(player))) ||
         std::ranges::any_of(people_.connections_of(people_.person_of(player)), watches);
}

bool Hall::has_eyes_of(PlayerId player, const Place& place) const {
  if (people_.find(people_.person_of(player)) == nullptr || is_other(player, place)) return false;
  const auto looks = [&](PlayerId one) {
    return people_.at(one).watched == place.table && people_.at(one).eyes == place.seat;
  };
  return std::ranges::any_of(people_.connections_of(people_.person_of(player)), looks);
}

std::string Hall::name_of(PlayerId player) const {
  const auto* someone = people_.find(people_.person_of(player));
  return someone == nullptr ? "" : someone->name;
}

void Hall::stop_watching(PlayerId player) {
  const auto watched = std::exchange(people_.at(player).watched, std::nullopt);
  if (!watched) return;
  if (auto* sitting = tables_.find(*watched)) std::erase(sitting->watchers, player);
}

Result<void> Hall::survey(PlayerId player, Time now, Effects& effects) {
  auto seen = lookout_.look(now, gatherings_, tables_);
  effects.tell.emplace_back(player, Accepted{});
  effects.tell.emplace_back(player, Aside{std::move(seen)});
  take_account_name(people_.person_of(player), now, effects);
  return {};
}

/// How long a seat waits for this visitor once the connection broke.
base::Duration Hall::grace_of(const Visitor& someone) const {
  if (someone.has_token()) return std::max(grace_, kTokenGrace);
  return someone.naming == Naming::chosen ? grace_ : base::Duration{};
}

}  // namespace table
