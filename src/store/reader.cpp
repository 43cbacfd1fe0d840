// Reading the embedded database.
#include "store/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/text.hpp"
#include "store/chain.hpp"
#include "store/log.hpp"
#include "store/loss.hpp"
#include "store/options_column.hpp"
#include "store/schema.hpp"

namespace store {
namespace {

constexpr std::string_view kTableColumns =
    "SELECT id, game, options, seed, revision, chairs, opened, closed, outcome, acts, lobby, clock";

constexpr int kIsRight = 12;  ///< the column after those
const base::Error kNoHeader{Code::corrupt, "it has entries but no header"};
const base::Error kWrongTable{Code::corrupt, "it does not have its checksum"};

TableId id_of(std::int64_t value) { return {static_cast<std::uint64_t>(value)}; }

Result<StoredTable> stored_table(const Statement& row) {
  StoredTable stored;
  stored.header = {id_of(row.integer(0)),
                   std::string(row.text(1)),
                   {},
                   static_cast<std::uint64_t>(row.integer(3)),
                   static_cast<int>(row.integer(4)),
                   base::from_millis(row.integer(6)),
                   {},
                   std::string(row.text(10)),
                   std::string(row.text(11))};
  if (auto read = read_options_column(stored.header, row.text(2)); !read)
    return std::unexpected(std::move(read).error());
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

template <class T>
Result<void> without_value(const Result<T>& result) {
  if (!result) return std::unexpected(result.error());
  return {};
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
  const Unfinished unfinished(database);
  return read();
}

/// Visits all entries of the log in order, but those of rows that are not as they were written. Tells the
/// damage of every table once.
template <class Take>
Result<Walk> each_log_entry(Database& database, Take take, const Journal::OnDamage& on_damage) {
  std::set<TableId> damaged;
  const auto damage = [&](TableId table, const base::Error& error) {
    if (damaged.insert(table).second) on_damage(table, error);
  };
  return walk_log(database, [&](const LogRow& row, Link link) {
    if (link != Link::wrong) return read_log(row.entries, take, damage);
    const base::Error error{Code::corrupt,
                            fmt::format("row {} of the log does not have its checksum", row.position)};
    for (const auto table : tables_around(row)) damage(table, error);
  });
}

/// Visits all tables that the condition selects, as they are without the log.
template <class Take>
Result<void> each_table(Database& database, std::string_view condition, Take take,
                        const Journal::OnDamage& on_damage) {
  return each_row(database.prepare(fmt::format("{}, sum = {} FROM tables {} ORDER BY id", kTableColumns,
                                               table_checksum({}), condition)),
                  [&](const Statement& row) {
                    if (row.integer(kIsRight) == 0) return on_damage(id_of(row.integer(0)), kWrongTable);
                    auto stored = stored_table(row);
                    if (!stored) return on_damage(id_of(row.integer(0)), stored.error());
                    take(*std::move(stored));
                  });
}

/// What is not as it was written outside of the games, a sentence each.
Result<void> look_beside_the_games(Database& database, std::vector<std::string>& found) {
  struct Kind {
    std::string_view rows;
    fmt::format_string<std::string_view> sentence;
  };
  const std::array<Kind, 4> kinds{
      Kind{"SELECT name FROM accounts WHERE sum <> checksum(name, hash, made)",
           "the account '{}' does not have its checksum"},
      Kind{"SELECT account FROM sign_ins WHERE sum <> checksum(token, account, until)",
           "a sign-in to the account '{}' does not have its checksum: that browser counts as signed out"},
      Kind{"SELECT browser FROM browsers WHERE sum <> checksum(browser, pass)",
           "the pass of the browser '{}' does not have its checksum: whoever comes as that is a stranger"},
      Kind{"SELECT last FROM lost WHERE sum <> checksum(last)",
           "the number {} of a table that was lost does not have its checksum: it may be used again"}};
  for (const auto& kind : kinds) {
    auto read = each_row(database.prepare(kind.rows), [&](const Statement& row) {
      found.push_back(fmt::format(kind.sentence, row.text(0)));
    });
    if (!read) return read;
  }
  return {};
}

/// One table, with what `read_rows` finds of it in the log.
template <class ReadRows>
Result<StoredTable> one_table(Database& database, TableId table, ReadRows read_rows) {
  return at_one_moment(database, [&]() -> Result<StoredTable> {
    Result<StoredTable> found = fail(Code::storage, fmt::format("there is no table {}", table.value));
    const auto damaged = [&](TableId which, const base::Error& error) {
      if (which == table) found = std::unexpected(error);
    };
    const auto take = [&](StoredTable stored) { found = std::move(stored); };
    auto read = each_table(database, fmt::format("WHERE id = {}", table.value), take, damaged);
    if (read && found) {
      const auto take_entry = [&](Entry entry) {
        if (entry.table == table && found) found->entries.push_back(std::move(entry));
      };
      read = read_rows(take_entry, damaged);
    }
    if (!read) return std::unexpected(std::move(read).error());
    return found;
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
  return Reader(*std::move(database), directory);
}

Result<void> Reader::unfinished(const Journal::Visitor& visit, const Journal::OnDamage& on_damage) {
  return at_one_moment(database_, [&]() -> Result<void> {
    std::unordered_set<TableId> open;
    std::unordered_set<TableId> others;
    const auto take = [&](const StoredTable& stored) {
      open.insert(stored.header.table);
      visit(stored.header);
      for (const auto& entry : stored.entries) visit(entry);
    };
    const auto damaged = [&](TableId table, const base::Error& error) {
      others.insert(table);
      on_damage(table, error);
    };
    if (auto tables = each_table(database_, "WHERE closed IS NULL", take, damaged); !tables) return tables;
    const auto take_entry = [&](const Entry& entry) {
      if (open.contains(entry.table)) return visit(entry);
      if (others.insert(entry.table).second && !is_closed(entry.table)) on_damage(entry.table, kNoHeader);
    };
    return without_value(each_log_entry(database_, take_entry, on_damage));
  });
}

bool Reader::is_closed(TableId table) {
  auto found = database_.prepare("SELECT 1 FROM tables WHERE id = ? AND closed IS NOT NULL");
  return found && found->bind(1, static_cast<std::int64_t>(table.value)).step().value_or(false);
}

Result<StoredTable> Reader::table(TableId table) {
  return one_table(database_, table, [&](auto take, const auto& damaged) {
    return without_value(each_log_entry(database_, take, damaged));
  });
}

Result<StoredTable> Reader::table(TableId table, const LogIndex& index) {
  if (index.is_damaged(table)) return fail(Code::corrupt, "a row of the log does not have its checksum");
  const auto rows = index.rows_of(table);
  return one_table(database_, table, [&](auto take, const auto& damaged) -> Result<void> {
    auto row = database_.prepare("SELECT entries FROM log WHERE position = ?");
    if (!row) return std::unexpected(std::move(row).error());
    for (const auto position : rows) {
      const auto found = row->bind(1, position).step();
      if (!found) return std::unexpected(found.error());
      // One that was folded meanwhile is gone: its entries are in the table's own row by now.
      if (*found) read_log(row->text(0), take, damaged);
      row->reset();
    }
    return {};
  });
}

Result<void> Reader::all(const Journal::TableVisitor& visit, const Journal::OnDamage& on_damage) {
  return at_one_moment(database_, [&]() -> Result<void> {
    std::unordered_map<TableId, std::vector<Entry>> tails;
    std::unordered_set<TableId> damaged;
    const auto take_entry = [&](Entry entry) { tails[entry.table].push_back(std::move(entry)); };
    const auto spoil = [&](TableId table, const base::Error& error) {
      if (damaged.insert(table).second) on_damage(table, error);
    };
    if (auto read = each_log_entry(database_, take_entry, spoil); !read)
      return std::unexpected(std::move(read).error());
    const auto take = [&](StoredTable stored) {
      if (damaged.contains(stored.header.table)) return;
      if (const auto tail = tails.find(stored.header.table); tail != tails.end()) {
        std::ranges::move(tail->second, std::back_inserter(stored.entries));
      }
      visit(stored);
    };
    return each_table(database_, "", take, spoil);
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
  auto statement = database_.prepare(
      "SELECT max(coalesce((SELECT max(id) FROM tables), 0),"
      "coalesce((SELECT max(last) FROM lost WHERE sum = checksum(last)), 0))");
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
  // The mark first: it may speak of nothing that is not in the log by the time that is read.
  const auto marks = Mark::read(directory_);
  auto looked = at_one_moment(database_, [&]() -> Result<void> {
    std::unordered_set<TableId> known;
    auto read = each_row(database_.prepare("SELECT id FROM tables"),
                         [&](const Statement& row) { known.insert(id_of(row.integer(0))); });
    if (!read) return read;
    const auto take = [&](const Entry& entry) {
      if (!known.insert(entry.table).second) return;
      found.push_back(fmt::format("table {} has entries but no header", entry.table.value));
    };
    const auto walk = each_log_entry(database_, take, [](TableId, const base::Error&) {});
    if (!walk) return std::unexpected(walk.error());
    if (auto loss = find_loss(*walk, marks)) found.push_back(*std::move(loss));
    return look_beside_the_games(database_, found);
  });
  if (!looked) return std::unexpected(std::move(looked).error());
  return found;
}

}  // namespace store
