// A gentle player takes nothing and mates nobody, unless it must.
#include "bots/chess/gentle.hpp"

#include <gtest/gtest.h>

#include "bots/gentle.hpp"
#include "games/chess/rules.hpp"

namespace bots::chess {
namespace {

namespace rules = games::chess;

/// What it plays in a position, in many tries.
std::vector<std::string> choices(std::string_view options) {
  const auto state = *rules::Rules::start({}, *rules::Rules::read_options(options), 2, 0);
  const games::AnyView view(rules::Rules::view(state, rules::Rules::to_move(state)));
  std::vector<std::string> chosen;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    base::Rng rng(seed);
    const auto moves = games::moves(view);
    chosen.push_back(games::write(bots::gentle("chess").choose(view, moves, rng)));
  }
  return chosen;
}

TEST(GentleChess, TakesNothingAndEndsNothing) {
  // White could take the rook, and mate by Ra8.
  for (const auto& move : choices("start=6k1/5ppp/8/8/8/8/r7/RR4K1_w_-_-_0_1")) {
    EXPECT_NE(move, "a1a2");
    EXPECT_NE(move, "b1b8");
  }
}

TEST(GentleChess, TakesWhatItMust) {
  for (const auto& move : choices("start=7k/8/8/8/8/8/6q1/7K_w_-_-_0_1")) EXPECT_EQ(move, "h1g2");
}

TEST(GentleChess, IsAnybodyElsewhere) { EXPECT_EQ(bots::gentle("scrabble").level, "random"); }

}  // namespace
}  // namespace bots::chess
