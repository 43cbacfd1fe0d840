// Requests of those who sit at a table, each to the part that it is for.
#include "table/table_requests.hpp"

#include "table/parts_fixture.hpp"

namespace {

using namespace table;
using namespace std::chrono_literals;

class TableRequestsTest : public table::testing::PartsTest {
 protected:
  Result<void> play(PlayerId player, std::string_view move) {
    return requests_.play(player, {*games::read("chess", move)}, now_, now_, effects_);
  }

  TableRequests requests_{parts_, course_, attendance_};
};

TEST_F(TableRequestsTest, WhoSitsNowhereIsRefused) {
  const auto anna = arrive();
  for (const auto& answer :
       {play(anna, "e2e4"), requests_.offer(anna, {Proposal::draw}, now_, effects_),
        requests_.reply(anna, {Consent::accept}, now_, effects_), requests_.resign(anna, now_, effects_),
        requests_.rematch(anna, {Wish::again}, now_, effects_)}) {
    ASSERT_FALSE(answer);
    EXPECT_EQ(answer.error().code, Code::not_at_table);
  }
  EXPECT_TRUE(effects_.tell.empty() && effects_.journal.empty());
}

TEST_F(TableRequestsTest, AMoveIsAnsweredFirstThenTold) {
  const auto anna = arrive();
  open({anna, arrive()});
  ASSERT_TRUE(play(anna, "e2e4"));
  EXPECT_EQ(effects_.tell[0].first, anna);
  EXPECT_TRUE(std::holds_alternative<Accepted>(effects_.tell[0].second));
  EXPECT_EQ(told<Happened>().size(), 2);
  EXPECT_EQ(parts_.tables.count_moves("chess"), 1);
  effects_ = {};
  EXPECT_EQ(play(anna, "d2d4").error().code, Code::not_your_turn);
  EXPECT_TRUE(effects_.tell.empty());
}

TEST_F(TableRequestsTest, ThinkingEndsWhenTheMoveArrives) {
  const auto anna = arrive();
  open({anna, arrive()}, "chess", "60+0");
  ASSERT_TRUE(requests_.play(anna, {*games::read("chess", "e2e4")}, now_ + 3s, now_ + 5s, effects_));
  const auto& entry = std::get<Entry>(effects_.journal[0]);
  EXPECT_EQ(entry.charged, 3s);
  EXPECT_EQ(entry.at, now_ + 5s);
}

TEST_F(TableRequestsTest, AnOfferNeedsTwoWhoHearIt) {
  const auto anna = arrive();
  const auto deaf = arrive("10.0.0.1", Hears::game_only);
  open({anna, deaf});
  EXPECT_EQ(requests_.offer(anna, {Proposal::draw}, now_, effects_).error().code, Code::illegal_move);
}

TEST_F(TableRequestsTest, WhatBothOfferIsAgreed) {
  const auto anna = arrive();
  const auto bert = arrive();
  auto& sitting = open({anna, bert});
  ASSERT_TRUE(requests_.offer(anna, {Proposal::draw}, now_, effects_));
  EXPECT_EQ(requests_.reply(anna, {Consent::accept}, now_, effects_).error().code, Code::illegal_move);
  ASSERT_TRUE(requests_.offer(bert, {Proposal::draw}, now_, effects_));
  ASSERT_TRUE(sitting.table.outcome());
  EXPECT_EQ(told<Over>().size(), 2);
}

TEST_F(TableRequestsTest, AWishIsAnsweredOnce) {
  const auto anna = arrive();
  const auto bert = arrive();
  auto& sitting = open({anna, bert});
  EXPECT_EQ(requests_.rematch(anna, {Wish::again}, now_, effects_).error().code, Code::illegal_move);
  resign(sitting, {0});
  ASSERT_TRUE(requests_.rematch(anna, {Wish::again}, now_, effects_));
  ASSERT_EQ(told<Wished>().size(), 1);
  EXPECT_EQ(told<Wished>()[0].first, bert);
  EXPECT_EQ(requests_.rematch(anna, {Wish::again}, now_, effects_).error().code, Code::already_seated);
  ASSERT_TRUE(requests_.rematch(bert, {Wish::again}, now_, effects_));
  EXPECT_EQ(told<Started>().size(), 2);
}

TEST_F(TableRequestsTest, InAStandingLobbyItIsAskedThere) {
  const auto anna = arrive();
  const auto bert = arrive();
  auto& sitting = begin_in_lobby({anna, bert});
  course_.carry_out(sitting, *sitting.table.resign({0}, now_), now_, effects_);
  ASSERT_TRUE(requests_.rematch(anna, {Wish::again}, now_, effects_));
  ASSERT_TRUE(requests_.rematch(bert, {Wish::enough}, now_, effects_));
  EXPECT_NE(at(anna).lobby, nullptr);
  EXPECT_EQ(at(bert).lobby, nullptr);
}

}  // namespace
