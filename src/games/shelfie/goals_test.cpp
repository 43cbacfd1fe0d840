// Tests of the common goals (from positions/), the personal cards and the groups.
#include "games/shelfie/goals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace games::shelfie {
namespace {

Layout layout_from(const std::vector<std::string>& rows) {
  Layout layout;
  for (int place = 0; place < kShelfCells; ++place) {
    const auto type = kTypeLetters.find(rows.at(place / kShelfColumns).at(place % kShelfColumns));
    if (type != std::string_view::npos) layout.of.at(type) |= 1U << place;
  }
  return layout;
}

struct Example {
  std::string file;
  int line;
  int goal;
  bool has;
  Layout shelf;
};

std::vector<Example> read_examples(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<Example> examples;
  std::string line;
  int goal = -1;
  for (int number = 1; std::getline(file, line); ++number) {
    if (line.starts_with("goal ")) goal = std::stoi(line.substr(5));
    if (!line.starts_with("has") && !line.starts_with("lacks")) continue;
    Example example{path.filename(), number, goal, line.starts_with("has"), {}};
    std::vector<std::string> rows(kShelfRows);
    for (std::string& row : rows) std::getline(file, row), ++number;
    example.shelf = layout_from(rows);
    examples.push_back(example);
  }
  return examples;
}

TEST(ShelfieGoals, EveryGoalHasExamplesThatHaveItAndThatJustLackIt) {
  std::array<std::array<int, 2>, kGoals> seen{};
  for (const auto& entry :
       std::filesystem::directory_iterator(PARLOR_SOURCE_DIR "/src/games/shelfie/positions")) {
    for (const Example& example : read_examples(entry.path())) {
      EXPECT_EQ(achieved(example.goal, example.shelf), example.has) << example.file << ":" << example.line;
      ++seen.at(example.goal)[example.has ? 1 : 0];
    }
  }
  for (int goal = 0; goal < kGoals; ++goal) {
    EXPECT_GE(seen[goal][0], 3) << goal;
    EXPECT_GE(seen[goal][1], 3) << goal;
  }
}

TEST(ShelfieGoals, AnEmptyShelfHasNoGoalAndThereIsNoThirteenth) {
  for (int goal = -1; goal <= kGoals; ++goal) EXPECT_FALSE(achieved(goal, {})) << goal;
}

TEST(ShelfieGoals, EveryPersonalCardScoresByItsMatches) {
  const RulesFile& rules = *standard_rules();
  constexpr std::array<int, kTypes + 1> kPoints{0, 1, 2, 4, 6, 9, 12};
  for (int card = 0; card < kPersonalCards; ++card) {
    Layout shelf;
    EXPECT_EQ(personal_points(rules, card, shelf), 0);
    for (int type = 0; type < kTypes; ++type) {
      Layout wrong = shelf;
      wrong.of[(type + 1) % kTypes] |= 1U << rules.cards[card][type];
      EXPECT_EQ(matches(rules.cards[card], wrong), type) << "another type in the place does not count";
      shelf.of[type] |= 1U << rules.cards[card][type];
      EXPECT_EQ(matches(rules.cards[card], shelf), type + 1);
      EXPECT_EQ(personal_points(rules, card, shelf), kPoints[type + 1]);
    }
  }
}

TEST(ShelfieGoals, NoTwoPersonalCardsAskForTheSame) {
  const RulesFile& rules = *standard_rules();
  EXPECT_EQ(std::set(rules.cards.begin(), rules.cards.end()).size(), kPersonalCards);
}

TEST(ShelfieGoals, GroupsScoreBySizeAndEachOnce) {
  const RulesFile& rules = *standard_rules();
  const std::vector<std::pair<std::string, int>> columns{{"....CC", 0}, {"...CCC", 2}, {"..CCCC", 3},
                                                         {".CCCCC", 5}, {"CCCCCC", 8}, {"BBBCCC", 4},
                                                         {"CCBCCC", 2}};
  for (const auto& [column, points] : columns) {
    std::vector<std::string> rows(kShelfRows, ".....");
    for (int row = 0; row < kShelfRows; ++row) rows[row][2] = column[row];
    EXPECT_EQ(group_points(rules, layout_from(rows)), points) << column;
  }
}

TEST(ShelfieGoals, GroupsDoNotReachAroundTheEdge) {
  const RulesFile& rules = *standard_rules();
  // The last place of a row and the first of the next are neighbours in number only.
  EXPECT_EQ(group_points(rules, layout_from({".....", ".....", ".....", ".....", "BGGCC", "CFFTB"})), 0);
  EXPECT_EQ(group_points(rules, layout_from({".....", ".....", ".....", "C....", "CBGFT", "CCCCC"})), 8)
      << "seven in one group score as six";
}

}  // namespace
}  // namespace games::shelfie
