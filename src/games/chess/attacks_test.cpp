// The attack tables against walking square by square.
#include "games/chess/attacks.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"

namespace games::chess {
namespace {

Bitboard walk(Square from, Bitboard occupied, std::initializer_list<std::pair<int, int>> ways) {
  Bitboard set = 0;
  for (const auto& [right, up] : ways) {
    int file = file_of(from) + right;
    int rank = rank_of(from) + up;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += right, rank += up) {
      set |= bit(square(file, rank));
      if (has(occupied, square(file, rank))) break;
    }
  }
  return set;
}

TEST(ChessAttacks, SlidersAgreeWithWalking) {
  base::Rng rng(5);
  for (int round = 0; round < 400; ++round) {
    Bitboard occupied = rng.next();
    if (round % 2 == 0) occupied &= rng.next();
    for (Square from = 0; from < 64; ++from) {
      ASSERT_EQ(rook_attacks(from, occupied), walk(from, occupied, {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}));
      ASSERT_EQ(bishop_attacks(from, occupied), walk(from, occupied, {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}));
    }
  }
}

TEST(ChessAttacks, StepsStayOnTheBoard) {
  EXPECT_EQ(kKnightAttacks[square(0, 0)], bit(square(1, 2)) | bit(square(2, 1)));
  EXPECT_EQ(std::popcount(kKnightAttacks[square(3, 3)]), 8);
  EXPECT_EQ(kKingAttacks[square(7, 7)], bit(square(6, 7)) | bit(square(6, 6)) | bit(square(7, 6)));
  EXPECT_EQ(kPawnAttacks[0][square(0, 1)], bit(square(1, 2)));
  EXPECT_EQ(kPawnAttacks[1][square(7, 6)], bit(square(6, 5)));
}

TEST(ChessAttacks, BetweenIsTheOpenLine) {
  EXPECT_EQ(kBetween[square(0, 0)][square(3, 3)], bit(square(1, 1)) | bit(square(2, 2)));
  EXPECT_EQ(kBetween[square(4, 0)][square(4, 1)], 0U);
  EXPECT_EQ(kBetween[square(0, 0)][square(1, 2)], 0U);
}

}  // namespace
}  // namespace games::chess
