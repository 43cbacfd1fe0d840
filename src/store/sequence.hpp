// The guard of the key (table, seq): knows what must come next at every open table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "store/journal.hpp"

namespace store {

class Sequence {
 public:
  /// Where several write, each at tables that are its own for a time, others may have gone on meanwhile: only
  /// what was noted here before must not come again, and the database guards the rest.
  enum class Writers : std::uint8_t { one, several };

  Sequence() = default;
  explicit Sequence(Writers writers) : writers_(writers) {}

  /// Checks that the records follow what is known, and notes them. On failure none of them is noted.
  Result<void> take(std::span<const Record> records);
  /// Keeps what was noted since the last commit.
  void commit() { undo_.clear(); }
  /// Forgets what was noted since the last commit.
  void rollback() { rollback_to(0); }
  /// Notes a table found on disk.
  void know(TableId table, std::uint64_t next_seq) { next_[table] = next_seq; }

 private:
  Result<void> follow(const Record& record);
  void rollback_to(std::size_t size);

  Writers writers_ = Writers::one;
  std::unordered_map<TableId, std::uint64_t> next_;  ///< of open tables
  std::vector<std::pair<TableId, std::optional<std::uint64_t>>> undo_;
};

}  // namespace store
