// The hall's tables: sitting down, what everybody hears, going, coming back.
#include <algorithm>
#include <ranges>

#include "table/hall.hpp"

namespace table {
namespace {

bool is_present(const std::optional<PlayerId>& player) { return player.has_value(); }

Seat seat_at(std::size_t index) { return {static_cast<std::uint8_t>(index)}; }

}  // namespace

void Hall::wake(Time now, Effects& effects, const UnheardSince& unheard_since) {
  clocks_.woken(now);
  look_at_flags(now, unheard_since, effects);
  while (const auto alarm = tables_.take_alarm(now)) {
    auto& sitting = tables_.at(alarm->table);
    if (alarm->seat) {
      give_up(sitting, *alarm->seat, now, effects);
      continue;
    }
    if (auto step = sitting.table.abandon(sitting.moment(now))) record(sitting, *std::move(step), effects);
    after_act(sitting, now, effects);
  }
  audience_.spread(effects);
}

bool Hall::is_due(Time now) const {
  const auto alarm = tables_.next_alarm();
  return clocks_.is_due(now) || (alarm && *alarm <= now);
}

std::optional<Time> Hall::next_wake() const {
  const auto look = clocks_.next_wake();
  const auto alarm = tables_.next_alarm();
  return look && alarm ? std::min(look, alarm) : look ? look : alarm;
}

void Hall::restore(Table table, Time now) {
  auto& sitting = tables_.restore(std::move(table));
  const auto& header = sitting.table.header();
  if (!header.lobby.empty()) {
    auto& lobby = gatherings_.obtain(header);
    if (!lobby.table || !sitting.table.outcome()) lobby.table = header.table;
  }
  sitting.talk_in(gatherings_.chat_of(header));
  sitting.thinking.missing = ~std::uint64_t{0};
  const auto wait = sitting.table.outcome() ? kUnseen : hold_;
  for (std::size_t at = 0; at < sitting.held.size(); ++at) {
    if (!sitting.table.has_left(seat_at(at))) hold_seat(sitting, seat_at(at), now + wait);
  }
  tables_.watch_pause(sitting, now + abandon_);
}

std::vector<PlayerId> Hall::evict(TableId table) {
  std::vector<PlayerId> evicted;
  lookout_.forget(table);
  auto* sitting = tables_.find(table);
  if (sitting == nullptr) return evicted;
  evicted = sitting->watchers;
  for (const auto& player : sitting->players) {
    if (player) std::ranges::copy(people_.connections_of(*player), std::back_inserter(evicted));
  }
  Effects none;  // who is evicted hears nothing more
  close(*sitting, none);
  return evicted;
}

/// Opens a table for players in seat order, who sit nowhere yet.
Result<Sitting*> Hall::seat_together(const Kind& kind, const std::string& lobby,
                                     const std::vector<PlayerId>& players, Time now, Effects& effects) {
  Header header{{},  kind.game, kind.options, seeds_.next(), games::facts_of(kind.game)->revision,
                now, {},        lobby,        kind.clock};
  for (const auto player : players) {
    const auto& someone = people_.at(player);
    header.chairs.push_back({someone.name, std::string(someone.protocol), someone.address});
  }
  const auto opened = tables_.open(std::move(header), {players.begin(), players.end()});
  if (!opened) return opened;
  auto& sitting = **opened;
  sitting.talk_in(gatherings_.chat_of(sitting.table.header()));
  for (std::size_t at = 0; at < players.size(); ++at) {
    const auto seat = seat_at(at);
    auto& someone = people_.at(players[at]);
    someone.sitting = &sitting;
    someone.seat = seat;
    turn_to_seat(players[at]);
    effects.tell.emplace_back(players[at], seat_facts(sitting, seat, now));
  }
  clocks_.await(sitting.table, sitting.thinking, effects);
  effects.journal.emplace_back(sitting.table.header());
  return &sitting;
}

/// Journals a step and tells everybody at the table what they may know of it. A game with presence is closed
/// only when all have seen its end.
void Hall::record(Sitting& sitting, Step step, Effects& effects) {
  const auto now = step.entry.at;
  clocks_.turn(sitting.table, sitting.thinking, step.entry, effects);
  audience_.tell_step(sitting, step, effects);
  if (const auto lapsed = sitting.offers.lapse(sitting.table, step.entry))
    audience_.tell_aside(sitting, {*lapsed}, effects);
  const bool is_end = !step.events.empty() || step.entry.text == kAbandon;
  const auto outcome = sitting.table.outcome();
  effects.journal.emplace_back(std::move(step.entry));
  if (!outcome || !is_end) return;
  if (!games::has_presence(sitting.table.state())) {
    effects.journal.emplace_back(Closing{sitting.table.header().table, now, *outcome});
    release_seats(sitting);
  }
  audience_.tell(sitting, Over{*outcome}, effects);
  if (is_secret(sitting.table.header().lobby)) return;
  remember({sitting.table.header().table,
            sitting.table.header().game,
            sitting.table.header().options,
            sitting.sitters(),
            sitting.table.standing_moves(),
            outcome,
            now,
            {},
            sitting.table.header().clock});
}

/// Some games never end by themselves: one alone at Scrabble may exchange tiles, two at chess may take back.
void Hall::end_if_endless(Sitting& sitting, Time now, Effects& effects) {
  if (most_acts_ == 0 || sitting.table.next_seq() < most_acts_) return;
  if (auto step = sitting.table.abandon(sitting.moment(now))) record(sitting, *std::move(step), effects);
}

/// What follows from an act: a pause begins or ends, a finished game of a standing lobby is cleared away.
void Hall::after_act(Sitting& sitting, Time now, Effects& effects) {
  end_if_endless(sitting, now, effects);
  if (games::has_presence(sitting.table.state())) {
    tables_.watch_pause(sitting, now + abandon_);
    if (!sitting.table.outcome()) return;
    for (std::size_t at = 0; at < sitting.held.size(); ++at) {
      if (sitting.held[at] == Time::max()) hold_seat(sitting, seat_at(at), now + kUnseen);
    }
    return close_if_seen(sitting, now, effects);
  }
  if (sitting.table.outcome() && gatherings_.lobby_of(sitting.table.header()) != nullptr)
    close(sitting, effects);
}

/// Afterwards the visitor is in no lobby and sits nowhere.
void Hall::get_up(PlayerId player, Time now, Effects& effects) {
  auto& someone = people_.at(player);
  if (is_person(player) && (someone.sitting != nullptr || someone.lobby != nullptr))
    effects.tell.emplace_back(player, Aside{Gone{}});
  if (auto* sitting = std::exchange(someone.sitting, nullptr)) {
    if (games::has_presence(sitting->table.state())) {
      step_away(*sitting, someone.seat, seen_for(someone, *sitting, now), now, effects);
    } else {
      vacate(*sitting, someone.seat, now, effects);
    }
  }
  if (someone.lobby != nullptr) leave_lobby(player, now, effects);
  stop_watching(player);
}

/// The seat's player is gone for good.
void Hall::vacate(Sitting& sitting, Seat seat, Time now, Effects& effects) {
  const auto player = std::exchange(sitting.players[seat.value], std::nullopt);
  sitting.wishes[seat.value] = Wish::enough;  // who is gone wants no other game
  release_seat(sitting, seat);
  if (auto step = sitting.table.leave(seat, sitting.moment(now))) record(sitting, *std::move(step), effects);
  const bool lobby_tells = player && people_.at(*player).lobby != nullptr;
  if (sitting.table.outcome() && !lobby_tells) {
    const auto& name = player ? people_.at(*player).name : sitting.table.name_of(seat);
    audience_.tell_wish(sitting,
                        {name, Wished::What::gone, gatherings_.lobby_of(sitting.table.header()) != nullptr},
                        effects);
  }
  clear_away(sitting, now, effects);
}

/// The table goes if nobody is there any more, and if it was one of a standing lobby and the game is over.
void Hall::clear_away(Sitting& sitting, Time now, Effects& effects) {
  if (sitting.is_deserted() ||
      (sitting.table.outcome() && gatherings_.lobby_of(sitting.table.header()) != nullptr))
    return close(sitting, effects);
  settle_wishes(sitting, now, effects);
}

/// Until when the seat of a finished game waits for one who has seen the end, and might only be reading the
/// page anew; nothing if only the player can say that they have seen it.
std::optional<Time> Hall::seen_for(const Visitor& someone, const Sitting& sitting, Time now) const {
  if (!sitting.table.outcome() || !someone.has_token()) return {};
  return now + grace_of(someone);
}

/// The seat of a game with presence is left; it waits for its player, unless they have seen the end.
void Hall::step_away(Sitting& sitting, Seat seat, std::optional<Time> until, Time now, Effects& effects) {
  sitting.players[seat.value].reset();
  if (!sitting.table.has_left(seat)) {
    hold_seat(sitting, seat, until);
    if (auto step = sitting.table.away(seat, sitting.moment(now))) record(sitting, *std::move(step), effects);
    audience_.tell(sitting, Presence{seat, false}, effects);
  }
  after_act(sitting, now, effects);
}

/// The table of a finished game with presence goes when nobody is left who has not seen its end.
void Hall::close_if_seen(Sitting& sitting, Time now, Effects& effects) {
  for (std::size_t at = 0; at < sitting.players.size(); ++at) {
    if (!sitting.table.has_left(seat_at(at))) return;
  }
  const auto header = sitting.table.header();
  effects.journal.emplace_back(Closing{header.table, now, *sitting.table.outcome()});
  close(sitting, effects);
  if (auto* lobby = gatherings_.find(header)) begin_if_complete(*lobby, now, effects);
}

/// The seat waits for its player; without a time, as long as the table is there.
void Hall::hold_seat(Sitting& sitting, Seat seat, std::optional<Time> until) {
  tables_.hold(sitting, seat, until);
  const auto& chair = sitting.table.header().chairs[seat.value];
  people_.names().keep(sitting.table.name_of(seat),
                       {{sitting.table.header().table, seat}, chair.protocol, chair.address});
}

void Hall::release_seat(Sitting& sitting, Seat seat) {
  if (!tables_.release(sitting, seat)) return;
  people_.names().let_go(sitting.table.name_of(seat), {sitting.table.header().table, seat});
}

void Hall::release_seats(Sitting& sitting) {
  for (std::size_t at = 0; at < sitting.held.size(); ++at) release_seat(sitting, seat_at(at));
}

/// Nobody came back to the seat in time. Where nobody came back at all the game ends without a result.
void Hall::give_up(Sitting& sitting, Seat seat, Time now, Effects& effects) {
  if (games::has_presence(sitting.table.state())) {
    if (auto step = sitting.table.see(seat, now)) {
      release_seat(sitting, seat);
      record(sitting, *std::move(step), effects);
      return after_act(sitting, now, effects);
    }
    return step_away(sitting, seat, std::nullopt, now, effects);
  }
  const bool deserted =
      std::ranges::none_of(sitting.players, is_present) &&
      std::ranges::none_of(sitting.held, [&](const auto& until) { return until && *until > now; });
  if (!deserted) return vacate(sitting, seat, now, effects);
  if (auto step = sitting.table.abandon(sitting.moment(now))) record(sitting, *std::move(step), effects);
  close(sitting, effects);
}

void Hall::lead_back(PlayerId player, Place place, Time now, Effects& effects) {
  get_up(player, now, effects);
  auto& sitting = tables_.at(place.table);
  auto& someone = people_.at(player);
  release_seat(sitting, place.seat);
  sitting.players[place.seat.value] = player;
  const bool was_missing = sitting.thinking.is_missing(place.seat);
  sitting.thinking.came_back(place.seat);
  someone.sitting = &sitting;
  someone.seat = place.seat;
  turn_to_seat(player);
  if (auto* lobby = gatherings_.lobby_of(sitting.table.header())) gatherings_.rejoin(player, *lobby, effects);
  effects.tell.emplace_back(player, resumed_at(sitting, someone, now));
  audience_.remind_of_offer(sitting, player, effects);
  audience_.tell(sitting, Presence{place.seat, true}, effects);
  if (was_missing && clocked_seat(sitting.table, sitting.thinking) == place.seat) {
    clocks_.await(sitting.table, sitting.thinking, effects);
    audience_.tell_aside(sitting, {sitting.times(now)}, effects);
  }
  if (auto step = sitting.table.back(place.seat, sitting.moment(now)))
    record(sitting, *std::move(step), effects);
  after_act(sitting, now, effects);
}

/// Takes the table out of the hall; whoever sits there is free again, and in the lobby if it stands. Who
/// watched it looks at its end until they turn away.
void Hall::close(Sitting& sitting, Effects& effects) {
  clocks_.stop(sitting.thinking);
  for (const auto& player : sitting.players) {
    if (player) people_.at(*player).sitting = nullptr;
  }
  release_seats(sitting);
  gatherings_.end(sitting.table.header(), effects);
  tables_.close(sitting.table.header().table);
}

}  // namespace table
