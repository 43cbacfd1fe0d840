// Requests of those who look on: what they see, and who may not.
#include "table/view_requests.hpp"

#include "table/parts_fixture.hpp"

namespace {

using namespace table;

class ViewRequestsTest : public table::testing::PartsTest {
 protected:
  ViewRequests requests_{parts_, renaming_, attendance_};
};

TEST_F(ViewRequestsTest, ATableIsWatchedWithNobodysEyes) {
  auto& sitting = open({arrive(), arrive()});
  const auto carl = arrive();
  ASSERT_TRUE(requests_.watch(carl, {{1}}, now_, effects_));
  EXPECT_EQ(sitting.watchers, std::vector{carl});
  EXPECT_EQ(at(carl).eyes, std::nullopt);
  ASSERT_EQ(told<Resumed>().size(), 1);
  EXPECT_TRUE(told<Resumed>()[0].second.watches);
  EXPECT_EQ(requests_.watch(carl, {{9}}, now_, effects_).error().code, Code::not_at_table);
}

TEST_F(ViewRequestsTest, WhoPlaysDoesNotWatch) {
  const auto anna = arrive();
  open({anna, arrive()});
  open({arrive(), arrive()});
  EXPECT_EQ(requests_.watch(anna, {{2}}, now_, effects_).error().code, Code::already_seated);
  EXPECT_EQ(requests_.show_seat(anna, {{2}, {0}}, now_, effects_).error().code, Code::already_seated);
}

TEST_F(ViewRequestsTest, ATabOfAPlayerShowsTheSeat) {
  const auto tab = arrive("token:a");
  auto& sitting = open({parts_.people.person_of(tab), arrive()});
  ASSERT_TRUE(requests_.watch(tab, {{1}}, now_, effects_));
  EXPECT_TRUE(sitting.watchers.empty()) << "it is no stranger";
  ASSERT_EQ(told<Resumed>().size(), 1);
  EXPECT_FALSE(told<Resumed>()[0].second.watches);
  EXPECT_EQ(requests_.show_seat(tab, {{1}, {1}}, now_, effects_).error().code, Code::already_seated)
      << "nor sees another hand";
}

TEST_F(ViewRequestsTest, APageOfASeatHasItsEyes) {
  open({arrive(), arrive()});
  const auto carl = arrive();
  ASSERT_TRUE(requests_.show_seat(carl, {{1}, {1}}, now_, effects_));
  EXPECT_EQ(at(carl).eyes, Seat{1});
  EXPECT_TRUE(told<Resumed>()[0].second.screen);
  EXPECT_EQ(requests_.show_seat(carl, {{1}, {2}}, now_, effects_).error().code, Code::not_at_table);
}

TEST_F(ViewRequestsTest, ClocksAreThoseOfTheTableThatOneSees) {
  const auto anna = arrive();
  open({anna, arrive()}, "chess", "60+2");
  const auto carl = arrive();
  requests_.read_clocks(carl, now_, effects_);
  EXPECT_TRUE(told<ClockReading>().empty()) << "who sees none is only answered";
  requests_.read_clocks(anna, now_, effects_);
  ASSERT_TRUE(requests_.watch(carl, {{1}}, now_, effects_));
  requests_.read_clocks(carl, now_, effects_);
  EXPECT_EQ(told<ClockReading>().size(), 2);
}

TEST_F(ViewRequestsTest, TheHallIsSeenWithItsTables) {
  open({arrive(), arrive()});
  EXPECT_EQ(requests_.look_around(arrive(), now_, effects_)->tables.size(), 1);
}

}  // namespace
