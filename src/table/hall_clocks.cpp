// The hall's clocks: whose time runs, since when, and what happens when it is up.
#include <algorithm>

#include "table/hall.hpp"

namespace table {
namespace {

/// Gaps from which on it is told how the clocks stand; what pages count differs by less otherwise.
constexpr base::Duration kToldGap = std::chrono::seconds(1);

}  // namespace

void Hall::forgive(base::Duration gap, Pause why, Time now, Effects& effects) {
  if (gap <= base::Duration{}) return;
  std::vector<TableId> tables;
  for (const auto& [up, table] : clocks_.flags()) tables.push_back(table);
  for (const auto table : tables) {
    auto& sitting = tables_.at(table);
    if (clocks_.forgive(sitting.table, sitting.thinking, gap, why, now) >= kToldGap)
      audience_.tell_aside(sitting, {sitting.times(now)}, effects);
  }
  audience_.spread(effects);
}

void Hall::start_clock(const ClockStart& start, Time now) {
  auto* sitting = tables_.find(start.table);
  if (sitting == nullptr || !sitting->thinking.waits_for(start)) return;
  clocks_.start(sitting->table, sitting->thinking, now);
}

std::vector<PlayerId> Hall::told_before(const ClockStart& start) const {
  const auto* sitting = tables_.find(start.table);
  if (sitting == nullptr || !sitting->thinking.waits_for(start)) return {};
  const auto player = sitting->players[sitting->thinking.due->seat.value];
  auto tabs = player ? people_.connections_of(*player) : std::vector<PlayerId>{};
  std::erase_if(tabs, [this](PlayerId tab) { return !audience_.shows_seat(tab); });
  return tabs;
}

Result<void> Hall::glance(PlayerId player, Time now, Effects& effects) {
  const auto watches = people_.at(player).watched;
  const auto* sitting = watches ? tables_.find(*watches) : people_.at(people_.person_of(player)).sitting;
  effects.tell.emplace_back(player, Accepted{});
  if (sitting == nullptr) return {};
  if (auto times = sitting->times(now)) effects.tell.emplace_back(player, Aside{std::move(times)});
  return {};
}

void Hall::look_at_flags(Time now, const UnheardSince& unheard_since, Effects& effects) {
  const auto has_come = [&](Time up, const std::optional<PlayerId>& player) {
    return player && unheard_since && std::ranges::any_of(people_.connections_of(*player), [&](PlayerId one) {
             const auto since = unheard_since(one);
             return since && *since <= up;
           });
  };
  std::vector<TableId> fallen;
  for (const auto& [up, table] : clocks_.flags()) {
    if (up > now) break;
    const auto& sitting = tables_.at(table);
    if (!has_come(up, sitting.players[sitting.thinking.running->seat.value])) fallen.push_back(table);
  }
  for (const auto table : fallen) {
    if (auto* sitting = tables_.find(table); sitting != nullptr && sitting->thinking.running)
      flag(*sitting, now, effects);
  }
}

/// Time is up for whoever is to move.
void Hall::flag(Sitting& sitting, Time now, Effects& effects) {
  const auto seat = sitting.thinking.running->seat;
  auto step = sitting.table.flag(seat, sitting.moment(now));
  clocks_.stop(sitting.thinking);
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
