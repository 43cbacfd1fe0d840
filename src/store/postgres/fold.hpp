// Folding: putting the entries of closed tables into the rows of their tables.
#pragma once

#include <span>

#include "store/journal.hpp"
#include "store/postgres/connection.hpp"
#include "store/postgres/node.hpp"

namespace store::postgres {

/// Folds those tables: all or none. They must be closed.
Result<void> fold(Connection& connection, const Hold& hold, std::span<const TableId> tables);

/// Closed tables in the shards of that node that are not folded yet.
Result<std::vector<TableId>> find_unfolded(Connection& connection, std::int64_t node);

}  // namespace store::postgres
