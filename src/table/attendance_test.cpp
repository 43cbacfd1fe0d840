// Attendance alone: going, staying, coming back.
#include "table/attendance.hpp"

#include "table/parts_fixture.hpp"

namespace {

using namespace table;
using namespace std::chrono_literals;

class AttendanceTest : public table::testing::PartsTest {
 protected:
  AttendanceTest() : PartsTest({.seed = 1, .hold = 3min, .grace = 1min}) {}
};

TEST_F(AttendanceTest, WhoDepartsIsInNoPlaceAndHasNoName) {
  const auto anna = arrive_as("anna");
  const auto bert = arrive();
  auto& sitting = open({anna, bert});
  attendance_.depart(anna, now_, effects_);
  EXPECT_EQ(parts_.people.find(anna), nullptr);
  EXPECT_EQ(parts_.people.names().find("anna"), std::nullopt);
  EXPECT_TRUE(sitting.table.outcome());
  EXPECT_EQ(told<Over>().size(), 1);
}

TEST_F(AttendanceTest, TheSeatOfOneWithANameWaitsForAWhile) {
  const auto anna = arrive_as("anna");
  const auto guest = arrive();
  auto& sitting = open({anna, guest});
  attendance_.lose(anna, Loss::connection, now_, effects_);
  EXPECT_FALSE(sitting.table.outcome());
  EXPECT_EQ(sitting.held[0], now_ + 1min);
  EXPECT_EQ(told<Presence>().size(), 1);
  const auto again = arrive();
  attendance_.lead_back(again, {{1}, {0}}, now_, effects_);
  EXPECT_EQ(parts_.places.place_of(again), (Place{{1}, {0}}));
  attendance_.lose(guest, Loss::connection, now_, effects_);
  EXPECT_TRUE(sitting.table.outcome()) << "nobody could come back by a name that was given";
}

TEST_F(AttendanceTest, WhoseNodeIsLostIsWaitedForAsAfterARestart) {
  const auto anna = arrive_as("anna");
  const auto guest = arrive();
  auto& sitting = open({anna, guest});
  attendance_.lose(anna, Loss::node, now_, effects_);
  EXPECT_EQ(sitting.held[0], now_ + settings_.hold);
  EXPECT_TRUE(sitting.thinking.is_missing({0}));
  EXPECT_EQ(told<Presence>().size(), 1);
  attendance_.lead_back(arrive(), {{1}, {0}}, now_, effects_);
  EXPECT_FALSE(sitting.thinking.is_missing({0}));
  attendance_.lose(guest, Loss::node, now_, effects_);
  EXPECT_TRUE(sitting.table.outcome()) << "nobody could come back by a name that was given";
}

TEST_F(AttendanceTest, APersonGoesWithTheLastTab) {
  const auto one = arrive("token:a");
  const auto two = arrive("token:a");
  const auto person = parts_.people.person_of(one);
  open({person, arrive()});
  attendance_.depart(one, now_, effects_);
  EXPECT_EQ(parts_.places.place_of(two), (Place{{1}, {0}}));
  attendance_.depart(two, now_, effects_);
  EXPECT_EQ(parts_.people.find(person), nullptr);
}

TEST_F(AttendanceTest, WhoIsNowhereCannotLeave) {
  const auto anna = arrive();
  EXPECT_EQ(attendance_.leave(anna, {}, now_, effects_).error().code, Code::not_at_table);
  EXPECT_TRUE(effects_.tell.empty());
}

TEST_F(AttendanceTest, WhoIsLedElsewhereLeavesTheLobby) {
  const auto anna = arrive_as("anna");
  auto& sitting = open({anna, arrive()}, "shelfie");
  attendance_.get_up(anna, now_, effects_);
  EXPECT_EQ(sitting.held[0], Time::max()) << "as long as the game lasts";
  gather({anna, arrive()});
  ASSERT_NE(at(anna).lobby, nullptr);
  attendance_.lead_back(anna, {{1}, {0}}, now_, effects_);
  EXPECT_EQ(at(anna).lobby, nullptr);
  EXPECT_EQ(at(anna).sitting, &sitting);
}

TEST_F(AttendanceTest, WhoStaysHasSeenTheEndAndIsReady) {
  const auto anna = arrive();
  const auto bert = arrive();
  auto& sitting = begin_in_lobby({anna, bert}, "shelfie");
  course_.abandon(sitting, now_, effects_);
  attendance_.stay(anna, now_, effects_);
  EXPECT_EQ(at(anna).sitting, nullptr);
  EXPECT_TRUE(sitting.table.has_left({0}));
  effects_ = {};
  attendance_.stay(bert, now_, effects_);
  EXPECT_EQ(told<Started>().size(), 2) << "the next game";
}

TEST_F(AttendanceTest, ATabIsShownWhereItsPersonIs) {
  const auto one = arrive("token:a");
  const auto two = arrive("token:a");
  open({parts_.people.person_of(one), arrive()});
  attendance_.show_place(two, now_, effects_);
  ASSERT_EQ(told<Resumed>().size(), 1);
  EXPECT_EQ(told<Resumed>()[0].first, two);
  EXPECT_TRUE(told<Resumed>()[0].second.shown) << "the other tab shows it, too";
}

}  // namespace
