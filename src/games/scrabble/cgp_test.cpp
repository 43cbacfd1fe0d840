// CGP: what is written is read, and nothing else.
#include "games/scrabble/cgp.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace games::scrabble {
namespace {

const std::string kEmpty = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15";

TEST(ScrabbleCgp, BenchPositionsComeBackAsTheyWere) {
  std::ifstream file(PARLOR_SOURCE_DIR "/bench/scrabble-positions.cgp");
  std::string line;
  int count = 0;
  while (std::getline(file, line)) {
    const auto position = read_cgp(line);
    ASSERT_TRUE(position) << line;
    EXPECT_EQ(read_cgp(write_cgp(*position)), position);
    EXPECT_EQ(write_cgp_board(position->board), line.substr(0, line.find(' ')));
    ++count;
  }
  EXPECT_EQ(count, 300);
}

TEST(ScrabbleCgp, ReadsEveryField) {
  const auto position =
      read_cgp("a13B/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ?QA/ -7/12 3 lex anything; lifetime 1;");
  ASSERT_TRUE(position);
  EXPECT_EQ((position->board[{0, 0}]), 'a');
  EXPECT_EQ((position->board[{0, 14}]), 'B');
  EXPECT_EQ(position->racks[0].tiles(), "?AQ");
  EXPECT_TRUE(position->racks[1].empty());
  EXPECT_EQ(position->scores, (std::array{-7, 12}));
  EXPECT_EQ(position->scoreless, 3);
}

TEST(ScrabbleCgp, WhatIsNoPositionIsRefused) {
  for (const std::string& text :
       {std::string(), kEmpty, kEmpty + " A/B", kEmpty + " A/B 0/0", kEmpty + " A/B 0/0 x",
        kEmpty + " A/B 0/0 -1", kEmpty + " AB 0/0 0", kEmpty + " A/B/C 0/0 0", kEmpty + " a/B 0/0 0",
        kEmpty + " ABCDEFGH/B 0/0 0", kEmpty + "/15 A/B 0/0 0", "16" + kEmpty.substr(2) + " A/B 0/0 0",
        "14" + kEmpty.substr(2) + " A/B 0/0 0", "15A" + kEmpty.substr(2) + " A/B 0/0 0",
        "0A14" + kEmpty.substr(2) + " A/B 0/0 0", "-1" + kEmpty.substr(2) + " A/B 0/0 0",
        "*14" + kEmpty.substr(2) + " A/B 0/0 0"})
    EXPECT_FALSE(read_cgp(text)) << text;
}

TEST(ScrabbleCgp, GameOfAnyNumberInTurnOrder) {
  State state{.open = {}, .rng = Rng(1)};
  state.open.seats = 3;
  state.open.scores = {10, 20, -3};
  state.open.turn = Seat{1};
  state.open.scoreless = 2;
  state.open.board[{0, 1}] = 'a';
  state.racks[0] = Rack("CAB");
  state.racks[1] = Rack("?Z");
  EXPECT_EQ(write_cgp(state), "1a13/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ?Z//ABC 20/-3/10 2");
  state.open.seats = 1;
  state.open.turn = Seat{0};
  EXPECT_TRUE(write_cgp(state).ends_with("/15 ABC 10 2"));
}

}  // namespace
}  // namespace games::scrabble
