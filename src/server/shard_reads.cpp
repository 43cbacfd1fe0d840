// Reading shards: wanted tables, then pieces.
#include "server/shard_reads.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>

namespace server {
namespace {

/// So many tables are read at once.
constexpr std::size_t kPiece = 200;

}  // namespace

using base::TableId;
using cluster::ShardId;

void ShardReads::read(std::span<const ShardId> shards) {
  Run run;
  for (const auto shard : shards) run.shards.emplace(shard, shards_.turn(shard));
  runs_.push_back(std::move(run));
  go_on();
}

void ShardReads::want(TableId table) {
  wanted_.emplace(table, shards_.turn(cluster::shard_of(table)));
  go_on();
}

void ShardReads::know(TableId table) {
  if (!runs_.empty()) known_.insert(table);
}

void ShardReads::lose(std::span<const ShardId> shards) {
  std::erase_if(known_, [&](TableId table) {
    return std::ranges::find(shards, cluster::shard_of(table)) != shards.end();
  });
}

void ShardReads::forget() {
  ++forgotten_;
  runs_.clear();
  wanted_.clear();
  known_.clear();
  reads_ = false;
}

void ShardReads::go_on() {
  if (reads_) return;
  if (!wanted_.empty()) {
    read_wanted();
  } else if (!runs_.empty()) {
    read_piece();
  }
}

void ShardReads::read_wanted() {
  reads_ = true;
  Wanted now;
  while (!wanted_.empty() && now.size() < kPiece) now.insert(wanted_.extract(wanted_.begin()));
  const auto ids = std::views::keys(now);
  engine_.read_tables({ids.begin(), ids.end()}, [this, now, before = forgotten_](auto found) {
    if (before != forgotten_) return;
    take(now, std::move(found));
    reads_ = false;
    go_on();
  });
}

/// Of a shard that has gone and come back since, others may have written meanwhile.
void ShardReads::take(const Wanted& wanted, std::vector<FoundTable> found) {
  std::map<TableId, FoundTable> by_id;
  for (auto& one : found) by_id.emplace(one.table.header().table, std::move(one));
  for (const auto& [id, turn] : wanted) {
    const auto shard = cluster::shard_of(id);
    const auto one = by_id.find(id);
    if (!shards_.is_own(shard) || one == by_id.end()) {
      listener_.was_read(id, std::nullopt);
    } else if (shards_.turn(shard) != turn) {
      wanted_.emplace(id, shards_.turn(shard));
    } else if (listener_.was_read(id, std::move(one->second))) {
      know(id);
      const auto run = std::ranges::find_if(runs_, [&](const Run& some) {
        return some.shards.contains(shard) && is_current(some.shards, shard);
      });
      if (run != runs_.end()) ++run->tables;
    }
  }
}

void ShardReads::read_piece() {
  reads_ = true;
  const auto& run = runs_.front();
  const auto shards = std::views::keys(run.shards);
  store::Journal::Piece piece{.shards = {shards.begin(), shards.end()}, .after = run.last, .most = kPiece};
  std::ranges::copy_if(known_, std::inserter(piece.but, piece.but.end()), [&](TableId table) {
    return table > run.last && run.shards.contains(cluster::shard_of(table));
  });
  engine_.read_piece(std::move(piece), [this, before = forgotten_](OpenTables found) {
    if (before != forgotten_) return;
    take(std::move(found));
    reads_ = false;
    go_on();
  });
}

void ShardReads::take(OpenTables piece) {
  auto run = std::move(runs_.front());
  runs_.pop_front();
  for (auto& table : piece.tables) {
    const auto id = table.header().table;
    if (!is_current(run.shards, cluster::shard_of(id)) || known_.contains(id)) continue;
    ++run.tables;
    listener_.restore(std::move(table));
  }
  if (!piece.last) return end(run);
  run.last = *piece.last;
  runs_.push_back(std::move(run));
}

void ShardReads::end(const Run& run) {
  if (runs_.empty()) known_.clear();
  std::vector<ShardId> here;
  std::ranges::copy_if(std::views::keys(run.shards), std::back_inserter(here),
                       [&](ShardId shard) { return is_current(run.shards, shard); });
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - run.begun;
  watcher_.took_tables(run.tables, took.count());
  listener_.arrived(here);
}

/// Whether it has been this node's all the time.
bool ShardReads::is_current(const Turns& turns, ShardId shard) const {
  return shards_.is_own(shard) && shards_.turn(shard) == turns.at(shard);
}

}  // namespace server
