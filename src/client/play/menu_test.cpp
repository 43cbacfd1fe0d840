// A page of a menu: how answers are chosen by keys, letters, clicks and words.
#include "client/play/menu.hpp"

#include <gtest/gtest.h>

namespace client::play {
namespace {

using Kind = Key::Kind;
using Step = Menu::Step;

constexpr Look kPlainLook{.unicode = false, .colour = false};

Question games() { return {"Which game?", {{"chess", "two play"}, {"checkers"}, {"quoits"}}, 1}; }

Menu::Step press(Menu& menu, char32_t letter) {
  return menu.press({.kind = Kind::character, .character = letter});
}

TEST(Menu, ArrowsGoRoundAndEnterAnswers) {
  Menu menu(games(), "");
  EXPECT_EQ(menu.chosen(), 1U) << "what is proposed";
  menu.press({.kind = Kind::down});
  menu.press({.kind = Kind::down});
  EXPECT_EQ(menu.chosen(), 0U);
  menu.press({.kind = Kind::up});
  EXPECT_EQ(menu.press({.kind = Kind::enter}), Step::answered);
  EXPECT_EQ(menu.chosen(), 2U);
}

TEST(Menu, EveryAnswerHasALetterOfItsOwnAndQuittingKeepsQ) {
  EXPECT_EQ(letters_of(games().answers), (std::vector{'c', 'h', 'u'}));
  Menu menu(games(), "");
  EXPECT_EQ(press(menu, U'u'), Step::answered);
  EXPECT_EQ(menu.chosen(), 2U);
  EXPECT_EQ(press(menu, U'q'), Step::quit);
  EXPECT_EQ(press(menu, U'z'), Step::stays);
}

TEST(Menu, EscapeGoesBack) {
  Menu menu(games(), "");
  EXPECT_EQ(menu.press({.kind = Kind::escape}), Step::back);
  EXPECT_EQ(menu.press({.kind = Kind::quit}), Step::quit);
}

TEST(Menu, ShowsAnswersWhatIsChosenAndWhyItAsks) {
  const auto text = Menu(games(), "There was no game.").draw(24, 80, kPlainLook).text();
  EXPECT_NE(text.find("Which game?"), std::string::npos) << text;
  EXPECT_NE(text.find("    > h   checkers"), std::string::npos) << text;
  EXPECT_NE(text.find("      c   chess     two play"), std::string::npos) << text;
  EXPECT_NE(text.find("There was no game."), std::string::npos) << text;
}

TEST(Menu, AListLongerThanTheScreenMovesWithTheChoice) {
  Question question{"Which?", {}};
  for (int at = 0; at < 60; ++at) question.answers.push_back({"answer " + std::to_string(at)});
  Menu menu(question, "");
  EXPECT_EQ(menu.draw(24, 80, kPlainLook).text().find("answer 59"), std::string::npos);
  menu.press({.kind = Kind::up});
  EXPECT_NE(menu.draw(24, 80, kPlainLook).text().find("answer 59"), std::string::npos);
}

TEST(Menu, AClickAnswers) {
  Menu menu(games(), "");
  EXPECT_EQ(menu.click({.kind = Kind::click, .row = 6, .column = 12}, 24, 80, kPlainLook), Step::answered);
  EXPECT_EQ(menu.chosen(), 2U);
  EXPECT_EQ(menu.click({.kind = Kind::click, .row = 20, .column = 12}, 24, 80, kPlainLook), Step::stays);
}

TEST(Menu, ALineIsTypedFromWhatIsProposed) {
  Menu menu({.text = "Name", .typed = "ann"}, "");
  press(menu, U'a');
  press(menu, U'q');
  EXPECT_EQ(menu.typed(), "annaq") << "no letter means anything else there";
  menu.press({.kind = Kind::backspace});
  EXPECT_EQ(menu.press({.kind = Kind::enter}), Step::answered);
  EXPECT_EQ(menu.typed(), "anna");
  for (int at = 0; at < 4; ++at) menu.press({.kind = Kind::backspace});
  EXPECT_EQ(menu.press({.kind = Kind::enter}), Step::stays) << "nothing is no answer";
}

TEST(ReadAnswer, TakesNumbersWordsAndBeginnings) {
  const auto answers = games().answers;
  EXPECT_EQ(read_answer(answers, "3"), 2U);
  EXPECT_EQ(read_answer(answers, "Chess"), 0U);
  EXPECT_EQ(read_answer(answers, "quo"), 2U);
  EXPECT_EQ(read_answer(answers, "ch"), std::nullopt) << "two begin so";
  EXPECT_EQ(read_answer(answers, "0"), std::nullopt);
  EXPECT_EQ(read_answer(answers, "4"), std::nullopt);
  EXPECT_EQ(read_answer(answers, "go"), std::nullopt);
}

}  // namespace
}  // namespace client::play
