// The chain of checksums through the rows of the log.
#include "store/chain.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "store/checksum.hpp"
#include "store/log.hpp"

namespace store {
namespace {

using base::Result;
using base::TableId;

Result<ChainEnd> read_folded(Database& database) {
  auto statement = database.prepare("SELECT position, chain FROM folded");
  if (!statement) return std::unexpected(statement.error());
  const auto row = statement->step();
  if (!row) return std::unexpected(row.error());
  if (!*row) return base::fail(base::Code::corrupt, "nothing says how far the log was folded");
  return ChainEnd{statement->integer(0), statement->integer(1)};
}

Link link_of(const ChainEnd& before, const LogRow& row) {
  if (row.chain == chain_of(before.chain, row) && row.position > before.position) return Link::right;
  return row.position > before.position + 1 ? Link::torn : Link::wrong;
}

/// Writes the checksums of all rows anew that `renew` wants, each after the one before as it is then.
template <class Renew>
Result<void> rewrite_chain(Database& database, Renew renew) {
  const auto folded = read_folded(database);
  if (!folded) return std::unexpected(folded.error());
  auto before = folded->chain;
  std::vector<ChainEnd> renewed;
  const auto walked = walk_log(database, [&](const LogRow& row, Link link) {
    const bool renews = renew(link);
    before = renews ? chain_of(before, row) : row.chain;
    if (renews) renewed.push_back({row.position, before});
  });
  if (!walked) return std::unexpected(walked.error());
  if (renewed.empty()) return {};
  auto update = database.prepare("UPDATE log SET chain = ? WHERE position = ?");
  if (!update) return std::unexpected(std::move(update).error());
  for (const auto& row : renewed) {
    if (auto done = update->bind(1, row.chain).bind(2, row.position).run(); !done) return done;
  }
  return {};
}

}  // namespace

std::int64_t chain_of(std::int64_t before, const LogRow& row) {
  return checksum(fmt::format("{} {} {}\n{}", before, row.position, row.touched, row.entries));
}

Result<LogWalk> LogWalk::begin(Database& database) {
  const auto folded = read_folded(database);
  if (!folded) return std::unexpected(folded.error());
  auto rows = database.prepare("SELECT position, touched, entries, chain FROM log ORDER BY position");
  if (!rows) return std::unexpected(std::move(rows).error());
  return LogWalk(*std::move(rows), *folded);
}

Result<std::optional<LogWalk::Step>> LogWalk::next() {
  const auto found = rows_.step();
  if (!found) return std::unexpected(found.error());
  if (!*found) return std::nullopt;
  const LogRow row{rows_.integer(0), rows_.text(1), rows_.text(2), rows_.integer(3)};
  const auto link = link_of(end_, row);
  end_ = {row.position, row.chain};
  return Step{row, link};
}

Result<Walk> walk_log(Database& database, const std::function<void(const LogRow&, Link)>& visit) {
  auto rows = LogWalk::begin(database);
  if (!rows) return std::unexpected(std::move(rows).error());
  Walk walk{.folded = rows->end(), .end = rows->end()};
  for (;;) {
    const auto step = rows->next();
    if (!step) return std::unexpected(step.error());
    if (!*step) return walk;
    const auto& [row, link] = **step;
    if (link == Link::torn) walk.gaps.push_back({walk.end.position, row.position});
    walk.end = rows->end();
    if (link != Link::wrong) walk.rows.push_back(walk.end);
    visit(row, link);
  }
}

std::set<TableId> tables_around(const LogRow& row) {
  std::set<TableId> tables;
  for (auto rest = row.touched; !rest.empty();)
    tables.insert({base::to_number<std::uint64_t>(base::cut(rest, ' ')).value_or(0)});
  if (tables.empty()) tables.insert(TableId{0});
  const auto name = [&](const table::Entry& entry) { tables.insert(entry.table); };
  read_log(row.entries, name, [&](TableId table, const base::Error&) {
    if (table.value != 0) tables.insert(table);
  });
  return tables;
}

Result<void> close_gaps(Database& database) {
  if (auto begun = database.execute("BEGIN IMMEDIATE"); !begun) return begun;
  bool after_gap = false;
  auto closed = rewrite_chain(database, [&](Link link) {
    // What hangs on a row with a new checksum needs a new one itself; one that is wrong ends that.
    after_gap = link == Link::torn || (after_gap && link == Link::right);
    return after_gap;
  });
  if (closed) closed = database.execute("COMMIT");
  if (!closed) static_cast<void>(database.execute("ROLLBACK"));
  return closed;
}

Result<void> seal(Database& database) {
  auto tables = database.execute(fmt::format("UPDATE tables SET sum = {}", table_checksum({})));
  if (!tables) return tables;
  return rewrite_chain(database, [](Link) { return true; });
}

std::string table_checksum(const TableColumns& columns) {
  return fmt::format("checksum(id, game, options, seed, revision, chairs, opened, {}, {}, {}, lobby, clock)",
                     columns.closed, columns.outcome, columns.acts);
}

}  // namespace store
