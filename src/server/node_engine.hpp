// What a node needs from its engine, and what it is told to be.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "cluster/directory.hpp"
#include "cluster/links.hpp"
#include "cluster/membership.hpp"
#include "store/journal.hpp"
#include "table/messages.hpp"
#include "table/table.hpp"

namespace server {

struct NodeSettings {
  cluster::NodeId self{};
  cluster::Directory* directory = nullptr;
  cluster::Links* links = nullptr;
  cluster::Pace pace{};
};

/// What a node needs from its engine.
class NodeEngine {
 public:
  virtual ~NodeEngine() = default;

  /// Has the hall handle a request that had to wait.
  virtual void handle_here(base::PlayerId player, table::Request request, base::Time arrived,
                           base::Time now) = 0;
  /// Reads tables, and calls `then` later: one; all of these shards that go on.
  virtual void read_table(base::TableId table,
                          std::function<void(base::Result<store::StoredTable>)> then) = 0;
  virtual void read_shards(std::set<cluster::ShardId> shards,
                           std::function<void(base::Result<std::vector<table::Table>>)> then) = 0;
  /// Whatever was done in the halls of these shards and is not durable counts as never done; who has a place
  /// there has none any more.
  virtual void forsake(const std::function<bool(cluster::ShardId)>& is_lost, base::Time now) = 0;
  /// This node has an epoch of its own again: the journal takes what is written under it.
  virtual void write_again(std::function<void(base::Result<void>)> then) = 0;
  virtual std::uint32_t load() const = 0;
};

}  // namespace server
