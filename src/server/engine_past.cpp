// What the engine knows of finished games: those of late for the hall, and any for who asks.
#include <ranges>
#include <span>

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

Result<std::shared_ptr<const table::Recalled>> share(Result<table::Recalled> recalled) {
  if (!recalled) return std::unexpected(std::move(recalled).error());
  return std::make_shared<const table::Recalled>(*std::move(recalled));
}

/// What whoever comes to a table has missed there.
std::vector<table::Happened> past_of(const games::Kits& kits, store::Journal& journal,
                                     const table::Resumed& resumed) {
  const auto stored = journal.read(resumed.seat.table);
  if (!stored || stored->entries.size() < resumed.acts) return {};
  const auto acts = std::span(stored->entries).first(resumed.acts);
  const bool visits = resumed.watches && !resumed.screen;
  const auto viewer = visits ? games::Viewer{} : games::Viewer{resumed.seat.seat};
  return table::history(kits, stored->header, acts, viewer).value_or(std::vector<table::Happened>{});
}

}  // namespace

void Engine::remember_finished() {
  const auto found = journal_.last_finished(table::kMostFinished);
  if (!found) return;
  for (const auto& stored : std::views::reverse(*found)) {
    if (!table::is_secret(stored.header.lobby)) host_.hall().lookout().remember(facts_of(stored));
  }
}

/// Nothing is read on the engine's own thread, where everybody would wait for it. Who cannot be answered is
/// let go.
void Engine::look_up(PlayerId player, std::function<std::function<void()>()> read) {
  ++looks_;
  const auto address = address_of(player);
  wire_.look_up({[this, read = std::move(read)]() -> std::function<void()> {
                   return [this, tell = read()] {
                     --looks_;
                     tell();
                   };
                 },
                 [this, player] {
                   --looks_;
                   host_.let_go(player, latest_);
                 }},
                address);
}

void Engine::tell_finished(PlayerId player, const table::Recall& wanted) {
  const auto address = std::string(host_.hall().people().self_of(player).address);
  look_up(player, [this, player, wanted, address, now = latest_]() -> std::function<void()> {
    auto stored = store::read_finished(kits_, journal_, wanted.table);
    if (stored && !may_recall(kits_, *stored, address, look_up_accounts_, now))
      stored = store::no_finished(wanted.table);
    auto recalled = stored ? replayed(kits_, *stored) : std::unexpected(stored.error());
    if (recalled && wanted.write) recalled->written = wanted.write(*recalled);
    return [this, player, recalled = share(std::move(recalled))] { tell_recalled(player, recalled); };
  });
}

void Engine::tell_recalled(PlayerId player, const Result<std::shared_ptr<const table::Recalled>>& recalled) {
  table::Effects effects;
  if (recalled) {
    effects.tell.emplace_back(player, table::Accepted{});
    effects.tell.emplace_back(player, table::Aside{*recalled});
  } else {
    effects.tell.emplace_back(player, table::Refused{recalled.error()});
  }
  host_.execute(effects);
}

bool Engine::look_back(PlayerId player, const table::Resumed& resumed) {
  look_up(player, [this, player, found = std::make_shared<table::Resumed>(resumed)] {
    found->past = past_of(kits_, journal_, *found);
    return [this, player, found] { host_.tell_past(player, *found); };
  });
  return true;
}

}  // namespace server
