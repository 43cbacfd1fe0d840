// The clocks that run: starting, stopping, forgiving.
#include "table/clocks.hpp"

#include <algorithm>
#include <cassert>

namespace table {
namespace {

/// Whether who is to move after the act thinks anew, even if it is who was to move before.
bool is_turn(const Entry& entry) { return !entry.text.starts_with('!') || entry.text.starts_with(kTakeback); }

/// Whether the act charges nobody.
bool is_beside(const Entry& entry) { return entry.text.starts_with(kName); }

}  // namespace

base::Duration Thinking::Running::forgiven(Time until) const {
  base::Duration sum{};
  for (const auto& gap : gaps) sum += std::clamp(until - gap.from, base::Duration{}, gap.given);
  return sum;
}

std::optional<Seat> clocked_seat(const Table& table, const Thinking& thinking) {
  const auto seat = table.to_move();
  const bool stands =
      !table.clock().is_set() || games::is_paused(table.state()) || !seat || thinking.is_missing(*seat);
  return stands ? std::nullopt : seat;
}

Moment moment(const Table& table, const Thinking& thinking, Time now) {
  if (!thinking.running) return now;
  const auto& running = *thinking.running;
  const auto forgiven = running.forgiven(now);
  const auto left = table.clock().left(running.seat);
  return {now, std::clamp(now - running.since - forgiven, base::Duration{}, left), forgiven};
}

std::shared_ptr<const Times> times_of(const Table& table, const Thinking& thinking, Time now) {
  if (!table.clock().is_set()) return nullptr;
  Times times{table.clock().left(), clocked_seat(table, thinking)};
  if (thinking.running) times.left[thinking.running->seat.value] -= moment(table, thinking, now).charged;
  return std::make_shared<const Times>(std::move(times));
}

void RunningClocks::await(const Table& table, Thinking& thinking, Effects& effects) {
  stop(thinking);
  const auto seat = clocked_seat(table, thinking);
  if (!seat) return;
  thinking.due = Thinking::Due{*seat, table.next_seq()};
  effects.clocks.push_back({table.header().table, thinking.due->seq});
}

void RunningClocks::turn(const Table& table, Thinking& thinking, const Entry& entry, Effects& effects) {
  assert(!thinking.running || !thinking.due);
  const auto seat = clocked_seat(table, thinking);
  if (!seat || is_turn(entry)) return await(table, thinking, effects);
  if (thinking.due && thinking.due->seat == *seat) return;
  const bool goes_on = thinking.running && thinking.running->seat == *seat;
  if (!goes_on) return await(table, thinking, effects);
  if (!is_beside(entry)) run(table, thinking, *seat, entry.at);
}

void RunningClocks::start(const Table& table, Thinking& thinking, Time now) {
  assert(thinking.due && !thinking.running);
  if (flags_.empty()) seen_ = now;  // as long as no time runs, nobody wakes it
  run(table, thinking, thinking.due->seat, now);
}

void RunningClocks::run(const Table& table, Thinking& thinking, Seat seat, Time since) {
  const auto up = since + table.clock().left(seat);
  stop(thinking);
  thinking.running = Thinking::Running{seat, since, flags_.emplace(up, table.header().table)};
}

void RunningClocks::stop(Thinking& thinking) {
  thinking.due.reset();
  if (const auto running = std::exchange(thinking.running, std::nullopt)) flags_.erase(running->flag);
}

base::Duration RunningClocks::forgive(const Table& table, Thinking& thinking, base::Duration gap, Pause why,
                                      Time now) {
  assert(thinking.running && thinking.running->flag->second == table.header().table);
  auto& clock = *thinking.running;
  const auto before = clock.forgiven(now);
  const auto left = kMostForgiven - table.forgiven() - before;
  const auto granted = why == Pause::of_journal ? gap : std::min(gap, left);
  const auto ran = std::max(base::Duration{}, now - clock.since - before);
  const auto given = std::clamp(granted, base::Duration{}, ran);
  clock.gaps.push_back({now - given, given});
  const auto up = clock.flag->first + given;
  flags_.erase(clock.flag);
  clock.flag = flags_.emplace(up, table.header().table);
  return given;
}

std::optional<Time> RunningClocks::next_wake() const {
  if (flags_.empty()) return std::nullopt;
  const auto up = flags_.begin()->first;
  return up > seen_ ? std::min(up, seen_ + kBeat) : seen_ + kBeat;
}

}  // namespace table
