// Identity alone: tokens and accounts, and the places that they give back.
#include "table/identity.hpp"

#include "table/parts_fixture.hpp"

namespace {

using namespace table;

class IdentityTest : public table::testing::PartsTest {
 protected:
  Identity identity_{parts_, renaming_, attendance_};
};

TEST_F(IdentityTest, ANameGivesASeatBack) {
  const auto anna = arrive_as("anna");
  auto& sitting = open({anna, arrive()}, "shelfie");
  attendance_.depart(anna, now_, effects_);
  const auto again = arrive();
  ASSERT_TRUE(identity_.name(again, {"anna"}, now_, effects_));
  EXPECT_EQ(sitting.players[0], again);
  EXPECT_FALSE(identity_.name(arrive(), {"anna"}, now_, effects_)) << "she has it";
}

TEST_F(IdentityTest, AnotherTabIsWelcomedToWhereThePersonIs) {
  const auto one = arrive("token:a");
  open({parts_.people.person_of(one), arrive()});
  const auto two = arrive("token:a");
  EXPECT_FALSE(parts_.people.at(two).welcomed);
  ASSERT_TRUE(identity_.come_again(two, now_, effects_));
  EXPECT_TRUE(parts_.people.at(two).welcomed);
  ASSERT_EQ(told<Resumed>().size(), 1);
  EXPECT_EQ(told<Resumed>()[0].first, two);
  EXPECT_EQ(identity_.come_again(arrive(), now_, effects_).error().code, Code::not_at_table) << "no token";
}

TEST_F(IdentityTest, AnAccountIsInOneBrowserAtATime) {
  parts_.people.names().reserve("Anna");
  const auto old = arrive("token:a");
  identity_.sign_in(old, "Anna", now_, effects_);
  ASSERT_EQ(at(old).name, "Anna");
  auto& sitting = open({parts_.people.person_of(old), arrive()});
  const auto fresh = arrive("token:b");
  effects_ = {};
  identity_.sign_in(fresh, "Anna", now_, effects_);
  EXPECT_EQ(sitting.players[0], parts_.people.person_of(fresh));
  EXPECT_EQ(at(fresh).name, "Anna");
  EXPECT_EQ(at(old).account, "");
  EXPECT_EQ(at(old).sitting, nullptr);
  ASSERT_EQ(told<Elsewhere>().size(), 1);
  EXPECT_EQ(told<Elsewhere>()[0].first, parts_.people.person_of(old));
  EXPECT_EQ(told<Elsewhere>()[0].second.what, Elsewhere::What::replaced);
}

TEST_F(IdentityTest, SigningInLeadsBackToTheSeatOfTheAccount) {
  parts_.people.names().reserve("Anna");
  const auto old = arrive("token:a");
  identity_.sign_in(old, "Anna", now_, effects_);
  auto& sitting = open({parts_.people.person_of(old), arrive()}, "shelfie");
  attendance_.depart(old, now_, effects_);
  const auto fresh = arrive("token:b");
  identity_.sign_in(fresh, "Anna", now_, effects_);
  EXPECT_EQ(sitting.players[0], parts_.people.person_of(fresh));
}

TEST_F(IdentityTest, OtherTabsHearOfIt) {
  parts_.people.names().reserve("Anna");
  const auto one = arrive("token:a");
  const auto two = arrive("token:a");
  ASSERT_TRUE(identity_.come_again(two, now_, effects_));
  effects_ = {};
  identity_.sign_in(one, "Anna", now_, effects_);
  identity_.sign_out(one, now_, effects_);
  ASSERT_EQ(told<Elsewhere>().size(), 2);
  EXPECT_EQ(told<Elsewhere>()[0].first, two);
  EXPECT_EQ(told<Elsewhere>()[0].second.account, "Anna");
  EXPECT_EQ(told<Elsewhere>()[1].second.account, "");
  EXPECT_NE(at(one).name, "Anna");
  identity_.sign_in({99}, "Anna", now_, effects_);  // who has gone
}

}  // namespace
