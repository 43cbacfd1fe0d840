// The desk of a game without a picture, with games that have one: what it shows, and a whole game by it.
#include "client/play/plain_desk.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

#include "client/play/console_fixture.hpp"
#include "client/play/desk_fixture.hpp"
#include "games/scrabble/rules.hpp"
#include "games/scrabble/testing.hpp"

namespace client::play {
namespace {

std::string side_of(const Desk& desk) {
  Grid grid(20, 29);
  desk.draw_side(grid, {0, 0, {20, kSideColumns}}, kPlain);
  return "\n" + grid.text();
}

games::AnyState new_game() { return *games::start({}, "chess", "", 2, 1); }

games::AnyView scrabble_view(base::Seat seat) {
  games::scrabble::View view;
  view.open.lexicon = games::scrabble::testing::lexicon_of("DOG GOD");
  view.open.seats = 2;
  view.viewer = seat;
  view.bag = 50;
  view.rack = games::scrabble::Rack("DOGDOGS");
  view.open.board[{7, 7}] = 'A';
  return games::AnyView(view);
}

/// Goes to the move of that label by arrows and makes it.
Reply choose(Desk& desk, std::string_view label) {
  press(desk, {Kind::escape});
  for (int steps = 0; steps < 300 && side_of(desk).find(fmt::format("[{}]", label)) == std::string::npos;
       ++steps)
    press(desk, {Kind::right});
  return press(desk, {Kind::enter});
}

TEST(PlainDesk, ValuesAreWords) {
  EXPECT_EQ(words_of(base::Value()), "-");
  EXPECT_EQ(words_of(base::Value(true)), "yes");
  EXPECT_EQ(words_of(base::Value(-3)), "-3");
  EXPECT_EQ(words_of(base::Value(0.5)), "0.5");
  EXPECT_EQ(words_of(base::list({})), "-");
  EXPECT_EQ(words_of(base::Value("")), "-");
  EXPECT_EQ(words_of(base::list({1, "two", base::list({3, 4})})), "1, two, (3, 4)");
  EXPECT_EQ(words_of(base::object({{"red", 1}, {"blue", base::object({{"dark", false}})}})),
            "red 1, blue (dark no)");
}

TEST(PlainDesk, ShowsRowsAsAGridAndTheRestByName) {
  PlainDesk desk;
  desk.show(scrabble_view(Seat{0}));
  const auto text = board_of(desk);
  EXPECT_NE(text.find("\n. . . . . . . A . . . . . . .\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n\nrules: "), std::string::npos) << text;
  EXPECT_EQ(text.find("board:"), std::string::npos) << text;
}

TEST(PlainDesk, WhatChangedIsMarked) {
  PlainDesk desk;
  desk.show(scrabble_view(Seat{0}));
  auto view = scrabble_view(Seat{0});
  games::get<games::scrabble::View>(view).open.board[{7, 8}] = 'T';
  desk.show(view);
  Grid grid(20, 50);
  desk.draw_board(grid, {0, 0, kLeastRoom}, kPlain);
  EXPECT_TRUE(grid.at(7, 16).style.underline);
  EXPECT_FALSE(grid.at(7, 14).style.underline);
}

TEST(PlainDesk, ListsMovesInColumns) {
  PlainDesk desk;
  desk.show(games::view(new_game(), Seat{0}));
  press(desk, {Kind::right, Kind::down});
  EXPECT_EQ(side_of(desk), R"(
moves: 7 of 20
 a4   b4   c4   d4   e4
 f4  [g4]  h4   a3   b3
 c3   d3   e3   f3   g3
 h3   Na3  Nc3  Nf3  Nh3
)");
  press(desk, {Kind::up, Kind::up, Kind::left});
  EXPECT_EQ(side_of(desk).substr(0, 15), "\nmoves: 1 of 20") << side_of(desk);
  for (int times = 0; times < 10; ++times) press(desk, {Kind::down});
  EXPECT_EQ(side_of(desk).substr(0, 16), "\nmoves: 20 of 20") << side_of(desk);
}

TEST(PlainDesk, ALongListIsTurnedByPages) {
  PlainDesk desk;
  desk.show(scrabble_view(Seat{0}));
  const auto first = side_of(desk);
  for (int times = 0; times < 6; ++times) press(desk, {Kind::down});
  const auto second = side_of(desk);
  EXPECT_NE(first.substr(first.find('\n', 1)), second.substr(second.find('\n', 1)));
  EXPECT_NE(second.find('['), std::string::npos) << second;
}

TEST(PlainDesk, WhoIsNotOnTurnHasNoMoves) {
  PlainDesk desk;
  desk.show(games::view(new_game(), Seat{1}));
  EXPECT_EQ(side_of(desk), "\n");
  EXPECT_EQ(desk.prompt(), "");
  EXPECT_EQ(written(press(desk, {Kind::down, Kind::enter})), "no move: It is not your turn.");
  EXPECT_FALSE(desk.click(0).taken);
}

TEST(PlainDesk, ReadsTheNotationAndWhatTheListSays) {
  PlainDesk desk;
  desk.show(games::view(new_game(), Seat{0}));
  EXPECT_EQ(games::write(*desk.read("g1f3")), "g1f3");
  EXPECT_EQ(games::write(*desk.read("Nf3")), "g1f3");
  EXPECT_EQ(desk.read("g1g3").error().detail, "g1g3 cannot be played now");
  EXPECT_FALSE(desk.read("hello"));
}

TEST(PlainDesk, AClickChoosesAndAnotherMoves) {
  PlainDesk desk;
  desk.show(games::view(new_game(), Seat{0}));
  EXPECT_EQ(written(desk.click(3)), "no move: ");
  EXPECT_TRUE(desk.click(3).move);
}

TEST(PlainDesk, AHintIsChosen) {
  PlainDesk desk;
  desk.show(games::view(new_game(), Seat{0}));
  desk.suggest(*games::read("chess", "e2e4"));
  EXPECT_EQ(desk.prompt(), "Your move: e4. Enter makes it; or choose another, or type ':' and a move.");
  EXPECT_EQ(written(press(desk, {Kind::enter})), "e2e4");
}

TEST(PlainDesk, AGameIsPlayedToItsEnd) {
  auto state = new_game();
  std::array<PlainDesk, 2> desks;
  const auto show = [&] {
    for (std::uint8_t seat = 0; seat < 2; ++seat) desks.at(seat).show(games::view(state, Seat{seat}));
  };
  show();
  for (const std::string_view label : {"f3", "e5", "g4", "Qh4#"}) {
    const auto turn = *games::to_move(state);
    EXPECT_EQ(desks[0].to_move(), turn);
    const auto reply = choose(desks.at(turn.value), label);
    ASSERT_TRUE(reply.move) << label << side_of(desks.at(turn.value));
    ASSERT_TRUE(games::play(state, turn, *reply.move)) << label;
    show();
  }
  ASSERT_TRUE(games::outcome(state));
  EXPECT_EQ(games::outcome(state)->reason, "checkmate");
  EXPECT_EQ(desks[0].to_move(), std::nullopt);
}

/// A console that has no picture of chess.
class WithoutPictures : public testing::Test {
 protected:
  WithoutPictures() {
    auto view = std::make_shared<games::AnyView>(games::view(new_game(), Seat{0}));
    console_.hear(table::Started{{}, Seat{0}, {"anna", "bert"}, view});
  }
  void press(Kind kind) { console_.press({.kind = kind}); }
  std::string screen() const { return console_.draw(24, 80, kPlain).text(); }
  bool shows(std::string_view text) const { return screen().find(text) != std::string::npos; }

  World world_;
  Console console_{
      {.what = "chess", .where = "here", .name = "anna", .offers = true, .pictures = Pictures::none}, world_};
};

TEST_F(WithoutPictures, AWholeScreenAt80By24) {
  EXPECT_TRUE(shows("fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")) << screen();
  EXPECT_TRUE(shows("moves: 1 of 20")) << screen();
  EXPECT_TRUE(shows("> anna (you)")) << screen();
  EXPECT_TRUE(shows("d: draw  t: take back")) << screen();
  press(Kind::help);
  EXPECT_TRUE(shows("This game has no picture yet")) << screen();
}

TEST_F(WithoutPictures, TheGameItselfTellsWhatHappens) {
  auto state = new_game();
  for (const std::string_view move : {"e2e4", "g8f6"}) {
    const auto who = *games::to_move(state);
    const auto events = *games::play(state, who, *games::read("chess", move));
    console_.hear(table::Happened{.who = who, .event = events.at(0), .to_move = games::to_move(state)});
  }
  EXPECT_TRUE(shows("anna: e4")) << screen();
  EXPECT_TRUE(shows("bert: Nf6")) << screen();
}

TEST_F(WithoutPictures, MovesByKeysAndTextGoOut) {
  press(Kind::right);
  press(Kind::enter);
  console_.enter("e2e4");
  ASSERT_EQ(world_.asked.size(), 2U);
  EXPECT_EQ(games::write(std::get<table::Play>(world_.asked[1]).move), "e2e4");
  EXPECT_NE(games::write(std::get<table::Play>(world_.asked[0]).move), "e2e4");
}

}  // namespace
}  // namespace client::play
