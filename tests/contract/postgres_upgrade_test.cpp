// Databases of earlier versions: a server brings them up to its own, and nothing is lost.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "harness/postgres.hpp"
#include "harness/stores.hpp"
#include "store/postgres/accounts.hpp"
#include "store/postgres/batch.hpp"
#include "store/postgres/journal.hpp"
#include "store/postgres/reader.hpp"
#include "store/postgres/schema.hpp"
#include "table/accounts.hpp"

namespace {

using namespace harness;
using namespace store::postgres;

/// As a server of the first version has left it: node 1, a table that goes on with a new name, one that is
/// over.
constexpr auto kVersionOne = R"(
    CREATE SCHEMA parlor;
    CREATE TABLE cluster (
      one boolean PRIMARY KEY DEFAULT true CHECK (one), version int NOT NULL, id text NOT NULL,
      owner int NOT NULL DEFAULT 0, secret text NOT NULL DEFAULT '', last_lost bigint NOT NULL DEFAULT 0);
    CREATE SEQUENCE node_ids;
    CREATE TABLE nodes (
      id int PRIMARY KEY, epoch bigint NOT NULL DEFAULT 0, holder text NOT NULL DEFAULT '',
      host text NOT NULL DEFAULT '', state text NOT NULL DEFAULT 'down' CHECK (state IN ('up', 'down')));
    CREATE TABLE beats (
      node int PRIMARY KEY REFERENCES nodes, beat bigint NOT NULL DEFAULT 0) WITH (fillfactor = 10);
    CREATE TABLE tables (
      id bigint PRIMARY KEY, game text NOT NULL, options text NOT NULL, seed bigint NOT NULL,
      revision int NOT NULL, chairs text NOT NULL, opened bigint NOT NULL, closed bigint, outcome text,
      acts text, lobby text NOT NULL, clock text NOT NULL);
    CREATE INDEX unfinished ON tables (id) WHERE closed IS NULL;
    CREATE INDEX finished ON tables (id) WHERE closed IS NOT NULL;
    CREATE INDEX unfolded ON tables (id) WHERE closed IS NOT NULL AND acts IS NULL;
    CREATE TABLE entries (
      table_id bigint NOT NULL, seq int NOT NULL, at bigint NOT NULL, who smallint NOT NULL,
      charged bigint NOT NULL, forgiven bigint NOT NULL, text text NOT NULL, PRIMARY KEY (table_id, seq));
    CREATE TABLE accounts (name text PRIMARY KEY, hash text NOT NULL, made bigint NOT NULL);
    CREATE TABLE sign_ins (token text PRIMARY KEY, account text NOT NULL, until bigint NOT NULL);
    CREATE INDEX sign_ins_of ON sign_ins (account);
    CREATE TABLE browsers (browser text PRIMARY KEY, pass text NOT NULL);
    INSERT INTO cluster (version, id, owner, secret) VALUES (1, 'x', 1, 'kept');
    SELECT nextval('node_ids');
    INSERT INTO nodes VALUES (1, 7, 'me', 'there', 'up');
    INSERT INTO beats VALUES (1, 100);
    INSERT INTO tables VALUES (1, 'chess', '', 1, 1, 'anna/chess/10.0.0.1 Bert/web/t', 5, NULL, NULL, NULL, '', ''),
      (2, 'chess', '', 1, 1, 'carl/chess dora/chess', 5, 6, 'left winners=0', NULL, '', '');
    INSERT INTO entries VALUES (1, 0, 6, 0, 0, 0, 'e2e4'), (1, 1, 7, 1, 0, 0, '!name=Emil'), (2, 0, 6, 0, 0, 0, 'e2e4');
    INSERT INTO accounts VALUES ('Anna B', 'hash', 1);
    )";

class PostgresUpgrade : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(connection_.execute(kVersionOne)); }

  std::string url_ = make_database();
  Connection connection_ = connect_to(url_);
};

TEST_F(PostgresUpgrade, ADatabaseOfTheFirstVersionIsBroughtUp) {
  const auto done = make_schema(connection_, {.takeover_after = std::chrono::milliseconds(1)});
  ASSERT_TRUE(done) << done.error().detail;
  EXPECT_TRUE(check_schema(connection_));
  EXPECT_EQ(text_of(connection_, "SELECT string_agg(name || ' ' || address, ',' ORDER BY seat) FROM seats"),
            "anna 10.0.0.1,Emil t");
  EXPECT_EQ(text_of(connection_, "SELECT key FROM accounts"), table::account_key("Anna B"));
  EXPECT_EQ(text_of(connection_, "SELECT count(*) FROM shards WHERE owner = 0"), "1024");
  EXPECT_EQ(text_of(connection_, "SELECT secret FROM cluster"), "kept");
  EXPECT_EQ(read_table(connection_, {1})->entries.size(), 2);
  EXPECT_EQ(read_table(connection_, {2})->entries.size(), 1);
  Batch late;
  late.add(entry(1, 2, "e7e5"));
  base::Error why;
  EXPECT_EQ(late.append(connection_, {1, 7, "me"}, why), Fate::fenced)
      << "whoever served it before writes no more";
  EXPECT_TRUE(make_schema(connection_)) << "again";
}

TEST_F(PostgresUpgrade, NotWhileAServerUsesIt) {
  std::atomic<bool> over = false;
  std::thread server([&] {
    auto own = connect_to(url_);
    while (!over) EXPECT_TRUE(own.execute("UPDATE beats SET beat = beat + 1"));
  });
  const auto done = make_schema(connection_, {.takeover_after = std::chrono::minutes(10)});
  over = true;
  server.join();
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().detail.find("node 1 at 'there' serves this database"), std::string::npos)
      << done.error().detail;
  EXPECT_EQ(text_of(connection_, "SELECT version FROM cluster"), "1");
}

/// Several that start at once on a database in which there is nothing.
TEST(PostgresSchema, IsMadeOnce) {
  for (int round = 0; round < 5; ++round) {
    const auto url = make_database();
    std::vector<std::thread> servers;
    std::atomic<int> ready = 0;
    for (int at = 0; at < 3; ++at) {
      servers.emplace_back([&] {
        auto own = connect_to(url);
        EXPECT_FALSE(check_schema(own)) << "which looks for it";
        ++ready;
        while (ready < 3) std::this_thread::yield();
        const auto made = make_schema(own);
        EXPECT_TRUE(made) << made.error().detail;
      });
    }
    for (auto& server : servers) server.join();
  }
}

TEST_F(PostgresUpgrade, WhoeverOnlyReadsSaysWhatIsToBeDone) {
  const auto accounts = PostgresAccounts::open(url_);
  ASSERT_FALSE(accounts);
  EXPECT_NE(accounts.error().detail.find("a server of this Parlor must be started on it once"),
            std::string::npos)
      << accounts.error().detail;
}

TEST_F(PostgresUpgrade, AServerGoesOnThere) {
  const Folder folder;
  Fates fates;
  const auto journal = PostgresJournal::open(
      {url_, folder.path(), {.takeover_after = std::chrono::milliseconds(1)}}, fates.listener());
  ASSERT_TRUE(journal) << journal.error().detail;
  EXPECT_TRUE(fates.of((*journal)->append({entry(1, 2, "e7e5")})));
  EXPECT_EQ(text_of(connection_, "SELECT count(*) FROM shards WHERE owner = 2"), "1024")
      << "alone, it has everything";
}

}  // namespace
