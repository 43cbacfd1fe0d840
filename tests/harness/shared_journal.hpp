// One journal for several nodes: what is written under an epoch that is over fails.
#pragma once

#include <deque>
#include <map>
#include <span>

#include "cluster/directory_memory.hpp"
#include "store/journal.hpp"

namespace harness {

/// What is durable, whoever wrote it.
class SharedTables {
 public:
  /// All or nothing. Code::corrupt if something does not follow.
  base::Result<void> keep(const std::vector<store::Record>& records);

  const std::map<base::TableId, store::StoredTable>& all() const { return tables_; }
  /// In the order in which they were opened.
  const std::vector<base::TableId>& opened() const { return opened_; }

 private:
  base::Result<void> check(const std::vector<store::Record>& records) const;

  std::map<base::TableId, store::StoredTable> tables_;
  std::vector<base::TableId> opened_;
};

/// The journal as one node has it. Appends wait until they are committed, or settle at once.
class NodeJournal final : public store::Journal {
 public:
  NodeJournal(SharedTables& tables, cluster::MemoryDirectory& directory, cluster::NodeId self,
              OnSettled on_settled)
      : tables_(tables), directory_(directory), self_(self), on_settled_(std::move(on_settled)) {}

  std::uint64_t append(std::vector<store::Record> records) override;
  base::Result<void> reopen() override;
  base::Result<void> read_unfinished(const Visitor& visit, const OnDamage& on_damage) override;
  base::Result<store::StoredTable> read(base::TableId table) override;
  base::Result<std::vector<store::StoredTable>> read_several(std::span<const base::TableId> tables) override;
  base::Result<void> read_all(const TableVisitor& visit, const OnDamage& on_damage) override;
  base::Result<std::vector<store::StoredTable>> last_finished(std::size_t most) override;
  base::Result<base::TableId> last_table() override;

  bool has_work() const { return !queue_.empty(); }
  /// What was appended first becomes durable if this node may still write, and its engine is told.
  void commit();
  /// It becomes durable, but the node has died before it could know.
  void commit_unheard();
  /// Nobody knows what became of what was appended first, and nothing after it is kept: it may be durable.
  enum class Kept : std::uint8_t { yes, no };
  void give_up(Kept kept);
  /// The database cannot be reached: nothing can be read or written until it can be again.
  enum class Database : std::uint8_t { there, away };
  void set_database(Database database) { database_ = database; }
  /// Breaks its promise from now on: says that records are durable before they are.
  void tell_first() { tells_first_ = true; }

 private:
  base::Result<void> check_reachable() const;
  base::Result<void> try_to_keep(const std::vector<store::Record>& records);

  SharedTables& tables_;
  cluster::MemoryDirectory& directory_;
  cluster::NodeId self_;
  OnSettled on_settled_;
  cluster::Epoch epoch_ = 0;
  std::deque<std::vector<store::Record>> queue_;
  std::size_t promised_ = 0;  ///< so many at its head were said to be durable, and are not
  bool tells_first_ = false;
  std::uint64_t position_ = 0;
  bool broken_ = false;
  Database database_ = Database::there;
};

}  // namespace harness
