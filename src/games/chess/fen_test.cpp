// FEN: what is read, what is refused and why.
#include "games/chess/fen.hpp"

#include <gtest/gtest.h>

namespace games::chess {
namespace {

TEST(ChessFen, WritesTheStart) {
  EXPECT_EQ(write_fen(start_position()), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_EQ(read_fen(write_fen(start_position())), start_position());
}

TEST(ChessFen, DropsAnEnPassantSquareThatNobodyCanUse) {
  const auto idle = read_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  ASSERT_TRUE(idle);
  EXPECT_EQ(write_fen(*idle), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  const std::string real = "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1";
  EXPECT_EQ(write_fen(*read_fen(real)), real);
}

struct Refused {
  std::string_view fen;
  std::string_view detail;
};

TEST(ChessFen, SaysWhatIsWrong) {
  constexpr Refused kRefused[]{
      {"", "6 fields, not 1"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0", "6 fields, not 5"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ", "6 fields, not 7"},
      {"4k3/8/8/8/8/8/4K3 w - - 0 1", "7 ranks"},
      {"4k3/8/8/8/8/8/8/4K4 w - - 0 1", "rank 1 has more than 8 squares"},
      {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank 1 has fewer than 8 squares"},
      {"4k3/8/8/8/8/8/8/4K21 w - - 0 1", "rank 1 has two numbers in a row"},
      {"4k3/8/8/8/8/8/8/4K2x w - - 0 1", "rank 1 has a letter that is no piece"},
      {"4k3/8/8/8/8/8/9/4K3 w - - 0 1", "rank 2 has a letter that is no piece"},
      {"4k3/8/8/8/8/8/8/8 w - - 0 1", "white has 0 kings"},
      {"4k2k/8/8/8/8/8/8/4K3 w - - 0 1", "black has 2 kings"},
      {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn is on the first or last rank"},
      {"4k3/8/8/8/8/8/8/4K2p w - - 0 1", "a pawn is on the first or last rank"},
      {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "white has more pieces"},
      {"4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1", "white has more pieces"},
      {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", "the side to move is w or b"},
      {"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "black is in check, but it is white's turn"},
      {"4k3/8/8/8/8/8/4K3/8 w K - 0 1", "castling right K needs king and rook at home"},
      {"4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1", "castling right K needs"},
      {"r3k3/8/8/8/8/8/8/R3K3 w qQ - 0 1", "in this order"},
      {"r3k3/8/8/8/8/8/8/R3K3 w QQ - 0 1", "in this order"},
      {"r3k3/8/8/8/8/8/8/R3K3 w  - 0 1", "in this order"},
      {"4k3/8/8/8/3pP3/8/8/4K3 b - e4 0 1", "the en passant square is - or on rank 3"},
      {"4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1", "the en passant square is - or on rank 6"},
      {"4k3/8/8/8/3pP3/8/8/4K3 b - d3 0 1", "no pawn can just have passed over d3"},
      {"4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1", "no pawn can just have passed over e3"},
      {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "the count of moves"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 00 1", "the count of moves"},
      {"4k3/8/8/8/8/8/8/4K3 w - - x 1", "the count of moves"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 0", "the move number"},
      {"4k3/8/8/8/8/8/8/4K3 w - - 0 10000", "the move number"},
  };
  for (const auto& [fen, detail] : kRefused) {
    const auto position = read_fen(fen);
    ASSERT_FALSE(position) << fen;
    EXPECT_EQ(position.error().code, base::Code::malformed);
    EXPECT_NE(position.error().detail.find(detail), std::string::npos)
        << fen << ": " << position.error().detail;
  }
}

}  // namespace
}  // namespace games::chess
