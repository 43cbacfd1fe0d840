// The hall's clocks: when time runs, for whom, and what happens when it is up.
#include "games/scrabble/testing.hpp"
#include "table/hall_fixture.hpp"

namespace {

using namespace table;
using namespace std::chrono_literals;
using table::testing::HallTest;

class HallClocks : public HallTest {
 protected:
  HallClocks()
      : HallTest({.seed = 1,
                  .hold = std::chrono::seconds(120),
                  .grace = std::chrono::seconds(60),
                  .clocks = {{"chess", "60+2"}, {"shelfie", "move=20"}}}) {}

  /// Everything is durable and was told.
  void tell() {
    for (const auto& start : effects_.clocks) hall_->timekeeper().start_clock(start, now_);
    effects_.clocks.clear();
  }
  /// What was kept back until now.
  void tell(Effects effects) {
    effects_ = std::move(effects);
    tell();
  }
  void begin() {
    anna_ = arrive_as("Anna");
    bert_ = arrive_as("Bert");
    EXPECT_EQ(seek(anna_), std::nullopt);
    EXPECT_EQ(seek(bert_), std::nullopt);
    tell();
  }
  std::optional<Code> play(PlayerId player, std::string_view move) {
    return ask(player, Play{*games::read("chess", move)});
  }
  base::Duration left(std::uint8_t seat) const {
    return hall_->tables().find_table({1})->clock().left({seat});
  }
  base::Duration charged() const { return std::get<Entry>(effects_.journal.front()).charged; }
  std::optional<Outcome> over() const {
    const auto list = told<Over>();
    return list.empty() ? std::nullopt : std::optional(list.front().second.outcome);
  }

  PlayerId anna_;
  PlayerId bert_;
};

TEST_F(HallClocks, TheHostsClockIsEverybodysUnlessTheyAskForAnother) {
  begin();
  EXPECT_EQ(hall_->tables().find_table({1})->header().clock, "60+2");
  const auto carl = arrive();
  const auto dora = arrive();
  EXPECT_EQ(ask(carl, Seek{.game = "chess", .clock = "none"}), std::nullopt);
  EXPECT_EQ(told<Gathered>().front().second.clock, "");
  EXPECT_EQ(ask(dora, Seek{.game = "chess"}), std::nullopt);
  EXPECT_TRUE(told<Started>().empty()) << "they want different clocks";
  EXPECT_EQ(told<Gathered>().front().second.clock, "60+2");
  EXPECT_EQ(ask(dora, Seek{.game = "chess", .clock = "none"}), std::nullopt);
  ASSERT_EQ(told<Started>().size(), 2);
  EXPECT_EQ(told<Started>().front().second.times, nullptr);
  EXPECT_TRUE(effects_.clocks.empty());
  EXPECT_EQ(ask(arrive(), Seek{.game = "chess", .clock = "soon"}), Code::bad_options);
  EXPECT_EQ(ask(arrive(), Seek{.game = "chess", .clock = "61+2"}), std::nullopt);
  const auto overview = look_around(arrive());
  ASSERT_EQ(overview.lobbies.size(), 1);
  EXPECT_EQ(overview.lobbies[0].clock, "61+2");
  ASSERT_EQ(overview.tables.size(), 2);
  EXPECT_EQ(overview.tables[0].clock, "");
  EXPECT_EQ(overview.tables[1].clock, "60+2");
}

TEST_F(HallClocks, TimeRunsFromWhenEverybodyWasTold) {
  begin();
  pass(5s);
  EXPECT_EQ(play(anna_, "e2e4"), std::nullopt);
  EXPECT_EQ(charged(), 5s);
  EXPECT_EQ(left(0), 57s);
  const auto late = std::exchange(effects_, {});
  pass(3s);  // the journal is slow
  tell(late);
  pass(4s);
  EXPECT_EQ(play(bert_, "e7e5"), std::nullopt);
  EXPECT_EQ(charged(), 4s) << "not for the time before they knew";
}

TEST_F(HallClocks, AStartThatWasOvertakenIsNone) {
  begin();
  EXPECT_EQ(play(anna_, "e2e4"), std::nullopt);
  const auto early = effects_.clocks;
  EXPECT_EQ(play(bert_, "e7e5"), std::nullopt);  // said before the answer came
  const auto later = effects_.clocks;
  for (const auto& start : early) hall_->timekeeper().start_clock(start, now_);
  pass(2s);
  for (const auto& start : later) hall_->timekeeper().start_clock(start, now_);
  pass(3s);
  EXPECT_EQ(play(anna_, "d2d4"), std::nullopt);
  EXPECT_EQ(charged(), 3s);
}

TEST_F(HallClocks, ThinkingEndsWhenTheRequestArrives) {
  begin();
  const auto arrived = now_ + 2s;
  pass(5s);
  effects_ = {};
  hall_->handle(anna_, Play{*games::read("chess", "e2e4")}, now_, effects_, arrived);
  EXPECT_EQ(charged(), 2s);
}

TEST_F(HallClocks, WhoGetsAMoveBackThinksAnewOnceTheyKnow) {
  const PlayerId anna{next_++};
  const PlayerId bert{next_++};
  for (const auto player : {anna, bert}) {
    hall_->arrive(player, "web", "10.0.0.1", Views::yes, Hears::offers);
    EXPECT_EQ(seek(player), std::nullopt);
  }
  tell();
  EXPECT_EQ(play(anna, "e2e4"), std::nullopt);
  tell();
  EXPECT_EQ(play(bert, "e7e5"), std::nullopt);
  tell();
  pass(3s);
  EXPECT_EQ(ask(anna, Offer{Proposal::takeback}), std::nullopt);
  EXPECT_EQ(ask(bert, Reply{Consent::accept}), std::nullopt);
  EXPECT_EQ(charged(), 3s);
  const auto late = std::exchange(effects_, {});
  pass(5s);  // the journal is slow
  tell(late);
  pass(2s);
  EXPECT_EQ(play(anna, "d2d4"), std::nullopt);
  EXPECT_EQ(charged(), 2s);
}

TEST_F(HallClocks, ANameChargesNobody) {
  begin();
  pass(3s);
  EXPECT_EQ(ask(bert_, Name{"Berta"}), std::nullopt);
  EXPECT_EQ(charged(), 0s);
  pass(2s);
  EXPECT_EQ(play(anna_, "e2e4"), std::nullopt);
  EXPECT_EQ(charged(), 5s);
}

TEST_F(HallClocks, NoFlagFallsOfWhomSomethingWaitsThatCameInTime) {
  begin();
  const auto came = now_ + 59s;
  now_ += 61s;
  effects_ = {};
  hall_->wake(now_, effects_,
              [&](PlayerId player) { return player == anna_ ? std::optional(came) : std::nullopt; });
  EXPECT_EQ(over(), std::nullopt);
  EXPECT_EQ(hall_->timekeeper().next_wake(), now_ + kBeat) << "it is looked at again, and not all the time";
  hall_->wake(now_, effects_, [&](PlayerId) { return std::optional(now_); });
  EXPECT_TRUE(over()) << "that came too late";
}

TEST_F(HallClocks, WhoseTimeIsUpLoses) {
  begin();
  pass(59900ms);
  EXPECT_EQ(over(), std::nullopt);
  pass(100ms);
  EXPECT_EQ(over(), (Outcome{{{1}}, {}, "time"}));
  ASSERT_EQ(told<Happened>().size(), 2);
  EXPECT_TRUE(told<Happened>().front().second.flagged);
  ASSERT_EQ(effects_.journal.size(), 2);
  EXPECT_EQ(std::get<Entry>(effects_.journal[0]).text, "!flag");
  EXPECT_EQ(std::get<Entry>(effects_.journal[0]).charged, 60s);
  EXPECT_EQ(std::get<Closing>(effects_.journal[1]).outcome.reason, "time");
  EXPECT_EQ(hall_->timekeeper().next_wake(), std::nullopt);
  EXPECT_EQ(ask(anna_, Rematch{Wish::again}), std::nullopt) << "both are still there";
  EXPECT_EQ(ask(bert_, Rematch{Wish::again}), std::nullopt);
  EXPECT_EQ(hall_->tables().find_table({2})->header().clock, "60+2");
}

TEST_F(HallClocks, AMoveThatArrivesBeforeTheFlagIsLookedAtCounts) {
  begin();
  pass(59900ms);
  now_ += 150ms;
  EXPECT_EQ(play(anna_, "e2e4"), std::nullopt);
  EXPECT_EQ(charged(), 60s);
  EXPECT_EQ(left(0), 2s);
}

TEST_F(HallClocks, WhatIsDoneBesideTheGameMakesNoClockStartLater) {
  begin();
  EXPECT_EQ(play(anna_, "e2e4"), std::nullopt);
  const auto moved = std::exchange(effects_, {});
  EXPECT_EQ(ask(anna_, Name{"Anne"}), std::nullopt);
  const auto named = std::exchange(effects_, {});
  tell(moved);  // Bert knows the move
  pass(5s);
  tell(named);
  pass(2s);
  EXPECT_EQ(play(bert_, "e7e5"), std::nullopt);
  EXPECT_EQ(charged(), 7s);
}

TEST_F(HallClocks, TheServersOwnPauseIsNotCharged) {
  begin();
  pass(5s);
  effects_ = {};
  now_ += 300s;  // nobody woke the hall
  hall_->forgive(300s, Pause::of_program, now_, effects_);
  hall_->wake(now_, effects_);
  EXPECT_EQ(over(), std::nullopt);
  pass(5s);
  EXPECT_EQ(play(anna_, "e2e4"), std::nullopt);
  EXPECT_EQ(charged(), 10s);
  EXPECT_EQ(std::get<Entry>(effects_.journal.front()).forgiven, 300s);
  tell();
  pass(5s);
  EXPECT_EQ(play(bert_, "e7e5"), std::nullopt);
  EXPECT_EQ(charged(), 5s);
  EXPECT_EQ(std::get<Entry>(effects_.journal.front()).forgiven, 0s) << "it was Anna's";
}

TEST_F(HallClocks, WhatNobodyCallsAPauseIsCharged) {
  begin();
  pass(5s);
  effects_ = {};
  now_ += 20s;  // somebody made the server compute
  hall_->wake(now_, effects_);
  EXPECT_EQ(play(anna_, "e2e4"), std::nullopt);
  EXPECT_EQ(charged(), 25s);
}

TEST_F(HallClocks, APauseIsNotLongerThanTimeRan) {
  begin();
  now_ += 1s;
  hall_->forgive(300s, Pause::of_program, now_, effects_);
  pass(5s);
  EXPECT_EQ(play(anna_, "e2e4"), std::nullopt);
  EXPECT_EQ(charged(), 5s);
}

TEST_F(HallClocks, TimeRunsOnForWhoseConnectionBroke) {
  begin();
  lose(anna_);
  pass(30s);
  const auto again = arrive_as("Anna");
  ASSERT_EQ(told<Resumed>().size(), 1);
  const auto times = told<Resumed>().front().second.seat.times;
  ASSERT_NE(times, nullptr);
  EXPECT_EQ(*times, (Times{{30s, 60s}, Seat{0}}));
  EXPECT_EQ(play(again, "e2e4"), std::nullopt);
  EXPECT_EQ(charged(), 30s);
}

TEST_F(HallClocks, WhoIsGoneWhenTimeIsUpWantsNoOtherGame) {
  begin();
  pass(20s);
  lose(anna_);
  pass(40s);
  EXPECT_EQ(over(), (Outcome{{{1}}, {}, "time"}));
  EXPECT_EQ(ask(bert_, Rematch{Wish::again}), std::nullopt);
  ASSERT_EQ(told<Agreed>().size(), 1);
  EXPECT_EQ(told<Agreed>().front().second.wish, Wish::enough);
}

TEST_F(HallClocks, ATableToWhichNobodyIsLeftGoesWhenTimeIsUp) {
  begin();
  pass(20s);
  lose(anna_);
  lose(bert_);
  pass(40s);
  EXPECT_EQ(hall_->tables().find_table({1}), nullptr);
  EXPECT_EQ(std::get<Closing>(effects_.journal.back()).outcome.reason, "time");
}

TEST_F(HallClocks, AfterARestartTimeStandsStillUntilThePlayerIsBack) {
  begin();
  pass(5s);
  EXPECT_EQ(play(anna_, "e2e4"), std::nullopt);
  tell();
  pass(7s);
  restart();
  pass(50s);
  const auto anna = arrive_as("Anna");
  EXPECT_EQ(*told<Resumed>().front().second.seat.times, (Times{{57s, 60s}, std::nullopt}));
  tell();
  pass(50s);
  EXPECT_EQ(over(), std::nullopt);
  const auto bert = arrive_as("Bert");
  EXPECT_EQ(*told<Resumed>().front().second.seat.times, (Times{{57s, 60s}, Seat{1}}));
  tell();
  pass(4s);
  EXPECT_EQ(play(bert, "e7e5"), std::nullopt);
  EXPECT_EQ(charged(), 4s) << "neither downtime nor absence, and from what the last entry left";
  tell();
  pass(1s);
  EXPECT_EQ(play(anna, "d2d4"), std::nullopt);
  EXPECT_EQ(charged(), 1s);
}

TEST_F(HallClocks, WatchersAndThoseWhoAskKnowTheTime) {
  begin();
  pass(10s);
  const auto carl = arrive();
  EXPECT_EQ(ask(carl, Watch{{1}}), std::nullopt);
  EXPECT_EQ(*told<Resumed>().front().second.seat.times, (Times{{50s, 60s}, Seat{0}}));
  pass(1s);
  effects_ = {};
  hall_->read_clocks(carl, now_, effects_);
  EXPECT_EQ(*told<ClockReading>().front().second.times, (Times{{49s, 60s}, Seat{0}}));
  effects_ = {};
  hall_->read_clocks(arrive(), now_, effects_);
  EXPECT_TRUE(told<ClockReading>().empty()) << "there is nothing to tell";
}

TEST_F(HallClocks, APausedGameHasNoTime) {
  const auto anna = arrive_as("Anna");
  const auto bert = arrive_as("Bert");
  const Seek wish{.game = "shelfie", .seats = 2, .standing = true};
  EXPECT_EQ(ask(anna, wish), std::nullopt);
  EXPECT_EQ(ask(bert, wish), std::nullopt);
  tell();
  const auto first = *hall_->tables().find_table({1})->to_move();
  pass(8s);
  const bool anna_goes = first != Seat{0};
  lose(anna_goes ? anna : bert);
  EXPECT_EQ(left(first.value), 12s) << "what was thought until the pause is charged";
  pass(100s);
  EXPECT_EQ(over(), std::nullopt);
  arrive_as(anna_goes ? "Anna" : "Bert");
  tell();
  pass(11900ms);
  EXPECT_FALSE(hall_->tables().find_table({1})->outcome());
  pass(100ms);
  EXPECT_EQ(hall_->tables().find_table({1})->outcome()->reason, "time");
}

}  // namespace
