// Reading the embedded database.
#include "store/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <unordered_set>

#include "base/text.hpp"
#include "store/log.hpp"
#include "store/schema.hpp"

namespace store {
namespace {

constexpr std::string_view kTableColumns =
    "SELECT id, game, options, seed, revision, chairs, opened, closed, outcome, acts FROM tables ";

TableId id_of(std::int64_t value) { return {static_cast<std::uint64_t>(value)}; }

Result<StoredTable> stored_table(const Statement& row) {
  StoredTable stored;
  stored.header = {id_of(row.integer(0)),
                   std::string(row.text(1)),
                   std::string(row.text(2)),
                   static_cast<std::uint64_t>(row.integer(3)),
                   static_cast<int>(row.integer(4)),
                   base::from_millis(row.integer(6)),
                   {}};
  auto chairs = table::read_chairs(row.text(5));
  if (!chairs) return std::unexpected(std::move(chairs).error());
  stored.header.chairs = *std::move(chairs);
  const auto id = stored.header.table;
  for (auto acts = row.text(9); !acts.empty();) {
    auto entry = table::read_entry(id, base::cut(acts, '\n'));
    if (!entry) return std::unexpected(std::move(entry).error());
    stored.entries.push_back(*std::move(entry));
  }
  if (row.is_null(7)) return stored;
  auto outcome = table::read_outcome(row.text(8));
  if (!outcome) return std::unexpected(std::move(outcome).error());
  stored.closing = Closing{id, base::from_millis(row.integer(7)), *std::move(outcome)};
  return stored;
}

/// Calls `take` for every row that the statement gives.
template <class Take>
Result<void> each_row(Result<Statement> statement, Take take) {
  if (!statement) return std::unexpected(statement.error());
  for (;;) {
    const auto row = statement->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return {};
    if (Result<void> taken = take(*statement); !taken) return taken;
  }
}

/// Everything that `read` sees is of one moment, while a server folds the log into the tables.
template <class Read>
auto at_one_moment(Database& database, Read read) -> decltype(read()) {
  if (auto begun = database.execute("BEGIN"); !begun) return std::unexpected(std::move(begun).error());
  auto result = read();
  static_cast<void>(database.execute("COMMIT"));
  return result;
}

/// Visits all entries of the log in order.
template <class Take>
Result<void> each_log_entry(Database& database, Take take) {
  return each_row(database.prepare("SELECT entries FROM log ORDER BY position"),
                  [&](const Statement& row) { return read_log(row.text(0), take); });
}

/// Visits all tables that the condition selects, as they are without the log.
template <class Take>
Result<void> each_table(Database& database, std::string_view condition, Take take) {
  return each_row(database.prepare(fmt::format("{} {} ORDER BY id", kTableColumns, condition)),
                  [&](const Statement& row) -> Result<void> {
                    auto stored = stored_table(row);
                    if (!stored) return std::unexpected(std::move(stored).error());
                    return take(*std::move(stored));
                  });
}

}  // namespace

std::filesystem::path database_file(const std::filesystem::path& directory) {
  return directory / "parlor.db";
}

Result<Reader> Reader::open(const std::filesystem::path& directory) {
  const auto file = database_file(directory);
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    return fail(Code::storage, fmt::format("there is no database in '{}'", directory.string()));
  }
  auto database = Database::open(file.string(), Database::Access::read);
  if (!database) return std::unexpected(std::move(database).error());
  if (auto right = check_version(*database); !right) return std::unexpected(std::move(right).error());
  return Reader(*std::move(database));
}

Result<void> Reader::unfinished(const Journal::Visitor& visit) {
  return at_one_moment(database_, [&]() -> Result<void> {
    std::unordered_set<TableId> open;
    auto tables = each_table(database_, "WHERE closed IS NULL", [&](StoredTable stored) -> Result<void> {
      open.insert(stored.header.table);
      visit(stored.header);
      for (const auto& entry : stored.entries) visit(entry);
      return {};
    });
    if (!tables) return tables;
    return each_log_entry(database_, [&](const Entry& entry) {
      if (open.contains(entry.table)) visit(entry);
    });
  });
}

Result<StoredTable> Reader::table(TableId table) {
  return at_one_moment(database_, [&]() -> Result<StoredTable> {
    std::optional<StoredTable> found;
    auto read = each_table(database_, fmt::format("WHERE id = {}", table.value),
                           [&](StoredTable stored) -> Result<void> {
                             found = std::move(stored);
                             return {};
                           });
    if (read && !found) read = fail(Code::storage, fmt::format("there is no table {}", table.value));
    if (read) {
      read = each_log_entry(database_, [&](Entry entry) {
        if (entry.table == table) found->entries.push_back(std::move(entry));
      });
    }
    if (!read) return std::unexpected(std::move(read).error());
    return *std::move(found);
  });
}

Result<void> Reader::all(const Journal::TableVisitor& visit) {
  return at_one_moment(database_, [&]() -> Result<void> {
    std::unordered_map<TableId, std::vector<Entry>> tails;
    auto read =
        each_log_entry(database_, [&](Entry entry) { tails[entry.table].push_back(std::move(entry)); });
    if (!read) return read;
    return each_table(database_, "", [&](StoredTable stored) -> Result<void> {
      if (const auto tail = tails.find(stored.header.table); tail != tails.end()) {
        std::ranges::move(tail->second, std::back_inserter(stored.entries));
      }
      return visit(stored);
    });
  });
}

Result<TableId> Reader::last_table() {
  auto statement = database_.prepare("SELECT max(id) FROM tables");
  if (!statement) return std::unexpected(statement.error());
  if (const auto row = statement->step(); !row) return std::unexpected(row.error());
  return id_of(statement->integer(0));
}

Result<std::vector<std::string>> Reader::damage() {
  std::vector<std::string> found;
  auto checked =
      each_row(database_.prepare("PRAGMA integrity_check"), [&](const Statement& row) -> Result<void> {
        if (row.text(0) != "ok") found.emplace_back(row.text(0));
        return {};
      });
  if (!checked) return std::unexpected(std::move(checked).error());
  auto orphans = at_one_moment(database_, [&]() -> Result<void> {
    std::unordered_set<TableId> known;
    auto read =
        each_row(database_.prepare("SELECT id FROM tables"), [&](const Statement& row) -> Result<void> {
          known.insert(id_of(row.integer(0)));
          return {};
        });
    if (!read) return read;
    return each_log_entry(database_, [&](const Entry& entry) {
      if (!known.insert(entry.table).second) return;
      found.push_back(fmt::format("table {} has entries but no header", entry.table.value));
    });
  });
  if (!orphans) return std::unexpected(std::move(orphans).error());
  return found;
}

}  // namespace store
