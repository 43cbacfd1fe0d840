// The engine as part of a node: what it reads, gives up and does for it.
#include <algorithm>
#include <map>

#include "server/engine.hpp"
#include "server/node.hpp"
#include "table/lobbies.hpp"

namespace server {
namespace {

/// All tables of these shards that go on and can be replayed.
Result<std::vector<table::Table>> read_open(const games::Kits& kits, store::Journal& journal,
                                            const std::set<cluster::ShardId>& shards) {
  std::map<TableId, table::Table> tables;
  const auto spoil = [&](TableId id, const base::Error& /*error*/) { tables.erase(id); };
  auto read = journal.read_unfinished(
      [&](const store::Record& record) {
        const auto id = table_of(record);
        if (!shards.contains(cluster::shard_of(id))) return;
        if (const auto* header = std::get_if<store::Header>(&record)) {
          if (auto table = table::Table::open(kits, *header)) tables.emplace(id, *std::move(table));
        } else if (const auto found = tables.find(id); found != tables.end()) {
          if (auto done = found->second.advance(std::get<store::Entry>(record)); !done)
            spoil(id, done.error());
        }
      },
      spoil);
  if (!read) return std::unexpected(std::move(read).error());
  std::vector<table::Table> found;
  for (auto& [id, table] : tables) found.push_back(std::move(table));
  return found;
}

}  // namespace

/// Reads elsewhere, and tells here.
template <class Found>
void Engine::read(std::function<Result<Found>()> read, std::function<void(Result<Found>)> then) {
  ++looks_;
  wire_.look_up({[this, read, then]() -> std::function<void()> {
                   const auto found = std::make_shared<Result<Found>>(read());
                   return [this, then, found] {
                     --looks_;
                     then(std::move(*found));
                   };
                 },
                 [this, then] {
                   --looks_;
                   then(base::fail(base::Code::storage, "there is no memory for it"));
                 }},
                "");
}

void Engine::handle_here(PlayerId player, table::Request request, Time arrived, Time now) {
  table::Effects effects;
  host_.hall().handle(player, request, now, effects, arrived);
  host_.execute(effects);
  node_->handled(player, request);
}

void Engine::read_table(TableId table, std::function<void(Result<store::StoredTable>)> then) {
  read<store::StoredTable>([this, table] { return journal_.read(table); }, std::move(then));
}

void Engine::read_shards(std::set<cluster::ShardId> shards,
                         std::function<void(Result<std::vector<table::Table>>)> then) {
  read<std::vector<table::Table>>(
      [this, shards = std::move(shards)] { return read_open(kits_, journal_, shards); }, std::move(then));
}

void Engine::write_again(std::function<void(Result<void>)> then) {
  read<void>([this] { return journal_.reopen(); }, std::move(then));
}

/// Nothing that waits to be durable under the old epoch ever will be, as far as anybody was told. Visitors of
/// other nodes are known to these, and go on elsewhere; who is connected here comes again.
void Engine::forsake(const std::function<bool(cluster::ShardId)>& is_lost, Time now) {
  host_.deliver(now);
  std::set<TableId> tables;
  for (const auto& [id, sitting] : host_.hall().tables().all()) {
    if (is_lost(cluster::shard_of(id))) tables.insert(id);
  }
  std::set<PlayerId> gone;
  if (!unsettled_.empty() || host_.outbox().has_records()) {
    unsettled_.clear();
    void_ = host_.outbox().position();
    gone = host_.outbox().drop(tables);
  }
  stall_.reset();
  for (const auto table : tables) {
    const auto around = host_.hall().evict(table);
    gone.insert(around.begin(), around.end());
  }
  peers_.each([&](std::uint64_t player, const Peer& /*peer*/) {
    const auto* lobby = host_.hall().people().self_of({player}).lobby;
    if (lobby != nullptr && is_lost(cluster::shard_of_game(lobby->game))) gone.insert({player});
  });
  for (const auto guest : node_->guests().of(is_lost)) gone.insert(guest);
  for (const auto player : gone) {
    if (!node_->is_away(player)) host_.let_go(player, now);
  }
  host_.touch_all();
}

bool Engine::look_back_for_guest(PlayerId guest, const table::Resumed& resumed) {
  read<store::StoredTable>([this, table = resumed.seat.table] { return journal_.read(table); },
                           [this, guest, resumed](Result<store::StoredTable> stored) {
                             if (stored) node_->guests().look_back(guest, *std::move(stored));
                             host_.tell_past(guest, resumed);
                           });
  return true;
}

}  // namespace server
