// Reading tables from PostgreSQL.
#include "store/postgres/reader.hpp"

#include <fmt/format.h>

#include <unordered_map>

#include "base/text.hpp"
#include "store/options_column.hpp"

namespace store::postgres {
namespace {

constexpr std::string_view kColumns =
    "id, game, options, seed, revision, chairs, opened, closed, outcome, acts, lobby, clock";
/// So many tables are fetched at once.
constexpr int kPiece = 200;

TableId id_of(std::int64_t value) { return {static_cast<std::uint64_t>(value)}; }

Result<StoredTable> stored_table(const Rows& rows, int at) {
  StoredTable stored;
  stored.header = {id_of(rows.integer(at, 0)),
                   std::string(rows.text(at, 1)),
                   {},
                   static_cast<std::uint64_t>(rows.integer(at, 3)),
                   static_cast<int>(rows.integer(at, 4)),
                   base::from_millis(rows.integer(at, 6)),
                   {},
                   std::string(rows.text(at, 10)),
                   std::string(rows.text(at, 11))};
  if (auto read = read_options_column(stored.header, rows.text(at, 2)); !read)
    return std::unexpected(std::move(read).error());
  auto chairs = table::read_chairs(rows.text(at, 5));
  if (!chairs) return std::unexpected(std::move(chairs).error());
  stored.header.chairs = *std::move(chairs);
  const auto id = stored.header.table;
  for (auto acts = rows.text(at, 9); !acts.empty();) {
    auto entry = table::read_entry(id, base::cut(acts, '\n'));
    if (!entry) return std::unexpected(std::move(entry).error());
    stored.entries.push_back(*std::move(entry));
  }
  if (rows.is_null(at, 7)) return stored;
  auto outcome = table::read_outcome(rows.text(at, 8));
  if (!outcome) return std::unexpected(std::move(outcome).error());
  stored.closing = Closing{id, base::from_millis(rows.integer(at, 7)), *std::move(outcome)};
  return stored;
}

Entry entry_at(const Rows& rows, int at) {
  return {id_of(rows.integer(at, 0)),
          static_cast<std::uint64_t>(rows.integer(at, 1)),
          base::from_millis(rows.integer(at, 2)),
          {static_cast<std::uint8_t>(rows.integer(at, 3))},
          std::string(rows.text(at, 6)),
          base::Duration(rows.integer(at, 4)),
          base::Duration(rows.integer(at, 5))};
}

/// Everything that `read` sees is of one moment, while a server writes and folds; whoever has begun a
/// transaction sees to that.
template <class Read>
auto at_one_moment(Connection& connection, Read read) -> decltype(read()) {
  if (connection.is_in_transaction()) return read();
  auto begun = connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  if (!begun) return std::unexpected(std::move(begun).error());
  const Unfinished unfinished(connection);
  return read();
}

/// The tables of the rows, those that cannot be read aside, with their entries. Entries that do not count
/// from 0 without gaps are damage: the server would go on from another position than was told.
Result<std::vector<StoredTable>> with_entries(Connection& connection, const Rows& rows,
                                              const Journal::OnDamage& on_damage) {
  std::vector<StoredTable> tables;
  std::unordered_map<TableId, std::size_t> places;
  List ids;
  for (int at = 0; at < rows.size(); ++at) {
    auto stored = stored_table(rows, at);
    if (!stored) {
      on_damage(id_of(rows.integer(at, 0)), stored.error());
      continue;
    }
    places.emplace(stored->header.table, tables.size());
    ids.add(rows.integer(at, 0));
    tables.push_back(*std::move(stored));
  }
  const auto found = connection.run(
      "SELECT table_id, seq, at, who, charged, forgiven, text FROM entries WHERE table_id = "
      "ANY($1::bigint[]) "
      "ORDER BY table_id, seq",
      {ids.text()});
  if (!found) return std::unexpected(found.error());
  for (int at = 0; at < found->size(); ++at) {
    auto entry = entry_at(*found, at);
    tables[places.at(entry.table)].entries.push_back(std::move(entry));
  }
  std::erase_if(tables, [&](const StoredTable& stored) {
    for (std::size_t seq = 0; seq < stored.entries.size(); ++seq) {
      if (stored.entries[seq].seq == seq) continue;
      on_damage(stored.header.table, {Code::corrupt, fmt::format("entry {} is missing", seq)});
      return true;
    }
    return false;
  });
  return tables;
}

/// Visits all tables that the condition selects, in order of id.
Result<void> each_table(Connection& connection, std::string_view condition,
                        const Journal::TableVisitor& visit, const Journal::OnDamage& on_damage) {
  const auto sql = fmt::format("SELECT {} FROM tables WHERE id > $1 AND {} ORDER BY id LIMIT {}", kColumns,
                               condition, kPiece);
  return at_one_moment(connection, [&]() -> Result<void> {
    std::int64_t last = 0;
    for (;;) {
      const auto rows = connection.run(sql, {std::to_string(last)});
      if (!rows) return std::unexpected(rows.error());
      if (rows->size() == 0) return {};
      last = rows->integer(rows->size() - 1, 0);
      const auto tables = with_entries(connection, *rows, on_damage);
      if (!tables) return std::unexpected(tables.error());
      for (const auto& stored : *tables) visit(stored);
    }
  });
}

}  // namespace

namespace {

Journal::TableVisitor records_to(const Journal::Visitor& visit) {
  return [&visit](const StoredTable& stored) {
    visit(stored.header);
    for (const auto& entry : stored.entries) visit(entry);
  };
}

}  // namespace

Result<void> read_unfinished(Connection& connection, const Journal::Visitor& visit,
                             const Journal::OnDamage& on_damage) {
  return each_table(connection, "closed IS NULL", records_to(visit), on_damage);
}

Result<void> read_unfinished_of(Connection& connection, std::int64_t node, const Journal::Visitor& visit,
                                const Journal::OnDamage& on_damage) {
  const auto of_node =
      fmt::format("closed IS NULL AND id % 1024 IN (SELECT shards.id FROM shards WHERE owner = {})", node);
  return each_table(connection, of_node, records_to(visit), on_damage);
}

/// In two steps, so that only open tables are looked at, however many are closed.
Result<std::optional<TableId>> read_piece(Connection& connection, const Journal::Piece& piece,
                                          const Journal::TableVisitor& visit,
                                          const Journal::OnDamage& on_damage) {
  static const auto sql = fmt::format(
      "WITH open AS MATERIALIZED (SELECT id FROM tables WHERE closed IS NULL AND id % 1024 = "
      "ANY($1::bigint[])) "
      "SELECT {} FROM tables WHERE id IN (SELECT id FROM open WHERE id > $2 AND id <> ALL($3::bigint[]) "
      "ORDER BY id LIMIT $4) ORDER BY id",
      kColumns);
  List shards;
  for (const auto shard : piece.shards) shards.add(static_cast<std::int64_t>(shard.value));
  List but;
  for (const auto table : piece.but) but.add(static_cast<std::int64_t>(table.value));
  return at_one_moment(connection, [&]() -> Result<std::optional<TableId>> {
    const auto rows = connection.run(
        sql, {shards.text(), std::to_string(piece.after.value), but.text(), std::to_string(piece.most)});
    if (!rows) return std::unexpected(rows.error());
    const auto tables = with_entries(connection, *rows, on_damage);
    if (!tables) return std::unexpected(tables.error());
    for (const auto& stored : *tables) visit(stored);
    if (std::cmp_less(rows->size(), piece.most)) return std::nullopt;
    return id_of(rows->integer(rows->size() - 1, 0));
  });
}

Result<StoredTable> read_table(Connection& connection, TableId table) {
  return at_one_moment(connection, [&]() -> Result<StoredTable> {
    const auto rows = connection.run(fmt::format("SELECT {} FROM tables WHERE id = $1", kColumns),
                                     {std::to_string(table.value)});
    if (!rows) return std::unexpected(rows.error());
    Result<StoredTable> found = fail(Code::storage, fmt::format("there is no table {}", table.value));
    auto tables = with_entries(connection, *rows,
                               [&](TableId, const base::Error& error) { found = std::unexpected(error); });
    if (!tables) return std::unexpected(std::move(tables).error());
    if (!tables->empty()) found = std::move(tables->front());
    return found;
  });
}

Result<std::vector<StoredTable>> read_tables(Connection& connection, std::span<const TableId> tables) {
  List ids;
  for (const auto table : tables) ids.add(static_cast<std::int64_t>(table.value));
  return at_one_moment(connection, [&]() -> Result<std::vector<StoredTable>> {
    const auto rows = connection.run(
        fmt::format("SELECT {} FROM tables WHERE id = ANY($1::bigint[])", kColumns), {ids.text()});
    if (!rows) return std::unexpected(rows.error());
    return with_entries(connection, *rows, [](TableId, const base::Error&) {});
  });
}

Result<void> read_all(Connection& connection, const Journal::TableVisitor& visit,
                      const Journal::OnDamage& on_damage) {
  return each_table(connection, "true", visit, on_damage);
}

Result<std::vector<StoredTable>> last_finished(Connection& connection, std::size_t most) {
  // Numbers of several nodes are not quite in the order of time.
  const auto rows = connection.run(
      "SELECT id, game, options, seed, revision, chairs, opened, closed, outcome, '', lobby, clock FROM "
      "(SELECT * FROM tables WHERE closed IS NOT NULL ORDER BY id DESC LIMIT 1000) AS late "
      "ORDER BY closed DESC, id DESC LIMIT $1",
      {std::to_string(most)});
  if (!rows) return std::unexpected(rows.error());
  std::vector<StoredTable> found;
  for (int at = 0; at < rows->size(); ++at) {
    if (auto stored = stored_table(*rows, at)) found.push_back(*std::move(stored));
  }
  return found;
}

Result<TableId> last_table(Connection& connection) {
  const auto rows = connection.run(
      "SELECT greatest(coalesce((SELECT max(id) FROM tables), 0), (SELECT last_lost FROM cluster))");
  if (!rows) return std::unexpected(rows.error());
  return id_of(rows->integer(0, 0));
}

}  // namespace store::postgres
