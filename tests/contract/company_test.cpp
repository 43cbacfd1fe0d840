// Journals of several nodes on one PostgreSQL: each writes what is its own, under the epoch that the
// directory gave it.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "harness/answers.hpp"
#include "harness/postgres.hpp"
#include "harness/stores.hpp"
#include "store/keep.hpp"

namespace {

using harness::answer_of;
using harness::closing;
using harness::entry;
using harness::Fates;
using harness::Folder;
using harness::header;

constexpr cluster::ShardId kShard{1};  ///< of table 1

/// A node as a server opens it; its thread is that of the loop.
class Member {
 public:
  explicit Member(const std::string& url, const std::string& games = "chess:1") {
    store::Opening opening{.on_settled = fates.listener(),
                           .version = "0.3",
                           .company = store::Opening::Company::others,
                           .takeover_after = std::chrono::seconds(3),
                           .on_lost = [this](const base::Error& why) { lost = why.detail; }};
    auto opened = store::Keep::open({folder_.path(), url}, std::move(opening));
    EXPECT_TRUE(opened) << opened.error().detail;
    keep = *std::move(opened);
    auto found = keep->open_directory({"127.0.0.1:1", games, [](const auto& work) { work(); },
                                       [this](const cluster::Picture& seen) { picture = seen; }});
    problem = found ? "" : found.error().detail;
    directory = found.value_or(nullptr);
  }

  /// And writes under the new epoch.
  void join() {
    const auto joined = answer_of<cluster::Joined>([&](auto then) { directory->join(std::move(then)); });
    ASSERT_TRUE(joined) << joined.error().detail;
    epoch = joined->epoch;
    const auto opened = keep->journal().reopen();
    ASSERT_TRUE(opened) << opened.error().detail;
  }
  void take_over(const Member& other) {
    const auto done = answer_of<bool>([&](auto then) {
      directory->take_over(other.keep->node(), other.epoch, {{kShard, keep->node()}}, std::move(then));
    });
    ASSERT_TRUE(done) << done.error().detail;
    EXPECT_TRUE(*done);
  }
  base::Result<void> append(std::vector<store::Record> records) {
    return fates.of(keep->journal().append(std::move(records)));
  }
  /// Tables that this node would go on with.
  std::vector<std::uint64_t> unfinished() {
    std::vector<std::uint64_t> tables;
    EXPECT_TRUE(keep->journal().read_unfinished(
        [&](const store::Record& record) {
          if (std::holds_alternative<store::Header>(record)) tables.push_back(table_of(record).value);
        },
        [](base::TableId, const base::Error&) {}));
    return tables;
  }

  Fates fates;
  std::string lost;
  cluster::Picture picture;
  std::unique_ptr<store::Keep> keep;
  cluster::Directory* directory = nullptr;
  std::string problem;
  cluster::Epoch epoch = 0;

 private:
  Folder folder_;
};

class PostgresCompany : public testing::Test {
 protected:
  std::string url_ = harness::make_database();
};

TEST_F(PostgresCompany, NothingIsKeptBeforeANodeHasJoined) {
  Member one(url_);
  const auto early = one.append({header(1)});
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().code, base::Code::corrupt);
  one.join();
  EXPECT_TRUE(one.append({header(1), entry(1, 0, "a")}));
  EXPECT_EQ(one.lost, "") << "which is no reason to end";
}

TEST_F(PostgresCompany, WhatIsTakenOverGoesOnElsewhereAndComesBack) {
  Member one(url_);
  Member two(url_);
  one.join();
  two.join();
  ASSERT_TRUE(one.append({header(1), entry(1, 0, "a"), header(2)}));
  EXPECT_TRUE(two.unfinished().empty()) << "nothing is in its shards";
  two.take_over(one);
  EXPECT_EQ(two.unfinished(), std::vector<std::uint64_t>{1});
  ASSERT_TRUE(two.append({entry(1, 1, "b"), entry(1, 2, "c")}));
  const auto late = one.append({entry(1, 1, "d")});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().code, base::Code::corrupt) << late.error().detail;
  one.join();
  one.take_over(two);
  EXPECT_EQ(one.unfinished(), (std::vector<std::uint64_t>{1, 2}));
  EXPECT_TRUE(one.append({entry(1, 3, "e"), closing(1)})) << "after what another has written";
  EXPECT_EQ(two.keep->journal().read({1})->entries.size(), 4);
  EXPECT_EQ(one.lost + two.lost, "");
}

TEST_F(PostgresCompany, AJournalIsNotOpenedAnewUnderTheSameEpoch) {
  Member one(url_);
  one.join();
  EXPECT_FALSE(one.keep->journal().reopen()) << "what was given up might still come";
  one.join();
  EXPECT_TRUE(one.append({header(1)}));
}

TEST_F(PostgresCompany, TheSameActIsNotKeptTwice) {
  Member one(url_);
  one.join();
  ASSERT_TRUE(one.append({header(1), entry(1, 0, "a"), entry(1, 1, "b")}));
  EXPECT_FALSE(one.append({entry(1, 1, "c")}));
}

TEST_F(PostgresCompany, NodesWithOtherWordsAreRefused) {
  Member one(url_, "chess:1 scrabble:3:words=x");
  one.join();
  std::atomic<bool> over = false;
  std::thread beats([&] {
    while (!over)
      EXPECT_TRUE(answer_of<cluster::Picture>([&](auto then) { one.directory->beat(0, std::move(then)); }));
  });
  const Member two(url_, "chess:1 scrabble:3:words=y");
  const Member three(url_, "chess:1 scrabble:3:words=x");
  over = true;
  beats.join();
  EXPECT_NE(two.problem.find("plays by other rules or with other words"), std::string::npos) << two.problem;
  EXPECT_EQ(three.problem, "");
}

TEST_F(PostgresCompany, WhoServesAloneHasNone) {
  Fates fates;
  const Folder folder;
  const auto alone = store::Keep::open({folder.path(), url_}, {.on_settled = fates.listener(),
                                                               .takeover_after = std::chrono::seconds(3),
                                                               .on_lost = [](const auto&) {}});
  ASSERT_TRUE(alone) << alone.error().detail;
  const Member one(url_);
  EXPECT_NE(one.problem.find("serves this database"), std::string::npos) << one.problem;
}

TEST_F(PostgresCompany, NobodyIsAloneWhereANodeRuns) {
  Member one(url_);
  one.join();
  std::atomic<bool> over = false;
  std::thread beats([&] {
    while (!over)
      EXPECT_TRUE(answer_of<cluster::Picture>([&](auto then) { one.directory->beat(0, std::move(then)); }));
  });
  Fates fates;
  const Folder folder;
  const auto alone = store::Keep::open({folder.path(), url_}, {.on_settled = fates.listener(),
                                                               .takeover_after = std::chrono::seconds(3),
                                                               .on_lost = [](const auto&) {}});
  over = true;
  beats.join();
  ASSERT_FALSE(alone);
  EXPECT_NE(alone.error().detail.find("serves this database"), std::string::npos) << alone.error().detail;
}

TEST_F(PostgresCompany, IsForDatabasesOnly) {
  const Folder folder;
  const auto opened = store::Keep::open(
      {folder.path(), ""}, {.on_settled = [](const auto&) {}, .company = store::Opening::Company::others});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().detail, "--link is for servers with --cluster");
}

}  // namespace
