// What only PostgreSQL as a keeper has: nodes, epochs, the fence, appends whose fate was unknown.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "harness/postgres.hpp"
#include "harness/stores.hpp"
#include "store/postgres/journal.hpp"
#include "store/postgres/reader.hpp"
#include "store/postgres/remembered.hpp"
#include "store/postgres/schema.hpp"

namespace {

using namespace harness;
using namespace store::postgres;

Batch batch_of(const std::vector<store::Record>& records) {
  Batch batch;
  for (const auto& record : records) batch.add(record);
  return batch;
}

/// Waits for what comes by itself.
template <class Condition>
bool comes_true(Condition condition) {
  for (int tries = 0; tries < 1200; ++tries) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

/// A database with Parlor's tables, a node in it, and its hold.
class PostgresFence : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(make_schema(owner_));
    hold_ = claim(owner_);
    ASSERT_EQ(append(header(1)), Fate::durable);
  }

  Hold claim(Connection& connection) {
    auto node = number_of(folder_.path(), connection);
    EXPECT_TRUE(node) << node.error().detail;
    auto hold = store::postgres::claim(connection, {.node = node.value_or(0), .place = {.host = "here"}});
    EXPECT_TRUE(hold) << hold.error().detail;
    return hold.value_or(Hold{});
  }

  Fate append(const store::Record& record) { return batch_of({record}).append(owner_, hold_, why_); }

  Folder folder_;
  std::string url_ = make_database();
  Connection owner_ = connect_to(url_);
  Connection taker_ = connect_to(url_);
  Hold hold_;
  base::Error why_;
};

TEST_F(PostgresFence, NothingIsKeptUnderAnEpochOfBefore) {
  ASSERT_EQ(append(entry(1, 0, "a")), Fate::durable);
  const auto later = renew(taker_, hold_);
  ASSERT_TRUE(later) << later.error().detail;
  EXPECT_EQ(append(entry(1, 1, "b")), Fate::fenced);
  EXPECT_EQ(append(header(2)), Fate::fenced);
  EXPECT_EQ(append(closing(1)), Fate::fenced);
  EXPECT_NE(why_.detail.find("has taken over"), std::string::npos) << why_.detail;
  EXPECT_EQ(read_table(taker_, {1})->entries.size(), 1);
  EXPECT_EQ(batch_of({entry(1, 1, "c")}).append(taker_, *later, why_), Fate::durable);
}

/// What an append does before it is committed, and whoever takes over meanwhile.
TEST_F(PostgresFence, WhoTakesOverWaitsForAnAppendUnderWay) {
  ASSERT_TRUE(owner_.execute("BEGIN"));
  ASSERT_EQ(append(entry(1, 0, "a")), Fate::durable);
  std::atomic<bool> taken = false;
  std::size_t found = 0;
  std::thread taker([&] {
    const auto later = renew(taker_, hold_);
    taken = true;
    ASSERT_TRUE(later) << later.error().detail;
    found = read_table(taker_, {1})->entries.size();
  });
  auto watcher = connect_to(url_);
  EXPECT_TRUE(comes_true([&] {
    return text_of(watcher,
                   "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' "
                   "AND datname = current_database()") == "1";
  })) << "the epoch was raised under an append";
  EXPECT_FALSE(taken);
  ASSERT_TRUE(owner_.execute("COMMIT"));
  taker.join();
  EXPECT_EQ(found, 1) << "a move that somebody was told of";
}

/// The same with the lock that looks right: this is what the test above would see then.
TEST_F(PostgresFence, AWeakerLockWouldLoseWhatWasTold) {
  ASSERT_TRUE(owner_.execute("BEGIN"));
  ASSERT_TRUE(owner_.execute(
      fmt::format("WITH me AS MATERIALIZED (SELECT 1 FROM nodes WHERE id = {} AND epoch = {} FOR KEY SHARE) "
                  "INSERT INTO entries SELECT 1, 0, 0, 0, 0, 0, 'a' FROM me",
                  hold_.node, hold_.epoch)));
  ASSERT_TRUE(renew(taker_, hold_));
  const auto found = read_table(taker_, {1})->entries.size();
  ASSERT_TRUE(owner_.execute("COMMIT"));
  EXPECT_EQ(found, 0) << "so it is no test of the lock";
  EXPECT_EQ(read_table(taker_, {1})->entries.size(), 1);
}

/// Owners append as fast as they can while others take over from them, again and again.
TEST_F(PostgresFence, NoMoveThatWasToldIsMissingWhereOwnersChange) {
  constexpr int kRounds = 60;
  std::atomic<std::int64_t> told = -1;  ///< the last entry that the present owner knows to be durable
  std::uint64_t next = 0;
  std::size_t appends = 0;
  for (int round = 0; round < kRounds; ++round) {
    std::thread writer([&, seq = next]() mutable {
      base::Error why;
      while (batch_of({entry(1, seq, "x")}).append(owner_, hold_, why) == Fate::durable)
        told = static_cast<std::int64_t>(seq++);
    });
    const auto before = told.load();
    EXPECT_TRUE(comes_true([&] { return told > before; }));
    const auto later = renew(taker_, hold_);
    const auto found = read_table(taker_, {1});
    writer.join();
    ASSERT_TRUE(later && found);
    ASSERT_EQ(static_cast<std::int64_t>(found->entries.size()), told + 1) << "in round " << round;
    appends += found->entries.size() - next;
    next = found->entries.size();
    hold_ = *later;
  }
  EXPECT_GE(appends, kRounds);
}

TEST_F(PostgresFence, WhatIsSentAgainIsDurableOnce) {
  const auto batch = batch_of({header(2), entry(2, 0, "a"), entry(1, 0, "b"), closing(1)});
  ASSERT_EQ(batch.append(owner_, hold_, why_), Fate::durable);
  EXPECT_EQ(batch.append(owner_, hold_, why_), Fate::durable) << why_.detail;
  EXPECT_EQ(read_table(owner_, {1})->entries, std::vector{entry(1, 0, "b")});
  EXPECT_EQ(read_table(owner_, {1})->closing, closing(1));
  EXPECT_EQ(batch_of({entry(2, 0, "c")}).append(owner_, hold_, why_), Fate::refused)
      << "another act in that place is none of ours";
  EXPECT_EQ(read_table(owner_, {2})->entries, std::vector{entry(2, 0, "a")});
  const auto opened_and_closed = batch_of({header(3), closing(3)});
  ASSERT_EQ(opened_and_closed.append(owner_, hold_, why_), Fate::durable);
  EXPECT_EQ(read_table(owner_, {3})->closing, closing(3));
}

class PostgresServer : public testing::Test {
 protected:
  std::unique_ptr<PostgresJournal> open(const Folder& folder, Fates& fates, Claim how = {}) {
    auto opened = PostgresJournal::open(
        {url_, folder.path(), std::move(how), [this](const base::Error&) { lost_ = true; }},
        fates.listener());
    error_ = opened ? "" : opened.error().detail;
    return opened ? *std::move(opened) : nullptr;
  }

  std::string url_ = make_database();
  Folder first_;
  Folder second_;
  Fates fates_;
  Fates others_;
  std::atomic<bool> lost_ = false;
  std::string error_;
};

TEST_F(PostgresServer, IsOneAtATime) {
  auto journal = open(first_, fates_);
  ASSERT_TRUE(journal) << error_;
  ASSERT_TRUE(fates_.of(journal->append({header(1)})));
  EXPECT_FALSE(open(second_, others_));
  EXPECT_NE(error_.find("serves this database"), std::string::npos) << error_;
  EXPECT_FALSE(open(first_, others_));
  EXPECT_NE(error_.find("used by another process"), std::string::npos) << error_;
  // A copy of the directory is the same node.
  std::filesystem::copy(first_.path() / "node", second_.path() / "node",
                        std::filesystem::copy_options::overwrite_existing);
  EXPECT_FALSE(open(second_, others_));
  EXPECT_NE(error_.find("a data directory of its own"), std::string::npos) << error_;
  EXPECT_TRUE(fates_.of(journal->append({entry(1, 0, "a")}))) << "nothing was taken from it";
  EXPECT_FALSE(lost_);
}

TEST_F(PostgresServer, WaitsForAnotherAndFindsEverything) {
  auto journal = open(first_, fates_);
  ASSERT_TRUE(journal) << error_;
  ASSERT_TRUE(fates_.of(journal->append({header(1), entry(1, 0, "a")})));
  std::atomic<int> waited = 0;
  std::thread stop([&] {
    EXPECT_TRUE(comes_true([&] { return waited > 1; }));
    journal.reset();
  });
  Claim how{.rival = Rival::await};
  how.goes_on = [&](const std::string&) {
    ++waited;
    return true;
  };
  const auto second = open(second_, others_, std::move(how));
  stop.join();
  ASSERT_TRUE(second) << error_;
  EXPECT_EQ(second->read({1})->entries.size(), 1);
  EXPECT_TRUE(others_.of(second->append({entry(1, 1, "b")})));
}

TEST_F(PostgresServer, IsToldThatItWasTakenOver) {
  const auto journal = open(first_, fates_);
  ASSERT_TRUE(journal) << error_;
  ASSERT_TRUE(fates_.of(journal->append({header(1)})));
  auto taker = connect_to(url_);
  ASSERT_TRUE(taker.execute("UPDATE nodes SET epoch = epoch + 1, holder = ''"));
  const auto fate = fates_.of(journal->append({entry(1, 0, "a")}));
  ASSERT_FALSE(fate);
  EXPECT_TRUE(lost_);
  EXPECT_FALSE(journal->reopen()) << "it must not come back by itself";
  EXPECT_TRUE(journal->read({1})->entries.empty());
}

TEST_F(PostgresServer, NoticesWithoutAnAppendThatItWasTakenOver) {
  const auto journal = open(first_, fates_);
  ASSERT_TRUE(journal) << error_;
  ASSERT_TRUE(connect_to(url_).execute("UPDATE nodes SET epoch = epoch + 1, holder = ''"));
  EXPECT_TRUE(comes_true([&] { return lost_.load(); }));
}

TEST_F(PostgresServer, GoesOnWhenItsConnectionsWereCut) {
  const auto journal = open(first_, fates_);
  ASSERT_TRUE(journal) << error_;
  ASSERT_TRUE(fates_.of(journal->append({header(1)})));
  auto killer = connect_to(url_);
  for (std::uint64_t seq = 0; seq < 40; ++seq) {
    const auto position = journal->append({entry(1, seq, "x")});
    ASSERT_TRUE(
        killer.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> "
                       "pg_backend_pid() AND datname = current_database()"));
    ASSERT_TRUE(fates_.of(position));
    ASSERT_EQ(journal->read({1})->entries.size(), seq + 1);
  }
  EXPECT_FALSE(lost_);
}

/// As after a failover to a replica that was behind.
TEST_F(PostgresServer, DoesNotGoOnWhereTheDatabaseLacksWhatWasTold) {
  const auto journal = open(first_, fates_);
  ASSERT_TRUE(journal) << error_;
  ASSERT_TRUE(fates_.of(journal->append({header(1), entry(1, 0, "a"), entry(1, 1, "b")})));
  auto killer = connect_to(url_);
  ASSERT_TRUE(killer.execute(
      "DELETE FROM entries WHERE seq = 1; SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
      "WHERE pid <> pg_backend_pid() AND datname = current_database()"));
  const auto fate = fates_.of(journal->append({entry(1, 2, "c")}));
  ASSERT_FALSE(fate);
  EXPECT_NE(fate.error().detail.find("lacks moves"), std::string::npos) << fate.error().detail;
  EXPECT_TRUE(lost_);
}

TEST_F(PostgresServer, FoldsClosedTablesAndLosesNothing) {
  {
    const auto journal = open(first_, fates_);
    ASSERT_TRUE(journal) << error_;
    journal->append({header(1), header(2), entry(1, 0, "a\"\\"), entry(2, 0, "b")});
    ASSERT_TRUE(fates_.of(journal->append({entry(1, 1, "c"), closing(1)})));
    auto looker = connect_to(url_);
    EXPECT_TRUE(comes_true([&] { return text_of(looker, "SELECT count(*) FROM entries") == "1"; }));
    EXPECT_EQ(journal->read({1})->entries, (std::vector{entry(1, 0, "a\"\\"), entry(1, 1, "c")}));
    EXPECT_EQ(journal->read({1})->closing, closing(1));
    EXPECT_EQ(journal->read({2})->entries, std::vector{entry(2, 0, "b")});
  }
  const auto again = open(first_, others_);
  ASSERT_TRUE(again) << error_;
  EXPECT_EQ(again->read({1})->entries.size(), 2);
}

TEST_F(PostgresServer, RefusesADatabaseThatItDoesNotKnow) {
  auto connection = connect_to(url_);
  ASSERT_TRUE(connection.execute("CREATE SCHEMA parlor"));
  EXPECT_FALSE(open(first_, fates_));
  EXPECT_NE(error_.find("is not Parlor's"), std::string::npos) << error_;
  ASSERT_TRUE(connection.execute("DROP SCHEMA parlor"));
  ASSERT_TRUE(open(first_, fates_)) << error_;
  ASSERT_TRUE(connection.execute("UPDATE cluster SET version = 99"));
  EXPECT_FALSE(open(first_, fates_));
  EXPECT_NE(error_.find("has version 99; this Parlor knows version 2 only"), std::string::npos) << error_;
  EXPECT_FALSE(PostgresAccounts::open(url_));
}

TEST_F(PostgresServer, KnowsWhatOthersChangeInAccounts) {
  const auto now = base::from_millis(1000);
  ASSERT_TRUE(open(first_, fates_)) << error_;
  const auto own = RememberedAccounts::open(url_);
  const auto host = PostgresAccounts::open(url_);
  ASSERT_TRUE(own && host);
  ASSERT_TRUE((*own)->create({"Anna", "hash", now}, {"t", "Anna", now + std::chrono::hours(1), "pass"}));
  EXPECT_EQ((*own)->signed_in("t", now).value(), "Anna") << "at once";
  EXPECT_EQ((*own)->pass_of("t").value(), "pass");
  ASSERT_TRUE((*host)->remove("Anna", {}).value());
  EXPECT_TRUE(comes_true([&] { return !(*own)->signed_in("t", now).value(); })) << "as soon as it is told";
  auto killer = connect_to(url_);
  ASSERT_TRUE(
      killer.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> "
                     "pg_backend_pid() AND datname = current_database()"));
  ASSERT_TRUE((*host)->create({"Bert", "hash", now}, {"u", "Bert", now + std::chrono::hours(1)}));
  EXPECT_TRUE(comes_true([&] { return (*own)->signed_in("u", now).value() == "Bert"; }))
      << "also after its connection was lost";
}

TEST(PostgresClock, MayNotBeFarFromOurs) {
  auto connection = connect_to(make_database());
  const auto rows = connection.run("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
  ASSERT_TRUE(rows);
  const auto now = base::from_millis(rows->integer(0, 0));
  EXPECT_TRUE(check_clock(connection, now));
  for (const int hours : {-1, 1}) {
    const auto wrong = check_clock(connection, now + std::chrono::hours(hours));
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.error().detail.find(hours > 0 ? "s ahead of that" : "s behind that"), std::string::npos)
        << wrong.error().detail;
  }
}

TEST(PostgresAddress, IsRefusedInOneSentence) {
  for (const auto* wrong : {"", "mysql://x", "/tmp", "postgres://h/x?nosuch=1", "postgres://h/%zz"}) {
    const auto opened = Connection::open(wrong, kPatience);
    ASSERT_FALSE(opened) << wrong;
    EXPECT_EQ(opened.error().code, base::Code::bad_options) << opened.error().detail;
    EXPECT_EQ(opened.error().detail.find('\n'), std::string::npos);
  }
  const auto nobody = Connection::open("postgres://127.0.0.1:1/x", kPatience);
  ASSERT_FALSE(nobody);
  EXPECT_NE(nobody.error().detail.find("refused"), std::string::npos) << nobody.error().detail;
  EXPECT_FALSE(check_server(120019));
  EXPECT_TRUE(check_server(130000));
}

}  // namespace
