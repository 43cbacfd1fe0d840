// Offers at one table, without people.
#include "table/offers.hpp"

#include <gtest/gtest.h>

#include "table/testing.hpp"

namespace {

using namespace table;
using table::testing::kNow;
using Fate = Offered::Fate;

constexpr Seat kWhite{0};
constexpr Seat kBlack{1};

class Offering : public ::testing::Test {
 protected:
  std::optional<Offered> play(Seat seat, std::string_view move) {
    const auto step = table_.play(seat, *games::read("chess", move), kNow);
    EXPECT_TRUE(step);
    return offers_.lapse(table_, step->entry);
  }
  bool may(Seat seat, Proposal what) const { return offers_.check(table_, seat, what).has_value(); }

  games::Kits kits_;
  Table table_ =
      *Table::open(kits_, {{1}, "chess", "", 1, 1, kNow, {{"anna", "web"}, {"bert", "web"}}, "", ""});
  Offers offers_;
};

TEST_F(Offering, OneOfferWaitsAtATime) {
  EXPECT_TRUE(Offers::check_game(table_));
  EXPECT_EQ(offers_.make(kWhite, Proposal::draw), (Offered{kWhite, Proposal::draw, Fate::made}));
  EXPECT_FALSE(may(kWhite, Proposal::draw)) << "it waits already";
  EXPECT_FALSE(may(kBlack, Proposal::takeback)) << "first comes the answer";
  EXPECT_TRUE(may(kBlack, Proposal::draw)) << "that is to accept";
  EXPECT_EQ(offers_.take().who, kWhite);
  EXPECT_EQ(offers_.waiting(), std::nullopt);
}

TEST_F(Offering, WhatWasDeclinedIsOfferedAgainAfterTheNextActOnly) {
  offers_.make(kWhite, Proposal::draw);
  EXPECT_EQ(offers_.decline(table_, kBlack).fate, Fate::declined);
  EXPECT_FALSE(may(kWhite, Proposal::draw));
  EXPECT_TRUE(may(kBlack, Proposal::draw));
  play(kWhite, "e2e4");
  EXPECT_TRUE(may(kWhite, Proposal::draw));
}

TEST_F(Offering, WhoOffersMayTakeItBack) {
  offers_.make(kWhite, Proposal::draw);
  EXPECT_EQ(offers_.decline(table_, kWhite).fate, Fate::withdrawn);
  EXPECT_EQ(offers_.waiting(), std::nullopt);
}

TEST_F(Offering, ADrawLapsesWhenTheOtherMovesATakebackWhenAnybodyDoes) {
  offers_.make(kWhite, Proposal::draw);
  EXPECT_EQ(play(kWhite, "e2e4"), std::nullopt);
  EXPECT_EQ(play(kBlack, "e7e5"), (Offered{kWhite, Proposal::draw, Fate::lapsed}));
  EXPECT_TRUE(may(kWhite, Proposal::takeback));
  offers_.make(kWhite, Proposal::takeback);
  EXPECT_EQ(play(kWhite, "d2d4"), (Offered{kWhite, Proposal::takeback, Fate::lapsed}));
}

TEST_F(Offering, NobodyTakesBackWhatTheyHaveNotMoved) {
  EXPECT_FALSE(may(kBlack, Proposal::takeback));
  play(kWhite, "e2e4");
  EXPECT_TRUE(may(kWhite, Proposal::takeback));
  EXPECT_FALSE(may(kBlack, Proposal::takeback));
}

TEST_F(Offering, AnOfferEndsWithTheGameAndNobodyIsTold) {
  offers_.make(kWhite, Proposal::draw);
  const auto step = table_.resign(kBlack, kNow);
  ASSERT_TRUE(step);
  EXPECT_EQ(offers_.lapse(table_, step->entry), std::nullopt);
  EXPECT_EQ(offers_.waiting(), std::nullopt);
  EXPECT_FALSE(Offers::check_game(table_));
}

}  // namespace
