// Reading the tables of shards that have become this node's: those first for which somebody waits.
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "cluster/shards.hpp"
#include "server/node_engine.hpp"

namespace server {

/// A little at a time, and one thing after the other: what is read is never older than what came of it since.
class ShardReads {
 public:
  class Listener {
   public:
    virtual ~Listener() = default;
    /// It is in one of those shards, and not in the hall.
    virtual void restore(table::Table table) = 0;
    /// What `want` has asked for; nothing if there is no such table, or its shard has gone. Whether it is in
    /// the hall from now on.
    virtual bool was_read(base::TableId id, std::optional<FoundTable> found) = 0;
    /// All tables of these are here.
    virtual void arrived(const std::vector<cluster::ShardId>& shards) = 0;
  };

  ShardReads(NodeEngine& engine, const cluster::Shards& shards, Listener& listener, NodeWatcher& watcher)
      : engine_(engine), shards_(shards), listener_(listener), watcher_(watcher) {}

  /// These have become this node's.
  void read(std::span<const cluster::ShardId> shards);
  /// Somebody waits for this table of a shard that is this node's.
  void want(base::TableId table);
  /// The table is new: it is none of those that have to be read.
  void know(base::TableId table);
  /// These are this node's no more.
  void lose(std::span<const cluster::ShardId> shards);
  /// Nothing is this node's any more.
  void forget();

 private:
  using Turns = std::map<cluster::ShardId, std::uint32_t>;
  /// Shards that came together.
  struct Run {
    Turns shards;
    base::TableId last{};    ///< read so far
    std::size_t tables = 0;  ///< that were restored
    std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
  };
  using Wanted = std::map<base::TableId, std::uint32_t>;  ///< with the turn of its shard

  void go_on();
  void read_wanted();
  void read_piece();
  void take(const Wanted& wanted, std::vector<FoundTable> found);
  void take(OpenTables piece);
  void end(const Run& run);
  bool is_current(const Turns& turns, cluster::ShardId shard) const;

  NodeEngine& engine_;
  const cluster::Shards& shards_;
  Listener& listener_;
  NodeWatcher& watcher_;
  std::deque<Run> runs_;  ///< in turns
  Wanted wanted_;
  std::set<base::TableId> known_;  ///< while there are runs
  bool reads_ = false;
  std::uint32_t forgotten_ = 0;  ///< so often
};

}  // namespace server
