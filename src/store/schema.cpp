// The shape of the embedded database: docs/formats/journal.md explains it.
#include "store/schema.hpp"

#include <fmt/format.h>

#include <array>

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

/// Each brings the database from the version of its index to the next.
constexpr std::array<const char*, 6> kMigrations{
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
};

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

}  // namespace

base::Result<void> migrate(Database& database) {
  const auto version = version_of(database);
  if (!version) return std::unexpected(version.error());
  for (auto at = static_cast<std::size_t>(*version); at < kMigrations.size(); ++at) {
    const auto sql =
        fmt::format("BEGIN IMMEDIATE; {} PRAGMA application_id={}; PRAGMA user_version={}; COMMIT;",
                    kMigrations[at], kApplication, at + 1);
    if (auto done = database.execute(sql); !done) return done;
  }
  return {};
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
