// The fence around PostgreSQL: what the right statements do where owners change, and that those which look
// right lose moves, so that these tests would see it.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "harness/answers.hpp"
#include "harness/postgres.hpp"
#include "harness/stores.hpp"
#include "store/postgres/batch.hpp"
#include "store/postgres/directory.hpp"
#include "store/postgres/reader.hpp"
#include "store/postgres/schema.hpp"

namespace {

using namespace harness;
using namespace store::postgres;

/// A node that is asked by threads of the test's own.
struct Owner {
  explicit Owner(const std::string& url) : writer(connect_to(url)), reader(connect_to(url)) {
    const auto node = number_of(folder.path(), writer);
    EXPECT_TRUE(node);
    claim = {.node = *node, .company = Company::others};
    directory = std::make_unique<PostgresDirectory>(DirectorySettings{
        url, claim, [](const auto& work) { work(); }, [this](const Hold& held) { hold = held; }});
    join();
  }

  void join() {
    const auto joined = answer_of<cluster::Joined>([&](auto then) { directory->join(std::move(then)); });
    EXPECT_TRUE(joined) << joined.error().detail;
  }
  /// Until it is known whether this node or another has done it.
  bool take_over(const Hold& other) {
    for (;;) {
      const auto done = answer_of<bool>([&](auto then) {
        directory->take_over(
            {static_cast<std::uint32_t>(other.node)}, static_cast<cluster::Epoch>(other.epoch),
            {{cluster::ShardId{1}, {static_cast<std::uint32_t>(claim.node)}}}, std::move(then));
      });
      if (done) return *done;
      EXPECT_EQ(done.error().code, base::Code::storage) << done.error().detail;
    }
  }
  Fate append(std::uint64_t seq) {
    Batch batch;
    batch.add(entry(1, seq, "x"));
    base::Error why;
    return batch.append(writer, hold, why);
  }
  std::size_t read() { return read_table(reader, {1})->entries.size(); }

  Folder folder;
  Connection writer;
  Connection reader;
  Claim claim;
  Hold hold;
  std::unique_ptr<PostgresDirectory> directory;
};

class PostgresOwners : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(make_schema(watcher_));
    old_.emplace(url_);
    new_.emplace(url_);
    Batch opening;
    opening.add(header(1));
    base::Error why;
    ASSERT_EQ(opening.append(old_->writer, old_->hold, why), Fate::durable);
  }

  /// Until somebody waits for a lock, or `over` has become true.
  void await_lock_or(const std::atomic<bool>& over) {
    for (int tries = 0; tries < 3000 && !over; ++tries) {
      const auto rows = watcher_.run(
          "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()");
      ASSERT_TRUE(rows) << rows.error().detail;
      if (rows->size() > 0) return;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  /// The old owner has looked whether it may write, and then is slow; meanwhile `take` takes over and reads.
  /// How many moves were told that the new owner does not know.
  template <class Look, class Take>
  int lost_where(Look look, Take take) {
    EXPECT_TRUE(old_->writer.execute("BEGIN"));
    EXPECT_TRUE(look());
    std::atomic<bool> over = false;
    std::size_t found = 0;
    std::thread taker([&] {
      found = take();
      over = true;
    });
    await_lock_or(over);
    const auto inserted = old_->writer.execute("INSERT INTO entries VALUES (1, 0, 0, 0, 0, 0, 'x')");
    const auto told = inserted && old_->writer.execute("COMMIT");
    taker.join();
    return (told ? 1 : 0) - static_cast<int>(found);
  }

  base::Result<void> look_with(const std::string& lock) {
    return old_->writer.execute(fmt::format("SELECT 1 FROM nodes WHERE id = {} AND epoch = {} {}",
                                            old_->hold.node, old_->hold.epoch, lock));
  }
  std::size_t take_rightly() {
    EXPECT_TRUE(new_->take_over(old_->hold));
    return new_->read();
  }
  /// Both in one snapshot.
  std::size_t take_with(const std::string& begin, const std::string& and_read) {
    auto& connection = new_->writer;
    EXPECT_TRUE(connection.execute(begin));
    EXPECT_TRUE(connection.execute(
        fmt::format("UPDATE nodes SET epoch = epoch + 1, state = 'down' WHERE id = {}", old_->hold.node)));
    const auto found = connection.run(and_read);
    EXPECT_TRUE(found) << found.error().detail;
    EXPECT_TRUE(connection.execute("COMMIT"));
    return static_cast<std::size_t>(found->integer(0, 0));
  }

  std::string url_ = make_database();
  Connection watcher_ = connect_to(url_);
  std::optional<Owner> old_;
  std::optional<Owner> new_;
};

TEST_F(PostgresOwners, NothingIsLostByTheLockThatIsUsed) {
  EXPECT_EQ(lost_where([&] { return look_with("FOR SHARE"); }, [&] { return take_rightly(); }), 0);
}

TEST_F(PostgresOwners, AMoveIsLostByAWeakerLock) {
  EXPECT_EQ(lost_where([&] { return look_with("FOR KEY SHARE"); }, [&] { return take_rightly(); }), 1);
}

TEST_F(PostgresOwners, AMoveIsLostByComparingEpochsOnly) {
  EXPECT_EQ(lost_where([&] { return look_with(""); }, [&] { return take_rightly(); }), 1);
}

TEST_F(PostgresOwners, AMoveIsLostByReadingInTheTakersSnapshot) {
  const auto take = [&] {
    return take_with("BEGIN ISOLATION LEVEL REPEATABLE READ", "SELECT count(*) FROM entries");
  };
  EXPECT_EQ(lost_where([&] { return look_with("FOR SHARE"); }, take), 1);
}

TEST_F(PostgresOwners, AMoveIsLostByReadingInTheSameStatement) {
  const auto take = [&]() -> std::size_t {
    const auto found = new_->writer.run(
        "WITH up AS (UPDATE nodes SET epoch = epoch + 1 WHERE id = $1 RETURNING 1) "
        "SELECT (SELECT count(*) FROM entries) FROM up",
        {std::to_string(old_->hold.node)});
    EXPECT_TRUE(found) << found.error().detail;
    return static_cast<std::size_t>(found->integer(0, 0));
  };
  EXPECT_EQ(lost_where([&] { return look_with("FOR SHARE"); }, take), 1);
}

TEST_F(PostgresOwners, NothingIsLostByReadingInANewSnapshot) {
  const auto take = [&] { return take_with("BEGIN", "SELECT count(*) FROM entries"); };
  EXPECT_EQ(lost_where([&] { return look_with("FOR SHARE"); }, take), 0);
}

/// Owners append as fast as they can while the other takes over from them, again and again.
TEST_F(PostgresOwners, NoMoveThatWasToldIsMissingWhereTheyChange) {
  constexpr int kRounds = 40;
  auto* present = &*old_;
  auto* next = &*new_;
  std::uint64_t seq = 0;
  for (int round = 0; round < kRounds; ++round) {
    std::atomic<std::uint64_t> told = seq;
    std::thread writer([&, at = seq]() mutable {
      while (present->append(at) == Fate::durable) told = ++at;
    });
    while (told == seq) std::this_thread::yield();
    EXPECT_TRUE(next->take_over(present->hold));
    const auto found = next->read();
    writer.join();
    ASSERT_EQ(found, told) << "in round " << round;
    seq = found;
    present->join();  // it goes on, without its tables
    std::swap(present, next);
  }
  EXPECT_GE(seq, kRounds);
}

/// Of several that find it dead one is first, and the others know that they were not.
TEST_F(PostgresOwners, OneOfSeveralTakesOver) {
  Owner third(url_);
  for (int round = 0; round < 10; ++round) {
    std::atomic<int> won = 0;
    std::thread other([&] { won += new_->take_over(old_->hold) ? 1 : 0; });
    won += third.take_over(old_->hold) ? 1 : 0;
    other.join();
    EXPECT_EQ(won, 1);
    old_->join();
  }
}

}  // namespace
