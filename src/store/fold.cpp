// Folding the log into the tables.
#include "store/fold.hpp"

#include <fmt/format.h>

namespace store {
namespace {

/// Appends lines to the acts of a table; nothing if there are none.
base::Result<void> add_lines(Statement& update, std::int64_t table, std::string_view lines) {
  if (lines.empty()) return {};
  return update.bind(1, lines).bind(2, table).run();
}

/// Moves the entries up to a position, a line each, table by table.
base::Result<std::int64_t> move_up_to(Database& database, std::int64_t last) {
  auto select = database.prepare(
      "SELECT table_id, seq, at, who, act FROM log WHERE position <= ? ORDER BY table_id, seq");
  auto update = database.prepare("UPDATE tables SET acts = acts || ? WHERE id = ?");
  auto remove = database.prepare("DELETE FROM log WHERE position <= ?");
  for (const auto* statement : {&select, &update, &remove}) {
    if (!*statement) return std::unexpected(statement->error());
  }
  select->bind(1, last);
  std::int64_t moved = 0;
  std::int64_t table = 0;
  std::string lines;
  for (;;) {
    const auto row = select->step();
    if (!row) return std::unexpected(row.error());
    if (!*row || select->integer(0) != table) {
      if (auto added = add_lines(*update, table, lines); !added) return std::unexpected(added.error());
      lines.clear();
    }
    if (!*row) break;
    table = select->integer(0);
    lines += fmt::format("{} {} {} {}\n", select->integer(1), select->integer(2), select->integer(3),
                         select->text(4));
    ++moved;
  }
  if (auto removed = remove->bind(1, last).run(); !removed) return std::unexpected(removed.error());
  return moved;
}

}  // namespace

base::Result<std::int64_t> fold(Database& database, std::int64_t count) {
  if (auto begun = database.execute("BEGIN IMMEDIATE"); !begun) return std::unexpected(begun.error());
  auto moved = [&]() -> base::Result<std::int64_t> {
    auto oldest =
        database.prepare("SELECT max(position) FROM (SELECT position FROM log ORDER BY position LIMIT ?1)");
    if (!oldest) return std::unexpected(oldest.error());
    if (auto row = oldest->bind(1, count).step(); !row) return std::unexpected(row.error());
    return move_up_to(database, oldest->integer(0));
  }();
  if (moved) {
    if (auto done = database.execute("COMMIT"); done) return moved;
    moved = base::fail(base::Code::storage, "the log could not be folded");
  }
  static_cast<void>(database.execute("ROLLBACK"));
  return moved;
}

}  // namespace store
