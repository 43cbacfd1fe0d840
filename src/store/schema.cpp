// The shape of the embedded database: docs/formats/journal.md explains it.
#include "store/schema.hpp"

#include <fmt/format.h>

#include <array>

#include "store/chain.hpp"
#include "store/log.hpp"

namespace store {
namespace {

constexpr std::int64_t kApplication = 0x5061726c;  // "Parl"

/// The key was what all spellings of the name had in common; a token is kept as its hash, a password as
/// argon2id's text.
constexpr auto kAddAccounts = R"(
    CREATE TABLE accounts (
      key  TEXT    PRIMARY KEY,
      name TEXT    NOT NULL,
      hash TEXT    NOT NULL,
      made INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sign_ins (
      token   TEXT    PRIMARY KEY,
      account TEXT    NOT NULL,
      until   INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX sign_ins_of ON sign_ins (account);
    )";

/// Tokens of before were whatever a browser said, and are known no longer. The pass of a browser is kept as
/// its hash.
constexpr auto kAddBrowsers = R"(
    DELETE FROM sign_ins;
    CREATE TABLE browsers (
      browser TEXT PRIMARY KEY,
      pass    TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    )";

/// Which names look alike is another matter in each version of Unicode, so that no key is kept.
constexpr auto kDropKeys = R"(
    UPDATE sign_ins SET account = (SELECT name FROM accounts WHERE key = account);
    CREATE TABLE named_accounts (
      name TEXT    PRIMARY KEY,
      hash TEXT    NOT NULL,
      made INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO named_accounts (name, hash, made) SELECT name, hash, made FROM accounts;
    DROP TABLE accounts;
    ALTER TABLE named_accounts RENAME TO accounts;
    )";

/// A row of the log knows its tables and hangs on the row before; so nothing disappears unnoticed.
constexpr auto kAddChecksums = R"(
    ALTER TABLE tables ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE accounts ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE log ADD COLUMN touched TEXT NOT NULL DEFAULT '';
    ALTER TABLE log ADD COLUMN chain INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE folded (position INTEGER NOT NULL, chain INTEGER NOT NULL) STRICT;
    INSERT INTO folded SELECT coalesce(min(position), 1) - 1, 0 FROM log;
    UPDATE accounts SET sum = checksum(name, hash, made);
    )";

/// Who is signed in, and as what a browser is known, is believed only as it was written.
constexpr auto kAddChecksumsOfBrowsers = R"(
    ALTER TABLE sign_ins ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE browsers ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;
    UPDATE sign_ins SET sum = checksum(token, account, until);
    UPDATE browsers SET sum = checksum(browser, pass);
    )";

/// Numbers of tables that are known from the mark alone: the greatest after each loss.
constexpr auto kAddLost = R"(
    CREATE TABLE lost (
      last INTEGER PRIMARY KEY,
      sum  INTEGER NOT NULL
    ) STRICT;
    )";

/// Each brings the database from the version of its index to the next.
constexpr std::array<const char*, 9> kMigrations{
    // Every commit appends one row to `log` with all its entries, a line each, so that moves at many tables
    // touch
    // few pages. From there they are folded into `acts` of their tables.
    R"(
    CREATE TABLE tables (
      id       INTEGER PRIMARY KEY,
      game     TEXT    NOT NULL,
      options  TEXT    NOT NULL,
      seed     INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      chairs   TEXT    NOT NULL,
      opened   INTEGER NOT NULL,
      closed   INTEGER,
      outcome  TEXT,
      acts     TEXT    NOT NULL DEFAULT ''
    ) STRICT;
    CREATE INDEX unfinished ON tables (id) WHERE closed IS NULL;
    CREATE TABLE log (
      position INTEGER PRIMARY KEY,
      entries  TEXT    NOT NULL
    ) STRICT;
    )",
    "ALTER TABLE tables ADD COLUMN lobby TEXT NOT NULL DEFAULT '';",
    "ALTER TABLE tables ADD COLUMN clock TEXT NOT NULL DEFAULT '';",
    kAddAccounts,
    kAddBrowsers,
    kDropKeys,
    kAddChecksums,
    kAddChecksumsOfBrowsers,
    kAddLost,
};
constexpr std::size_t kChecksummed = 7;  ///< the version from which on the journal has checksums

base::Result<std::int64_t> number(Database& database, std::string_view sql) {
  auto statement = database.prepare(sql);
  if (!statement) return std::unexpected(statement.error());
  if (auto row = statement->step(); !row) return std::unexpected(row.error());
  return statement->integer(0);
}

base::Result<std::int64_t> version_of(Database& database) {
  const auto application = number(database, "PRAGMA application_id");
  if (!application) return application;
  const auto version = number(database, "PRAGMA user_version");
  if (!version) return version;
  const auto objects = number(database, "SELECT count(*) FROM sqlite_schema");
  if (!objects) return objects;
  const bool empty = *version == 0 && *application == 0 && *objects == 0;
  if (!empty && (*version == 0 || *application != kApplication)) {
    return base::fail(base::Code::corrupt, "the database is not Parlor's");
  }
  if (*version > static_cast<std::int64_t>(kMigrations.size())) {
    return base::fail(
        base::Code::storage,
        fmt::format("the database has version {}; this Parlor knows up to {}", *version, kMigrations.size()));
  }
  return version;
}

/// Tells every row of the log its tables, from its lines.
base::Result<void> fill_touched(Database& database) {
  std::vector<std::pair<std::int64_t, std::string>> rows;
  auto read = database.prepare("SELECT position, entries FROM log");
  if (!read) return std::unexpected(std::move(read).error());
  for (;;) {
    const auto row = read->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) break;
    std::set<base::TableId> tables;
    read_log(
        read->text(1), [&](const table::Entry& entry) { tables.insert(entry.table); },
        [&](base::TableId table, const base::Error&) { tables.insert(table); });
    rows.emplace_back(read->integer(0), write_touched(tables));
  }
  auto update = database.prepare("UPDATE log SET touched = ? WHERE position = ?");
  if (!update) return std::unexpected(std::move(update).error());
  for (const auto& [position, touched] : rows) {
    if (auto done = update->bind(1, touched).bind(2, position).run(); !done) return done;
  }
  return {};
}

/// One step, inside a transaction.
base::Result<void> bring_to(Database& database, std::size_t version) {
  if (auto done = database.execute(kMigrations.at(version - 1)); !done) return done;
  if (version == kChecksummed) {
    if (auto filled = fill_touched(database); !filled) return filled;
    if (auto sealed = seal(database); !sealed) return sealed;
  }
  return database.execute(
      fmt::format("PRAGMA application_id={}; PRAGMA user_version={}; COMMIT", kApplication, version));
}

}  // namespace

base::Result<void> migrate(Database& database) {
  const auto version = version_of(database);
  if (!version) return std::unexpected(version.error());
  for (auto at = static_cast<std::size_t>(*version); at < kMigrations.size(); ++at) {
    if (auto begun = database.execute("BEGIN IMMEDIATE"); !begun) return begun;
    if (auto done = bring_to(database, at + 1); !done) {
      static_cast<void>(database.execute("ROLLBACK"));
      return done;
    }
  }
  return {};
}

base::Result<bool> has_checksums(Database& database) {
  const auto version = version_of(database);
  if (!version) return std::unexpected(version.error());
  return *version >= static_cast<std::int64_t>(kChecksummed);
}

base::Result<void> check_version(Database& database) {
  const auto version = version_of(database);
  if (!version) return std::unexpected(version.error());
  if (*version != static_cast<std::int64_t>(kMigrations.size())) {
    return base::fail(base::Code::storage,
                      fmt::format("the database has version {}, not {}: start the server on it once",
                                  *version, kMigrations.size()));
  }
  return {};
}

}  // namespace store
