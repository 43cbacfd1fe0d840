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
    "SELECT id, game, options, seed, revision, chairs, opened, closed, outcome, acts, lobby, clock FROM "
    "tables ";

TableId id_of(std::int64_t value) { return {static_cast<std::uint64_t>(value)}; }

Result<StoredTable> stored_table(const Statement& row) {
  StoredTable stored;
  stored.header = {id_of(row.integer(0)),
                   std::string(row.text(1)),
                   std::string(row.text(2)),
                   static_cast<std::uint64_t>(row.integer(3)),
                   static_cast<int>(row.integer(4)),
                   base::from_millis(row.integer(6)),
                   {},
                   std::string(row.text(10)),
                   std::string(row.text(11))};
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
    take(*statement);
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
Result<void> each_log_entry(Database& database, Take take, const Journal::OnDamage& on_damage) {
  return each_row(database.prepare("SELECT entries FROM log ORDER BY position"),
                  [&](const Statement& row) { read_log(row.text(0), take, on_damage); });
}

/// Visits all tables that the condition selects, as they are without the log.
template <class Take>
Result<void> each_table(Database& database, std::string_view condition, Take take,
                        const Journal::OnDamage& on_damage) {
  return each_row(database.prepare(fmt::format("{} {} ORDER BY id", kTableColumns, condition)),
                  [&](const Statement& row) {
                    auto stored = stored_table(row);
                    if (!stored) return on_damage(id_of(row.integer(0)), stored.error());
                    take(*std::move(stored));
                  });
}

}  // namespace

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

Result<void> Reader::unfinished(const Journal::Visitor& visit, const Journal::OnDamage& on_damage) {
  return at_one_moment(database_, [&]() -> Result<void> {
    std::unordered_set<TableId> open;
    const auto take = [&](const StoredTable& stored) {
      open.insert(stored.header.table);
      visit(stored.header);
      for (const auto& entry : stored.entries) visit(entry);
    };
    if (auto tables = each_table(database_, "WHERE closed IS NULL", take, on_damage); !tables) return tables;
    const auto take_entry = [&](const Entry& entry) {
      if (open.contains(entry.table)) visit(entry);
    };
    return each_log_entry(database_, take_entry, on_damage);
  });
}

Result<StoredTable> Reader::table(TableId table) {
  return at_one_moment(database_, [&]() -> Result<StoredTable> {
    Result<StoredTable> found = fail(Code::storage, fmt::format("there is no table {}", table.value));
    const auto damaged = [&](TableId which, const base::Error& error) {
      if (which == table) found = std::unexpected(error);
    };
    const auto take = [&](StoredTable stored) { found = std::move(stored); };
    auto read = each_table(database_, fmt::format("WHERE id = {}", table.value), take, damaged);
    if (read && found) {
      const auto take_entry = [&](Entry entry) {
        if (entry.table == table && found) found->entries.push_back(std::move(entry));
      };
      read = each_log_entry(database_, take_entry, damaged);
    }
    if (!read) return std::unexpected(std::move(read).error());
    return found;
  });
}

Result<void> Reader::all(const Journal::TableVisitor& visit, const Journal::OnDamage& on_damage) {
  return at_one_moment(database_, [&]() -> Result<void> {
    std::unordered_map<TableId, std::vector<Entry>> tails;
    const auto take_entry = [&](Entry entry) { tails[entry.table].push_back(std::move(entry)); };
    if (auto read = each_log_entry(database_, take_entry, on_damage); !read) return read;
    const auto take = [&](StoredTable stored) {
      if (const auto tail = tails.find(stored.header.table); tail != tails.end()) {
        std::ranges::move(tail->second, std::back_inserter(stored.entries));
      }
      visit(stored);
    };
    return each_table(database_, "", take, on_damage);
  });
}

Result<std::vector<StoredTable>> Reader::last_finished(std::size_t most) {
  std::vector<StoredTable> found;
  const auto sql = fmt::format(
      "SELECT id, game, options, seed, revision, chairs, opened, closed, outcome, '', lobby, clock FROM "
      "tables "
      "WHERE closed IS NOT NULL ORDER BY id DESC LIMIT {}",
      most);
  auto read = each_row(database_.prepare(sql), [&](const Statement& row) {
    if (auto stored = stored_table(row)) found.push_back(*std::move(stored));
  });
  if (!read) return std::unexpected(std::move(read).error());
  return found;
}

Result<TableId> Reader::last_table() {
  auto statement = database_.prepare("SELECT max(id) FROM tables");
  if (!statement) return std::unexpected(statement.error());
  if (const auto row = statement->step(); !row) return std::unexpected(row.error());
  return id_of(statement->integer(0));
}

Result<std::vector<std::string>> Reader::damage() {
  std::vector<std::string> found;
  auto checked = each_row(database_.prepare("PRAGMA integrity_check"), [&](const Statement& row) {
    if (row.text(0) != "ok") found.emplace_back(row.text(0));
  });
  if (!checked) return std::unexpected(std::move(checked).error());
  auto orphans = at_one_moment(database_, [&]() -> Result<void> {
    std::unordered_set<TableId> known;
    auto read = each_row(database_.prepare("SELECT id FROM tables"),
                         [&](const Statement& row) { known.insert(id_of(row.integer(0))); });
    if (!read) return read;
    const auto take = [&](const Entry& entry) {
      if (!known.insert(entry.table).second) return;
      found.push_back(fmt::format("table {} has entries but no header", entry.table.value));
    };
    return each_log_entry(database_, take, [](TableId, const base::Error&) {});
  });
  if (!orphans) return std::unexpected(std::move(orphans).error());
  return found;
}

}  // namespace store
