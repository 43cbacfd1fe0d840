// The timekeeper: flags, alarms, and time that is nobody's.
#include "table/timekeeper.hpp"

#include <algorithm>

namespace table {
namespace {

/// Gaps from which on it is told how the clocks stand; what pages count differs by less otherwise.
constexpr base::Duration kToldGap = std::chrono::seconds(1);

}  // namespace

void Timekeeper::wake(Time now, const UnheardSince& unheard_since, Effects& effects) {
  parts_.clocks.woken(now);
  look_at_flags(now, unheard_since, effects);
  while (const auto alarm = parts_.tables.take_alarm(now)) {
    auto& sitting = parts_.tables.at(alarm->table);
    if (alarm->seat) {
      course_.give_up(sitting, *alarm->seat, now, effects);
    } else {
      course_.abandon(sitting, now, effects);
    }
  }
}

void Timekeeper::look_at_flags(Time now, const UnheardSince& unheard_since, Effects& effects) {
  const auto has_come = [&](Time up, const std::optional<PlayerId>& player) {
    return player && unheard_since &&
           std::ranges::any_of(parts_.people.connections_of(*player), [&](PlayerId one) {
             const auto since = unheard_since(one);
             return since && *since <= up;
           });
  };
  std::vector<TableId> fallen;
  for (const auto& [up, table] : parts_.clocks.flags()) {
    if (up > now) break;
    const auto& sitting = parts_.tables.at(table);
    if (!has_come(up, sitting.players[sitting.thinking.running->seat.value])) fallen.push_back(table);
  }
  for (const auto table : fallen) {
    if (auto* sitting = parts_.tables.find(table); sitting != nullptr && sitting->thinking.running)
      course_.flag(*sitting, now, effects);
  }
}

std::optional<Time> Timekeeper::next_wake() const {
  const auto look = parts_.clocks.next_wake();
  const auto alarm = parts_.tables.next_alarm();
  return look && alarm ? std::min(look, alarm) : look ? look : alarm;
}

bool Timekeeper::is_due(Time now) const {
  const auto alarm = parts_.tables.next_alarm();
  return parts_.clocks.is_due(now) || (alarm && *alarm <= now);
}

void Timekeeper::start_clock(const ClockStart& start, Time now) {
  auto* sitting = parts_.tables.find(start.table);
  if (sitting == nullptr || !sitting->thinking.waits_for(start)) return;
  parts_.clocks.start(sitting->table, sitting->thinking, now);
}

std::vector<PlayerId> Timekeeper::told_before(const ClockStart& start) const {
  const auto* sitting = parts_.tables.find(start.table);
  if (sitting == nullptr || !sitting->thinking.waits_for(start)) return {};
  const auto player = sitting->players[sitting->thinking.due->seat.value];
  auto tabs = player ? parts_.people.connections_of(*player) : std::vector<PlayerId>{};
  std::erase_if(tabs, [this](PlayerId tab) { return !parts_.places.shows_seat(tab); });
  return tabs;
}

void Timekeeper::forgive(base::Duration gap, Pause why, Time now, Effects& effects) {
  if (gap <= base::Duration{}) return;
  std::vector<TableId> tables;
  for (const auto& [up, table] : parts_.clocks.flags()) tables.push_back(table);
  for (const auto table : tables) {
    auto& sitting = parts_.tables.at(table);
    if (parts_.clocks.forgive(sitting.table, sitting.thinking, gap, why, now) >= kToldGap)
      parts_.audience.tell_hearers(sitting, ClockReading{sitting.times(now)}, effects);
  }
}

}  // namespace table
