// The clocks that run, without people: told, started, stopped, forgiven.
#include "table/clocks.hpp"

#include <gtest/gtest.h>

#include "table/testing.hpp"

namespace {

using namespace table;
using namespace std::chrono_literals;
using table::testing::kNow;

class ClocksThatRun : public ::testing::Test {
 protected:
  /// A table of chess at which both have 60 seconds, and two more for each move.
  Table open(std::uint64_t id) {
    return *Table::open(kits_,
                        {{id}, "chess", "", 1, 1, kNow, {{"anna", "web"}, {"bert", "web"}}, "", "60+2"});
  }
  void play(std::string_view move, Seat seat, Time now) {
    const auto step = table_.play(seat, *games::read("chess", move), moment(table_, thinking_, now));
    ASSERT_TRUE(step);
    clocks_.turn(table_, thinking_, step->entry, effects_);
  }
  void begin() {
    clocks_.await(table_, thinking_, effects_);
    clocks_.start(table_, thinking_, kNow);
  }

  games::Kits kits_;
  RunningClocks clocks_;
  Table table_ = open(7);
  Thinking thinking_;
  Effects effects_;
};

TEST_F(ClocksThatRun, NobodysTimeRunsBeforeTheyWereTold) {
  clocks_.await(table_, thinking_, effects_);
  ASSERT_EQ(effects_.clocks.size(), 1);
  EXPECT_EQ(effects_.clocks[0].table, TableId{7});
  EXPECT_TRUE(thinking_.waits_for(effects_.clocks[0]));
  EXPECT_FALSE(thinking_.waits_for({{7}, 1})) << "of another turn";
  EXPECT_EQ(moment(table_, thinking_, kNow + 5s).charged, 0s);
  EXPECT_EQ(clocks_.next_wake(), std::nullopt);
  clocks_.start(table_, thinking_, kNow + 5s);
  EXPECT_FALSE(thinking_.due);
  EXPECT_EQ(moment(table_, thinking_, kNow + 8s).charged, 3s);
  EXPECT_EQ(times_of(table_, thinking_, kNow + 8s)->left, (std::vector<base::Duration>{57s, 60s}));
}

TEST_F(ClocksThatRun, AMoveIsChargedAndTheOtherIsDue) {
  begin();
  play("e2e4", {0}, kNow + 10s);
  EXPECT_EQ(table_.clock().left({0}), 52s);
  EXPECT_FALSE(thinking_.running);
  ASSERT_TRUE(thinking_.due);
  EXPECT_EQ(thinking_.due->seat, Seat{1});
  EXPECT_TRUE(clocks_.flags().empty()) << "no flag without a clock that runs";
}

TEST_F(ClocksThatRun, TheFirstWhoseTimeIsUpIsTheNextToLookAt) {
  auto other = open(8);
  Thinking others;
  begin();
  clocks_.await(other, others, effects_);
  clocks_.start(other, others, kNow + 1s);
  ASSERT_EQ(clocks_.flags().size(), 2);
  EXPECT_EQ(clocks_.flags().begin()->second, TableId{7});
  EXPECT_EQ(clocks_.next_wake(), kNow + kBeat);
  clocks_.woken(kNow + 60s - 10ms);
  EXPECT_EQ(clocks_.next_wake(), kNow + 60s);
  EXPECT_FALSE(clocks_.is_due(kNow + 60s - 10ms));
  EXPECT_TRUE(clocks_.is_due(kNow + 60s));
  clocks_.stop(thinking_);
  EXPECT_EQ(clocks_.flags().begin()->second, TableId{8});
  clocks_.stop(others);
  EXPECT_TRUE(clocks_.flags().empty());
}

TEST_F(ClocksThatRun, WhatIsForgivenIsChargedToNobody) {
  begin();
  EXPECT_EQ(clocks_.forgive(table_, thinking_, 4s, Pause::of_program, kNow + 10s), 4s);
  EXPECT_EQ(moment(table_, thinking_, kNow + 10s).charged, 6s);
  EXPECT_EQ(moment(table_, thinking_, kNow + 10s).forgiven, 4s);
  EXPECT_EQ(moment(table_, thinking_, kNow + 6s).forgiven, 0s) << "the gap came later";
  EXPECT_EQ(clocks_.flags().begin()->first, kNow + 64s);
  EXPECT_EQ(clocks_.forgive(table_, thinking_, 60s, Pause::of_program, kNow + 20s), 16s)
      << "no more than ran";
}

TEST_F(ClocksThatRun, TheProgramsPausesHaveAnEndTheJournalsHaveNone) {
  begin();
  EXPECT_EQ(clocks_.forgive(table_, thinking_, 9min, Pause::of_program, kNow + 9min), 9min);
  EXPECT_EQ(clocks_.forgive(table_, thinking_, 2min, Pause::of_program, kNow + 11min), 1min);
  EXPECT_EQ(clocks_.forgive(table_, thinking_, 1min, Pause::of_journal, kNow + 12min), 1min);
}

TEST_F(ClocksThatRun, WhoHasNotComeBackSinceARestartIsNotCharged) {
  thinking_.missing = ~std::uint64_t{0};
  clocks_.await(table_, thinking_, effects_);
  EXPECT_TRUE(effects_.clocks.empty());
  EXPECT_EQ(clocked_seat(table_, thinking_), std::nullopt);
  thinking_.came_back({0});
  EXPECT_TRUE(thinking_.is_missing({1}));
  clocks_.await(table_, thinking_, effects_);
  EXPECT_EQ(effects_.clocks.size(), 1);
  EXPECT_EQ(clocked_seat(table_, thinking_), Seat{0});
}

TEST_F(ClocksThatRun, AnotherNameNeitherStartsNorChargesAnything) {
  begin();
  const auto step = table_.rename({0}, "dora", moment(table_, thinking_, kNow + 3s));
  ASSERT_TRUE(step);
  effects_ = {};
  clocks_.turn(table_, thinking_, step->entry, effects_);
  EXPECT_TRUE(effects_.clocks.empty());
  EXPECT_EQ(moment(table_, thinking_, kNow + 5s).charged, 5s);
}

}  // namespace
