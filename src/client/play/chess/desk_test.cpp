// The desk of chess: how the board looks as plain text, and how moves are entered.
#include "client/play/chess/desk.hpp"

#include <gtest/gtest.h>

#include "client/play/desk_fixture.hpp"
#include "games/chess/fen.hpp"

namespace client::play::chess {
namespace {

games::AnyView chess_view(std::string_view fen, Seat seat) {
  games::chess::State state;
  state.position = *games::chess::read_fen(fen);
  state.keys = {key_of(state.position)};
  return games::chess::Rules::view(state, seat);
}
constexpr std::string_view kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST(ChessDesk, ShowsTheBoardFromTheSideOfItsPlayer) {
  EXPECT_EQ(board_of(*make_desk(chess_view(kStart, games::chess::kWhiteSeat))), R"(
 8  r  n  b  q  k  b  n  r
 7  p  p  p  p  p  p  p  p
 6  .  :  .  :  .  :  .  :
 5  :  .  :  .  :  .  :  .
 4  .  :  .  :  .  :  .  :
 3  :  .  :  .  :  .  :  .
 2  P  P  P  P [P] P  P  P
 1  R  N  B  Q  K  B  N  R
    a  b  c  d  e  f  g  h
)");
  EXPECT_TRUE(board_of(*make_desk(chess_view(kStart, games::chess::kBlackSeat)))
                  .starts_with("\n 1  R  N  B  K  Q  B  N  R\n"));
}

TEST(ChessDesk, APieceIsPickedUpAndPutDown) {
  const auto desk = make_desk(chess_view(kStart, games::chess::kWhiteSeat));
  EXPECT_EQ(written(press(*desk, {Kind::enter})), "no move: ");
  EXPECT_NE(board_of(*desk).find(" 4  .  :  .  :  *  :  .  :"), std::string::npos) << board_of(*desk);
  EXPECT_EQ(written(press(*desk, {Kind::up, Kind::up, Kind::enter})), "e2e4");
}

TEST(ChessDesk, EscapeLetsGo) {
  const auto desk = make_desk(chess_view(kStart, games::chess::kWhiteSeat));
  press(*desk, {Kind::enter, Kind::escape});
  EXPECT_EQ(written(press(*desk, {Kind::up, Kind::up, Kind::enter})), "no move: There is no piece of yours.");
}

TEST(ChessDesk, ClicksAreSquares) {
  const auto desk = make_desk(chess_view(kStart, games::chess::kWhiteSeat));
  EXPECT_EQ(written(desk->click(games::chess::square(6, 0))), "no move: ");
  EXPECT_EQ(written(desk->click(games::chess::square(5, 2))), "g1f3");
}

TEST(ChessDesk, APawnOnTheLastRankAsksForItsNewPiece) {
  const auto desk = make_desk(chess_view("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", games::chess::kWhiteSeat));
  desk->click(games::chess::square(4, 6));
  EXPECT_EQ(written(desk->click(games::chess::square(4, 7))), "no move: ");
  EXPECT_NE(desk->prompt().find("becomes"), std::string::npos);
  EXPECT_EQ(written(type(*desk, U"x")), "no move: q, r, b or n?");
  EXPECT_EQ(written(type(*desk, U"n")), "e7e8n");
}

TEST(ChessDesk, ASuggestedPromotionNeedsNoQuestion) {
  const auto desk = make_desk(chess_view("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", games::chess::kWhiteSeat));
  desk->suggest(*games::read("chess", "e7e8r"));
  EXPECT_EQ(written(press(*desk, {Kind::enter})), "e7e8r");
}

TEST(ChessDesk, ReadsBothNotations) {
  const auto desk = make_desk(chess_view(kStart, games::chess::kWhiteSeat));
  EXPECT_EQ(games::write(*desk->read("Nf3")), "g1f3");
  EXPECT_EQ(games::write(*desk->read("g1f3")), "g1f3");
  EXPECT_FALSE(desk->read("Nf6"));
  EXPECT_FALSE(desk->read("hello"));
}

TEST(ChessDesk, WhoIsNotOnTurnPicksNothingUp) {
  const auto desk = make_desk(chess_view(kStart, games::chess::kBlackSeat));
  EXPECT_EQ(written(press(*desk, {Kind::enter})), "no move: It is not your turn.");
}

}  // namespace
}  // namespace client::play::chess
