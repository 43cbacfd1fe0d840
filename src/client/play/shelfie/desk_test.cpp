// The desk of My Shelfie: how the board looks as plain text, and how moves are entered.
#include "client/play/shelfie/desk.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "client/play/desk_fixture.hpp"

namespace client::play::shelfie {
namespace {

games::shelfie::State shelfie_game() { return *games::shelfie::Rules::start({}, {}, 2, 7); }

TEST(ShelfieDesk, ATurnIsTakenOrderedAndDropped) {
  auto state = shelfie_game();
  const auto own = *games::shelfie::Rules::to_move(state);
  const auto view = [&] { return games::AnyView(games::shelfie::Rules::view(state, own)); };
  const auto desk = make_desk(view());
  const auto first = games::shelfie::Rules::moves(games::get<games::shelfie::View>(view())).front();
  const int cell = games::shelfie::index_of({first.values[0], first.values[1]});
  EXPECT_EQ(written(desk->click(cell)), "no move: ");
  EXPECT_NE(desk->prompt().find("take "), std::string::npos) << desk->prompt();
  press(*desk, {Kind::backspace});
  EXPECT_EQ(desk->prompt(), "Your turn: mark up to three tiles with Space, then Enter takes them.");
  desk->click(cell);
  const auto take = press(*desk, {Kind::enter});
  ASSERT_EQ(written(take), fmt::format("take:{},{}", first.values[0], first.values[1]));
  ASSERT_TRUE(games::shelfie::Rules::play(state, own, games::get<games::shelfie::Move>(*take.move)));
  desk->show(view());
  const auto order = press(*desk, {Kind::enter});
  ASSERT_EQ(written(order), "order:0");
  ASSERT_TRUE(games::shelfie::Rules::play(state, own, games::get<games::shelfie::Move>(*order.move)));
  desk->show(view());
  type(*desk, U"3");
  press(*desk, {Kind::right, Kind::left, Kind::left});
  EXPECT_EQ(written(press(*desk, {Kind::enter})), "column:2");
}

TEST(ShelfieDesk, ShowsBoardAndShelves) {
  auto state = shelfie_game();
  const auto own = *games::shelfie::Rules::to_move(state);
  const auto desk = make_desk(games::AnyView(games::shelfie::Rules::view(state, own)));
  EXPECT_EQ(board_of(*desk), R"(
   0  1  2  3  4  5  6  7  8
0                                your shelf
1           T  B                  .  .  p  .  .
2           T  B  P               .  b  .  .  .
3        P  F  T  C  P  P         g  .  .  .  .
4     F  G  P [C] B  P  P         .  .  f  .  .
5     F  G  C  C  P  B            .  .  .  .  c
6           T  G  T               .  .  .  t  .
7              F  G               0  1  2  3  4
8

shelf 1
 .  .  .  .  .
 .  .  .  .  .
 .  .  .  .  .
 .  .  .  .  .
 .  .  .  .  .
 .  .  .  .  .
)");
}

/// In the middle of turns, too, no tile is lost.
TEST(ShelfieDesk, ShowsShelvesThroughAWholeGame) {
  auto state = shelfie_game();
  base::Rng rng(1);
  const auto desk = make_desk(games::AnyView(games::shelfie::Rules::view(state, Seat{0})));
  while (const auto turn = games::shelfie::Rules::to_move(state)) {
    const auto moves = games::shelfie::Rules::moves(games::shelfie::Rules::view(state, *turn));
    ASSERT_TRUE(games::shelfie::Rules::play(state, *turn, moves[rng.below(moves.size())]));
    desk->show(games::AnyView(games::shelfie::Rules::view(state, Seat{0})));
    ASSERT_NE(board_of(*desk).find("shelf 2"), std::string::npos) << board_of(*desk);
  }
}

TEST(ShelfieDesk, WhatTheWireDoesNotTellIsNotShown) {
  auto view = games::shelfie::Rules::view(shelfie_game(), Seat{0});
  view.in_bag = 0;
  const auto desk = make_desk(games::AnyView(view));
  EXPECT_NE(board_of(*desk).find("This protocol does not show the others' shelves."), std::string::npos);
  EXPECT_EQ(board_of(*desk).find("shelf 2"), std::string::npos);
  Grid side(20, 50);
  desk->draw_side(side, {0, 0, {20, kSideColumns}}, kPlain);
  EXPECT_EQ(side.text().find("in the bag"), std::string::npos) << side.text();
  EXPECT_EQ(desk->standing(Seat{1}), "0 and ?");
}

TEST(ShelfieDesk, WhatCannotBeTakenIsSaidAtOnce) {
  auto state = shelfie_game();
  const auto own = *games::shelfie::Rules::to_move(state);
  const auto desk = make_desk(games::AnyView(games::shelfie::Rules::view(state, own)));
  EXPECT_EQ(desk->click(0).note, "There is no tile.");
  EXPECT_EQ(desk->click(40).note, "a chosen tile has no free side");
}

}  // namespace
}  // namespace client::play::shelfie
