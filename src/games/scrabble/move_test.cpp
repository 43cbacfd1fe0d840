// Moves: making them of what strangers send, and their notation.
#include "games/scrabble/move.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace games::scrabble {
namespace {

using base::Code;

template <class T>
base::Reason code_of(const base::Result<T>& result) {
  EXPECT_FALSE(result);
  return result ? Code::system : result.error().code;
}

TEST(ScrabbleMove, NotationReadsWhatItWrites) {
  for (const std::string_view text : {"8H.DOg", "H8.AQUA", "15O.A", "A1.ABCDEFGHIJKLMNO", "8H:dog", "O15:X",
                                      "-?ABC", "-A", "@HF8,EG8,LI8", "@qO15", "pass", "forfeit"}) {
    const auto move = read_move(text);
    ASSERT_TRUE(move) << text;
    EXPECT_EQ(write_move(*move), text);
    EXPECT_EQ(read_move(write_move(*move)), move);
  }
}

TEST(ScrabbleMove, NotationIsCanonical) {
  EXPECT_EQ(write_move(read_move("-QPG?").value()), "-?GPQ");
  EXPECT_EQ(read_move("-BA"), read_move("-AB"));
}

TEST(ScrabbleMove, WhatIsNoMoveIsRefused) {
  for (const std::string_view text : {"",
                                      "8H",
                                      "8H.",
                                      "8H:",
                                      "H.DOG",
                                      "8.DOG",
                                      "HH.DOG",
                                      "88.DOG",
                                      "8P.DOG",
                                      "16H.DOG",
                                      "0H.DOG",
                                      "08H.DOG",
                                      "+8H.DOG",
                                      "8h.DOG",
                                      "8H.D G",
                                      "8H.D0G",
                                      "8H.D?G",
                                      "8HDOG",
                                      "-",
                                      "-a",
                                      "-ABCDEFGH",
                                      "@",
                                      "@H",
                                      "@HF8,",
                                      "@HF8 ,EG8",
                                      "@?F8",
                                      "@HF8,EG8,LI8,LI8,LI8,LI8,LI8,LI8",
                                      "Pass",
                                      "pass ",
                                      "8M.ABCD",
                                      "8H.\xc3\x84H",
                                      "!",
                                      "."})
    EXPECT_FALSE(read_move(text)) << text;
}

TEST(ScrabbleMove, SquaresAreColumnAndRow) {
  EXPECT_EQ(read_square("A1"), (Square{0, 0}));
  EXPECT_EQ(read_square("O1"), (Square{0, 14}));
  EXPECT_EQ(read_square("A15"), (Square{14, 0}));
  EXPECT_EQ(read_square("C10"), (Square{9, 2}));
  EXPECT_EQ(write_square({9, 2}), "C10");
  for (const std::string_view text :
       {"", "A", "1", "P1", "A0", "A16", "1A", "a1", "A01", "A-1", "A1 ", "AA1", "A1.", "A99999999999"})
    EXPECT_EQ(code_of(read_square(text)), Refusals::bad_coordinate) << text;
}

TEST(ScrabbleMove, PartsFromStrangersAreRefusedPrecisely) {
  EXPECT_EQ(code_of(word_move({0, 15}, Direction::across, "AB")), Refusals::bad_coordinate);
  EXPECT_EQ(code_of(word_move({0, 0}, Direction::across, "A1")), Code::malformed);
  EXPECT_EQ(code_of(word_move({0, 0}, Direction::across, "")), Refusals::does_not_fit);
  EXPECT_EQ(code_of(word_move({0, 14}, Direction::across, "AB")), Refusals::does_not_fit);
  EXPECT_EQ(code_of(word_move({0, 0}, Direction::down, std::string(10'000, 'A'))), Refusals::does_not_fit);
  EXPECT_EQ(code_of(spots_move({})), Refusals::does_not_fit);
  const std::vector<Spot> off{{'A', {0, 0}}, {'B', {-1, 0}}};
  EXPECT_EQ(code_of(spots_move(off)), Refusals::bad_coordinate);
  const std::vector<Spot> digit{{'7', {0, 0}}};
  EXPECT_EQ(code_of(spots_move(digit)), Code::malformed);
  const std::vector<Spot> many(8, Spot{'A', {0, 0}});
  EXPECT_EQ(code_of(spots_move(many)), Refusals::tiles_not_held);
  EXPECT_EQ(code_of(exchange_move("")), Code::malformed);
  EXPECT_EQ(code_of(exchange_move("A!")), Code::malformed);
  EXPECT_EQ(code_of(exchange_move("ABCDEFGH")), Refusals::tiles_not_held);
}

}  // namespace
}  // namespace games::scrabble
