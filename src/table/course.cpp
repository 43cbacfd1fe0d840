// The course of a game: acts, seats that are left and found again, and the end.
#include "table/course.hpp"

#include <algorithm>
#include <cassert>

namespace table {

Course::Course(Parts& parts, Recorder& recorder, Openings& openings, const HallSettings& settings)
    : parts_(parts),
      recorder_(recorder),
      openings_(openings),
      hold_(settings.hold),
      abandon_(settings.abandon),
      most_acts_(settings.most_acts) {}

void Course::carry_out(Sitting& sitting, Step step, Time now, Effects& effects) {
  recorder_.record(sitting, std::move(step), effects);
  go_on(sitting, now, effects);
}

void Course::go_on(Sitting& sitting, Time now, Effects& effects) {
  end_if_endless(sitting, now, effects);
  if (games::has_presence(sitting.table.state())) {
    parts_.tables.watch_pause(sitting, now + abandon_);
    if (!sitting.table.outcome()) return;
    for (std::size_t at = 0; at < sitting.held.size(); ++at) {
      if (sitting.held[at] == Time::max()) parts_.seats.hold(sitting, seat_at(at), now + kUnseen);
    }
    return close_if_seen(sitting, now, effects);
  }
  if (sitting.table.outcome() && has_lobby(sitting)) close(sitting, effects);
}

/// Some games never end by themselves: one alone at Scrabble may exchange tiles, two at chess may take back.
void Course::end_if_endless(Sitting& sitting, Time now, Effects& effects) {
  if (most_acts_ == 0 || sitting.table.next_seq() < most_acts_) return;
  if (auto step = sitting.table.abandon(sitting.moment(now)))
    recorder_.record(sitting, *std::move(step), effects);
}

void Course::see_end(Sitting& sitting, Seat seat, Time now, Effects& effects) {
  if (auto step = sitting.table.see(seat, now)) recorder_.record(sitting, *std::move(step), effects);
}

void Course::vacate(Sitting& sitting, Seat seat, std::optional<PlayerId> player, Time now, Effects& effects) {
  assert(!sitting.players[seat.value]);
  sitting.wishes.give_up(seat);
  parts_.seats.release(sitting, seat);
  if (auto step = sitting.table.leave(seat, sitting.moment(now)))
    recorder_.record(sitting, *std::move(step), effects);
  const auto* someone = player ? &parts_.people.at(*player) : nullptr;
  const bool lobby_tells = someone != nullptr && someone->lobby != nullptr;
  if (sitting.table.outcome() && !lobby_tells) {
    const auto& name = someone != nullptr ? someone->name : sitting.table.name_of(seat);
    parts_.audience.tell_wish(sitting, {name, Wished::What::gone, has_lobby(sitting)}, effects);
  }
  clear_away(sitting, now, effects);
}

/// The table goes if nobody is there any more, and if it was one of a standing lobby and the game is over.
void Course::clear_away(Sitting& sitting, Time now, Effects& effects) {
  if (sitting.is_deserted() || (sitting.table.outcome() && has_lobby(sitting)))
    return close(sitting, effects);
  settle_wishes(sitting, now, effects);
}

void Course::settle_wishes(Sitting& sitting, Time now, Effects& effects) {
  const auto agreed = sitting.wishes.agreed();
  if (!agreed) return;
  std::vector<PlayerId> players;
  for (const auto& player : sitting.players) {
    if (player) players.push_back(*player);
  }
  for (const auto player : players) effects.tell.emplace_back(player, Agreed{*agreed});
  const auto& header = sitting.table.header();
  const Kind kind{header.game, header.options, header.clock};
  close(sitting, effects);
  if (*agreed == Wish::enough) return;
  // Who hears only the game plays by a protocol that says itself who sits where (chess ruling 2 and 11).
  if (parts_.people.all_hear_offers(players)) std::ranges::rotate(players, players.begin() + 1);
  // The same game opened for as many seats before, so it opens again.
  static_cast<void>(openings_.open(kind, "", players, now, effects));
}

void Course::step_away(Sitting& sitting, Seat seat, std::optional<Time> until, Time now, Effects& effects) {
  assert(games::has_presence(sitting.table.state()) && !sitting.players[seat.value]);
  if (!sitting.table.has_left(seat)) {
    parts_.seats.hold(sitting, seat, until);
    if (auto step = sitting.table.away(seat, sitting.moment(now)))
      recorder_.record(sitting, *std::move(step), effects);
    parts_.audience.tell(sitting, Presence{seat, false}, effects);
  }
  go_on(sitting, now, effects);
}

/// The table of a finished game with presence goes when nobody is left who has not seen its end.
void Course::close_if_seen(Sitting& sitting, Time now, Effects& effects) {
  for (std::size_t at = 0; at < sitting.players.size(); ++at) {
    if (!sitting.table.has_left(seat_at(at))) return;
  }
  const auto header = sitting.table.header();
  effects.journal.emplace_back(Closing{header.table, now, *sitting.table.outcome()});
  close(sitting, effects);
  if (auto* lobby = parts_.gatherings.find(header)) openings_.begin_if_complete(*lobby, now, effects);
}

void Course::come_back(PlayerId player, Sitting& sitting, Seat seat, Time now, Effects& effects) {
  parts_.seats.release(sitting, seat);
  const bool was_missing = sitting.thinking.is_missing(seat);
  sitting.thinking.came_back(seat);
  parts_.places.sit(player, sitting, seat);
  if (auto* lobby = parts_.gatherings.lobby_of(sitting.table.header()))
    parts_.gatherings.rejoin(player, *lobby, effects);
  effects.tell.emplace_back(player, resumed_at(sitting, parts_.people.at(player), now));
  parts_.audience.remind_of_offer(sitting, player, effects);
  parts_.audience.tell(sitting, Presence{seat, true}, effects);
  if (was_missing && clocked_seat(sitting.table, sitting.thinking) == seat) {
    parts_.clocks.await(sitting.table, sitting.thinking, effects);
    parts_.audience.tell_hearers(sitting, ClockReading{sitting.times(now)}, effects);
  }
  if (auto step = sitting.table.back(seat, sitting.moment(now)))
    recorder_.record(sitting, *std::move(step), effects);
  go_on(sitting, now, effects);
}

void Course::miss(Sitting& sitting, Seat seat, Time now, Effects& effects) {
  const bool is_theirs = clocked_seat(sitting.table, sitting.thinking) == seat;
  sitting.thinking.miss(seat);
  if (!is_theirs) return;
  parts_.clocks.stop(sitting.thinking);
  parts_.audience.tell_hearers(sitting, ClockReading{sitting.times(now)}, effects);
}

void Course::attach(PlayerId tab, Sitting& sitting, Seat seat, Time now, Effects& effects) {
  const auto player = parts_.people.person_of(tab);
  parts_.seats.release(sitting, seat);
  const bool was_missing = sitting.thinking.is_missing(seat);
  sitting.thinking.came_back(seat);
  parts_.places.sit(player, sitting, seat);
  Effects unheard;
  if (auto* lobby = parts_.gatherings.lobby_of(sitting.table.header()))
    parts_.gatherings.rejoin(player, *lobby, unheard);
  for (const auto other : parts_.people.connections_of(player)) {
    if (other == tab || !parts_.places.shows_seat(other)) continue;
    auto resumed = resumed_at(sitting, parts_.people.at(player), now);
    resumed.shown = true;
    effects.tell.emplace_back(other, std::move(resumed));
  }
  if (was_missing && clocked_seat(sitting.table, sitting.thinking) == seat)
    parts_.clocks.await(sitting.table, sitting.thinking, effects);
  if (auto step = sitting.table.back(seat, sitting.moment(now))) {
    recorder_.record(sitting, *std::move(step), effects);
    go_on(sitting, now, effects);
  }
}

void Course::give_up(Sitting& sitting, Seat seat, Time now, Effects& effects) {
  if (games::has_presence(sitting.table.state())) {
    if (auto step = sitting.table.see(seat, now)) {
      parts_.seats.release(sitting, seat);
      return carry_out(sitting, *std::move(step), now, effects);
    }
    return step_away(sitting, seat, std::nullopt, now, effects);
  }
  const bool deserted =
      std::ranges::none_of(sitting.players, &std::optional<PlayerId>::has_value) &&
      std::ranges::none_of(sitting.held, [&](const auto& until) { return until && *until > now; });
  if (!deserted) return vacate(sitting, seat, std::nullopt, now, effects);
  if (auto step = sitting.table.abandon(sitting.moment(now)))
    recorder_.record(sitting, *std::move(step), effects);
  close(sitting, effects);
}

void Course::abandon(Sitting& sitting, Time now, Effects& effects) {
  if (auto step = sitting.table.abandon(sitting.moment(now)))
    recorder_.record(sitting, *std::move(step), effects);
  go_on(sitting, now, effects);
}

void Course::flag(Sitting& sitting, Time now, Effects& effects) {
  const auto seat = sitting.thinking.running->seat;
  auto step = sitting.table.flag(seat, sitting.moment(now));
  parts_.clocks.stop(sitting.thinking);
  if (!step) return;
  recorder_.record(sitting, *std::move(step), effects);
  if (!sitting.table.outcome() || games::has_presence(sitting.table.state()))
    return go_on(sitting, now, effects);
  for (std::size_t at = 0; at < sitting.players.size(); ++at) {
    if (!sitting.players[at]) sitting.wishes.give_up(seat_at(at));
  }
  clear_away(sitting, now, effects);
}

void Course::restore(Table table, Time now) {
  auto& sitting = parts_.tables.restore(std::move(table));
  const auto& header = sitting.table.header();
  if (!header.lobby.empty()) {
    auto& lobby = parts_.gatherings.obtain(header);
    if (!lobby.table || !sitting.table.outcome()) lobby.table = header.table;
  }
  sitting.talk_in(parts_.gatherings.chat_of(header));
  sitting.thinking.missing = ~std::uint64_t{0};
  const auto wait = sitting.table.outcome() ? kUnseen : hold_;
  for (std::size_t at = 0; at < sitting.held.size(); ++at) {
    if (!sitting.table.has_left(seat_at(at))) parts_.seats.hold(sitting, seat_at(at), now + wait);
  }
  parts_.tables.watch_pause(sitting, now + abandon_);
}

void Course::close(Sitting& sitting, Effects& effects) {
  parts_.clocks.stop(sitting.thinking);
  parts_.places.clear(sitting);
  parts_.seats.release_all(sitting);
  parts_.gatherings.end(sitting.table.header(), effects);
  parts_.tables.close(sitting.table.header().table);
}

/// Whether it is the table of a standing lobby, which has not gone on without it.
bool Course::has_lobby(const Sitting& sitting) const {
  return parts_.gatherings.lobby_of(sitting.table.header()) != nullptr;
}

}  // namespace table
