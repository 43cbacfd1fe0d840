// Who sits where at tables that go on, as rows by which a name or an address finds its table again.
#pragma once

#include <map>
#include <utility>

#include "store/journal.hpp"
#include "store/postgres/connection.hpp"

namespace store::postgres {

/// What records change in those rows.
class SeatChanges {
 public:
  void add(const Record& record);
  bool empty() const { return seated_.empty() && renamed_.empty(); }

  /// Six lists: table, seat, name, key, address, protocol.
  Values seated() const;
  /// Four lists: table, seat, name, key.
  Values renamed() const;

 private:
  using Place = std::pair<TableId, std::uint8_t>;

  void rename(const Place& place, const std::string& name);
  void close(TableId table);

  std::map<Place, table::Chair> seated_;
  std::map<Place, std::string> renamed_;
};

/// Writes the rows of all tables that go on, in a database that has none yet.
Result<void> fill_seats(Connection& connection);

}  // namespace store::postgres
