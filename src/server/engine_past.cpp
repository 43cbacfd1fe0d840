// What the engine knows of finished games: those of late for the hall, and any for who asks.
#include <span>

#include "server/engine.hpp"
#include "server/node.hpp"
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
Result<protocols::Replay> replayed(const games::Kits& kits, const store::StoredTable& stored) {
  auto table = table::Table::open(kits, stored.header);
  if (!table) return std::unexpected(std::move(table).error());
  protocols::Replay replay{facts_of(stored), stored.header.opened, {}};
  replay.steps.push_back({{}, games::view(table->state(), std::nullopt), table->clock().left()});
  for (const auto& entry : stored.entries) {
    const auto events = table->advance(entry);
    if (!events) return std::unexpected(events.error());
    if (events->empty()) continue;
    replay.steps.push_back({table::seen_by(std::nullopt, entry, *events, table->to_move()),
                            games::view(table->state(), std::nullopt), table->clock().left()});
  }
  return replay;
}

Result<std::shared_ptr<const protocols::Replay>> share(Result<protocols::Replay> replay) {
  if (!replay) return std::unexpected(std::move(replay).error());
  return std::make_shared<const protocols::Replay>(*std::move(replay));
}

/// What whoever comes to a table has missed there.
Result<std::vector<table::Happened>> past_of(const games::Kits& kits, store::Journal& journal,
                                             const table::Resumed& resumed) {
  const auto stored = journal.read(resumed.seat.table);
  if (!stored) return std::unexpected(stored.error());
  if (stored->entries.size() < resumed.acts) return base::fail(base::Code::storage, "acts are missing");
  const auto acts = std::span(stored->entries).first(resumed.acts);
  const bool visits = resumed.watches && !resumed.screen;
  const auto viewer = visits ? games::Viewer{} : games::Viewer{resumed.seat.seat};
  return table::history(kits, stored->header, acts, viewer);
}

}  // namespace

void Engine::remember_finished(const Result<std::vector<store::StoredTable>>& found) {
  if (!found) return;
  for (const auto& stored : *found) {
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

void Engine::look_into(PlayerId player, const protocols::query::Replay& query, Time /*now*/) {
  const auto address = std::string(host_.hall().people().self_of(player).address);
  look_up(player, [this, player, query, address, now = latest_]() -> std::function<void()> {
    auto stored = store::read_finished(kits_, journal_, query.table);
    if (stored && !may_recall(kits_, *stored, address, look_up_accounts_, now))
      stored = store::no_finished(query.table);
    auto replay = stored ? replayed(kits_, *stored) : std::unexpected(stored.error());
    if (replay && query.write) replay->written = query.write(*replay);
    return [this, player, replay = share(std::move(replay))] { tell(player, replay); };
  });
}

void Engine::tell(PlayerId player, const Result<std::shared_ptr<const protocols::Replay>>& replay) {
  if (!replay) return host_.refuse(player, replay.error());
  host_.answer(player, *replay);
}

bool Engine::look_back(PlayerId player, const table::Resumed& resumed) {
  if (node_ != nullptr && node_->guests().has(player)) return look_back_for_guest(player, resumed);
  look_up(player,
          [this, player, found = std::make_shared<table::Resumed>(resumed)]() -> std::function<void()> {
            auto past = past_of(kits_, journal_, *found);
            if (!past) return [this, player, found] { look_back_later(player, *found); };
            found->past = *std::move(past);
            return [this, player, found] { host_.tell_past(player, *found); };
          });
  return true;
}

/// Nobody goes on with a game of which they do not know how it stands: where a database was away for a moment
/// they wait for it, otherwise they come again.
void Engine::look_back_later(PlayerId player, const table::Resumed& resumed) {
  if (node_ == nullptr) return host_.let_go(player, latest_);
  unread_.emplace_back([this, player, resumed] { static_cast<void>(look_back(player, resumed)); });
}

}  // namespace server
