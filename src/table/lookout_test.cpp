// The lookout, without a hall: what is remembered, and how long an overview serves.
#include "table/lookout.hpp"

#include <gtest/gtest.h>

namespace {

using namespace table;
using namespace std::chrono_literals;

const Time kNow = base::from_millis(1'700'000'000'000);

class LookoutTest : public ::testing::Test {
 protected:
  std::shared_ptr<const Overview> look(Time now) {
    return lookout_.look(now, [this] {
      ++surveys_;
      return Overview{.lobbies = {}, .tables = {}, .running = 3, .finished = {}};
    });
  }

  Lookout lookout_;
  int surveys_ = 0;
};

TEST_F(LookoutTest, AnOverviewServesEverybodyForAWhile) {
  const auto first = look(kNow);
  EXPECT_EQ(first->running, 3);
  EXPECT_EQ(look(kNow + kOverviewLasts - 1ms), first);
  EXPECT_EQ(surveys_, 1);
  EXPECT_NE(look(kNow + kOverviewLasts), first);
  EXPECT_EQ(surveys_, 2);
}

TEST_F(LookoutTest, TheLastGamesAreRememberedNewestFirst) {
  for (std::uint64_t id = 1; id <= kMostFinished + 5; ++id)
    lookout_.remember({.table = {id}, .game = "chess", .options = "", .sitters = {}});
  const auto seen = look(kNow);
  ASSERT_EQ(seen->finished.size(), kMostFinished);
  EXPECT_EQ(seen->finished.front().table, TableId{kMostFinished + 5});
  EXPECT_EQ(seen->finished.back().table, TableId{6});
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
