// Journal first, tell second: what the engine does while the journal is slow, fails, or was left behind by a
// crash.
#include <gtest/gtest.h>

#include "harness/virtual_server.hpp"

namespace {

using harness::VirtualServer;

class EngineTest : public testing::Test {
 protected:
  void SetUp() override {
    white_ = server_.connect(*protocols::find("chess"));
    black_ = server_.connect(*protocols::find("chess"));
    EXPECT_EQ(server_.take(white_), "COLOR WHITE\n");
    EXPECT_EQ(server_.take(black_), "COLOR BLACK\n");
  }

  std::size_t stored_entries() { return server_.journal().read({1})->entries.size(); }

  VirtualServer server_;
  base::PlayerId white_;
  base::PlayerId black_;
};

TEST_F(EngineTest, NobodyHearsOfAMoveBeforeItIsDurable) {
  server_.journal().hold();
  server_.receive(white_, "MOVE 4 1 4 3\n");
  EXPECT_EQ(server_.take(black_), "");
  EXPECT_FALSE(server_.engine().quiet());
  // The mover's next line waits for the answer to the first: it is not refused as out of turn, nor lost.
  server_.receive(white_, "NONSENSE\n");
  EXPECT_EQ(server_.take(white_), "");
  server_.journal().release();
  EXPECT_EQ(server_.take(black_), "MOVE 4 1 4 3\n");
  EXPECT_EQ(server_.take(white_), "ERROR 1\n");
  EXPECT_TRUE(server_.engine().quiet());
}

TEST_F(EngineTest, AMoveThatOvertakesTheJournalIsOutOfTurn) {
  server_.journal().hold();
  server_.receive(white_, "MOVE 4 1 4 3\n");
  server_.receive(black_, "MOVE 4 6 4 4\n");  // Black cannot know yet that White has moved
  EXPECT_EQ(server_.take(black_), "ERROR 1\n");
  server_.journal().release();
  EXPECT_EQ(server_.take(black_), "MOVE 4 1 4 3\n");
}

TEST_F(EngineTest, OneRoundIsOneAppend) {
  const auto third = server_.connect(*protocols::find("chess"));
  const auto fourth = server_.connect(*protocols::find("chess"));
  server_.take(third);
  server_.take(fourth);
  server_.journal().hold();
  auto& engine = server_.engine();
  engine.receive(white_, "MOVE 4 1 4 3\n");
  engine.receive(third, "MOVE 3 1 3 3\n");
  engine.settle(server_.now());
  EXPECT_EQ(server_.take(black_) + server_.take(fourth), "");
  server_.journal().release();
  EXPECT_EQ(server_.take(black_), "MOVE 4 1 4 3\n");
  EXPECT_EQ(server_.take(fourth), "MOVE 3 1 3 3\n");
}

TEST_F(EngineTest, AFailedAppendTellsNobodyAndTheTableIsRebuilt) {
  server_.receive(white_, "MOVE 4 1 4 3\n");
  EXPECT_EQ(server_.take(black_), "MOVE 4 1 4 3\n");
  server_.journal().fail_with(base::Error{base::Code::storage, "the disk is full"});
  server_.receive(black_, "MOVE 4 6 4 4\n");
  EXPECT_EQ(server_.take(white_), "");
  EXPECT_TRUE(server_.is_closed(white_));
  EXPECT_TRUE(server_.is_closed(black_));
  EXPECT_EQ(server_.damaged_tables(), std::vector{base::TableId{1}});
  EXPECT_EQ(stored_entries(), 1);
  // While nothing can be kept everybody waits.
  EXPECT_TRUE(server_.engine().is_stalled());
  const auto third = server_.connect(*protocols::find("chess"));
  const auto fourth = server_.connect(*protocols::find("chess"));
  server_.turn_clock(std::chrono::seconds(30));
  EXPECT_EQ(server_.take(third) + server_.take(fourth), "");
  EXPECT_EQ(server_.damaged_tables().size(), 1) << "nothing was tried in vain";
  server_.journal().fail_with(std::nullopt);
  server_.turn_clock(std::chrono::seconds(10));
  EXPECT_FALSE(server_.engine().is_stalled());
  EXPECT_EQ(server_.take(third) + server_.take(fourth), "COLOR WHITE\nCOLOR BLACK\n");
  const auto* table = server_.engine().hall().tables().find_table({1});
  ASSERT_NE(table, nullptr) << "what is durable stands again";
  EXPECT_EQ(table->next_seq(), 1);
  EXPECT_EQ(server_.compare_with_journal(), "");
}

TEST_F(EngineTest, ATableThatCouldNotBeOpenedIsGone) {
  server_.journal().fail_with(base::Error{base::Code::storage, "the disk is full"});
  const auto third = server_.connect(*protocols::find("chess"));
  const auto fourth = server_.connect(*protocols::find("chess"));
  EXPECT_EQ(server_.take(third) + server_.take(fourth), "");
  EXPECT_TRUE(server_.is_closed(third));
  EXPECT_TRUE(server_.is_closed(fourth));
  EXPECT_EQ(server_.engine().hall().tables().find_table({2}), nullptr);
  EXPECT_FALSE(server_.is_closed(white_)) << "another table does not notice";
}

TEST_F(EngineTest, ARestartGivesBackEveryUnfinishedTable) {
  server_.receive(white_, "MOVE 4 1 4 3\n");
  server_.receive(black_, "MOVE 4 6 4 4\n");
  const auto recovery = server_.restart();
  EXPECT_EQ(recovery.tables, 1);
  EXPECT_EQ(recovery.damaged, 0);
  ASSERT_NE(server_.engine().hall().tables().find_table({1}), nullptr);
  EXPECT_EQ(server_.engine().hall().tables().find_table({1})->next_seq(), 2);
  EXPECT_EQ(server_.compare_with_journal(), "");
  // New tables do not take the old one's number.
  const auto third = server_.connect(*protocols::find("chess"));
  server_.connect(*protocols::find("chess"));
  EXPECT_EQ(server_.take(third), "COLOR WHITE\n");
  EXPECT_NE(server_.engine().hall().tables().find_table({2}), nullptr);
}

TEST_F(EngineTest, ATableToWhichNobodyReturnsIsAbandoned) {
  server_.receive(white_, "MOVE 4 1 4 3\n");
  server_.restart();
  server_.turn_clock(std::chrono::seconds(119));
  EXPECT_NE(server_.engine().hall().tables().find_table({1}), nullptr);
  EXPECT_TRUE(server_.engine().next_wake());
  server_.turn_clock(std::chrono::seconds(1));
  EXPECT_EQ(server_.engine().hall().tables().find_table({1}), nullptr);
  const auto stored = server_.journal().read({1});
  ASSERT_TRUE(stored->closing);
  EXPECT_EQ(stored->closing->outcome.reason, "abandoned");
  EXPECT_TRUE(stored->closing->outcome.winners.empty());
  EXPECT_EQ(server_.compare_with_journal(), "");
}

TEST_F(EngineTest, ADamagedTableIsLeftAloneAndReported) {
  server_.journal().append({table::Entry{{1}, 0, server_.now(), {0}, "e2e5"}});
  const auto recovery = server_.restart();
  EXPECT_EQ(recovery.tables, 0);
  EXPECT_EQ(recovery.damaged, 1);
  EXPECT_FALSE(server_.journal().read({1})->closing) << "what is damaged is not touched";
}

TEST_F(EngineTest, StopsReadingFromAPeerWithTooManyRequestsWaiting) {
  server_.journal().hold();
  server_.receive(white_, "MOVE 4 1 4 3\n");
  for (int line = 0; line < 63; ++line) server_.receive(white_, "x\n");
  EXPECT_TRUE(server_.is_read(white_));
  server_.receive(white_, "x\n");
  EXPECT_FALSE(server_.is_read(white_));
  EXPECT_TRUE(server_.is_read(black_));
  server_.journal().release();
  EXPECT_TRUE(server_.is_read(white_));
  std::string errors;
  for (int line = 0; line < 64; ++line) errors += "ERROR 1\n";
  EXPECT_EQ(server_.take(white_), errors);
}

TEST_F(EngineTest, LeavingIsJournalledToo) {
  server_.receive(white_, "MOVE 4 1 4 3\n");
  server_.hang_up(white_);
  EXPECT_TRUE(server_.is_closed(black_));
  const auto stored = server_.journal().read({1});
  EXPECT_EQ(stored->entries.back().text, "!leave");
  ASSERT_TRUE(stored->closing);
  EXPECT_EQ(stored->closing->outcome.winners, std::vector{base::Seat{1}});
  EXPECT_EQ(server_.engine().hall().tables().find_table({1}), nullptr);
}

TEST_F(EngineTest, IsNotQuietBeforeWhatArrivedIsTakenUp) {
  auto& engine = server_.engine();
  EXPECT_TRUE(engine.quiet());
  engine.receive(white_, "MOVE 4 1 4 3\n");
  EXPECT_FALSE(engine.quiet());
  engine.settle(server_.now());
  EXPECT_TRUE(engine.quiet());
}

}  // namespace
