// The journal in an embedded database.
#include "store/sqlite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "store/chain.hpp"
#include "store/fold.hpp"
#include "store/log.hpp"
#include "store/loss.hpp"
#include "store/options_column.hpp"
#include "store/schema.hpp"

namespace store {
namespace {

/// The log is folded a piece at a time: when the writer has been idle for a while, or at once when it grew
/// long.
/// In bytes of the log.
constexpr std::int64_t kFoldPiece = 256 * 1024;
constexpr std::int64_t kFoldWhenIdle = 1024 * 1024;
constexpr std::int64_t kFoldAtOnce = 32 * 1024 * 1024;

/// Full: a commit returns after the write-ahead log is on the disk. That begins anew after 4,000 pages, which
/// are 16 MB.
constexpr auto kPragmas =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=4000; PRAGMA "
    "cache_size=-4096;";

Result<std::int64_t> measure_log(Database& database) {
  auto statement = database.prepare("SELECT coalesce(sum(length(entries)), 0) FROM log");
  if (!statement) return std::unexpected(statement.error());
  if (auto row = statement->step(); !row) return std::unexpected(row.error());
  return statement->integer(0);
}

/// Makes the write-ahead log as long as it will become, by a transaction that outgrows the cache and is taken
/// back: syncing a file that does not grow costs half as much, and nothing of the database changes. Where
/// there is no room for it, it is as long as it is.
void stretch_write_ahead_log(Database& database) {
  static_cast<void>(
      database.execute("PRAGMA cache_size=16; BEGIN IMMEDIATE; CREATE TABLE stretch (x);"
                       "INSERT INTO stretch VALUES (zeroblob(16300000))"));
  static_cast<void>(database.execute("ROLLBACK"));
  static_cast<void>(database.execute("PRAGMA cache_size=-4096"));
}

/// What the mark says, and whether something of it is missing, which is accepted.
struct Told {
  std::vector<Marked> marks;
  bool lost = false;
};

/// Looks before anything is opened for writing: what is refused must stay as it is, the write-ahead log too.
Result<Told> look_for_loss(const std::filesystem::path& directory, SqliteJournal::Loss loss,
                           const std::optional<ChainEnd>& told) {
  auto marks = Mark::read(directory);
  if (told && (marks.empty() || marks.back().end != *told)) marks.push_back({*told, ""});
  const auto missing = find_loss(directory, marks);
  if (!missing) return std::unexpected(missing.error());
  if (!*missing) return Told{std::move(marks)};
  if (loss == SqliteJournal::Loss::accept) return Told{std::move(marks), true};
  return fail(
      Code::corrupt,
      fmt::format("{}. Put back a copy that has them, or go on without them: --accept-loss", **missing));
}

/// The numbers of tables that somebody was told of are used up, though the tables may be lost.
Result<void> retire(Database& database, TableId last) {
  auto statement = database.prepare(
      "INSERT OR REPLACE INTO lost (last, sum) SELECT ?1, checksum(?1) "
      "WHERE ?1 > (SELECT coalesce(max(id), 0) FROM tables) "
      "AND ?1 > (SELECT coalesce(max(last), 0) FROM lost WHERE sum = checksum(last))");
  if (!statement) return std::unexpected(std::move(statement).error());
  return statement->bind(1, static_cast<std::int64_t>(last.value)).run();
}

/// Where something is missing, what is there counts from now on; else the mark goes on where it was.
Result<Mark> begin_mark(Database& database, const std::filesystem::path& directory, Told told,
                        LogIndex& index) {
  if (auto closed = close_gaps(database); !closed) return std::unexpected(std::move(closed).error());
  const auto log = walk_log(database, [&](const LogRow& row, Link link) { index.learn(row, link); });
  if (!log) return std::unexpected(log.error());
  const auto last = last_named(told.marks);
  if (auto retired = retire(database, last); !retired) return std::unexpected(std::move(retired).error());
  // The new mark names it as well: an older copy of the database, put back later, does not know it.
  if (told.lost) told.marks = {{log->end, last.value == 0 ? "" : write_touched(std::array{last})}};
  return Mark::begin(directory, std::move(told.marks), log->end);
}

}  // namespace

Result<std::unique_ptr<SqliteJournal>> SqliteJournal::open(const std::filesystem::path& directory,
                                                           OnSettled on_settled, Loss loss) {
  auto lock = DirectoryLock::take(directory);
  if (!lock) return std::unexpected(std::move(lock).error());
  auto connection = connect(directory, loss, std::nullopt);
  if (!connection) return std::unexpected(std::move(connection).error());
  std::unique_ptr<SqliteJournal> journal(
      new SqliteJournal(directory, *std::move(lock), *std::move(connection), std::move(on_settled)));
  journal->start_writer();
  return journal;
}

Result<SqliteJournal::Connection> SqliteJournal::connect(const std::filesystem::path& directory, Loss loss,
                                                         const std::optional<ChainEnd>& told) {
  const auto said = [&](const base::Error& error) {
    return fail(error.code, fmt::format("the database in '{}': {}", directory.string(), error.detail));
  };
  auto known = look_for_loss(directory, loss, told);
  if (!known) return said(known.error());
  auto database = Database::open(database_file(directory).string(), Database::Access::write);
  if (!database) return said(database.error());
  // The version first: a database that is refused must not be changed, not even in its mode.
  if (auto migrated = migrate(*database); !migrated) return said(migrated.error());
  if (auto set = database->execute(kPragmas); !set) return said(set.error());
  stretch_write_ahead_log(*database);
  auto statements = prepare(*database);
  if (!statements) return said(statements.error());
  auto reader = Reader::open(directory);
  if (!reader) return said(reader.error());
  auto index = std::make_unique<LogIndex>();
  auto mark = begin_mark(*database, directory, *std::move(known), *index);
  if (!mark) return said(mark.error());
  Connection connection{*std::move(database), *std::move(statements), *std::move(reader), {},
                        *std::move(mark),     std::move(index)};
  if (auto learned = learn(connection); !learned) return said(learned.error());
  return connection;
}

Result<void> SqliteJournal::reopen() {
  return start_over([&]() -> Result<void> {
    const std::lock_guard guard(reading_);
    auto connection = connect(directory_, Loss::refuse, connection_.mark.end());
    if (!connection) return std::unexpected(std::move(connection).error());
    connection_ = *std::move(connection);
    return {};
  });
}

SqliteJournal::SqliteJournal(std::filesystem::path directory, DirectoryLock lock, Connection connection,
                             OnSettled on_settled)
    : GroupedJournal(std::move(on_settled)),
      directory_(std::move(directory)),
      lock_(std::move(lock)),
      connection_(std::move(connection)) {}

SqliteJournal::~SqliteJournal() { end_writer(); }

Result<SqliteJournal::Statements> SqliteJournal::prepare(Database& database) {
  auto begin = database.prepare("BEGIN IMMEDIATE");
  auto commit = database.prepare("COMMIT");
  auto rollback = database.prepare("ROLLBACK");
  auto open_table = database.prepare(
      "INSERT INTO tables (id, game, options, seed, revision, chairs, opened, lobby, clock, sum) VALUES "
      "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, checksum(?1, ?2, ?3, ?4, ?5, ?6, ?7, NULL, NULL, '', ?8, ?9))");
  auto add_entries =
      database.prepare("INSERT INTO log (position, touched, entries, chain) VALUES (?, ?, ?, ?)");
  auto close_table = database.prepare(
      fmt::format("UPDATE tables SET closed = ?1, outcome = ?2, sum = iif(sum = {}, {}, sum) WHERE id = ?3",
                  table_checksum({}), table_checksum({.closed = "?1", .outcome = "?2"})));
  for (const auto* statement : {&begin, &commit, &rollback, &open_table, &add_entries, &close_table}) {
    if (!*statement) return std::unexpected(statement->error());
  }
  return Statements{*std::move(begin),      *std::move(commit),      *std::move(rollback),
                    *std::move(open_table), *std::move(add_entries), *std::move(close_table)};
}

/// Learns from the database which entry must come next at every open table.
Result<void> SqliteJournal::learn(Connection& connection) {
  auto read = connection.reader.unfinished(
      [&](const Record& record) {
        if (const auto* header = std::get_if<Header>(&record)) connection.sequence.know(header->table, 0);
        if (const auto* entry = std::get_if<Entry>(&record))
          connection.sequence.know(entry->table, entry->seq + 1);
      },
      [](TableId, const base::Error&) {});
  if (!read) return read;
  const auto logged = measure_log(connection.database);
  if (!logged) return std::unexpected(logged.error());
  connection.logged = *logged;
  return {};
}

Result<void> SqliteJournal::read_unfinished(const Visitor& visit, const OnDamage& on_damage) {
  const std::lock_guard guard(reading_);
  return connection_.reader.unfinished(visit, on_damage);
}

Result<StoredTable> SqliteJournal::read(TableId table) {
  const std::lock_guard guard(reading_);
  return connection_.reader.table(table, *connection_.index);
}

Result<void> SqliteJournal::read_all(const TableVisitor& visit, const OnDamage& on_damage) {
  const std::lock_guard guard(reading_);
  return connection_.reader.all(visit, on_damage);
}

Result<std::vector<StoredTable>> SqliteJournal::last_finished(std::size_t most) {
  const std::lock_guard guard(reading_);
  return connection_.reader.last_finished(most);
}

Result<TableId> SqliteJournal::last_table() {
  const std::lock_guard guard(reading_);
  return connection_.reader.last_table();
}

/// One transaction with every append that follows; those that do not are left out.
Result<void> SqliteJournal::write(const Group& group, const Fates& fates) {
  if (auto begun = connection_.statements.begin.run(); !begun) return begun;
  lines_.clear();
  touched_.clear();
  Result<void> result;
  for (std::size_t at = 0; at < fates.size() && result; ++at) {
    if (!fates[at]) continue;
    for (const auto& record : group.appends[at]) {
      if (result) result = write_one(record);
    }
  }
  if (result) result = write_row_and_commit();
  if (!result) static_cast<void>(connection_.statements.rollback.run());
  return result;
}

Result<void> SqliteJournal::write_row_and_commit() {
  std::ranges::sort(touched_);
  touched_.erase(std::ranges::unique(touched_).begin(), touched_.end());
  const auto touched = write_touched(touched_);
  const auto& before = connection_.mark.end();
  LogRow row{before.position + 1, touched, lines_};
  row.chain = chain_of(before.chain, row);
  auto& add = connection_.statements.add_entries;
  add.bind(1, row.position).bind(2, row.touched).bind(3, row.entries).bind(4, row.chain);
  if (auto added = add.run(); !added) return added;
  if (auto committed = connection_.statements.commit.run(); !committed) return committed;
  connection_.mark.note({row.position, row.chain}, touched);
  connection_.index->add(row.position, touched_);
  connection_.logged += static_cast<std::int64_t>(lines_.size());
  return {};
}

Result<void> SqliteJournal::write_one(const Record& record) {
  touched_.push_back(table_of(record));
  if (const auto* entry = std::get_if<Entry>(&record)) {
    write_log(lines_, *entry);
    return {};
  }
  const auto id = static_cast<std::int64_t>(table_of(record).value);
  if (const auto* header = std::get_if<Header>(&record)) {
    const auto chairs = table::write_chairs(header->chairs);
    const auto options = write_options_column(*header);
    return connection_.statements.open_table.bind(1, id)
        .bind(2, header->game)
        .bind(3, options)
        .bind(4, static_cast<std::int64_t>(header->seed.number()))
        .bind(5, header->revision)
        .bind(6, chairs)
        .bind(7, base::millis(header->opened))
        .bind(8, header->lobby)
        .bind(9, header->clock)
        .run();
  }
  const auto& closing = std::get<Closing>(record);
  const auto outcome = table::write_outcome(closing.outcome);
  return connection_.statements.close_table.bind(1, base::millis(closing.at))
      .bind(2, outcome)
      .bind(3, id)
      .run();
}

Result<void> SqliteJournal::retire_numbers(TableId last) {
  return start_over([&] { return retire(connection_.database, last); });
}

bool SqliteJournal::has_chores() { return connection_.folds && connection_.logged >= kFoldWhenIdle; }

/// A failure leaves the log as it is: it is tried again later, and nothing depends on it.
void SqliteJournal::do_chores(Leisure leisure) {
  const auto enough = leisure == Leisure::idle ? kFoldWhenIdle : kFoldAtOnce;
  if (!connection_.folds || connection_.logged < enough) return;
  const auto moved = fold(connection_.database, kFoldPiece);
  connection_.folds = moved ? moved->bytes > 0 : moved.error().code != Code::corrupt;
  if (!moved) return;
  connection_.logged -= moved->bytes;
  connection_.index->forget(moved->position);
}

}  // namespace store
