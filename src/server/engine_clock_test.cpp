// What is charged to a player: from when they were told until they answered, and nothing of the server's own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

#include "harness/virtual_server.hpp"

namespace {

using namespace std::chrono_literals;
using harness::VirtualServer;

class EngineClocks : public testing::Test {
 protected:
  void SetUp() override {
    white_ = server_.connect(*protocols::find("chess"));
    black_ = server_.connect(*protocols::find("chess"));
    server_.take(white_);
    server_.take(black_);
  }

  base::Duration charged(std::size_t entry) { return server_.journal().read({1})->entries.at(entry).charged; }

  base::Duration forgiven(std::size_t entry) {
    return server_.journal().read({1})->entries.at(entry).forgiven;
  }

  VirtualServer server_{server::EngineSettings{.seed = 1, .clocks = {{"chess", "60+0"}}}};
  base::PlayerId white_;
  base::PlayerId black_;
};

TEST_F(EngineClocks, ASlowJournalIsNotCharged) {
  server_.turn_clock(5s);
  server_.journal().hold();
  server_.receive(white_, "MOVE 4 1 4 3\n");
  server_.turn_clock(70s);  // longer than Black has
  server_.journal().release();
  EXPECT_EQ(server_.take(black_), "MOVE 4 1 4 3\n");
  server_.turn_clock(2s);
  server_.receive(black_, "MOVE 4 6 4 4\n");
  EXPECT_EQ(charged(0), 5s);
  EXPECT_EQ(charged(1), 2s);
  EXPECT_EQ(server_.compare_with_journal(), "");
}

TEST_F(EngineClocks, WorkThatSomebodyAskedForIsNoPause) {
  server_.turn_clock(5s);
  auto& engine = server_.engine();
  const auto late = server_.now() + 20s;  // the loop was busy
  engine.receive(white_, "MOVE 4 1 4 3\n", late);
  engine.settle(late);
  EXPECT_EQ(charged(0), 25s);
  EXPECT_EQ(forgiven(0), 0s);
}

TEST_F(EngineClocks, OneGameIsForgivenSoMuchAndNoMore) {
  server_.turn_clock(1s);
  server_.stand_still(table::kMostForgiven - 5s);
  server_.receive(white_, "MOVE 4 1 4 3\n");
  EXPECT_EQ(charged(0), 1s);
  EXPECT_EQ(forgiven(0), table::kMostForgiven - 5s);
  server_.stand_still(7s);
  server_.receive(black_, "MOVE 4 6 4 4\n");
  EXPECT_EQ(forgiven(1), 5s);
  EXPECT_EQ(charged(1), 2s);
  EXPECT_EQ(server_.compare_with_journal(), "") << "what was forgiven is replayed";
}

TEST_F(EngineClocks, AJournalThatCouldNotBeWrittenIsForgivenWhole) {
  const auto other = server_.connect(*protocols::find("chess"));
  server_.connect(*protocols::find("chess"));
  server_.turn_clock(5s);
  server_.journal().fail_with(base::Error{base::Code::system, "no space left"});
  server_.receive(white_, "MOVE 4 1 4 3\n");
  server_.turn_clock(2 * table::kMostForgiven);
  server_.journal().fail_with(std::nullopt);
  server_.turn_clock(10s);
  server_.receive(other, "MOVE 4 1 4 3\n");
  const auto entry = server_.journal().read({2})->entries.at(0);
  EXPECT_GT(entry.forgiven, table::kMostForgiven);
  EXPECT_LE(entry.charged, 15s);
}

TEST_F(EngineClocks, ALoopThatStoodStillIsNotCharged) {
  server_.turn_clock(5s);
  auto& engine = server_.engine();
  const auto late = server_.now() + 300s;
  engine.receive(white_, "MOVE 4 1 4 3\n", late);
  engine.stood_still(300s, late);
  engine.settle(late);
  EXPECT_EQ(server_.take(black_), "MOVE 4 1 4 3\n");
  EXPECT_EQ(charged(0), 5s);
  EXPECT_EQ(forgiven(0), 300s);
}

TEST_F(EngineClocks, NorIsAWakeThatComesLate) {
  server_.turn_clock(59s);
  auto& engine = server_.engine();
  const auto late = server_.now() + 2s;
  engine.stood_still(2s, late);
  engine.wake(late);
  engine.settle(late);
  EXPECT_FALSE(server_.is_closed(white_));
  engine.receive(white_, "MOVE 4 1 4 3\n", late);
  engine.settle(late);
  EXPECT_EQ(charged(0), 59s);
}

TEST_F(EngineClocks, WhatArrivedIsHandledBeforeTheFlagIsLookedAt) {
  server_.turn_clock(59900ms);
  auto& engine = server_.engine();
  const auto then = server_.now() + 100ms;
  engine.receive(white_, "MOVE 4 1 4 3\n", then);
  engine.wake(then);
  engine.settle(then);
  EXPECT_EQ(server_.take(black_), "MOVE 4 1 4 3\n");
  EXPECT_EQ(charged(0), 60s);
}

/// Anna has been White for three seconds when the journal becomes slow, and waits for the answer to a
/// request.
class EngineWaits : public EngineClocks {
 protected:
  void SetUp() override {
    EngineClocks::SetUp();
    for (const auto player : {anna_, bert_}) ask(player, R"("ask":"seek","game":"chess","seats":2)");
    server_.turn_clock(3s);
    server_.journal().hold();
    ask(anna_, R"("ask":"name","name":"Anna")");
  }

  void ask(base::PlayerId player, std::string_view members) {
    server_.receive(player, fmt::format("{{\"id\":{},{}}}\n", ++asked_, members));
  }
  void move() { ask(anna_, R"("ask":"move","move":"e2e4","after":0)"); }
  /// The entry after that of the new name.
  table::Entry next_entry() {
    server_.journal().release();
    server_.turn_clock(1s);
    return server_.journal().read({2})->entries.at(1);
  }

  base::PlayerId anna_ = server_.connect(*protocols::find("web"), "token:a");
  base::PlayerId bert_ = server_.connect(*protocols::find("web"), "token:b");
  int asked_ = 0;
};

TEST_F(EngineWaits, AMoveIsChargedUntilItCame) {
  server_.turn_clock(1s);
  move();
  server_.turn_clock(10s);
  const auto entry = next_entry();
  EXPECT_EQ(entry.text, "e2e4");
  EXPECT_EQ(entry.charged, 4s) << "the journal's ten seconds are not Anna's";
}

TEST_F(EngineWaits, WhateverComesAfterIt) {
  server_.turn_clock(1s);
  move();
  server_.turn_clock(5s);
  ask(anna_, R"("ask":"say","text":"there")");
  ask(bert_, R"("ask":"name","name":"Bert")");
  EXPECT_EQ(next_entry().text, "!name=Bert");
  EXPECT_EQ(server_.journal().read({2})->entries.at(2).charged, 4s);
}

TEST_F(EngineWaits, APauseAfterTheMoveCameMakesItNoCheaper) {
  server_.turn_clock(1s);
  move();
  server_.stand_still(20s);
  const auto entry = next_entry();
  EXPECT_EQ(entry.charged, 4s);
  EXPECT_EQ(entry.forgiven, 0s);
}

TEST_F(EngineWaits, AMoveThatCameInTimeCounts) {
  server_.turn_clock(56s);
  move();
  server_.turn_clock(10s);
  const auto entry = next_entry();
  EXPECT_EQ(entry.text, "e2e4");
  EXPECT_EQ(entry.charged, 59s);
}

TEST_F(EngineWaits, NobodyGetsTimeByAskingForSomethingElse) {
  server_.turn_clock(56s);
  ask(anna_, R"("ask":"say","text":"wait")");
  server_.turn_clock(10s);
  EXPECT_EQ(next_entry().text, "!flag");
}

TEST_F(EngineClocks, AMoveThatCameWhileNothingCouldBeWrittenIsChargedUntilThen) {
  const auto other = server_.connect(*protocols::find("chess"));
  server_.connect(*protocols::find("chess"));
  server_.turn_clock(5s);
  server_.journal().fail_with(base::Error{base::Code::system, "no space left"});
  server_.receive(white_, "MOVE 4 1 4 3\n");
  server_.turn_clock(3s);
  server_.receive(other, "MOVE 4 1 4 3\n");
  server_.turn_clock(20s);
  server_.journal().fail_with(std::nullopt);
  server_.turn_clock(10s);
  const auto entry = server_.journal().read({2})->entries.at(0);
  EXPECT_EQ(entry.charged, 5s);
  EXPECT_EQ(entry.forgiven, 3s) << "until it came";
}

TEST(EngineStalls, WhoGoesMeanwhileMakesNobodyPay) {
  VirtualServer server{server::EngineSettings{.seed = 1, .clocks = {{"shelfie", "move=60"}}}};
  const auto white = server.connect(*protocols::find("chess"));
  server.connect(*protocols::find("chess"));
  const auto* web = protocols::find("web");
  const std::array players{server.connect(*web, "token:a"), server.connect(*web, "token:b")};
  for (const auto player : players)
    server.receive(player, "{\"id\":1,\"ask\":\"seek\",\"game\":\"shelfie\",\"seats\":2}\n");
  server.turn_clock(5s);
  server.journal().fail_with(base::Error{base::Code::system, "no space left"});
  server.receive(white, "MOVE 4 1 4 3\n");
  server.turn_clock(20s);
  const bool first_thinks = server.engine().hall().tables().find_table({2})->to_move() == base::Seat{0};
  server.hang_up(players[first_thinks ? 1 : 0]);  // the game pauses
  server.journal().fail_with(std::nullopt);
  server.turn_clock(10s);
  const auto entry = server.journal().read({2})->entries.at(0);
  EXPECT_EQ(entry.text, "!away");
  EXPECT_EQ(entry.charged, 5s);
  EXPECT_EQ(entry.forgiven, 20s);
}

TEST_F(EngineClocks, ANewServerDoesNotChargeWhatTheOldOneDid) {
  server_.turn_clock(5s);
  server_.receive(white_, "MOVE 4 1 4 3\n");
  server_.turn_clock(7s);
  server_.restart();
  server_.turn_clock(60s);
  const auto* table = server_.engine().hall().tables().find_table({1});
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->clock().left(), (std::vector<base::Duration>{55s, 60s}));
  EXPECT_EQ(server_.compare_with_journal(), "");
}

/// After a restart Anna, who is White, comes back to her table, whose past is not read yet.
class EngineLooksBack : public testing::Test {
 protected:
  void SetUp() override {
    for (const auto* token : {"token:a", "token:b"})
      say(come(token), "\"seek\",\"game\":\"chess\",\"seats\":2");
    server_.restart();
    bert_ = come("token:b");
    say(bert_, "\"return\"");
    server_.hold_looks();
    anna_ = come("token:a");
    say(anna_, "\"return\"");
  }

  base::PlayerId come(std::string_view token) { return server_.connect(*protocols::find("web"), token); }
  void say(base::PlayerId player, std::string_view what) {
    server_.receive(player, fmt::format("{{\"id\":{},\"ask\":{}}}\n", ++asked_, what));
  }
  table::Entry entry(std::size_t at) { return server_.journal().read({1})->entries.at(at); }

  VirtualServer server_{server::EngineSettings{.seed = 1, .grace = 30s, .clocks = {{"chess", "60+0"}}}};
  base::PlayerId anna_;
  base::PlayerId bert_;
  int asked_ = 0;
};

TEST_F(EngineLooksBack, NoTimeRunsBeforeWhoIsToMoveKnowsThePast) {
  server_.turn_clock(10s);
  server_.release_looks();
  server_.turn_clock(3s);
  say(anna_, R"("move","move":"e2e4","after":0)");
  EXPECT_EQ(entry(0).charged, 3s);
}

TEST_F(EngineLooksBack, NorForTheirMoveThatFollowsOnOne) {
  server_.release_looks();
  say(anna_, R"("move","move":"e2e4","after":0)");
  server_.turn_clock(1s);
  say(bert_, R"("move","move":"e7e5","after":1)");
  server_.hang_up(bert_);
  server_.hold_looks();
  bert_ = come("token:b");
  say(bert_, "\"return\"");
  say(anna_, R"("move","move":"d2d4","after":2)");
  server_.turn_clock(10s);
  server_.release_looks();
  server_.turn_clock(2s);
  say(bert_, R"("move","move":"e5d4","after":3)");
  EXPECT_EQ(entry(3).charged, 2s);
}

TEST_F(EngineLooksBack, WhoGoesBeforeTheyKnowItGainsNothing) {
  server_.hang_up(anna_);
  server_.turn_clock(10s);
  server_.release_looks();
  server_.turn_clock(5s);
  anna_ = come("token:a");
  say(anna_, "\"return\"");
  say(anna_, R"("move","move":"e2e4","after":0)");
  EXPECT_EQ(entry(0).charged, 15s);
}

TEST_F(EngineLooksBack, OtherTabsThatKnowItDoNotWait) {
  server_.release_looks();
  server_.hold_looks();
  say(come("token:b"), "\"return\"");
  say(anna_, R"("move","move":"e2e4","after":0)");
  server_.turn_clock(4s);
  say(bert_, R"("move","move":"e7e5","after":1)");
  EXPECT_EQ(entry(1).charged, 4s);
}

}  // namespace
