// The desks of the four games: how boards look as plain text, and how moves are entered.
#include "client/play/desk.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "client/play/scrabble_desk.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/rules.hpp"
#include "games/scrabble/testing.hpp"
#include "games/shelfie/rules.hpp"
#include "games/spectrangle/notation.hpp"
#include "games/spectrangle/rules.hpp"

namespace {

using base::Seat;
using client::play::Desk;
using client::play::Grid;
using client::play::Key;
using client::play::Look;
using client::play::make_desk;
using Kind = client::play::Key::Kind;

constexpr Look kPlain{.unicode = false, .colour = false};

std::string board_of(const Desk& desk, const Look& look = kPlain) {
  Grid grid(20, 50);
  desk.draw_board(grid, 0, 0, look);
  return "\n" + grid.text();
}

/// Types characters; the last reply.
client::play::Reply type(Desk& desk, std::u32string_view text) {
  client::play::Reply reply;
  for (const char32_t character : text) reply = desk.press({.kind = Kind::character, .character = character});
  return reply;
}
client::play::Reply press(Desk& desk, std::initializer_list<Kind> keys) {
  client::play::Reply reply;
  for (const auto kind : keys) reply = desk.press({.kind = kind});
  return reply;
}

std::string written(const client::play::Reply& reply) {
  return reply.move ? games::write(*reply.move) : "no move: " + reply.note;
}

TEST(EveryDesk, HelpAndKeysFitOnASmallScreen) {
  games::Kits kits;
  kits.of<games::scrabble::Kit>().lexicon = games::scrabble::testing::lexicon_of("DOG");
  for (const auto game : games::names()) {
    const auto desk = make_desk(games::view(*games::start(kits, game, "", 2, 1), Seat{0}));
    EXPECT_LT(desk->keys().size(), 79U) << game;
    EXPECT_LT(desk->keys_with_offers().size(), 79U) << game;
    EXPECT_LE(desk->help().size(), 12U) << game;
    for (const auto line : desk->help()) EXPECT_LT(line.size(), 79U) << line;
  }
}

// Chess.

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

// Scrabble.

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
  EXPECT_EQ(games::scrabble::write_move(*client::play::whole_word(board, spots, Direction::down)), "8H.DOG");
  const std::vector<games::scrabble::Spot> gap{{'D', {7, 7}}, {'G', {7, 11}}};
  EXPECT_FALSE(client::play::whole_word(board, gap, Direction::across));
  const std::vector<games::scrabble::Spot> bent{{'D', {7, 7}}, {'G', {8, 11}}};
  EXPECT_FALSE(client::play::whole_word(board, bent, Direction::across));
}

// Spectrangle.

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

// My Shelfie.

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
  desk->draw_side(side, 0, 0, kPlain);
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
