// The bot that looks ahead is better than the greedy one, and quick.
#include <gtest/gtest.h>

#include <ctime>

#include "bots/shelfie/ahead.hpp"
#include "bots/shelfie/greedy.hpp"
#include "games/shelfie/rules.hpp"

namespace bots::shelfie {
namespace {

using namespace games::shelfie;
using games::Seat;

constexpr int kGames = 400;
constexpr int kWinsWanted = kGames * 60 / 100;

/// True if the bot that looks ahead wins from that seat.
bool ahead_wins(const Kit& kit, std::uint64_t seed, Seat seat, std::clock_t& slowest) {
  State state = *Rules::start(kit, {}, 2, seed);
  base::Rng rng(seed);
  while (const auto turn = Rules::to_move(state)) {
    const View view = Rules::view(state, *turn);
    const auto moves = Rules::moves(view);
    const std::clock_t before = std::clock();
    const Move move = *turn == seat ? ahead::choose(view, moves, rng) : greedy::choose(view, moves, rng);
    slowest = std::max(slowest, std::clock() - before);
    EXPECT_TRUE(Rules::play(state, *turn, move));
  }
  return Rules::outcome(state)->winners.front() == seat;
}

TEST(ShelfieBotsSlow, LookingAheadBeatsGreed) {
  const Kit kit;
  int wins = 0;
  std::clock_t slowest = 0;
  for (int game = 0; game < kGames; ++game) {  // each deal twice, from both seats
    const Seat seat{static_cast<std::uint8_t>(game % 2)};
    wins += ahead_wins(kit, static_cast<std::uint64_t>(game / 2), seat, slowest) ? 1 : 0;
  }
  RecordProperty("wins", wins);
  EXPECT_GE(wins, kWinsWanted);
  EXPECT_LT(static_cast<double>(slowest) / CLOCKS_PER_SEC, 0.3);
}

}  // namespace
}  // namespace bots::shelfie
