// Folding closed tables.
#include "store/postgres/fold.hpp"

#include <map>

#include "store/postgres/reader.hpp"

namespace store::postgres {
namespace {

constexpr auto kFold =
    "WITH me AS MATERIALIZED (SELECT 1 FROM nodes WHERE id = $1 AND epoch = $2 FOR SHARE), "
    "gone AS (DELETE FROM entries USING me WHERE table_id = ANY($3::bigint[])) "
    "UPDATE tables SET acts = u.acts FROM me, unnest($3::bigint[], $4::text[]) AS u(id, acts) "
    "WHERE tables.id = u.id AND tables.acts IS NULL";

}  // namespace

Result<void> fold(Connection& connection, const Hold& hold, std::span<const TableId> tables) {
  List ids;
  List acts;
  for (const auto table : tables) {
    const auto stored = read_table(connection, table);
    if (!stored) return std::unexpected(stored.error());
    std::string lines;
    for (const auto& entry : stored->entries) table::write_entry(lines, entry);
    ids.add(static_cast<std::int64_t>(table.value));
    acts.add(std::string_view(lines));
  }
  const auto done =
      connection.run(kFold, {std::to_string(hold.node), std::to_string(hold.epoch), ids.text(), acts.text()});
  if (!done) return std::unexpected(done.error());
  return {};
}

Result<std::vector<TableId>> find_unfolded(Connection& connection, std::int64_t node) {
  const auto rows = connection.run(
      "SELECT tables.id FROM tables JOIN shards ON shards.id = tables.id % 1024 "
      "WHERE closed IS NOT NULL AND acts IS NULL AND owner = $1",
      {std::to_string(node)});
  if (!rows) return std::unexpected(rows.error());
  std::vector<TableId> found;
  found.reserve(rows->size());
  for (int at = 0; at < rows->size(); ++at)
    found.push_back({static_cast<std::uint64_t>(rows->integer(at, 0))});
  return found;
}

}  // namespace store::postgres
