// Folding the log into the tables.
#include "store/fold.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>

#include "store/chain.hpp"
#include "store/log.hpp"

namespace store {
namespace {

using base::Result;

/// What the oldest rows hold, table by table.
struct Piece {
  ChainEnd end;
  std::int64_t bytes = 0;
  std::map<base::TableId, std::string> lines{};
};

/// What is damaged is not touched: the piece ends before the first row whose checksum is wrong, and before
/// one with a line that is none.
Result<Piece> gather(Database& database, std::int64_t bytes) {
  auto rows = LogWalk::begin(database);
  if (!rows) return std::unexpected(std::move(rows).error());
  Piece piece{.end = rows->end()};
  while (piece.bytes < bytes) {
    const auto row = rows->next();
    if (!row) return std::unexpected(row.error());
    if (!*row || (*row)->link != Link::right) break;
    std::vector<table::Entry> entries;
    bool damaged = false;
    read_log((*row)->row.entries, [&](table::Entry entry) { entries.push_back(std::move(entry)); },
             [&](base::TableId, const base::Error&) { damaged = true; });
    if (damaged) break;
    for (const auto& entry : entries) table::write_entry(piece.lines[entry.table], entry);
    piece.end = rows->end();
    piece.bytes += static_cast<std::int64_t>((*row)->row.entries.size());
  }
  return piece;
}

/// A table whose checksum was wrong keeps it as it is: so it stays wrong.
Result<void> move(Database& database, const Piece& piece) {
  auto update = database.prepare(
      fmt::format("UPDATE tables SET acts = acts || ?1, sum = iif(sum = {}, {}, sum) WHERE id = ?2",
                  table_checksum({}), table_checksum({.acts = "acts || ?1"})));
  if (!update) return std::unexpected(update.error());
  for (const auto& [table, lines] : piece.lines) {
    const auto id = static_cast<std::int64_t>(table.value);
    if (auto updated = update->bind(1, lines).bind(2, id).run(); !updated) return updated;
    if (database.changes() == 0)
      return base::fail(base::Code::corrupt, fmt::format("table {} has entries but no header", table.value));
  }
  auto remove = database.prepare("DELETE FROM log WHERE position <= ?");
  if (!remove) return std::unexpected(remove.error());
  if (auto removed = remove->bind(1, piece.end.position).run(); !removed) return removed;
  auto note = database.prepare("UPDATE folded SET position = ?, chain = ?");
  if (!note) return std::unexpected(note.error());
  return note->bind(1, piece.end.position).bind(2, piece.end.chain).run();
}

}  // namespace

Result<Folded> fold(Database& database, std::int64_t bytes) {
  if (auto begun = database.execute("BEGIN IMMEDIATE"); !begun) return std::unexpected(begun.error());
  const Unfinished unfinished(database);
  const auto piece = gather(database, bytes);
  if (!piece) return std::unexpected(piece.error());
  if (auto moved = move(database, *piece); !moved) return std::unexpected(std::move(moved).error());
  if (auto done = database.execute("COMMIT"); !done) return std::unexpected(std::move(done).error());
  return Folded{piece->bytes, piece->end.position};
}

}  // namespace store
