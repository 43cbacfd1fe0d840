// Records on their way into PostgreSQL: all of them durable at once, or none.
#pragma once

#include <map>

#include "store/journal.hpp"
#include "store/postgres/connection.hpp"
#include "store/postgres/node.hpp"
#include "store/postgres/seats.hpp"

namespace store::postgres {

/// What became of a batch. `unknown` and `refused` differ in that trying again may help.
enum class Fate : std::uint8_t { durable, fenced, unknown, refused };

class Batch {
 public:
  void add(const Record& record);

  /// One statement, which is one transaction; may be called again with the same records when the fate is
  /// unknown. `why` is set unless they are durable.
  Fate append(Connection& connection, const Hold& hold, base::Error& why) const;

  /// nullptr if it has none.
  const Entry* last_entry() const { return entries_.empty() ? nullptr : &entries_.back(); }
  /// The tables that it closes.
  const std::vector<TableId>& closed() const { return closed_; }

 private:
  Fate append_entries(Connection& connection, const Hold& hold, base::Error& why) const;
  Fate append_all(Connection& connection, const Hold& hold, base::Error& why) const;
  Fate look_whether_durable(Connection& connection, const Hold& hold, base::Error& why) const;
  Values headers() const;
  Values closings() const;
  Values entries() const;

  std::vector<Header> opened_;
  std::vector<Entry> entries_;
  std::map<TableId, Closing> closings_;
  std::vector<TableId> closed_;
  SeatChanges seats_;
};

}  // namespace store::postgres
