// Places without rules: who sits and watches where, known on both sides.
#include "table/places.hpp"

#include "table/parts_fixture.hpp"

namespace {

using namespace table;
using namespace table::testing;

class PlacesTest : public table::testing::PartsTest {
 protected:
  Places& places_ = parts_.places;
};

TEST_F(PlacesTest, WhoSitsKnowsSoAndTheTableDoes) {
  const auto anna = arrive();
  auto& sitting = open({anna, arrive()});
  EXPECT_EQ(at(anna).sitting, &sitting);
  EXPECT_EQ(places_.place_of(anna), (Place{{1}, kFirst}));
  EXPECT_EQ(places_.get_up(anna), &sitting);
  EXPECT_EQ(at(anna).sitting, nullptr);
  EXPECT_EQ(sitting.players[0], std::nullopt);
  EXPECT_EQ(places_.get_up(anna), nullptr) << "who sits nowhere";
  const auto carl = arrive();
  places_.sit(carl, sitting, kFirst);
  EXPECT_EQ(sitting.players[0], carl);
  places_.clear(sitting);
  EXPECT_EQ(places_.place_of(carl), std::nullopt);
  EXPECT_TRUE(sitting.is_deserted());
  EXPECT_EQ(places_.place_of({99}), std::nullopt) << "who is not here";
}

TEST_F(PlacesTest, OneTableIsWatchedAtATime) {
  auto& one = open({arrive(), arrive()});
  auto& two = open({arrive(), arrive()});
  const auto carl = arrive();
  places_.watch(carl, one, std::nullopt);
  places_.watch(carl, two, std::nullopt);
  EXPECT_TRUE(one.watchers.empty());
  EXPECT_EQ(two.watchers, std::vector{carl});
  EXPECT_FALSE(places_.shows_seat(carl));
  places_.stop_watching(carl);
  EXPECT_TRUE(two.watchers.empty());
  EXPECT_TRUE(places_.shows_seat(carl));
}

TEST_F(PlacesTest, WhoSitsDownTurnsToTheSeat) {
  const auto asks = arrive("token:a");
  const auto watches = arrive("token:a");
  const auto elsewhere = arrive("token:a");
  auto& other = open({arrive(), arrive()});
  auto& sitting = open({arrive(), arrive()});
  places_.watch(asks, other, std::nullopt);
  places_.watch(watches, sitting, std::nullopt);
  places_.watch(elsewhere, other, std::nullopt);
  const auto person = parts_.people.person_of(asks);
  parts_.people.at(person).seeker = asks;
  places_.get_up(*sitting.players[0]);
  places_.sit(person, sitting, kFirst);
  EXPECT_EQ(parts_.people.at(asks).watched, std::nullopt) << "the tab that asked for it";
  EXPECT_EQ(parts_.people.at(watches).watched, std::nullopt) << "nobody is a stranger to their own table";
  EXPECT_EQ(parts_.people.at(elsewhere).watched, other.table.header().table);
  EXPECT_EQ(places_.place_of(elsewhere), (Place{{2}, kFirst})) << "where its person sits";
}

TEST_F(PlacesTest, EyesAreThoseOfASeatOrAnothers) {
  const auto anna = arrive();
  auto& sitting = open({anna, arrive()});
  const auto carl = arrive();
  EXPECT_FALSE(is_other(places_.sights_of(carl), {{1}, kFirst})) << "is not there";
  places_.watch(carl, sitting, kFirst);
  EXPECT_TRUE(has_eyes_of(places_.sights_of(carl), {{1}, kFirst}));
  EXPECT_FALSE(is_other(places_.sights_of(carl), {{1}, kFirst}));
  EXPECT_TRUE(is_other(places_.sights_of(carl), {{1}, kSecond})) << "sees the other hand";
  EXPECT_FALSE(has_eyes_of(places_.sights_of(carl), {{1}, kSecond}));
  EXPECT_TRUE(is_other(places_.sights_of(anna), {{1}, kSecond}));
  EXPECT_FALSE(is_other(places_.sights_of(anna), {{1}, kFirst})) << "it is her own";
  EXPECT_FALSE(has_eyes_of(places_.sights_of({99}), {{1}, kFirst})) << "who is not here";
}

}  // namespace
