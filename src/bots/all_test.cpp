// The list of bots: names, sentences and their order, and who is proposed.
#include "bots/all.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

namespace bots {
namespace {

std::vector<std::string_view> levels_of(std::string_view game) {
  std::vector<std::string_view> levels;
  for (const auto& bot : made_for(game)) levels.push_back(bot.level);
  return levels;
}

/// Stands for all games: whoever is called so is weaker than who is called by a name further behind.
constexpr std::array<std::string_view, 8> kFromWeakToStrong{"newcomer", "beginner", "learner", "casual",
                                                            "regular",  "steady",   "skilled", "careful"};

TEST(Bots, EveryLevelHasANameAndASentenceOfItsOwn) {
  for (const auto game : games::names()) {
    std::set<std::string_view> names{"random"};
    std::set<std::string_view> sentences{find(game, "random")->about};
    for (const auto& bot : made_for(game)) {
      EXPECT_TRUE(names.insert(bot.level).second) << game << ' ' << bot.level;
      EXPECT_TRUE(sentences.insert(bot.about).second) << game << ' ' << bot.about;
      EXPECT_LE(bot.level.size(), 10U) << "it stands in columns";
      EXPECT_LE(bot.about.size(), 45U) << "it stands behind a name in a line of a terminal";
      EXPECT_EQ(find(game, bot.level), &bot);
    }
  }
}

TEST(Bots, TheListIsThatOfTheGamesOneBehindTheOther) {
  std::size_t count = 1;
  for (const auto game : games::names()) {
    for (const auto& bot : made_for(game)) EXPECT_EQ(bot.game, game);
    count += made_for(game).size();
  }
  EXPECT_EQ(count, all().size());
  EXPECT_TRUE(made_for("checkers").empty());
}

TEST(Bots, TheSameWordMeansTheSameInEveryGame) {
  for (const auto game : games::names()) {
    if (made_for(game).empty()) continue;  // it is played by the one that plays every game
    std::vector<std::string_view> common;
    for (const auto level : levels_of(game)) {
      if (std::ranges::find(kFromWeakToStrong, level) != kFromWeakToStrong.end()) common.push_back(level);
    }
    EXPECT_TRUE(std::ranges::is_sorted(common, {}, [](std::string_view level) {
      return std::ranges::find(kFromWeakToStrong, level);
    })) << game;
    EXPECT_NE(std::ranges::find(common, "beginner"), common.end()) << game;
  }
}

TEST(Bots, LevelsThatJournalsNameAreThere) {
  for (const auto& [game, level] :
       std::vector<std::pair<std::string_view, std::string_view>>{{"chess", "simple"},
                                                                  {"scrabble", "beginner"},
                                                                  {"scrabble", "greedy"},
                                                                  {"scrabble", "strong"},
                                                                  {"spectrangle", "greedy"},
                                                                  {"spectrangle", "search"},
                                                                  {"shelfie", "greedy"},
                                                                  {"shelfie", "ahead"}}) {
    EXPECT_NE(find(game, level), nullptr) << game << ' ' << level;
  }
  EXPECT_EQ(find("chess", "greedy"), nullptr);
  EXPECT_EQ(find("chess", ""), nullptr);
}

TEST(Bots, TheUsualOneStandsInTheMiddle) {
  for (const auto game : games::names()) {
    const auto bots = made_for(game);
    if (bots.empty()) continue;
    const auto at = &usual(game) - bots.data();
    const auto stronger = static_cast<std::ptrdiff_t>(bots.size()) - 1 - at;
    EXPECT_TRUE(stronger == at || stronger == at + 1) << game << ' ' << at << ' ' << stronger;
    EXPECT_EQ(&strongest(game), &bots.back());
  }
  EXPECT_EQ(strongest("chess").level, "simple");
  EXPECT_EQ(usual("checkers").level, "random") << "a game without bots of its own";
}

}  // namespace
}  // namespace bots
