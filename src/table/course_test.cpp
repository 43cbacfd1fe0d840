// The course of a game alone: what becomes of a table when its players act, go and come back.
#include "table/course.hpp"

#include "table/parts_fixture.hpp"

namespace {

using namespace table;
using namespace std::chrono_literals;
using namespace table::testing;

class CourseTest : public table::testing::PartsTest {
 protected:
  CourseTest() : PartsTest({.seed = 1, .hold = 2min, .abandon = 5min, .most_acts = 4}) {}

  void vacate(PlayerId player) {
    auto& sitting = *parts_.places.get_up(player);
    course_.vacate(sitting, at(player).seat, player, now_, effects_);
  }
  void step_away(PlayerId player) {
    auto& sitting = *parts_.places.get_up(player);
    course_.step_away(sitting, at(player).seat, std::nullopt, now_, effects_);
  }
  std::size_t tables() const { return parts_.tables.all().size(); }
};

TEST_F(CourseTest, WhoGoesLosesAndTheTableGoesWithTheLast) {
  const auto anna = arrive();
  const auto bert = arrive();
  open({anna, bert});
  vacate(anna);
  ASSERT_EQ(told<Over>().size(), 1);
  EXPECT_EQ(told<Over>()[0].second.outcome.winners, std::vector{kSecond});
  EXPECT_EQ(told<Wished>().size(), 1) << "bert hears that there will be no other game";
  EXPECT_EQ(tables(), 1);
  vacate(bert);
  EXPECT_EQ(tables(), 0);
}

TEST_F(CourseTest, AGameThatDoesNotEndIsEnded) {
  auto& sitting = open({arrive(), arrive()});
  for (const auto* move : {"g1f3", "g8f6", "f3g1", "f6g8"}) {
    EXPECT_TRUE(told<Over>().empty());
    course_.carry_out(sitting,
                      *sitting.table.play(*sitting.table.to_move(), *games::read("chess", move), now_), now_,
                      effects_);
  }
  ASSERT_EQ(told<Over>().size(), 2);
  EXPECT_EQ(told<Over>()[0].second.outcome.reason, "abandoned");
}

TEST_F(CourseTest, TheTableOfAStandingLobbyGoesWithItsGame) {
  const auto anna = arrive();
  auto& sitting = begin_in_lobby({anna, arrive()});
  course_.carry_out(sitting, *sitting.table.resign(kFirst, now_), now_, effects_);
  EXPECT_EQ(tables(), 0);
  EXPECT_EQ(at(anna).sitting, nullptr);
  EXPECT_NE(at(anna).lobby, nullptr) << "she is still in the lobby";
}

TEST_F(CourseTest, AllWantAnotherGameAndColoursSwap) {
  const auto anna = arrive();
  const auto bert = arrive();
  auto& sitting = open({anna, bert});
  resign(sitting, kFirst);
  sitting.wishes.answer(kFirst, Wish::again);
  course_.settle_wishes(sitting, now_, effects_);
  EXPECT_TRUE(told<Agreed>().empty()) << "bert has not answered";
  sitting.wishes.answer(kSecond, Wish::again);
  course_.settle_wishes(sitting, now_, effects_);
  EXPECT_EQ(told<Agreed>().size(), 2);
  EXPECT_EQ(tables(), 1) << "the old table is gone";
  EXPECT_EQ(parts_.places.place_of(bert), (Place{{2}, kFirst}));
}

TEST_F(CourseTest, AGameWithPresencePausesAndGoesOn) {
  const auto anna = arrive_as("anna");
  auto& sitting = open({anna, arrive_as("bert")}, "shelfie");
  step_away(anna);
  EXPECT_TRUE(games::is_paused(sitting.table.state()));
  EXPECT_EQ(parts_.tables.next_alarm(), now_ + 5min);
  ASSERT_EQ(told<Presence>().size(), 1);
  EXPECT_FALSE(told<Presence>()[0].second.here);
  EXPECT_NE(parts_.people.names().seat_for("anna"), nullptr);
  effects_ = {};
  course_.come_back(anna, sitting, kFirst, now_, effects_);
  EXPECT_FALSE(games::is_paused(sitting.table.state()));
  EXPECT_EQ(sitting.paused_until, std::nullopt);
  EXPECT_EQ(parts_.people.names().seat_for("anna"), nullptr);
  ASSERT_EQ(told<Resumed>().size(), 1);
  EXPECT_EQ(told<Resumed>()[0].first, anna);
}

TEST_F(CourseTest, TheEndOfAGameWithPresenceIsSeenByAll) {
  const auto anna = arrive();
  const auto bert = arrive();
  auto& sitting = open({anna, bert}, "shelfie");
  course_.abandon(sitting, now_, effects_);
  for (const auto player : {anna, bert}) {
    EXPECT_EQ(tables(), 1);
    EXPECT_EQ(journalled<Closing>(), 0);
    course_.see_end(sitting, at(player).seat, now_, effects_);
    step_away(player);
  }
  EXPECT_EQ(journalled<Closing>(), 1);
  EXPECT_EQ(tables(), 0);
}

TEST_F(CourseTest, ARestoredTableWaitsForItsPlayers) {
  const Header header{{7},
                      "chess",
                      "",
                      1,
                      games::facts_of("chess")->revision,
                      now_,
                      {{"anna", "web", "10.0.0.1"}, {"bert", "web", "10.0.0.1"}}};
  course_.restore(*Table::open(kits_, header), now_);
  auto& sitting = parts_.tables.at({7});
  EXPECT_EQ(parts_.tables.next_alarm(), now_ + 2min);
  course_.come_back(arrive_as("anna"), sitting, kFirst, now_, effects_);
  now_ += 2min;
  course_.give_up(sitting, kSecond, now_, effects_);
  ASSERT_EQ(told<Over>().size(), 1);
  EXPECT_EQ(told<Over>()[0].second.outcome.winners, std::vector{kFirst}) << "bert counts as gone";
}

TEST_F(CourseTest, ATableToWhichNobodyComesBackIsAbandoned) {
  const Header header{
      {7}, "chess", "", 1, games::facts_of("chess")->revision, now_, {{"anna", "web"}, {"bert", "web"}}};
  course_.restore(*Table::open(kits_, header), now_);
  now_ += 2min;
  course_.give_up(parts_.tables.at({7}), kFirst, now_, effects_);
  EXPECT_EQ(tables(), 0);
  EXPECT_EQ(std::get<Entry>(effects_.journal[0]).text, kAbandon);
  EXPECT_TRUE(parts_.people.names().seats().empty());
}

TEST_F(CourseTest, WhoseFlagFallsLoses) {
  auto& sitting = open({arrive(), arrive()}, "chess", "60+0");
  now_ += 60s;
  course_.flag(sitting, now_, effects_);
  ASSERT_EQ(told<Over>().size(), 2);
  EXPECT_EQ(told<Over>()[0].second.outcome.winners, std::vector{kSecond});
  EXPECT_TRUE(parts_.clocks.flags().empty());
}

}  // namespace
