// The hall's clocks: whose time runs, since when, and what happens when it is up.
#include <algorithm>

#include "table/hall.hpp"

namespace table {
namespace {

/// Gaps from which on it is told how the clocks stand; what pages count differs by less otherwise.
constexpr base::Duration kToldGap = std::chrono::seconds(1);

/// Whether who is to move after the act thinks anew, even if it is who was to move before.
bool is_turn(const Entry& entry) { return !entry.text.starts_with('!') || entry.text.starts_with(kTakeback); }

/// Whether the act charges nobody.
bool is_beside(const Entry& entry) { return entry.text.starts_with(kName); }

}  // namespace

base::Duration Hall::Running::forgiven(Time until) const {
  base::Duration sum{};
  for (const auto& gap : gaps) sum += std::clamp(until - gap.from, base::Duration{}, gap.given);
  return sum;
}

void Hall::forgive(base::Duration gap, Pause why, Time now, Effects& effects) {
  if (gap <= base::Duration{}) return;
  const auto running = std::exchange(flags_, {});
  for (const auto& [up, table] : running) {
    auto& sitting = sittings_.at(table);
    auto& clock = *sitting.running;
    const auto before = clock.forgiven(now);
    const auto left = kMostForgiven - sitting.table.forgiven() - before;
    const auto granted = why == Pause::of_journal ? gap : std::min(gap, left);
    const auto ran = std::max(base::Duration{}, now - clock.since - before);
    const auto given = std::clamp(granted, base::Duration{}, ran);
    clock.gaps.push_back({now - given, given});
    clock.flag = flags_.emplace(up + given, table);
    if (given >= kToldGap) tell_aside(sitting, {times_of(sitting, now)}, effects);
  }
  spread(effects);
}

void Hall::start_clock(const ClockStart& start, Time now) {
  const auto found = sittings_.find(start.table);
  if (found == sittings_.end() || !found->second.due || found->second.due->seq != start.seq) return;
  if (flags_.empty()) seen_ = now;  // as long as no time runs, nobody wakes it
  run_clock(found->second, found->second.due->seat, now);
}

std::vector<PlayerId> Hall::told_before(const ClockStart& start) const {
  const auto found = sittings_.find(start.table);
  if (found == sittings_.end() || !found->second.due || found->second.due->seq != start.seq) return {};
  const auto player = found->second.players[found->second.due->seat.value];
  auto tabs = player ? connections_of(*player) : std::vector<PlayerId>{};
  std::erase_if(tabs, [this](PlayerId tab) { return !shows_seat(tab); });
  return tabs;
}

Result<void> Hall::glance(PlayerId player, Time now, Effects& effects) {
  const auto watches = visitor(player).watched;
  const auto watched = watches ? sittings_.find(*watches) : sittings_.end();
  const auto* sitting = watched != sittings_.end() ? &watched->second
                        : watches                  ? nullptr
                                                   : visitor(person_of(player)).sitting;
  effects.tell.emplace_back(player, Accepted{});
  if (sitting == nullptr) return {};
  if (auto times = times_of(*sitting, now)) effects.tell.emplace_back(player, Aside{std::move(times)});
  return {};
}

/// Now, how long whoever is to move has thought until now, and what of it is forgiven.
Moment Hall::moment(const Sitting& sitting, Time now) const {
  if (!sitting.running) return now;
  const auto& running = *sitting.running;
  const auto forgiven = running.forgiven(now);
  const auto left = sitting.table.clock().left(running.seat);
  return {now, std::clamp(now - running.since - forgiven, base::Duration{}, left), forgiven};
}

/// Whose time runs, or will once they know. After a restart nobody's does who has not come back; in a paused
/// game it stands still.
std::optional<Seat> Hall::clocked_seat(const Sitting& sitting) const {
  const auto seat = sitting.table.to_move();
  const bool stands = !sitting.table.clock().is_set() || games::is_paused(sitting.table.state()) || !seat ||
                      ((sitting.missing >> seat->value) & 1U) != 0;
  return stands ? std::nullopt : seat;
}

/// Nothing where there is no clock.
std::shared_ptr<const Times> Hall::times_of(const Sitting& sitting, Time now) const {
  if (!sitting.table.clock().is_set()) return nullptr;
  Times times{sitting.table.clock().left(), clocked_seat(sitting)};
  if (sitting.running) times.left[sitting.running->seat.value] -= moment(sitting, now).charged;
  return std::make_shared<const Times>(std::move(times));
}

void Hall::run_clock(Sitting& sitting, Seat seat, Time since) {
  const auto up = since + sitting.table.clock().left(seat);
  stop_clock(sitting);
  sitting.running = Running{seat, since, flags_.emplace(up, sitting.table.header().table)};
}

void Hall::stop_clock(Sitting& sitting) {
  sitting.due.reset();
  if (const auto running = std::exchange(sitting.running, std::nullopt)) flags_.erase(running->flag);
}

/// Whoever is to move is charged once everybody was told.
void Hall::start_thinking(Sitting& sitting, Effects& effects) {
  stop_clock(sitting);
  const auto seat = clocked_seat(sitting);
  if (!seat) return;
  sitting.due = Due{*seat, sitting.table.next_seq()};
  effects.clocks.push_back({sitting.table.header().table, sitting.due->seq});
}

/// After an act: who goes on thinking was charged until then, and is from then on. Who is being told that
/// they are to move needs not be told again: their time begins no later for what others do meanwhile.
void Hall::turn_clock(Sitting& sitting, const Entry& entry, Effects& effects) {
  const auto seat = clocked_seat(sitting);
  if (!seat || is_turn(entry)) return start_thinking(sitting, effects);
  if (sitting.due && sitting.due->seat == *seat) return;
  const bool goes_on = sitting.running && sitting.running->seat == *seat;
  if (!goes_on) return start_thinking(sitting, effects);
  if (!is_beside(entry)) run_clock(sitting, *seat, entry.at);
}

void Hall::look_at_flags(Time now, const UnheardSince& unheard_since, Effects& effects) {
  const auto has_come = [&](Time up, const std::optional<PlayerId>& player) {
    return player && unheard_since && std::ranges::any_of(connections_of(*player), [&](PlayerId one) {
             const auto since = unheard_since(one);
             return since && *since <= up;
           });
  };
  std::vector<TableId> fallen;
  for (const auto& [up, table] : flags_) {
    if (up > now) break;
    const auto& sitting = sittings_.at(table);
    if (!has_come(up, sitting.players[sitting.running->seat.value])) fallen.push_back(table);
  }
  for (const auto table : fallen) {
    if (const auto found = sittings_.find(table); found != sittings_.end() && found->second.running)
      flag(found->second, now, effects);
  }
}

/// Time is up for whoever is to move.
void Hall::flag(Sitting& sitting, Time now, Effects& effects) {
  const auto seat = sitting.running->seat;
  auto step = sitting.table.flag(seat, moment(sitting, now));
  stop_clock(sitting);
  if (!step) return;
  record(sitting, *std::move(step), effects);
  if (!sitting.table.outcome() || games::has_presence(sitting.table.state()))
    return after_act(sitting, now, effects);
  for (std::size_t at = 0; at < sitting.players.size(); ++at) {
    if (!sitting.players[at]) sitting.wishes[at] = Wish::enough;  // who is gone wants no other game
  }
  clear_away(sitting, now, effects);
}

}  // namespace table
