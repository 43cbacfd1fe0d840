// The chain of checksums through the rows of the log: each covers its row and, by the one before, all earlier
// ones.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "store/database.hpp"

namespace store {

/// A row of the log: the records of one commit.
struct LogRow {
  std::int64_t position = 0;
  std::string_view touched;  ///< the numbers of all tables of the commit: "3 17"
  std::string_view entries;  ///< a line each (log.hpp)
  std::int64_t chain = 0;
};

/// Where a chain has come to.
struct ChainEnd {
  std::int64_t position = 0;
  std::int64_t chain = 0;

  friend bool operator==(const ChainEnd&, const ChainEnd&) = default;
};

/// How a row hangs on the one before: its checksum is right; it is not; rows between both are missing, so
/// that nobody can tell.
enum class Link : std::uint8_t { right, wrong, torn };

/// Rows that are missing: those after `after` and before `before`.
struct Gap {
  std::int64_t after = 0;
  std::int64_t before = 0;
};

/// What a walk along the log has found.
struct Walk {
  ChainEnd folded;               ///< up to here the log was folded
  std::vector<ChainEnd> rows{};  ///< those that hang right, or after a gap
  std::vector<Gap> gaps{};
  ChainEnd end{};
};

/// The checksum of a row after another one with the checksum `before`.
std::int64_t chain_of(std::int64_t before, const LogRow& row);

/// Goes along the log row by row.
class LogWalk {
 public:
  struct Step {
    LogRow row;  ///< its texts live until the next step
    Link link;
  };

  static base::Result<LogWalk> begin(Database& database);

  /// Nothing after the last row.
  base::Result<std::optional<Step>> next();
  const ChainEnd& end() const { return end_; }

 private:
  LogWalk(Statement rows, const ChainEnd& folded) : rows_(std::move(rows)), end_(folded) {}

  Statement rows_;
  ChainEnd end_;
};

/// Visits all rows in order.
base::Result<Walk> walk_log(Database& database, const std::function<void(const LogRow&, Link)>& visit);

/// Every table that a row may be about, of which something is not as it was written: what its two lists name.
/// Table 0 is among them where nobody can tell.
std::set<base::TableId> tables_around(const LogRow& row);

/// Makes every row behind a gap hang on the one before it. Rows whose checksum is wrong stay so.
base::Result<void> close_gaps(Database& database);

/// Takes all that is in the database for right: writes every checksum anew.
base::Result<void> seal(Database& database);

/// SQL that gives the checksum of a row of `tables`, with other columns than it has in some places.
struct TableColumns {
  std::string_view closed = "closed";
  std::string_view outcome = "outcome";
  std::string_view acts = "acts";
};
std::string table_checksum(const TableColumns& columns);

}  // namespace store
