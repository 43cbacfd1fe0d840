// The lookout: what is made once for all who look around.
#include "table/lookout.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <ranges>

namespace table {

void Lookout::remember(TableFacts finished) {
  const auto is_same = [&](const TableFacts& one) { return one.table == finished.table; };
  if (std::ranges::any_of(finished_, is_same)) return;
  const auto older = [&](const TableFacts& one) { return one.closed <= finished.closed; };
  finished_.insert(std::ranges::find_if(finished_, older), std::move(finished));
  if (finished_.size() > kMostFinished) finished_.pop_back();
  assert(finished_.size() <= kMostFinished);
}

void Lookout::forget(TableId table) {
  std::erase_if(finished_, [&](const TableFacts& facts) { return facts.table == table; });
  overview_.reset();
}

std::shared_ptr<const Overview> Lookout::look(Time now, const Gatherings& gatherings, const Tables& tables) {
  if (!overview_ || now - overview_at_ >= kOverviewLasts) {
    overview_ = std::make_shared<const Overview>(survey(gatherings, tables));
    overview_at_ = now;
  }
  return overview_;
}

Overview Lookout::survey(const Gatherings& gatherings, const Tables& tables) const {
  Overview all;
  all.lobbies = gatherings.open_lobbies(kMostLobbies);
  std::vector<std::pair<Time, TableId>> newest;  // numbers of several nodes say nothing about that
  newest.reserve(tables.all().size());
  for (const auto& [id, sitting] : tables.all()) {
    const auto& header = sitting.table.header();
    if (!sitting.table.outcome() && !is_secret(header.lobby)) newest.emplace_back(header.opened, id);
  }
  all.running = newest.size();
  const auto shown = newest.begin() + static_cast<std::ptrdiff_t>(std::min(newest.size(), kMostTables));
  std::ranges::partial_sort(newest, shown, std::greater{});
  for (const auto& [opened, id] : std::ranges::subrange(newest.begin(), shown)) {
    const auto& sitting = tables.at(id);
    const auto& table = sitting.table;
    auto& facts = all.tables.emplace_back(id, table.header().game, table.header().options, sitting.sitters(),
                                          table.standing_moves());
    facts.clock = table.header().clock;
    facts.opened = opened;
    if (all.tables.size() <= kMostPictures)
      facts.view = std::make_shared<const games::AnyView>(games::view(table.state(), std::nullopt));
  }
  all.finished.assign(finished_.begin(), finished_.end());
  return all;
}

}  // namespace table
