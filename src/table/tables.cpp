// Tables: opening, finding, waiting.
#include "table/tables.hpp"

#include <algorithm>
#include <cassert>

namespace table {

Result<Sitting*> Tables::open(Header header, Players players) {
  const auto number = numbers_ ? numbers_(header) : TableId{next_};
  if (!number) return base::fail(base::Code::storage, "no number is left for another table");
  const auto id = header.table = *number;
  auto table = Table::open(kits_, std::move(header));
  if (!table) return std::unexpected(std::move(table).error());
  if (!numbers_) ++next_;
  assert(players.size() == table->seats());
  const auto seats = players.size();
  Sitting sitting{*std::move(table), std::move(players), Wishes(seats),
                  std::vector<std::optional<Time>>(seats)};
  return &sittings_.emplace(id, std::move(sitting)).first->second;
}

Sitting& Tables::restore(Table table) {
  const auto id = table.header().table;
  const auto seats = table.seats();
  next_ = std::max(next_, id.value + 1);
  Sitting sitting{std::move(table), Players(seats), Wishes(seats), std::vector<std::optional<Time>>(seats)};
  return sittings_.emplace(id, std::move(sitting)).first->second;
}

Sitting* Tables::find(TableId table) {
  const auto found = sittings_.find(table);
  return found == sittings_.end() ? nullptr : &found->second;
}

const Sitting* Tables::find(TableId table) const {
  const auto found = sittings_.find(table);
  return found == sittings_.end() ? nullptr : &found->second;
}

const Table* Tables::find_table(TableId table) const {
  const auto* sitting = find(table);
  return sitting == nullptr ? nullptr : &sitting->table;
}

bool Tables::is_over(TableId table) const {
  const auto* sitting = find(table);
  return sitting == nullptr || sitting->table.outcome();
}

std::size_t Tables::count(std::string_view game) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      sittings_, [&](const auto& one) { return one.second.table.header().game == game; }));
}

void Tables::hold(Sitting& sitting, Seat seat, std::optional<Time> until) {
  assert(!sitting.players[seat.value]);
  sitting.held[seat.value] = until.value_or(Time::max());
  if (until) alarms_.emplace(*until, Alarm{sitting.table.header().table, seat});
}

bool Tables::release(Sitting& sitting, Seat seat) {
  return std::exchange(sitting.held[seat.value], std::nullopt).has_value();
}

void Tables::watch_pause(Sitting& sitting, Time until) {
  if (!games::is_paused(sitting.table.state())) {
    sitting.paused_until.reset();
  } else if (!sitting.paused_until) {
    sitting.paused_until = until;
    alarms_.emplace(until, Alarm{sitting.table.header().table, std::nullopt});
  }
}

std::optional<Tables::Alarm> Tables::take_alarm(Time now) {
  while (!alarms_.empty() && alarms_.begin()->first <= now) {
    const auto [at, alarm] = *alarms_.begin();
    alarms_.erase(alarms_.begin());
    if (is_due(alarm, at)) return alarm;
  }
  return std::nullopt;
}

/// Whether what it was set for still waits until that time.
bool Tables::is_due(const Alarm& alarm, Time at) const {
  const auto* sitting = find(alarm.table);
  if (sitting == nullptr) return false;
  return (alarm.seat ? sitting->held[alarm.seat->value] : sitting->paused_until) == at;
}

std::optional<Time> Tables::next_alarm() const {
  return alarms_.empty() ? std::nullopt : std::optional(alarms_.begin()->first);
}

std::uint64_t Tables::count_moves(std::string_view game) const {
  const auto found = std::ranges::find(games::names(), game);
  return found == games::names().end() ? 0 : moves_[static_cast<std::size_t>(found - games::names().begin())];
}

}  // namespace table
