// Which rows of the log hold something of a table, so that one table is read without looking at the others.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "store/chain.hpp"

namespace store {

/// Kept in memory and made from the log's own lists (`touched`) when that is opened: it costs no writing. Its
/// functions may be called from any thread.
class LogIndex {
 public:
  /// A row that was there when the log was opened.
  void learn(const LogRow& row, Link link);
  /// A row that was added.
  void add(std::int64_t position, std::span<const base::TableId> tables);
  /// The rows up to that one were folded.
  void forget(std::int64_t position);

  /// In order. What was folded meanwhile may be among them.
  std::vector<std::int64_t> rows_of(base::TableId table) const;
  /// Whether a row that may be about the table was not as it was written.
  bool is_damaged(base::TableId table) const;

 private:
  mutable std::mutex mutex_;
  std::unordered_map<base::TableId, std::vector<std::int64_t>> rows_;
  std::unordered_set<base::TableId> damaged_;
};

}  // namespace store
