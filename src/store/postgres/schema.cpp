// The shape of a database of PostgreSQL: docs/formats/journal.md explains it.
#include "store/postgres/schema.hpp"

#include <fmt/format.h>

#include <optional>

#include "store/postgres/seats.hpp"
#include "table/accounts.hpp"

namespace store::postgres {
namespace {

using base::Code;
using base::fail;

/// Who makes the schema holds this lock, so that two who start at once do not both make it.
constexpr auto kLockSchema = "SELECT pg_advisory_xact_lock(1348563564)";

/// Version 1. Beats stand apart from nodes: appends hold a lock on the row of their node. Columns that are as
/// in the embedded database have its names; `acts` is empty until the entries of a closed table are folded
/// into it.
constexpr auto kFirst = R"(
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

/// What version 2 adds: several nodes, each with shards of its own. `owner` of the cluster is the node that
/// serves alone, or 0. A name whose node is in another epoch is nobody's; tables are numbered by 1024 times a
/// number of the sequence, plus their shard. When a beat was seen last, by the database's clock, is for
/// people: no node looks at it.
constexpr auto kSecond = R"(
    ALTER TABLE parlor.nodes ADD address text NOT NULL DEFAULT '', ADD version text NOT NULL DEFAULT '',
      ADD games text NOT NULL DEFAULT '', DROP CONSTRAINT nodes_state_check,
      ADD CONSTRAINT nodes_state_check CHECK (state IN ('up', 'draining', 'down'));
    ALTER TABLE parlor.beats ADD load int NOT NULL DEFAULT 0, ADD seen timestamptz;
    CREATE TABLE parlor.shards (
      id int PRIMARY KEY CHECK (id BETWEEN 0 AND 1023), owner int NOT NULL) WITH (fillfactor = 50);
    INSERT INTO parlor.shards SELECT id, 0 FROM generate_series(0, 1023) AS id;
    CREATE INDEX unfinished_of_shard ON parlor.tables ((id % 1024)) WHERE closed IS NULL;
    CREATE TABLE parlor.seats (
      table_id bigint NOT NULL, seat smallint NOT NULL, name text NOT NULL, key text NOT NULL,
      address text NOT NULL, protocol text NOT NULL, PRIMARY KEY (table_id, seat));
    CREATE INDEX seats_by_name ON parlor.seats (name);
    CREATE INDEX seats_by_key ON parlor.seats (key);
    CREATE INDEX seats_by_address ON parlor.seats (address);
    CREATE TABLE parlor.names (
      name text PRIMARY KEY, key text NOT NULL, node int NOT NULL, epoch bigint NOT NULL,
      player bigint NOT NULL, address text NOT NULL, host text NOT NULL, account text NOT NULL)
      WITH (fillfactor = 70);
    CREATE INDEX names_by_account ON parlor.names (account) WHERE account <> '';
    CREATE SEQUENCE parlor.table_numbers INCREMENT 64;
    CREATE SEQUENCE parlor.guest_numbers INCREMENT 1000;
    ALTER TABLE parlor.accounts ADD key text NOT NULL DEFAULT '';
    CREATE INDEX accounts_by_key ON parlor.accounts (key);
    CREATE FUNCTION parlor.claim_name(
      a_name text, a_key text, a_node int, a_epoch bigint, a_player bigint, a_address text, a_host text,
      a_account text) RETURNS text LANGUAGE plpgsql SET search_path = parlor AS $$
    DECLARE place bigint; got text;
    BEGIN
      IF NOT EXISTS (SELECT 1 FROM nodes WHERE id = a_node AND epoch = a_epoch) THEN RETURN 'fenced'; END IF;
      IF EXISTS (SELECT 1 FROM names WHERE name = a_name AND node = a_node AND epoch = a_epoch
                 AND player = a_player) THEN RETURN 'yours'; END IF;
      IF a_account <> a_key AND EXISTS (SELECT 1 FROM accounts WHERE key = a_key)
         AND NOT EXISTS (SELECT 1 FROM names n JOIN nodes o ON o.id = n.node AND o.epoch = n.epoch
                         WHERE n.account = a_key AND n.host = a_address) THEN RETURN 'account'; END IF;
      SELECT table_id INTO place FROM seats WHERE name = a_name ORDER BY table_id DESC LIMIT 1;
      IF FOUND THEN RETURN 'seat ' || place; END IF;
      INSERT INTO names AS n VALUES (a_name, a_key, a_node, a_epoch, a_player, a_address, a_host, a_account)
      ON CONFLICT (name) DO UPDATE SET key = excluded.key, node = excluded.node, epoch = excluded.epoch,
        player = excluded.player, address = excluded.address, host = excluded.host, account = excluded.account
      WHERE NOT EXISTS (SELECT 1 FROM nodes o WHERE o.id = n.node AND o.epoch = n.epoch)
      RETURNING name INTO got;
      RETURN CASE WHEN got IS NULL THEN 'taken' ELSE 'yours' END;
    END $$;
    )";

/// All spellings of an account's name share a key, which is no matter of the database's.
Result<void> fill_keys(Connection& connection) {
  const auto names = connection.run("SELECT name FROM accounts");
  if (!names) return std::unexpected(names.error());
  List spellings;
  List keys;
  for (int at = 0; at < names->size(); ++at) {
    spellings.add(names->text(at, 0));
    keys.add(std::string_view(table::account_key(names->text(at, 0))));
  }
  const auto done = connection.run(
      "UPDATE accounts SET key = u.key FROM unnest($1::text[], $2::text[]) AS u(name, key) "
      "WHERE accounts.name = u.name",
      {spellings.text(), keys.text()});
  if (!done) return std::unexpected(done.error());
  return {};
}

/// Inside a transaction. Whoever has written until now is fenced first.
Result<void> upgrade(Connection& connection) {
  if (auto done = connection.run("UPDATE nodes SET epoch = epoch + 1, holder = '', state = 'down'"); !done)
    return std::unexpected(std::move(done).error());
  if (auto done = connection.execute(kSecond); !done) return done;
  if (auto done = fill_keys(connection); !done) return done;
  if (auto done = fill_seats(connection); !done) return done;
  if (auto done = connection.run("UPDATE cluster SET version = $1", {std::to_string(kSchemaVersion)}); !done)
    return std::unexpected(std::move(done).error());
  return {};
}

/// Nothing where Parlor has nothing in the database.
Result<std::optional<std::int64_t>> version_of(Connection& connection) {
  // Not by to_regclass, which may remember what there was before another process made it.
  const auto found = connection.run(
      "SELECT (SELECT oid FROM pg_namespace WHERE nspname = 'parlor'), "
      "(SELECT c.oid FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = 'parlor' "
      "AND "
      "relname = 'cluster')");
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
  if (version == 1)
    return fail(
        Code::storage,
        "the database has version 1: a server of this Parlor must be started on it once, which brings it "
        "up to version 2");
  return fail(Code::storage, fmt::format("the database has version {}; this Parlor knows version {} only",
                                         version, kSchemaVersion));
}

}  // namespace

Result<void> make_schema(Connection& connection, const Claim& how) {
  const auto before = version_of(connection);
  if (!before) return std::unexpected(before.error());
  if (*before == 1) {
    if (auto silent = await_silence(connection, how); !silent)
      return std::unexpected(std::move(silent).error());
  }
  auto begun = connection.execute("BEGIN");
  if (!begun) return begun;
  Unfinished unfinished(connection);
  if (auto locked = connection.run(kLockSchema); !locked) return std::unexpected(std::move(locked).error());
  const auto version = version_of(connection);
  if (!version) return std::unexpected(version.error());
  if (*version && *version != 1) return check(**version);
  if (!*version) {
    if (auto made = connection.execute(kFirst); !made) return made;
    const auto noted =
        connection.run("INSERT INTO cluster (version, id) VALUES (1, gen_random_uuid()::text)");
    if (!noted) return std::unexpected(noted.error());
  }
  if (auto done = upgrade(connection); !done) return done;
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
