// Folding the log into the tables.
#include "store/fold.hpp"

#include <map>
#include <optional>

#include "store/log.hpp"

namespace store {
namespace {

using base::Result;

/// What the oldest rows hold, table by table.
struct Piece {
  std::int64_t last_position = 0;
  std::int64_t bytes = 0;
  std::map<base::TableId, std::string> lines;
};

Result<Piece> gather(Database& database, std::int64_t bytes) {
  auto rows = database.prepare("SELECT position, entries FROM log ORDER BY position");
  if (!rows) return std::unexpected(rows.error());
  Piece piece;
  while (piece.bytes < bytes) {
    const auto row = rows->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) break;
    piece.last_position = rows->integer(0);
    piece.bytes += static_cast<std::int64_t>(rows->text(1).size());
    std::optional<base::Error> damage;
    read_log(
        rows->text(1),
        [&](const table::Entry& entry) { table::write_entry(piece.lines[entry.table], entry); },
        [&](base::TableId, const base::Error& error) { damage = error; });
    if (damage) return std::unexpected(*damage);  // what is damaged is not touched
  }
  return piece;
}

Result<void> move(Database& database, const Piece& piece) {
  auto update = database.prepare("UPDATE tables SET acts = acts || ? WHERE id = ?");
  if (!update) return std::unexpected(update.error());
  for (const auto& [table, lines] : piece.lines) {
    const auto id = static_cast<std::int64_t>(table.value);
    if (auto updated = update->bind(1, lines).bind(2, id).run(); !updated) return updated;
  }
  auto remove = database.prepare("DELETE FROM log WHERE position <= ?");
  if (!remove) return std::unexpected(remove.error());
  return remove->bind(1, piece.last_position).run();
}

}  // namespace

Result<std::int64_t> fold(Database& database, std::int64_t bytes) {
  if (auto begun = database.execute("BEGIN IMMEDIATE"); !begun) return std::unexpected(begun.error());
  auto folded = [&]() -> Result<std::int64_t> {
    const auto piece = gather(database, bytes);
    if (!piece) return std::unexpected(piece.error());
    if (auto moved = move(database, *piece); !moved) return std::unexpected(std::move(moved).error());
    if (auto done = database.execute("COMMIT"); !done) return std::unexpected(std::move(done).error());
    return piece->bytes;
  }();
  if (!folded) static_cast<void>(database.execute("ROLLBACK"));
  return folded;
}

}  // namespace store
