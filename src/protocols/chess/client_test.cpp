// The client's half of the chess protocol: which ends it sees by itself, and what a hang-up means.
#include "protocols/chess/client.hpp"

#include <gtest/gtest.h>

#include <array>

#include "base/text.hpp"
#include "games/chess/rules.hpp"

namespace protocols::chess {
namespace {

using games::chess::End;

class ChessClientHalf : public testing::Test {
 protected:
  /// Moves by both sides, own ones first, in UCI's notation.
  void play(std::string_view moves) {
    for (const auto text : base::split(moves, ' ')) {
      const auto move = *games::chess::read_move(text);
      if (own_turn_) {
        EXPECT_TRUE(client_.ask(table::Play{move})) << text;
      } else {
        client_.receive(write_step(move));
      }
      own_turn_ = !own_turn_;
    }
  }
  void play_so_often(std::string_view moves, int times) {
    for (int time = 0; time < times; ++time) play(moves);
  }
  /// How the game ended, as far as was told since it was last asked; "" if it did not.
  std::string ending() {
    std::string reason;
    while (const auto notice = client_.next()) {
      if (const auto* over = std::get_if<table::Over>(&*notice)) reason = over->outcome.reason;
      if (const auto* happened = std::get_if<table::Happened>(&*notice)) {
        const auto& event = games::get<games::chess::Event>(happened->event);
        EXPECT_TRUE(event.end != End::fivefold && event.end != End::seventyfive);
      }
    }
    return reason;
  }

  static constexpr std::string_view kOutAndHome = "g1f3 g8f6 f3g1 f6g8";

  Client client_;
  bool own_turn_ = true;
};

TEST_F(ChessClientHalf, PlaysOnWhereOnlyCountingFindsTheEnd) {
  client_.receive("COLOR WHITE\n");
  play_so_often(kOutAndHome, 4);
  EXPECT_EQ(ending(), "") << "the position stands for the fifth time";
  EXPECT_FALSE(client_.ask(table::Rematch{table::Wish::again})) << "a REPLAY would be out of place";
  play_so_often(kOutAndHome, 36);
  EXPECT_EQ(ending(), "") << "nothing was taken, no pawn moved for 80 moves";
  EXPECT_FALSE(games::moves(*client_.view()).empty());
}

TEST_F(ChessClientHalf, AHangUpWhereTheServerCountedIsADraw) {
  client_.receive("COLOR WHITE\n");
  play_so_often(kOutAndHome, 4);
  client_.hang_up();
  EXPECT_EQ(ending(), "fivefold");
  EXPECT_TRUE(client_.finished());
}

TEST_F(ChessClientHalf, AnOwnMoveThatCrossesTheHangUpChangesNothing) {
  client_.receive("COLOR WHITE\n");
  play_so_often(kOutAndHome, 4);
  play("e2e4");
  client_.hang_up();
  EXPECT_EQ(ending(), "fivefold");
}

TEST_F(ChessClientHalf, AServerThatPlayedOnHasCountedNothing) {
  client_.receive("COLOR WHITE\n");
  play_so_often(kOutAndHome, 4);
  play("e2e4 e7e5");
  client_.hang_up();
  EXPECT_EQ(ending(), "left");
}

TEST_F(ChessClientHalf, AHangUpElsewhereIsAnOpponentWhoLeft) {
  client_.receive("COLOR WHITE\n");
  play_so_often(kOutAndHome, 3);
  client_.hang_up();
  EXPECT_EQ(ending(), "left");
}

TEST_F(ChessClientHalf, EndsWhatIsSeenOnTheBoard) {
  client_.receive("COLOR WHITE\n");
  play("f2f3 e7e5 g2g4 d8h4");
  EXPECT_EQ(ending(), "checkmate");
  EXPECT_TRUE(client_.ask(table::Rematch{table::Wish::again}));
}

TEST_F(ChessClientHalf, EndsAStalemate) {
  client_.receive("COLOR WHITE\n");
  play("e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6");
  EXPECT_EQ(ending(), "stalemate");
}

TEST_F(ChessClientHalf, ARefusedReplayTakesNoMoveBack) {
  own_turn_ = false;
  client_.receive("COLOR BLACK\n");
  play("f2f3 e7e5 g2g4 d8h4");
  EXPECT_EQ(ending(), "checkmate");
  EXPECT_TRUE(client_.ask(table::Rematch{table::Wish::again}));
  client_.receive("ERROR 5\n");
  EXPECT_TRUE(games::moves(*client_.view()).empty());
}

TEST_F(ChessClientHalf, PlaysAtAServerThatIsNotExact) {
  client_.receive("WELCOME to chess\r\r\nCOLOR WHITE\r\r\n");
  play("f2f3 e7e5 g2g4 d8h4");
  EXPECT_EQ(ending(), "checkmate");
  EXPECT_TRUE(client_.ask(table::Rematch{table::Wish::again}));
  client_.receive("REPLAY YES\n");
  EXPECT_FALSE(client_.finished());
  EXPECT_FALSE(games::moves(*client_.view()).empty());
}

TEST_F(ChessClientHalf, GivesUpOnAnotherProtocol) {
  for (int line = 0; line < 9; ++line) client_.receive("HELLO 1.0.1\n");
  EXPECT_FALSE(client_.finished());
  client_.receive("USERJOIN ann\n");
  EXPECT_EQ(std::get<table::Refused>(*client_.next()).error.detail,
            "the server said 'HELLO 1.0.1', which is no message of this protocol");
  EXPECT_TRUE(client_.finished());
}

}  // namespace
}  // namespace protocols::chess
