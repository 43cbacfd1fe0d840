// The shape of a database of PostgreSQL: docs/formats/journal.md explains it.
#include "store/postgres/schema.hpp"

#include <fmt/format.h>

#include <optional>

namespace store::postgres {
namespace {

using base::Code;
using base::fail;

/// Who makes the schema holds this lock, so that two who start at once do not both make it.
constexpr auto kLockSchema = "SELECT pg_advisory_xact_lock(1348563564)";

/// Beats stand apart from nodes: appends hold a lock on the row of their node. Columns that are as in the
/// embedded database have its names; `acts` is empty until the entries of a closed table are folded into it.
constexpr auto kSchema = R"(
    CREATE SCHEMA parlor;
    CREATE TABLE parlor.cluster (
      one boolean PRIMARY KEY DEFAULT true CHECK (one), version int NOT NULL, id text NOT NULL,
      owner int NOT NULL DEFAULT 0, secret text NOT NULL DEFAULT '', last_lost bigint NOT NULL DEFAULT 0);
    CREATE SEQUENCE parlor.node_ids;
    CREATE TABLE parlor.nodes (
      id int PRIMARY KEY, epoch bigint NOT NULL DEFAULT 0, holder text NOT NULL DEFAULT '',
      host text NOT NULL DEFAULT '', state text NOT NULL DEFAULT 'down' CHECK (state IN ('up', 'down')));
    CREATE TABLE parlor.beats (
      node int PRIMARY KEY REFERENCES parlor.nodes, beat bigint NOT NULL DEFAULT 0) WITH (fillfactor = 10);
    CREATE TABLE parlor.tables (
      id bigint PRIMARY KEY, game text NOT NULL, options text NOT NULL, seed bigint NOT NULL,
      revision int NOT NULL, chairs text NOT NULL, opened bigint NOT NULL, closed bigint, outcome text,
      acts text, lobby text NOT NULL, clock text NOT NULL);
    CREATE INDEX unfinished ON parlor.tables (id) WHERE closed IS NULL;
    CREATE INDEX finished ON parlor.tables (id) WHERE closed IS NOT NULL;
    CREATE INDEX unfolded ON parlor.tables (id) WHERE closed IS NOT NULL AND acts IS NULL;
    CREATE TABLE parlor.entries (
      table_id bigint NOT NULL, seq int NOT NULL, at bigint NOT NULL, who smallint NOT NULL,
      charged bigint NOT NULL, forgiven bigint NOT NULL, text text NOT NULL, PRIMARY KEY (table_id, seq));
    CREATE TABLE parlor.accounts (name text PRIMARY KEY, hash text NOT NULL, made bigint NOT NULL);
    CREATE TABLE parlor.sign_ins (token text PRIMARY KEY, account text NOT NULL, until bigint NOT NULL);
    CREATE INDEX sign_ins_of ON parlor.sign_ins (account);
    CREATE TABLE parlor.browsers (browser text PRIMARY KEY, pass text NOT NULL);
    )";

/// Nothing where Parlor has nothing in the database.
Result<std::optional<std::int64_t>> version_of(Connection& connection) {
  const auto found = connection.run("SELECT to_regnamespace('parlor'), to_regclass('parlor.cluster')");
  if (!found) return std::unexpected(found.error());
  if (found->is_null(0, 0)) return std::nullopt;
  if (found->is_null(0, 1)) return fail(Code::corrupt, "the schema 'parlor' of the database is not Parlor's");
  const auto version = connection.run("SELECT version FROM cluster");
  if (!version) return std::unexpected(version.error());
  if (version->size() != 1) return fail(Code::corrupt, "the database says not which version it has");
  return version->integer(0, 0);
}

Result<void> check(std::int64_t version) {
  if (version == kSchemaVersion) return {};
  if (version == 0)
    return fail(
        Code::storage,
        "games are being moved into the database, or that was broken off: 'DROP SCHEMA parlor CASCADE' "
        "empties it");
  return fail(Code::storage, fmt::format("the database has version {}; this Parlor knows version {} only",
                                         version, kSchemaVersion));
}

}  // namespace

Result<void> make_schema(Connection& connection) {
  auto begun = connection.execute("BEGIN");
  if (!begun) return begun;
  Unfinished unfinished(connection);
  if (auto locked = connection.run(kLockSchema); !locked) return std::unexpected(std::move(locked).error());
  const auto version = version_of(connection);
  if (!version) return std::unexpected(version.error());
  if (*version) return check(**version);
  if (auto made = connection.execute(kSchema); !made) return made;
  const auto noted = connection.run("INSERT INTO cluster (version, id) VALUES ($1, gen_random_uuid()::text)",
                                    {std::to_string(kSchemaVersion)});
  if (!noted) return std::unexpected(noted.error());
  return unfinished.commit();
}

Result<void> check_schema(Connection& connection) {
  const auto version = version_of(connection);
  if (!version) return std::unexpected(version.error());
  if (!*version)
    return fail(Code::storage, "Parlor has nothing in the database: no server was started on it");
  return check(**version);
}

}  // namespace store::postgres
