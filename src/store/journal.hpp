// The journal: where tables are kept so that nothing anybody was told of is ever lost.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "cluster/ids.hpp"
#include "table/records.hpp"

namespace store {

using base::Code;
using base::fail;
using base::Result;
using base::TableId;
using table::Closing;
using table::Entry;
using table::Header;
using table::Record;

/// A table as it is kept.
struct StoredTable {
  Header header;
  std::vector<Entry> entries;
  std::optional<Closing> closing;
};

/// Every append after the one settled before, up to and including `position`, has the same fate.
struct Settled {
  std::uint64_t position = 0;
  Result<void> result;
  double seconds = 0;       ///< how long the commit took
  std::size_t records = 0;  ///< how many records it held
};

/// A keeper of records. One process at a time writes; reading is allowed meanwhile.
///
/// (table, seq) is the key: an entry that does not follow its table's last one fails the whole append,
/// so a second writer fails instead of forking a game.
class Journal {
 public:
  /// Called in the order of positions, on whatever thread the keeper uses.
  using OnSettled = std::function<void(const Settled&)>;

  Journal() = default;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  virtual ~Journal() = default;

  /// Queues records and returns their position: 1, 2, 3 ... Never waits for the disk.
  /// Either all records of one append become durable or none.
  virtual std::uint64_t append(std::vector<Record> records) = 0;

  /// Once an append has failed nobody knows what the disk holds: all later ones fail, too, until this has
  /// read anew what is durable. Appends that wait then are dropped and never settled. Code::storage says why
  /// it cannot be done yet. May be called on any thread, while nobody appends.
  virtual Result<void> reopen() = 0;

  /// Visits the records of every table that is not closed: a header before its entries, entries in order.
  /// What cannot be read is passed over and told to `on_damage`, with table 0 where nobody knows whose it
  /// was.
  using Visitor = std::function<void(const Record&)>;
  using OnDamage = std::function<void(TableId, const base::Error&)>;
  virtual Result<void> read_unfinished(const Visitor& visit, const OnDamage& on_damage) = 0;
  /// Of the tables in these shards that are not closed the first so many after that one, by number.
  struct Piece {
    std::set<cluster::ShardId> shards{};
    TableId after{};
    std::size_t most = 0;
    std::set<TableId> but{};  ///< as if these were not there
  };
  using TableVisitor = std::function<void(const StoredTable&)>;
  /// Visits them in order, those that cannot be read aside. After which of them the next piece begins;
  /// nothing if there is none. May be called on any thread.
  virtual Result<std::optional<TableId>> read_piece(const Piece& piece, const TableVisitor& visit,
                                                    const OnDamage& on_damage);
  /// Code::storage if there is no such table. May be called on any thread.
  virtual Result<StoredTable> read(TableId table) = 0;
  /// Several at once; those that are not there or cannot be read are left out. May be called on any thread.
  virtual Result<std::vector<StoredTable>> read_several(std::span<const TableId> tables) {
    std::vector<StoredTable> found;
    for (const auto table : tables) {
      if (auto stored = read(table)) found.push_back(*std::move(stored));
    }
    return found;
  }
  /// Visits every table in order of id, those that cannot be read aside.
  virtual Result<void> read_all(const TableVisitor& visit, const OnDamage& on_damage) = 0;
  /// The tables that were finished last, those first, without their entries; what cannot be read is passed
  /// over.
  virtual Result<std::vector<StoredTable>> last_finished(std::size_t most) = 0;
  /// The greatest id that was ever in use, also of tables whose loss was accepted; 0 if there is none.
  virtual Result<TableId> last_table() = 0;
};

}  // namespace store
