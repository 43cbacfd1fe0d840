// A table of one's own: games to their ends, clocks, and offers to bots.
#include "client/play/local.hpp"
#include "games/chess/rules.hpp"

#include <gtest/gtest.h>

namespace {

using client::play::LocalTable;
using std::chrono::milliseconds;
using std::chrono::seconds;

const auto& kRandom = *bots::find("chess", "random");

TEST(LocalTable, BotsAndPlayerFinishEveryGame) {
  games::Kits kits;
  for (const std::string game : {"chess", "spectrangle", "shelfie"}) {
    LocalTable table({.kits = &kits, .game = game, .seats = 2, .name = "anna", .seed = 5, .bot = &kRandom});
    ASSERT_TRUE(table.ask(table::Seek{.game = game}));
    base::Rng rng(3);
    bool over = false;
    int moves = 0;
    while (!over && ++moves < 3000) {
      while (const auto notice = table.next()) over = over || std::holds_alternative<table::Over>(*notice);
      if (const auto turn = table.bots_turn()) {
        const auto all = games::moves(turn->view);
        table.bot_plays(*turn, all[rng.below(all.size())]);
      } else if (!over) {
        const auto all = games::moves(*table.view());
        ASSERT_FALSE(all.empty());
        ASSERT_TRUE(table.ask(table::Play{all[rng.below(all.size())]}));
      }
    }
    EXPECT_TRUE(over) << game;
    EXPECT_TRUE(table.ask(table::Rematch{table::Wish::again})) << game;
    EXPECT_TRUE(std::holds_alternative<table::Started>(*table.next())) << game;
  }
}

TEST(LocalTable, RefusesWhatTheRulesRefuse) {
  games::Kits kits;
  LocalTable table({.kits = &kits, .game = "chess", .seats = 2, .name = "anna", .seed = 1, .bot = &kRandom});
  EXPECT_FALSE(table.ask(table::Play{*games::read("chess", "e2e4")})) << "there is no game yet";
  ASSERT_TRUE(table.ask(table::Seek{}));
  EXPECT_FALSE(table.ask(table::Play{*games::read("chess", "e2e5")}));
}

/// Chess with a clock, in which the player is White.
class WithAClock : public testing::Test {
 protected:
  WithAClock() {
    table_.keep_time(now_);
    EXPECT_TRUE(table_.ask(table::Seek{}));
    take<table::Started>();
    EXPECT_FALSE(table_.bots_turn()) << "the seed makes the player White";
  }

  template <class Kind>
  std::optional<Kind> take() {
    std::optional<Kind> found;
    while (const auto notice = table_.next()) {
      if (const auto* one = std::get_if<Kind>(&*notice)) found = *one;
    }
    return found;
  }
  std::optional<table::Offered> take_offered() { return take<table::Offered>(); }
  void play(std::string_view move) { ASSERT_TRUE(table_.ask(table::Play{*games::read("chess", move)})); }
  void bot_plays(std::string_view move) {
    const auto turn = table_.bots_turn();
    ASSERT_TRUE(turn);
    table_.bot_plays(*turn, *games::read("chess", move));
  }
  /// Time passes as a loop would tell it.
  void pass(milliseconds time) {
    const auto until = now_ + time;
    while (now_ < until) {
      now_ = std::min(until, now_ + milliseconds(100));
      table_.keep_time(now_);
    }
  }

  games::Kits kits_;
  base::Time now_ = base::from_millis(1'000'000);
  LocalTable table_{{.kits = &kits_,
                     .game = "chess",
                     .seats = 2,
                     .name = "anna",
                     .seed = 4,
                     .bot = bots::find("chess", "simple"),
                     .clock = "60+1"}};
};

TEST_F(WithAClock, ThinkingIsCharged) {
  pass(seconds(10));
  play("e2e4");
  auto happened = take<table::Happened>();
  ASSERT_TRUE(happened && happened->times);
  EXPECT_EQ(happened->times->left, (std::vector<base::Duration>{seconds(51), seconds(60)}));
  EXPECT_EQ(happened->times->running, base::Seat{1});
  pass(seconds(2));
  bot_plays("e7e5");
  happened = take<table::Happened>();
  ASSERT_TRUE(happened && happened->times);
  EXPECT_EQ(happened->times->left, (std::vector<base::Duration>{seconds(51), seconds(59)}));
}

TEST_F(WithAClock, AProgramThatWasStoppedIsNotCharged) {
  pass(seconds(3));
  now_ += seconds(100);
  table_.keep_time(now_);
  play("e2e4");
  EXPECT_EQ(take<table::Happened>()->times->left[0], seconds(58));
}

TEST_F(WithAClock, WhoseTimeIsUpLoses) {
  pass(seconds(59));
  EXPECT_FALSE(take<table::Over>());
  ASSERT_TRUE(table_.next_wake());
  pass(seconds(1));
  const auto over = take<table::Over>();
  ASSERT_TRUE(over);
  EXPECT_EQ(over->outcome.reason, "time");
  EXPECT_EQ(over->outcome.winners, std::vector{base::Seat{1}});
  EXPECT_FALSE(table_.bots_turn());
  EXPECT_FALSE(table_.next_wake()) << "nothing runs any more";
}

TEST_F(WithAClock, BotsGiveMovesBack) {
  EXPECT_FALSE(table_.ask(table::Offer{table::Proposal::takeback})) << "there is none yet";
  play("e2e4");
  bot_plays("e7e5");
  take<table::Happened>();
  ASSERT_TRUE(table_.ask(table::Offer{table::Proposal::takeback}));
  const auto happened = take<table::Happened>();
  ASSERT_TRUE(happened);
  EXPECT_EQ(games::get<games::chess::Event>(happened->event).plies, 2);
  EXPECT_EQ(games::moves(*table_.view()).size(), 20U);
}

/// What a bot thought about a position that is no longer there is not played.
TEST_F(WithAClock, AMoveThatWasTakenBackIsNotAnswered) {
  play("e2e4");
  const auto turn = table_.bots_turn();
  ASSERT_TRUE(turn);
  ASSERT_TRUE(table_.ask(table::Offer{table::Proposal::takeback}));
  play("d2d4");
  take<table::Happened>();
  table_.bot_plays(*turn, *games::read("chess", "e7e5"));
  EXPECT_FALSE(take<table::Happened>());
  EXPECT_TRUE(table_.bots_turn()) << "it is to think again";
}

TEST_F(WithAClock, ABotTakesADrawWhereItStandsWorse) {
  play("e2e4");
  bot_plays("d7d5");
  play("e4d5");
  bot_plays("d8d5");
  play("b1c3");
  bot_plays("a7a6");
  play("c3d5");
  take<table::Happened>();
  ASSERT_TRUE(table_.ask(table::Offer{table::Proposal::draw}));
  const auto over = take<table::Over>();
  ASSERT_TRUE(over);
  EXPECT_EQ(over->outcome.reason, "agreement");
}

TEST_F(WithAClock, ABotDeclinesWhereItStandsBetter) {
  play("g2g4");
  bot_plays("e7e5");
  play("f2f3");
  take<table::Happened>();
  ASSERT_TRUE(table_.ask(table::Offer{table::Proposal::draw}));
  EXPECT_EQ(take_offered(),
            (table::Offered{base::Seat{0}, table::Proposal::draw, table::Offered::Fate::declined}));
  const auto again = table_.ask(table::Offer{table::Proposal::draw});
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().detail, "that was declined; offer it again after the next move");
}

TEST_F(WithAClock, OneResignsAndPlaysAgain) {
  ASSERT_TRUE(table_.ask(table::Resign{}));
  const auto over = take<table::Over>();
  ASSERT_TRUE(over);
  EXPECT_EQ(over->outcome, (table::Outcome{{base::Seat{1}}, {}, "resigned"}));
  EXPECT_FALSE(table_.ask(table::Resign{})) << "it is over";
  ASSERT_TRUE(table_.ask(table::Rematch{table::Wish::again}));
  const auto started = take<table::Started>();
  ASSERT_TRUE(started);
  EXPECT_EQ(started->seat, base::Seat{1}) << "with the other colour";
}

TEST(LocalTable, OtherGamesHaveNothingToOffer) {
  games::Kits kits;
  LocalTable table({.kits = &kits, .game = "spectrangle", .seats = 2, .name = "anna", .bot = &kRandom});
  ASSERT_TRUE(table.ask(table::Seek{}));
  EXPECT_EQ(table.ask(table::Offer{table::Proposal::draw}).error().detail,
            "there is nothing to offer in this game");
}

}  // namespace
