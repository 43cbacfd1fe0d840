// The lookout, without a hall: what is remembered, and how long an overview serves.
#include "table/lookout.hpp"

#include <gtest/gtest.h>

#include "table/testing.hpp"

namespace {

using namespace table;
using namespace std::chrono_literals;
using table::testing::kNow;

class LookoutTest : public ::testing::Test {
 protected:
  std::shared_ptr<const Overview> look(Time now) { return lookout_.look(now, gatherings_, tables_); }
  void open(const std::string& lobby) {
    EXPECT_TRUE(tables_.open({{}, "chess", "", 1, 1, kNow, {{"anna", "web"}, {"bert", "web"}}, lobby, "60+2"},
                             {PlayerId{1}, std::nullopt}));
  }

  games::Kits kits_;
  People people_{ComeBack::same_address};
  Tables tables_{kits_, {1}};
  Gatherings gatherings_{kits_, {}, people_};
  Lookout lookout_;
};

TEST_F(LookoutTest, AnOverviewServesEverybodyForAWhile) {
  const auto first = look(kNow);
  EXPECT_EQ(first->running, 0);
  open("");
  EXPECT_EQ(look(kNow + kOverviewLasts - 1ms), first);
  EXPECT_EQ(look(kNow + kOverviewLasts)->running, 1);
}

TEST_F(LookoutTest, TheNewestTablesAreShownButNoSecretOnes) {
  for (std::size_t count = 0; count < kMostTables + 1; ++count) open("");
  open("-secret");
  const auto seen = look(kNow);
  EXPECT_EQ(seen->running, kMostTables + 1);
  ASSERT_EQ(seen->tables.size(), kMostTables);
  EXPECT_EQ(seen->tables[0].table, TableId{kMostTables + 1});
  EXPECT_EQ(seen->tables[0].sitters, (std::vector<Sitter>{{"anna", "web", true}, {"bert", "web", false}}));
  EXPECT_EQ(seen->tables[0].clock, "60+2");
  EXPECT_NE(seen->tables[kMostPictures - 1].view, nullptr);
  EXPECT_EQ(seen->tables[kMostPictures].view, nullptr);
}

TEST_F(LookoutTest, LobbiesInWhichPeopleWaitAreShown) {
  people_.arrive({1}, {.protocol = "web", .address = "10.0.0.1", .name = {}});
  people_.arrive({2}, {.protocol = kBotProtocol, .address = "random", .name = {}});
  Effects effects;
  gatherings_.enter({1}, {.game = "chess", .seats = 2}, {"chess", ""}, effects);
  gatherings_.enter({2}, {.game = "chess", .seats = 2, .lobby = "bots"}, {"chess", ""}, effects);
  const auto seen = look(kNow);
  ASSERT_EQ(seen->lobbies.size(), 1) << "bots wait for nobody";
  EXPECT_EQ(seen->lobbies[0].present, (std::vector<Sitter>{{"guest-1", "web"}}));
}

TEST_F(LookoutTest, TheLastGamesAreRememberedNewestFirst) {
  for (std::uint64_t id = 1; id <= kMostFinished + 5; ++id)
    lookout_.remember({.table = {id}, .game = "chess", .options = "", .sitters = {}});
  const auto seen = look(kNow);
  ASSERT_EQ(seen->finished.size(), kMostFinished);
  EXPECT_EQ(seen->finished.front().table, TableId{kMostFinished + 5});
  EXPECT_EQ(seen->finished.back().table, TableId{6});
}

TEST_F(LookoutTest, GamesThatEndedElsewhereStandWhereTheyBelong) {
  const auto remember = [&](std::uint64_t id, base::Duration after) {
    lookout_.remember({.table = {id}, .game = "chess", .options = "", .sitters = {}, .closed = kNow + after});
  };
  remember(1, 1s);
  remember(3, 3s);
  remember(2, 2s);
  remember(3, 3s);
  const auto seen = look(kNow);
  ASSERT_EQ(seen->finished.size(), 3) << "none stands there twice";
  for (std::uint64_t at = 0; at < 3; ++at) EXPECT_EQ(seen->finished[at].table, TableId{3 - at});
}

TEST_F(LookoutTest, WhatIsForgottenIsGoneAtOnce) {
  lookout_.remember({.table = {1}, .game = "chess", .options = "", .sitters = {}});
  lookout_.remember({.table = {2}, .game = "chess", .options = "", .sitters = {}});
  EXPECT_EQ(look(kNow)->finished.size(), 2);
  lookout_.forget({2});
  const auto seen = look(kNow);
  ASSERT_EQ(seen->finished.size(), 1);
  EXPECT_EQ(seen->finished.front().table, TableId{1});
}

}  // namespace
