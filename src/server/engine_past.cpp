// What the engine knows of finished games: those of late for the hall, and any for who asks.
#include <ranges>

#include "server/engine.hpp"
#include "server/recall.hpp"
#include "store/finished.hpp"
#include "table/standing.hpp"

namespace server {
namespace {

table::TableFacts facts_of(const store::StoredTable& stored) {
  const auto& header = stored.header;
  table::TableFacts facts{
      header.table, header.game, header.options, {}, table::standing_moves(stored.entries)};
  facts.clock = header.clock;
  for (const auto& chair : header.chairs) facts.sitters.push_back({chair.name, chair.protocol, false});
  facts.outcome = stored.closing->outcome;
  facts.closed = stored.closing->at;
  return facts;
}

/// The whole game with the eyes of a visitor.
Result<table::Recalled> replayed(const games::Kits& kits, const store::StoredTable& stored) {
  auto table = table::Table::open(kits, stored.header);
  if (!table) return std::unexpected(std::move(table).error());
  table::Recalled recalled{facts_of(stored), stored.header.opened, {}};
  recalled.steps.push_back({{}, games::view(table->state(), std::nullopt), table->clock().left()});
  for (const auto& entry : stored.entries) {
    const auto events = table->advance(entry);
    if (!events) return std::unexpected(events.error());
    if (events->empty()) continue;
    recalled.steps.push_back({table::seen_by(std::nullopt, entry, *events, table->to_move()),
                              games::view(table->state(), std::nullopt), table->clock().left()});
  }
  return recalled;
}

}  // namespace

void Engine::remember_finished() {
  const auto found = journal_.last_finished(table::kMostFinished);
  if (!found) return;
  for (const auto& stored : std::views::reverse(*found)) {
    if (!table::is_secret(stored.header.lobby)) hall_.remember(facts_of(stored));
  }
}

void Engine::tell_finished(PlayerId player, TableId table) {
  auto stored = store::read_finished(kits_, journal_, table);
  if (stored && !may_recall(kits_, *stored, hall_.guest(player).address, accounts_, latest_))
    stored = store::no_finished(table);
  auto recalled = stored ? replayed(kits_, *stored) : std::unexpected(stored.error());
  if (!recalled) {
    effects_.tell.emplace_back(player, table::Refused{std::move(recalled).error()});
    return;
  }
  effects_.tell.emplace_back(player, table::Accepted{});
  effects_.tell.emplace_back(player,
                             table::Aside{std::make_shared<const table::Recalled>(*std::move(recalled))});
}

}  // namespace server
