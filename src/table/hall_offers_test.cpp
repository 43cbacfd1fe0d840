// Offers: draws and moves taken back, by consent.
#include "games/chess/rules.hpp"
#include "table/hall_fixture.hpp"

namespace {

using namespace table;
using namespace std::chrono_literals;
using table::testing::HallTest;
using Fate = Offered::Fate;

class HallOffers : public HallTest {
 protected:
  PlayerId come(std::string_view protocol, Hears hears) {
    const PlayerId player{next_++};
    hall_->arrive(player, protocol, "10.0.0.1", Views::yes, hears);
    return player;
  }
  void begin(Hears hears = Hears::offers, const std::string& game = "chess") {
    anna_ = come("web", Hears::offers);
    bert_ = come("web", hears);
    EXPECT_EQ(ask(anna_, Seek{.game = game, .seats = 2}), std::nullopt);
    EXPECT_EQ(ask(bert_, Seek{.game = game, .seats = 2}), std::nullopt);
  }
  std::optional<Code> play(PlayerId player, std::string_view move) {
    return ask(player, Play{*games::read("chess", move)});
  }
  std::optional<Code> offer(PlayerId player, Proposal what) { return ask(player, Offer{what}); }
  std::optional<Code> reply(PlayerId player, Consent consent) { return ask(player, Reply{consent}); }
  /// What both were told of offers, if it was the same.
  std::optional<Offered> offered() const {
    const auto list = told<Offered>();
    if (list.size() != 2) return std::nullopt;
    const auto one = list[0].second;
    return one == list[1].second ? std::optional(one) : std::nullopt;
  }
  std::string last_entry() const { return std::get<Entry>(effects_.journal.front()).text; }

  PlayerId anna_;
  PlayerId bert_;
};

TEST_F(HallOffers, ADrawIsOfferedDeclinedOfferedAgainAndTaken) {
  begin();
  EXPECT_EQ(play(anna_, "e2e4"), std::nullopt);
  EXPECT_EQ(offer(anna_, Proposal::draw), std::nullopt);
  EXPECT_EQ(offered(), (Offered{{0}, Proposal::draw, Fate::made}));
  EXPECT_TRUE(effects_.journal.empty()) << "what is only offered is not journalled";
  EXPECT_EQ(offer(anna_, Proposal::draw), Code::illegal_move) << "it waits already";
  EXPECT_EQ(reply(anna_, Consent::accept), Code::illegal_move) << "one's own";
  EXPECT_EQ(reply(bert_, Consent::decline), std::nullopt);
  EXPECT_EQ(offered(), (Offered{{0}, Proposal::draw, Fate::declined}));
  EXPECT_EQ(reply(bert_, Consent::accept), Code::illegal_move) << "too late";
  EXPECT_EQ(offer(anna_, Proposal::draw), Code::illegal_move) << "nobody is asked twice in one position";
  EXPECT_EQ(play(bert_, "e7e5"), std::nullopt);
  EXPECT_EQ(offer(anna_, Proposal::draw), std::nullopt);
  EXPECT_EQ(reply(bert_, Consent::accept), std::nullopt);
  EXPECT_EQ(last_entry(), "!draw");
  ASSERT_EQ(told<Over>().size(), 2);
  EXPECT_EQ(told<Over>()[0].second.outcome, (Outcome{{{0}, {1}}, {}, "agreement"}));
  EXPECT_EQ(offer(anna_, Proposal::draw), Code::game_over);
}

TEST_F(HallOffers, TwoOffersAreAnAgreement) {
  begin();
  EXPECT_EQ(offer(bert_, Proposal::draw), std::nullopt);
  EXPECT_EQ(offer(anna_, Proposal::takeback), Code::illegal_move) << "first the other's";
  EXPECT_EQ(offer(anna_, Proposal::draw), std::nullopt);
  EXPECT_EQ(told<Over>().size(), 2);
}

TEST_F(HallOffers, AnOfferLapsesWhenTheOpponentMoves) {
  begin();
  EXPECT_EQ(offer(anna_, Proposal::draw), std::nullopt);
  EXPECT_EQ(play(anna_, "e2e4"), std::nullopt);
  EXPECT_EQ(offered(), std::nullopt) << "it stands while the opponent thinks";
  EXPECT_EQ(play(bert_, "e7e5"), std::nullopt);
  EXPECT_EQ(offered(), (Offered{{0}, Proposal::draw, Fate::lapsed}));
  EXPECT_EQ(reply(bert_, Consent::accept), Code::illegal_move);
}

TEST_F(HallOffers, WhatIsOfferedCanBeTakenBack) {
  begin();
  EXPECT_EQ(offer(anna_, Proposal::draw), std::nullopt);
  EXPECT_EQ(reply(anna_, Consent::decline), std::nullopt);
  EXPECT_EQ(offered(), (Offered{{0}, Proposal::draw, Fate::withdrawn}));
  EXPECT_EQ(reply(bert_, Consent::accept), Code::illegal_move);
}

TEST_F(HallOffers, MovesAreGivenBack) {
  begin();
  EXPECT_EQ(offer(anna_, Proposal::takeback), Code::illegal_move) << "there is none";
  EXPECT_EQ(play(anna_, "e2e4"), std::nullopt);
  EXPECT_EQ(offer(bert_, Proposal::takeback), Code::illegal_move) << "Bert has made none";
  EXPECT_EQ(play(bert_, "e7e5"), std::nullopt);
  EXPECT_EQ(offer(anna_, Proposal::takeback), std::nullopt);
  EXPECT_EQ(reply(bert_, Consent::accept), std::nullopt);
  EXPECT_EQ(last_entry(), "!takeback=2");
  ASSERT_EQ(told<Happened>().size(), 2);
  const auto happened = told<Happened>()[0].second;
  EXPECT_EQ(happened.who, Seat{0});
  EXPECT_EQ(happened.to_move, Seat{0});
  EXPECT_EQ(games::get<games::chess::Event>(happened.event).plies, 2);
  EXPECT_EQ(play(anna_, "d2d4"), std::nullopt);
  EXPECT_EQ(look_around(come("web", Hears::offers)).tables.at(0).acts, 1U)
      << "what was taken back is not counted";
  EXPECT_EQ(offer(anna_, Proposal::takeback), std::nullopt);
  EXPECT_EQ(play(bert_, "d7d5"), std::nullopt);
  EXPECT_EQ(offered(), (Offered{{0}, Proposal::takeback, Fate::lapsed}));
}

TEST_F(HallOffers, NothingIsOfferedToThoseWhoCannotHear) {
  begin(Hears::game_only);
  EXPECT_EQ(offer(anna_, Proposal::draw), Code::illegal_move);
  EXPECT_EQ(offer(bert_, Proposal::draw), Code::illegal_move);
}

TEST_F(HallOffers, OnlyChessKnowsOffers) {
  begin(Hears::offers, "spectrangle");
  EXPECT_EQ(offer(anna_, Proposal::draw), Code::illegal_move);
  EXPECT_EQ(reply(anna_, Consent::accept), Code::illegal_move);
  EXPECT_EQ(offer(come("web", Hears::offers), Proposal::draw), Code::not_at_table);
}

class HallOffersAcrossConnections : public HallOffers {
 protected:
  HallOffersAcrossConnections() {
    settings_.grace = 60s;
    hall_.emplace(kits_, settings_);
  }
};

TEST_F(HallOffersAcrossConnections, WhoComesBackHearsOfTheOfferAgain) {
  begin();
  EXPECT_EQ(ask(bert_, Name{"Bert"}), std::nullopt);
  EXPECT_EQ(offer(anna_, Proposal::draw), std::nullopt);
  lose(bert_);
  EXPECT_EQ(offer(anna_, Proposal::takeback), Code::not_at_table) << "nobody is there to answer";
  const auto again = come("web", Hears::offers);
  EXPECT_EQ(ask(again, Name{"Bert"}), std::nullopt);
  ASSERT_EQ(told<Offered>().size(), 1);
  EXPECT_EQ(told<Offered>()[0].first, again);
  EXPECT_EQ(told<Offered>()[0].second, (Offered{{0}, Proposal::draw, Fate::made}));
  EXPECT_EQ(reply(again, Consent::accept), std::nullopt);
  EXPECT_EQ(told<Over>().size(), 2);
}

}  // namespace
