// Talk alone: who hears whom.
#include "table/talk.hpp"

#include "table/parts_fixture.hpp"

namespace {

using namespace table;

class TalkTest : public table::testing::PartsTest {
 protected:
  std::vector<PlayerId> hearers(PlayerId tab) {
    effects_ = {};
    EXPECT_TRUE(talk_.say(tab, {"hello"}, effects_));
    std::vector<PlayerId> list;
    for (const auto& [player, said] : told<Said>()) list.push_back(player);
    return list;
  }

  Talk talk_{parts_.people, parts_.audience};
};

TEST_F(TalkTest, AtATableItStaysThereAndIsKept) {
  const auto anna = arrive();
  const auto bert = arrive();
  const auto carl = arrive();
  arrive();
  auto& sitting = open({anna, bert});
  parts_.places.watch(carl, sitting, std::nullopt);
  EXPECT_EQ(hearers(anna), (std::vector{anna, bert, carl}));
  EXPECT_EQ(sitting.chat->since(0).size(), 1);
}

TEST_F(TalkTest, ElsewhereItIsForAllWhoAreAtNeither) {
  open({arrive(), arrive()});
  const auto carl = arrive();
  const auto dora = arrive();
  EXPECT_EQ(hearers(carl), (std::vector{carl, dora}));
}

TEST_F(TalkTest, InAStandingLobbyItStaysThere) {
  const auto anna = arrive();
  const auto bert = arrive();
  arrive();
  gather({anna, bert});
  EXPECT_EQ(hearers(bert), (std::vector{anna, bert}));
}

TEST_F(TalkTest, ATabThatWatchesSpeaksInTheHall) {
  const auto tab = arrive("token:a");
  open({parts_.people.person_of(tab), arrive()});
  auto& other = open({arrive(), arrive()});
  parts_.places.watch(tab, other, std::nullopt);
  const auto carl = arrive();
  EXPECT_EQ(hearers(tab), (std::vector{tab, carl}));
}

TEST_F(TalkTest, WhatIsSaidIsText) {
  const auto anna = arrive();
  EXPECT_EQ(talk_.say(anna, {""}, effects_).error().code, Code::malformed);
  EXPECT_EQ(talk_.say(anna, {"a\nb"}, effects_).error().code, Code::malformed);
  EXPECT_TRUE(effects_.tell.empty());
}

}  // namespace
