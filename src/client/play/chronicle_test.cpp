// What is kept of a game to step through it, and its score sheet.
#include "client/play/chronicle.hpp"

#include <gtest/gtest.h>

#include "games/chess/rules.hpp"

namespace client::play {
namespace {

/// Chess, followed move by move.
class ChronicleOfChess : public testing::Test {
 protected:
  void SetUp() override { chronicle_.begin(table::Started{{}, base::Seat{0}, {"anna", "bert"}, now()}); }
  void play(std::string_view move) {
    const auto who = *games::to_move(state_);
    const auto events = *games::play(state_, who, *games::read("chess", move));
    for (const auto& event : events) {
      table::Happened happened{who, event, std::nullopt};
      happened.view = now();
      chronicle_.note(happened, "");
    }
  }
  std::shared_ptr<const games::AnyView> now() const {
    return std::make_shared<games::AnyView>(games::view(state_, base::Seat{0}));
  }

  games::AnyState state_ = *games::start({}, "chess", "", 2, 1);
  Chronicle chronicle_;
};

TEST_F(ChronicleOfChess, EveryActHasItsView) {
  const auto begun = games::view(state_, base::Seat{0});
  play("e2e4");
  play("e7e5");
  ASSERT_EQ(chronicle_.steps().size(), 3U);
  EXPECT_EQ(chronicle_.steps()[0].view, begun);
  EXPECT_EQ(chronicle_.steps()[2].view, games::view(state_, base::Seat{0}));
  EXPECT_EQ(chronicle_.steps()[2].label, "e5");
  EXPECT_EQ(chronicle_.steps()[2].text, "e7e5");
}

TEST_F(ChronicleOfChess, TheSheetHasAColumnForEachSeat) {
  for (const auto* move : {"e2e4", "e7e5", "g1f3"}) play(move);
  const std::vector<std::string> names{"anna", "bert"};
  EXPECT_EQ(write_sheet(chronicle_, names, 24),
            (std::vector<std::string>{"    anna      bert", "  1 e4        e5", "  2 Nf3"}));
}

TEST_F(ChronicleOfChess, WhatWasTakenBackDoesNotStand) {
  play("e2e4");
  play("e7e5");
  const std::vector<std::string> moves{"e2e4", "e7e5"};
  const auto events = *games::take_back(state_, "", moves, base::Seat{1}, 1);
  for (const auto& event : events) chronicle_.note(table::Happened{base::Seat{1}, event, std::nullopt}, "");
  chronicle_.see(games::view(state_, base::Seat{0}));
  ASSERT_EQ(chronicle_.standing().size(), 1U);
  EXPECT_EQ(chronicle_.standing()[0]->label, "e4");
  EXPECT_EQ(chronicle_.steps().size(), 4U) << "one can step through it all the same";
  EXPECT_TRUE(chronicle_.steps().back().view);
}

TEST_F(ChronicleOfChess, AGameThatCannotBeFollowedIsToldInOtherWords) {
  chronicle_.lose_thread();
  const auto events = *games::play(state_, base::Seat{0}, *games::read("chess", "e2e4"));
  chronicle_.note(table::Happened{base::Seat{0}, events.front(), std::nullopt}, "anna moved");
  EXPECT_EQ(chronicle_.steps().back().label, "anna moved");
}

TEST(ChronicleOfShelfie, ColumnsAreCountedAsOnTheBoard) {
  auto state = *games::start({}, "shelfie", "", 2, 1);
  Chronicle chronicle;
  chronicle.begin(table::Started{
      {}, base::Seat{0}, {"anna", "bert"}, std::make_shared<games::AnyView>(games::view(state, {}))});
  while (chronicle.steps().back().label.empty() || !chronicle.steps().back().label.starts_with("column")) {
    const auto who = *games::to_move(state);
    const auto move = games::moves(games::view(state, who)).front();
    for (const auto& event : *games::play(state, who, move))
      chronicle.note(table::Happened{who, event, std::nullopt}, "");
  }
  EXPECT_EQ(chronicle.steps().back().label, "column 0");
}

}  // namespace
}  // namespace client::play
