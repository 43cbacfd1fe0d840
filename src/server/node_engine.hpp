// What a node needs from its engine, and what it is told to be.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "cluster/directory.hpp"
#include "cluster/links.hpp"
#include "cluster/membership.hpp"
#include "server/node_watcher.hpp"
#include "store/journal.hpp"
#include "table/messages.hpp"
#include "table/table.hpp"

namespace server {

class Inspector;

struct NodeSettings {
  cluster::NodeId self{};
  cluster::Directory* directory = nullptr;
  cluster::Links* links = nullptr;
  cluster::Pace pace{};
  NodeWatcher* watcher = nullptr;  ///< nullptr: nobody wants to know what it does
};

/// Tables of which records wait to be durable, and how many of those are acts: nobody was told of them.
using UndurableTables = std::map<base::TableId, std::size_t>;

/// A table as it was kept, played so far.
struct FoundTable {
  table::Table table;
  bool closed = false;
};
/// A piece of those that go on, and after which of them the next begins, if there is one.
struct OpenTables {
  std::vector<table::Table> tables;
  std::optional<base::TableId> last{};
};

/// What a node needs from its engine.
class NodeEngine {
 public:
  virtual ~NodeEngine() = default;

  /// Has the hall handle a request that had to wait.
  virtual void handle_here(base::PlayerId player, table::Request request, base::Time arrived,
                           base::Time now) = 0;
  /// Reads tables, and calls `then` once that was possible: one, if there is such a table; those of several
  /// that are there and can be played so far; a piece of those that go on.
  virtual void read_table(base::TableId table,
                          std::function<void(std::optional<store::StoredTable>)> then) = 0;
  virtual void read_tables(std::vector<base::TableId> tables,
                           std::function<void(std::vector<FoundTable>)> then) = 0;
  virtual void read_piece(store::Journal::Piece piece, std::function<void(OpenTables)> then) = 0;
  /// The database answers: what could not be read is tried again.
  virtual void read_again() = 0;
  using IsOne = std::function<bool(cluster::ShardId)>;
  /// Whether all that was done in the halls of these shards is durable.
  virtual bool is_durable(const IsOne& is_one) const = 0;
  /// Whether this node may write: if not, nothing that is not durable by now ever will be.
  enum class May : std::uint8_t { write, not_write };
  /// These shards are not here any more. Who is connected here takes their place up at the next owner
  /// (Node::keep_places), as visitors of other nodes do; bots are gone.
  virtual void forsake(const IsOne& is_lost, May may, base::Time now) = 0;
  /// This node has an epoch of its own again: the journal takes what is written under it.
  virtual void write_again(std::function<void(base::Result<void>)> then) = 0;
  virtual std::uint32_t load() const = 0;
  /// Games may have ended at other nodes: looks which were the last.
  virtual void look_for_finished() = 0;
  virtual Inspector& inspector() = 0;
};

}  // namespace server
