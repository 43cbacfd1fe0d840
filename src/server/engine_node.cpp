// The engine as part of a node: what it reads, gives up and does for it.
#include <algorithm>
#include <array>
#include <map>

#include "server/engine.hpp"
#include "server/node.hpp"
#include "table/lobbies.hpp"

namespace server {
namespace {

/// So many tables are read at once for those who come back to them.
constexpr std::size_t kPastsAtOnce = 1'000;

/// Those that can be replayed.
Result<std::vector<FoundTable>> find_tables(const games::Kits& kits, store::Journal& journal,
                                            const std::vector<TableId>& tables) {
  const auto stored = journal.read_several(tables);
  if (!stored) return std::unexpected(stored.error());
  std::vector<FoundTable> found;
  for (const auto& one : *stored) {
    if (auto table = table::replay(kits, one.header, one.entries))
      found.push_back({*std::move(table), one.closing.has_value()});
  }
  return found;
}

Result<OpenTables> find_open(const games::Kits& kits, store::Journal& journal,
                             const store::Journal::Piece& piece) {
  OpenTables found;
  const auto visit = [&](const store::StoredTable& stored) {
    if (auto table = table::replay(kits, stored.header, stored.entries))
      found.tables.push_back(*std::move(table));
  };
  const auto last = journal.read_piece(piece, visit, [](TableId, const base::Error&) {});
  if (!last) return std::unexpected(last.error());
  found.last = *last;
  return found;
}

}  // namespace

/// Reads elsewhere, and tells here.
template <class Found>
void Engine::read(std::function<Result<Found>()> read, std::function<void(Result<Found>)> then) {
  ++looks_;
  wire_.look_up({[this, read = std::move(read), then]() -> std::function<void()> {
                   const auto found = std::make_shared<Result<Found>>(read());
                   return [this, then, found] {
                     --looks_;
                     then(std::move(*found));
                   };
                 },
                 [this, then = std::move(then)] {
                   --looks_;
                   then(base::fail(base::Code::storage, "there is no memory for it"));
                 }},
                "");
}

/// The same, but what cannot be read now is read when the database answers again: whoever waits for it would
/// never hear what they have missed.
template <class Found>
void Engine::read_surely(const std::function<Result<Found>()>& read, const std::function<void(Found)>& then) {
  this->read<Found>(read, [this, read, then](Result<Found> found) {
    if (found) return then(*std::move(found));
    unread_.emplace_back([this, read, then] { read_surely<Found>(read, then); });
  });
}

void Engine::read_again() {
  for (const auto& again : std::exchange(unread_, {})) again();
}

void Engine::handle_here(PlayerId player, table::Request request, Time arrived, Time now) {
  table::Effects effects;
  host_.hall().handle(player, request, now, effects, arrived);
  host_.execute(effects);
  node_->handled(player, request);
}

void Engine::read_table(TableId table, std::function<void(std::optional<store::StoredTable>)> then) {
  read_surely<std::vector<store::StoredTable>>(
      [this, table] { return journal_.read_several(std::array{table}); },
      [then = std::move(then)](std::vector<store::StoredTable> found) {
        then(found.empty() ? std::nullopt : std::optional(std::move(found.front())));
      });
}

void Engine::read_tables(std::vector<TableId> tables, std::function<void(std::vector<FoundTable>)> then) {
  read_surely<std::vector<FoundTable>>(
      [this, tables = std::move(tables)] { return find_tables(kits_, journal_, tables); },
      [then = std::move(then)](std::vector<FoundTable> found) { then(std::move(found)); });
}

void Engine::read_piece(store::Journal::Piece piece, std::function<void(OpenTables)> then) {
  read_surely<OpenTables>([this, piece = std::move(piece)] { return find_open(kits_, journal_, piece); },
                          [then = std::move(then)](OpenTables found) { then(std::move(found)); });
}

void Engine::write_again(std::function<void(Result<void>)> then) {
  read<void>([this] { return journal_.reopen(); }, std::move(then));
}

UndurableTables Engine::undurable() const {
  UndurableTables acts;
  for (const auto& append : unsettled_) {
    for (const auto table : append.tables) ++acts[table];
    for (const auto& milestone : append.milestones) --acts[table_of(milestone)];
  }
  for (const auto& record : host_.outbox().records())
    acts[table_of(record)] += std::holds_alternative<store::Entry>(record) ? 1 : 0;
  return acts;
}

bool Engine::is_durable(const IsOne& is_one) const {
  return std::ranges::none_of(undurable(),
                              [&](const auto& one) { return is_one(cluster::shard_of(one.first)); });
}

/// Nothing that waits to be durable under the old epoch ever will be, as far as anybody was told: who was to
/// be told of it, and does not keep a place from which the journal tells what came of it, comes again.
void Engine::forsake(const IsOne& is_lost, May may, Time now) {
  host_.deliver(now);
  std::set<TableId> tables;
  for (const auto& [id, sitting] : host_.hall().tables().all()) {
    if (is_lost(cluster::shard_of(id))) tables.insert(id);
  }
  std::vector<PlayerId> connections;
  peers_.each([&](std::uint64_t player, const Peer& /*peer*/) { connections.push_back({player}); });
  for (const auto stand_in : node_->stand_ins().all()) connections.push_back(stand_in);
  node_->keep_places(connections, is_lost, undurable());
  std::set<PlayerId> lost;
  if (may == May::not_write) {
    unsettled_.clear();
    void_ = host_.outbox().position();
    lost = host_.outbox().drop(tables);
    stall_.reset();
  }
  std::erase_if(lost, [&](PlayerId player) {
    return node_->knows_past(player) && (node_->asks(player) || !host_.waits_for_answer(player));
  });
  std::set<PlayerId> gone;
  for (const auto table : tables) {
    const auto around = host_.hall().evict(table);
    gone.insert(around.begin(), around.end());
  }
  for (const auto game : games::names()) {
    if (!is_lost(cluster::shard_of_game(game))) continue;
    const auto members = host_.hall().disband(game);
    gone.insert(members.begin(), members.end());
  }
  for (const auto guest : node_->guests().of(is_lost)) gone.insert(guest);
  if (may == May::write) node_->guests().disown(gone);
  for (const auto player : gone) {
    if (!node_->is_away(player)) lost.insert(player);
  }
  for (const auto player : lost) host_.let_go(player, now);
  host_.touch_all();
}

void Engine::look_for_finished() {
  if (search_ != Search::none) {
    search_ = Search::once_more;
    return;
  }
  search_ = Search::under_way;
  read<std::vector<store::StoredTable>>([this] { return journal_.last_finished(table::kMostFinished); },
                                        [this](const Result<std::vector<store::StoredTable>>& found) {
                                          remember_finished(found);
                                          if (std::exchange(search_, Search::none) == Search::once_more)
                                            look_for_finished();
                                        });
}

/// Who has missed nothing of a game that goes on needs no past. The others', as many as have come while some
/// were read, are read at once: after the loss of a node there are thousands.
bool Engine::look_back_for_guest(PlayerId guest, const table::Resumed& resumed) {
  const auto* table = host_.hall().tables().find_table(resumed.seat.table);
  const bool goes_on = table != nullptr && !table->outcome();
  if (goes_on && node_->guests().knows(guest, resumed.acts)) return false;
  looking_back_.emplace_back(guest, resumed);
  if (!reads_past_) read_past();
  return true;
}

void Engine::read_past() {
  reads_past_ = true;
  const auto count = static_cast<std::ptrdiff_t>(std::min(looking_back_.size(), kPastsAtOnce));
  const std::vector now(looking_back_.begin(), looking_back_.begin() + count);
  looking_back_.erase(looking_back_.begin(), looking_back_.begin() + count);
  std::set<TableId> tables;
  for (const auto& [guest, resumed] : now) tables.insert(resumed.seat.table);
  read_surely<std::vector<store::StoredTable>>(
      [this, wanted = std::vector(tables.begin(), tables.end())] { return journal_.read_several(wanted); },
      [this, now](const std::vector<store::StoredTable>& found) {
        reads_past_ = false;
        std::map<TableId, const store::StoredTable*> pasts;
        for (const auto& stored : found) pasts.emplace(stored.header.table, &stored);
        for (const auto& [guest, resumed] : now) {
          if (const auto past = pasts.find(resumed.seat.table); past != pasts.end())
            node_->guests().look_back(guest, *past->second);
          host_.tell_past(guest, resumed);
        }
        if (!looking_back_.empty() && !reads_past_) read_past();
      });
}

}  // namespace server
