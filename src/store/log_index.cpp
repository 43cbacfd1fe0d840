// Which rows of the log hold something of a table.
#include "store/log_index.hpp"

#include <algorithm>
#include <iterator>

namespace store {

using base::TableId;

void LogIndex::learn(const LogRow& row, Link link) {
  const auto tables = tables_around(row);
  if (link == Link::wrong) {
    const std::lock_guard guard(mutex_);
    damaged_.insert(tables.begin(), tables.end());
  } else {
    add(row.position, std::vector(tables.begin(), tables.end()));
  }
}

void LogIndex::add(std::int64_t position, std::span<const TableId> tables) {
  const std::lock_guard guard(mutex_);
  for (const auto table : tables) rows_[table].push_back(position);
}

void LogIndex::forget(std::int64_t position) {
  const std::lock_guard guard(mutex_);
  for (auto at = rows_.begin(); at != rows_.end();) {
    auto& rows = at->second;
    rows.erase(rows.begin(), std::ranges::upper_bound(rows, position));
    at = rows.empty() ? rows_.erase(at) : std::next(at);
  }
}

std::vector<std::int64_t> LogIndex::rows_of(TableId table) const {
  const std::lock_guard guard(mutex_);
  const auto found = rows_.find(table);
  return found == rows_.end() ? std::vector<std::int64_t>{} : found->second;
}

bool LogIndex::is_damaged(TableId table) const {
  const std::lock_guard guard(mutex_);
  return damaged_.contains(table);
}

}  // namespace store
