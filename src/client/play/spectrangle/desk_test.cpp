// The desk of Spectrangle: how the board looks as plain text, and how moves are entered.
#include "client/play/spectrangle/desk.hpp"

#include <gtest/gtest.h>

#include "client/play/desk_fixture.hpp"
#include "games/spectrangle/notation.hpp"

namespace client::play::spectrangle {
namespace {

games::AnyView spectrangle_view(std::string_view text) {
  return games::spectrangle::View{*games::spectrangle::read_position(text), Seat{0}};
}
constexpr std::string_view kTwoTiles =
    "board=RRY1@6,YYB0@12 hands=RRP,PPR,GGY,GGG/WWW,BBB,PPP,RRB scores=5/5 order=1/0 turn=0";

TEST(SpectrangleDesk, ShowsTheBoard) {
  const auto desk = make_desk(spectrangle_view(kTwoTiles));
  press(*desk, {Kind::up, Kind::up});
  EXPECT_EQ(board_of(*desk), R"(
                      []
                     [PR]
                    [ R5 ]
                  /\   2  /\
                 / 1\ x3 / 3\
                /    \  /    \
              /\   5  /\  **  /\
             / 4\    /RR\    / 8\
            /    \  / Y5 \  /    \
          /\  10  /\  Y5  /\  14  /\
         / 9\ x2 /11\ YB /13\ x2 /15\
        /    \  / x4 \  / x4 \  /    \
      /\  17  /\  19  /\  21  /\  23  /\
     /16\    /18\    /20\    /22\    /24\
    /    \  /    \  / x4 \  /    \  /    \
  /\  26  /\  28  /\  30  /\  32  /\  34  /\
 /25\ x3 /27\    /29\ x2 /31\    /33\ x3 /35\
/    \  /    \  /    \  /    \  /    \  /    \
)");
}

TEST(SpectrangleDesk, ATileIsChosenTurnedAndLaid) {
  const auto desk = make_desk(spectrangle_view("board=RRR0@12 hands=RRY,YYB/RRP,BBB"));
  desk->click(11);
  EXPECT_EQ(written(press(*desk, {Kind::enter})), "RRY0@11");
  type(*desk, U"2");
  EXPECT_TRUE(written(press(*desk, {Kind::enter})).starts_with("no move: the right side of YYB0"));
  type(*desk, U"1  ");
  EXPECT_EQ(desk->prompt().substr(0, 10), "Your turn.");
}

TEST(SpectrangleDesk, SkippingIsRefusedWhileATileFits) {
  const auto desk = make_desk(spectrangle_view("board=RRR0@12 hands=RRY,YYB/RRP,BBB"));
  type(*desk, U"=");
  EXPECT_TRUE(written(press(*desk, {Kind::enter})).starts_with("no move: "));
  press(*desk, {Kind::escape});
  desk->suggest(*games::read("spectrangle", "RRY0@11"));
  EXPECT_EQ(written(press(*desk, {Kind::enter})), "RRY0@11");
}

TEST(SpectrangleDesk, OthersHandsAreOpen) {
  const auto desk = make_desk(spectrangle_view(kTwoTiles));
  EXPECT_EQ(desk->standing(Seat{1}), "   5 WWW BBB PPP RRB");
  EXPECT_EQ(desk->standing(Seat{0}), "   5");
}

}  // namespace
}  // namespace client::play::spectrangle
