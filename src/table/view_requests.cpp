// What those ask who look on, and who may not.
#include "table/view_requests.hpp"

namespace table {

Result<void> ViewRequests::watch(PlayerId tab, const Watch& request, Time now, Effects& effects) {
  if (request.eyes) return show_seat(tab, {request.table, *request.eyes}, now, effects);
  if (plays(parts_.people.at(tab))) return fail(Code::already_seated, "you play already");
  if (const auto place = parts_.places.place_of(tab);
      place && place->table == request.table && parts_.people.at(tab).person) {
    parts_.places.stop_watching(tab);
    effects.tell.emplace_back(tab, Accepted{});
    attendance_.show_place(tab, now, effects);
    return {};
  }
  auto* sitting = parts_.tables.find(request.table);
  if (sitting == nullptr) return fail(Code::not_at_table, "there is no such table");
  if (is_secret(sitting->table.header().lobby)) return fail(Code::not_at_table, "that table is private");
  look_on(tab, *sitting, std::nullopt, now, effects);
  return {};
}

Result<void> ViewRequests::show_seat(PlayerId tab, const Place& seat, Time now, Effects& effects) {
  if (plays(parts_.people.at(tab)))
    return fail(Code::already_seated, "who plays cannot see with the eyes of another seat");
  auto* sitting = parts_.tables.find(seat.table);
  if (sitting == nullptr || seat.seat.value >= sitting->players.size())
    return fail(Code::not_at_table, "the game of that seat is over");
  for (const auto& own :
       {parts_.places.place_of(tab), parts_.people.own_seat(parts_.people.person_of(tab))}) {
    if (own && own->table == seat.table) return fail(Code::already_seated, "you have a seat at that table");
  }
  look_on(tab, *sitting, seat.seat, now, effects);
  return {};
}

void ViewRequests::look_on(PlayerId tab, Sitting& sitting, games::Viewer eyes, Time now, Effects& effects) {
  parts_.places.watch(tab, sitting, eyes);
  effects.tell.emplace_back(tab, Accepted{});
  effects.tell.emplace_back(tab, Resumed{.seat = seat_facts(sitting, eyes, now),
                                         .acts = sitting.table.next_seq(),
                                         .past = {},
                                         .watches = true,
                                         .screen = eyes.has_value(),
                                         .said = sitting.chat->since(sitting.said_before)});
}

void ViewRequests::read_clocks(PlayerId tab, Time now, Effects& effects) const {
  const auto watches = parts_.people.at(tab).watched;
  const auto* sitting = watches ? parts_.tables.find(*watches) : parts_.people.self_of(tab).sitting;
  effects.tell.emplace_back(tab, Accepted{});
  if (sitting == nullptr) return;
  if (auto times = sitting->times(now)) effects.tell.emplace_back(tab, ClockReading{std::move(times)});
}

std::shared_ptr<const Overview> ViewRequests::look_around(PlayerId tab, Time now, Effects& effects) {
  auto seen = parts_.lookout.look(now, parts_.gatherings, parts_.tables);
  renaming_.take_account_name(parts_.people.person_of(tab), now, effects);
  return seen;
}

}  // namespace table
