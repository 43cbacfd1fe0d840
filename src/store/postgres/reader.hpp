// Reading tables from PostgreSQL: for the server's start, exports and checks.
#pragma once

#include "store/journal.hpp"
#include "store/postgres/connection.hpp"

namespace store::postgres {

/// Each of them sees one moment. Of a node: the tables in its shards.
Result<void> read_unfinished_of(Connection& connection, std::int64_t node, const Journal::Visitor& visit,
                                const Journal::OnDamage& on_damage);
Result<void> read_unfinished(Connection& connection, const Journal::Visitor& visit,
                             const Journal::OnDamage& on_damage);
Result<std::optional<TableId>> read_piece(Connection& connection, const Journal::Piece& piece,
                                          const Journal::TableVisitor& visit,
                                          const Journal::OnDamage& on_damage);
Result<StoredTable> read_table(Connection& connection, TableId table);
/// Those of these that are there and can be read.
Result<std::vector<StoredTable>> read_tables(Connection& connection, std::span<const TableId> tables);
Result<void> read_all(Connection& connection, const Journal::TableVisitor& visit,
                      const Journal::OnDamage& on_damage);
Result<std::vector<StoredTable>> last_finished(Connection& connection, std::size_t most);
Result<TableId> last_table(Connection& connection);

}  // namespace store::postgres
