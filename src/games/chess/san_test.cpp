// Standard algebraic notation both ways.
#include "games/chess/san.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/moves.hpp"

namespace games::chess {
namespace {

using base::Code;

struct Case {
  std::string_view fen;
  std::string_view move;
  std::string_view san;
};

TEST(ChessSan, WritesTheShortestForm) {
  constexpr Case kCases[]{
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "e4"},
      {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3", "Nf3"},
      {"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", "dxe3"},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "O-O-O"},
      {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "h1h8", "Rxh8+"},
      {"3r4/4P3/6k1/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q"},
      {"7k/4P1pp/8/8/8/8/8/4K3 w - - 0 1", "e7e8r", "e8=R#"},
      {"4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1", "b1d2", "Nbd2"},
      {"4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1a3", "N1a3"},
      {"4k3/8/8/8/8/Q7/8/Q1Q1K3 w - - 0 1", "a1b2", "Qa1b2"},
      // The other knight is pinned: nothing to tell apart.
      {"4k3/4r3/8/8/8/8/4N3/N3K3 w - - 0 1", "a1c2", "Nc2"},
      {"4k3/4r3/8/8/8/8/4N3/N3K3 w - - 0 1", "a1b3", "Nb3"},
  };
  for (const auto& [fen, move, san] : kCases) {
    const auto position = read_fen(fen).value();
    EXPECT_EQ(write_san(position, read_move(move).value()), san) << fen;
    EXPECT_EQ(read_san(position, san), read_move(move)) << fen;
  }
}

TEST(ChessSan, ReadsLeniently) {
  const auto position = read_fen("3n4/4P1k1/8/8/8/8/8/R3K2R w KQ - 0 1").value();
  for (const std::string_view text :
       {"exd8=Q+", "exd8=Q", "exd8Q", "ed8=Q", "ed8q", "e7d8Q", "e7xd8=Q!?", "e7-d8=q"}) {
    EXPECT_EQ(read_san(position, text), read_move("e7d8q")) << text;
  }
  for (const std::string_view text : {"O-O", "0-0", "O-O+", "0-0!"})
    EXPECT_EQ(read_san(position, text), read_move("e1g1"));
  for (const std::string_view text : {"O-O-O", "0-0-0"})
    EXPECT_EQ(read_san(position, text), read_move("e1c1"));
  for (const std::string_view text : {"Kd1", "Ke1d1", "Ke1-d1", "Kxd1", "Ked1"}) {
    EXPECT_EQ(read_san(position, text), read_move("e1d1")) << text;
  }
}

TEST(ChessSan, SaysWhyItRefuses) {
  const auto position = read_fen("3n4/4P1k1/8/8/8/8/8/R3K1NR w KQ - 0 1").value();
  EXPECT_EQ(read_san(position, "ed8").error().code, Refusals::incomplete_move);
  EXPECT_EQ(read_san(position, "O-O").error().code, Code::illegal_move);
  EXPECT_EQ(read_san(position, "Kg1").error().code, Code::illegal_move);
  EXPECT_EQ(read_san(position, "Qd4").error(), (base::Error{Code::illegal_move, "Qd4 is not legal here"}));
  for (const std::string_view text :
       {"", "+", "e", "x", "Nf9", "Zf3", "N", "e9", "Nf3f3f3", "=Q", "--", "e7xxd8=Q"}) {
    EXPECT_EQ(read_san(position, text).error().code, Code::malformed) << text;
  }
  const auto knights = read_fen("4k3/8/8/8/8/8/8/1N1K1N2 w - - 0 1").value();
  EXPECT_EQ(read_san(knights, "Nd2").error(),
            (base::Error{Code::illegal_move, "Nd2 fits more than one move"}));
}

TEST(ChessSan, CastlingIsNotAKingsStep) {
  const auto position = read_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").value();
  EXPECT_EQ(read_san(position, "Kg1").error().code, Code::illegal_move);
}

TEST(ChessSan, EveryLegalMoveRoundTrips) {
  base::Rng rng(11);
  for (int game = 0; game < 30; ++game) {
    Position position = start_position();
    for (int ply = 0; ply < 120; ++ply) {
      const MoveList moves = legal_moves(position);
      if (moves.size() == 0) break;
      for (const Move& move : moves) {
        const auto text = write_san(position, move);
        ASSERT_EQ(read_san(position, text), move) << write_fen(position) << ' ' << text;
      }
      position = after(position, moves.begin()[rng.below(moves.size())]);
    }
  }
}

}  // namespace
}  // namespace games::chess
