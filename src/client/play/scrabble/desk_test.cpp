// The desk of Scrabble: how the board looks as plain text, and how moves are entered.
#include "client/play/scrabble/desk.hpp"

#include <gtest/gtest.h>

#include "client/play/desk_fixture.hpp"
#include "games/scrabble/testing.hpp"

namespace client::play::scrabble {
namespace {

games::AnyView scrabble_view(std::string_view rack) {
  games::scrabble::View view;
  view.open.lexicon = games::scrabble::testing::lexicon_of("DOG DOGS GOD CAT AT TO DO");
  view.open.seats = 2;
  view.viewer = Seat{0};
  view.rack = games::scrabble::Rack(rack);
  return view;
}

TEST(ScrabbleDesk, ShowsTheBoard) {
  const auto desk = make_desk(scrabble_view("DOGSCAT"));
  EXPECT_EQ(board_of(*desk), R"(
    A  B  C  D  E  F  G  H  I  J  K  L  M  N  O
 1  =  .  .  '  .  .  .  =  .  .  .  '  .  .  =
 2  .  -  .  .  .  "  .  .  .  "  .  .  .  -  .
 3  .  .  -  .  .  .  '  .  '  .  .  .  -  .  .
 4  '  .  .  -  .  .  .  '  .  .  .  -  .  .  '
 5  .  .  .  .  -  .  .  .  .  .  -  .  .  .  .
 6  .  "  .  .  .  "  .  .  .  "  .  .  .  "  .
 7  .  .  '  .  .  .  '  .  '  .  .  .  '  .  .
 8  =  .  .  '  .  .  . [>] .  .  .  '  .  .  =
 9  .  .  '  .  .  .  '  .  '  .  .  .  '  .  .
10  .  "  .  .  .  "  .  .  .  "  .  .  .  "  .
11  .  .  .  .  -  .  .  .  .  .  -  .  .  .  .
12  '  .  .  -  .  .  .  '  .  .  .  -  .  .  '
13  .  .  -  .  .  .  '  .  '  .  .  .  -  .  .
14  .  -  .  .  .  "  .  .  .  "  .  .  .  -  .
15  =  .  .  '  .  .  .  =  .  .  .  '  .  .  =

= word x3   - word x2   " letter x3   ' letter x2
)");
}

TEST(ScrabbleDesk, LettersAreLaidFromTheCursorOn) {
  const auto desk = make_desk(scrabble_view("DOGSCAT"));
  type(*desk, U"dog");
  EXPECT_NE(board_of(*desk).find(" 8  =  .  .  '  .  .  . <D><O><G>[>]"), std::string::npos)
      << board_of(*desk);
  EXPECT_EQ(desk->prompt(), "DOG at H8: 10 points. Enter plays it.");
  EXPECT_EQ(written(press(*desk, {Kind::enter})), "8H.DOG");
}

TEST(ScrabbleDesk, BackspaceTakesTheLastTileBackAndEscapeAll) {
  const auto desk = make_desk(scrabble_view("DOGSCAT"));
  type(*desk, U"dog");
  press(*desk, {Kind::backspace});
  EXPECT_EQ(desk->prompt(), "DO at H8: 6 points. Enter plays it.");
  press(*desk, {Kind::escape});
  EXPECT_EQ(written(press(*desk, {Kind::enter})),
            "no move: Type a word from the cursor on; '=' passes, '-' exchanges.");
}

TEST(ScrabbleDesk, DownAndPastTilesThatLie) {
  auto view = scrabble_view("DGSCATE");
  games::get<games::scrabble::View>(view).open.board[{7, 7}] = 'O';
  const auto desk = make_desk(view);
  press(*desk, {Kind::up, Kind::tab});
  EXPECT_EQ(written(type(*desk, U"dg")), "no move: ");
  EXPECT_EQ(written(press(*desk, {Kind::enter})), "H7.DOG");
}

TEST(ScrabbleDesk, ABlankStandsForALetterThatIsNotHeld) {
  const auto desk = make_desk(scrabble_view("D?GDDDD"));
  type(*desk, U"dog");
  EXPECT_EQ(written(press(*desk, {Kind::enter})), "8H.DoG");
  press(*desk, {Kind::escape});
  EXPECT_EQ(type(*desk, U"oz").note, "You have no Z.");
}

TEST(ScrabbleDesk, WordsUnknownHereAreSentOnlyOnASecondEnter) {
  const auto desk = make_desk(scrabble_view("DOGSCAT"));
  type(*desk, U"gat");
  for (int column = 0; column < 3; ++column) press(*desk, {Kind::left});
  EXPECT_EQ(written(press(*desk, {Kind::enter})), "no move: unknown word GAT: Enter sends it anyway");
  EXPECT_EQ(written(press(*desk, {Kind::enter})), "8H.GAT");
}

TEST(ScrabbleDesk, ExchangesAndPasses) {
  const auto desk = make_desk(scrabble_view("DOGSCAT"));
  type(*desk, U"-dg");
  EXPECT_EQ(written(press(*desk, {Kind::enter})), "-DG");
  type(*desk, U"=");
  EXPECT_EQ(written(press(*desk, {Kind::enter})), "pass");
}

TEST(ScrabbleDesk, ReadsWordsAndRefusesWhatDoesNotFit) {
  const auto desk = make_desk(scrabble_view("DOGSCAT"));
  EXPECT_EQ(games::write(*desk->read("8H DOG")), "8H.DOG");
  EXPECT_EQ(desk->read("1A.DOG").error().detail, "the first word must cover the centre");
  EXPECT_FALSE(desk->read("8H.DOGZ"));
}

TEST(ScrabbleDesk, AViewWithOtherTilesForgetsWhatWasLaid) {
  const auto desk = make_desk(scrabble_view("DOGSCAT"));
  type(*desk, U"dog");
  desk->show(scrabble_view("DOGSCAT"));
  EXPECT_EQ(desk->prompt(), "DOG at H8: 10 points. Enter plays it.") << "the same tiles are still there";
  desk->show(scrabble_view("EEEEEEE"));
  EXPECT_EQ(desk->prompt(), "Your turn: type a word from the cursor on.");
}

TEST(WholeWord, TakesTilesThatLieAndRefusesGaps) {
  games::scrabble::Board board;
  board[{7, 8}] = 'O';
  using games::scrabble::Direction;
  const std::vector<games::scrabble::Spot> spots{{'D', {7, 7}}, {'G', {7, 9}}};
  EXPECT_EQ(games::scrabble::write_move(*whole_word(board, spots, Direction::down)), "8H.DOG");
  const std::vector<games::scrabble::Spot> gap{{'D', {7, 7}}, {'G', {7, 11}}};
  EXPECT_FALSE(whole_word(board, gap, Direction::across));
  const std::vector<games::scrabble::Spot> bent{{'D', {7, 7}}, {'G', {8, 11}}};
  EXPECT_FALSE(whole_word(board, bent, Direction::across));
}

}  // namespace
}  // namespace client::play::scrabble
