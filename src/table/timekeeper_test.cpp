// The timekeeper alone: what happens because time passes.
#include "table/timekeeper.hpp"

#include "table/parts_fixture.hpp"

namespace {

using namespace table;
using namespace std::chrono_literals;

class TimekeeperTest : public table::testing::PartsTest {
 protected:
  TimekeeperTest() : PartsTest({.seed = 1, .grace = 1min, .abandon = 5min}) {}
  void wake(const UnheardSince& unheard = {}) {
    effects_ = {};
    timekeeper_.wake(now_, unheard, effects_);
  }

  Timekeeper timekeeper_{parts_, course_};
};

TEST_F(TimekeeperTest, NothingIsDueWhereNobodyWaits) {
  open({arrive(), arrive()});
  EXPECT_EQ(timekeeper_.next_wake(), std::nullopt);
  EXPECT_FALSE(timekeeper_.is_due(now_ + 24h));
}

TEST_F(TimekeeperTest, AFlagFallsUnlessSomethingCameInTime) {
  const auto anna = arrive();
  open({anna, arrive()}, "chess", "60+0");
  now_ += 59s;
  EXPECT_FALSE(timekeeper_.is_due(now_));
  now_ += 2s;
  EXPECT_TRUE(timekeeper_.is_due(now_));
  wake([&](PlayerId player) { return player == anna ? std::optional(now_ - 2s) : std::nullopt; });
  EXPECT_TRUE(told<Over>().empty()) << "her move came before";
  wake([&](PlayerId) { return std::optional(now_); });
  EXPECT_EQ(told<Over>().size(), 2) << "it came too late";
}

TEST_F(TimekeeperTest, ASeatAndAPausedGameWaitSoLong) {
  const auto anna = arrive_as("anna");
  open({anna, arrive()});
  const auto carl = arrive_as("carl");
  open({carl, arrive()}, "shelfie");
  attendance_.lose(anna, Loss::connection, now_, effects_);
  attendance_.lose(carl, Loss::connection, now_, effects_);
  EXPECT_EQ(timekeeper_.next_wake(), now_ + 1min);
  now_ += 1min;
  wake();
  EXPECT_EQ(told<Over>().size(), 1) << "she did not come back";
  EXPECT_EQ(timekeeper_.next_wake(), now_ + 4min);
  now_ += 4min;
  wake();
  ASSERT_EQ(told<Over>().size(), 1) << "too few were here for too long";
  EXPECT_EQ(std::get<Entry>(effects_.journal[0]).text, kAbandon);
}

TEST_F(TimekeeperTest, AClockStartsForWhoWasTold) {
  const auto tab = arrive("token:a");
  const auto other_tab = arrive("token:a");
  const auto person = parts_.people.person_of(tab);
  const auto opened = openings_.open({"chess", "", "60+0"}, "", {person, arrive()}, now_, effects_);
  ASSERT_TRUE(opened);
  ASSERT_EQ(effects_.clocks.size(), 1);
  const auto start = effects_.clocks[0];
  EXPECT_EQ(timekeeper_.told_before(start), std::vector{tab}) << "the other is not welcomed yet";
  parts_.people.at(other_tab).welcomed = true;
  EXPECT_EQ(timekeeper_.told_before(start), (std::vector{tab, other_tab}));
  timekeeper_.start_clock({start.table, start.seq + 1}, now_);
  EXPECT_FALSE((*opened)->thinking.running) << "another turn";
  timekeeper_.start_clock(start, now_);
  EXPECT_TRUE((*opened)->thinking.running);
  EXPECT_TRUE(timekeeper_.told_before(start).empty()) << "it does not start again";
}

TEST_F(TimekeeperTest, WhatIsForgivenIsToldIfItIsMuch) {
  open({arrive(), arrive()}, "chess", "60+0");
  now_ += 30s;
  timekeeper_.forgive(500ms, Pause::of_program, now_, effects_);
  EXPECT_TRUE(effects_.tell.empty());
  timekeeper_.forgive(10s, Pause::of_program, now_, effects_);
  ASSERT_EQ(told<ClockReading>().size(), 2);
  EXPECT_EQ(told<ClockReading>()[0].second.times->left[0], 40500ms);
  now_ += 40s;
  EXPECT_FALSE(timekeeper_.is_due(now_));
}

}  // namespace
