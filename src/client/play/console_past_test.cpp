// What the console makes of looking back, saving and asking.
#include "client/play/console_fixture.hpp"

namespace client::play {
namespace {

using Kind = Key::Kind;

class LookingBack : public AtTheConsole {
 protected:
  void SetUp() override {
    start();
    for (const auto* move : {"e2e4", "e7e5", "g1f3", "b8c6"}) play(move);
    console_.take_news();
  }
  void play(std::string_view move) {
    const auto who = *games::to_move(state_);
    const auto events = *games::play(state_, who, *games::read("chess", move));
    table::Happened happened{who, events.front(), games::to_move(state_)};
    happened.view = std::make_shared<games::AnyView>(games::view(state_, games::chess::kWhiteSeat));
    console_.hear(happened);
  }
  std::string news() {
    std::string text;
    for (const auto& line : console_.take_news()) text += line + "\n";
    return text;
  }
  std::string asked(std::string_view line) {
    console_.take_news();
    console_.enter(line);
    return news();
  }

  games::AnyState state_ = *games::start({}, "chess", "", 2, 1);
};

TEST_F(LookingBack, StepsShowTheBoardOfThen) {
  EXPECT_TRUE(shows("n  .  .  .  .  .") || shows(" 8  r")) << screen();
  for (int times = 0; times < 4; ++times) type(U"<");
  EXPECT_TRUE(shows("looking back"));
  EXPECT_TRUE(shows("The beginning, before 4 moves."));
  EXPECT_TRUE(shows(" 2  P  P  P  P [P] P  P  P") || shows(" 2  P  P  P  P  P  P  P  P")) << screen();
  type(U">");
  EXPECT_TRUE(shows("Move 1 of 4: anna, e4.")) << screen();
  press(Kind::escape);
  EXPECT_TRUE(shows("your turn")) << screen();
}

TEST_F(LookingBack, MovesThatComeMeanwhileDoNotTurnThePage) {
  type(U"<<");
  play("f1b5");
  EXPECT_TRUE(shows("Move 2 of 5: bert, e5.")) << screen();
  press(Kind::forward);
  EXPECT_TRUE(shows("Move 3 of 5: anna, Nf3.")) << screen();
}

TEST_F(LookingBack, ByWords) {
  EXPECT_EQ(asked("back 3"), "Move 1 of 4: anna, e4.\n");
  EXPECT_EQ(asked("what is on e5?"), "e5 is empty.\n") << "questions are about what is looked at";
  EXPECT_EQ(asked("back 9"), "The beginning, before 4 moves.\n");
  EXPECT_EQ(asked("now"), "Move 4 of 4: bert, Nc6.\n");
  EXPECT_EQ(asked("forward"), "This is how the game stands now.\n");
}

TEST_F(LookingBack, TheSheetHasTwoColumns) {
  EXPECT_EQ(asked("sheet"),
            "    anna                             bert\n  1 e4                               e5\n"
            "  2 Nf3                              Nc6\n");
  EXPECT_TRUE(shows("  1 e4")) << screen();
}

TEST_F(LookingBack, AWideScreenHasALargerBoardAndTheSheetBesideIt) {
  const auto wide = console_.draw(60, 200, {.unicode = true, .colour = true}).text();
  EXPECT_NE(wide.find("  2 Nf3"), std::string::npos) << wide;
  const auto rank_below = [](std::string_view text, char rank) {
    return std::count(text.begin(),
                      text.begin() + static_cast<std::ptrdiff_t>(text.find(std::string("\n  ") + rank)),
                      '\n');
  };
  EXPECT_EQ(rank_below(wide, '7') - rank_below(wide, '8'), 6) << wide;
  const auto small = console_.draw(24, 80, {.unicode = true, .colour = true}).text();
  EXPECT_EQ(rank_below(small, '7') - rank_below(small, '8'), 2) << small;
}

TEST_F(LookingBack, AGameIsSavedByKeyAndByWord) {
  type(U"s");
  EXPECT_TRUE(shows("chess.pgn_")) << screen();
  press(Kind::enter);
  EXPECT_EQ(world_.saved, "chess.pgn");
  EXPECT_EQ(asked("save other.json"), "Saved.\n");
  EXPECT_EQ(world_.saved, "other.json");
}

TEST_F(LookingBack, WhoDoesNotSeeTheBoardAsks) {
  EXPECT_EQ(asked("what is on E4"), "On e4: a white pawn.\n");
  EXPECT_EQ(asked("pieces black"),
            "Black: king e8, queen d8, rooks a8 h8, bishops c8 f8, knights c6 g8, pawns e5 a7 b7 c7 d7 f7 g7 "
            "h7.\n");
  EXPECT_EQ(asked("moves f1"), "From f1: Be2, Bd3, Bc4, Bb5, Ba6.\n");
  EXPECT_EQ(asked("turn"), "Your move.\n");
  EXPECT_EQ(asked("taken"), "Gone of White: nothing.\nGone of Black: nothing.\n");
  EXPECT_TRUE(asked("moves").starts_with("27 moves: ")) << asked("moves");
  EXPECT_EQ(asked("scores"), "anna (you): white\nbert: black\n");
}

}  // namespace
}  // namespace client::play
