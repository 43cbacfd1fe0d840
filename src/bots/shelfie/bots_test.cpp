// Tests of the bots: they play legal moves from any phase, take what is to be taken, and count progress
// soundly.
#include <gtest/gtest.h>

#include <algorithm>

#include "bots/shelfie/ahead.hpp"
#include "bots/shelfie/greedy.hpp"
#include "bots/shelfie/plan.hpp"
#include "bots/shelfie/worth.hpp"
#include "games/shelfie/goals.hpp"
#include "games/shelfie/rules.hpp"

namespace bots::shelfie {
namespace {

using namespace games::shelfie;
using games::Seat;
using Choose = Move (*)(const View&, std::span<const Move>, base::Rng&);

constexpr Choose kGreedy = [](const View& view, std::span<const Move> candidates, base::Rng& rng) {
  return greedy::choose(view, candidates, rng);
};
constexpr Choose kAhead = [](const View& view, std::span<const Move> candidates, base::Rng& rng) {
  return ahead::choose(view, candidates, rng);
};

const Kit& kit() {
  static const Kit kit;
  return kit;
}

TEST(ShelfieBots, WholeGamesOfLegalMoves) {
  for (int seats = 2; seats <= 4; ++seats) {
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      State state = *Rules::start(kit(), {}, seats, seed);
      base::Rng rng(seed);
      while (const auto seat = Rules::to_move(state)) {
        const View view = Rules::view(state, *seat);
        const auto moves = Rules::moves(view);
        const Choose choose = (seat->value + seed) % 2 == 0 ? kAhead : kGreedy;
        const Move move = choose(view, moves, rng);
        ASSERT_EQ(std::ranges::count(moves, move), 1) << Rules::write(move);
        ASSERT_TRUE(Rules::play(state, *seat, move));
      }
      EXPECT_TRUE(Rules::outcome(state));
    }
  }
}

TEST(ShelfieBots, TheyChooseAmongTheCandidatesOnly) {
  const State state = *Rules::start(kit(), {}, 2, 5);
  const View view = Rules::view(state, state.open.turn);
  base::Rng rng(1);
  for (const Move& only : Rules::moves(view)) {
    EXPECT_EQ(greedy::choose(view, {&only, 1}, rng), only);
    EXPECT_EQ(ahead::choose(view, {&only, 1}, rng), only);
  }
}

/// Games that the one wins against the other, seats changed in between.
int wins(Choose one, Choose other, int games) {
  base::Rng rng(6);
  int won = 0;
  for (int game = 0; game < games; ++game) {
    State state = *Rules::start(kit(), {}, 2, static_cast<std::uint64_t>(game / 2));
    const Seat own{static_cast<std::uint8_t>(game % 2)};
    while (const auto seat = Rules::to_move(state)) {
      const View view = Rules::view(state, *seat);
      EXPECT_TRUE(Rules::play(state, *seat, (*seat == own ? one : other)(view, Rules::moves(view), rng)));
    }
    won += Rules::outcome(state)->winners == std::vector{own} ? 1 : 0;
  }
  return won;
}

TEST(ShelfieBots, TheMoreComesToMindTheBetter) {
  constexpr Choose kFew = [](const View& view, std::span<const Move> candidates, base::Rng& rng) {
    return greedy::choose(view, candidates, rng, 2);
  };
  EXPECT_GE(wins(kGreedy, kFew, 10), 8);
}

TEST(ShelfieBots, TheSameViewAndChanceGiveTheSameMove) {
  const State state = *Rules::start(kit(), {}, 3, 8);
  const View view = Rules::view(state, state.open.turn);
  const auto moves = Rules::moves(view);
  for (const Choose choose : {kGreedy, kAhead}) {
    base::Rng one(3);
    base::Rng two(3);
    EXPECT_EQ(choose(view, moves, one), choose(view, moves, two));
  }
}

TEST(ShelfieBots, TheyTakeATokenThatOneTileWins) {
  State state = *Rules::start(kit(), {}, 2, 5);
  const Seat seat = state.open.turn;
  state.open.goals = {8, 1};  // eight of a type: seven cats lie already, and one can be taken
  const auto cat = std::ranges::find_if(state.open.board, [](TileId tile) { return tile != kNoTile; });
  *cat = 21;
  Shelf& shelf = state.open.players[seat.value].shelf;
  for (int i = 0; i < 7; ++i) shelf[(5 - i / 5) * 5 + i % 5] = static_cast<TileId>(i);
  base::Rng rng(1);
  for (const Choose choose : {kGreedy, kAhead}) {
    State copy = state;
    for (int phase = 0; phase < 3; ++phase) {
      const View view = Rules::view(copy, seat);
      ASSERT_TRUE(Rules::play(copy, seat, choose(view, Rules::moves(view), rng)));
    }
    EXPECT_EQ(copy.open.players[seat.value].tokens[0], 8);
  }
}

TEST(ShelfieBots, PlansAreTheResultsOfAllTurns) {
  State state = *Rules::start(kit(), {}, 2, 9);
  base::Rng rng(2);
  for (int i = 0; i < 30; ++i) {
    const auto moves = Rules::moves(Rules::view(state, state.open.turn));
    ASSERT_TRUE(Rules::play(state, state.open.turn, moves[rng.below(moves.size())]));
  }
  for (int phase = 0; phase < 3; ++phase) {
    const Seat seat = state.open.turn;
    const auto plans = plans_of(Rules::view(state, seat));
    ASSERT_FALSE(plans.empty());
    for (const Plan& plan : plans) {
      State copy = state;
      for (int rest = phase; rest < 3; ++rest) {
        ASSERT_TRUE(Rules::play(copy, seat, move_of(plan, static_cast<Phase>(rest))));
      }
      EXPECT_EQ(layout_of(copy.open.players[seat.value].shelf), plan.after);
    }
    ASSERT_TRUE(Rules::play(state, seat, move_of(plans[plans.size() / 2], static_cast<Phase>(phase))));
  }
}

TEST(ShelfieBots, ProgressIsWholeExactlyWhenTheGoalIsReached) {
  base::Rng rng(4);
  std::array<int, kGoals> reached{};
  for (int i = 0; i < 60'000; ++i) {
    Layout shelf;
    const auto types = 1 + rng.below(kTypes);
    for (int column = 0; column < kShelfColumns; ++column) {
      const int height = static_cast<int>(rng.below(4) == 0 ? rng.below(7) : 6);
      for (int row = kShelfRows - height; row < kShelfRows; ++row) {
        shelf.of[rng.below(types)] |= 1U << (row * kShelfColumns + column);
      }
    }
    for (int goal = 0; goal < kGoals; ++goal) {
      const double part = progress(goal, shelf);
      EXPECT_GE(part, 0);
      EXPECT_LE(part, 1);
      EXPECT_EQ(part > 0.9999, achieved(goal, shelf)) << goal;
      reached[goal] += achieved(goal, shelf) ? 1 : 0;
    }
  }
  EXPECT_GE(std::ranges::count_if(reached, [](int count) { return count > 0; }), 10)
      << "nearly all goals were seen";
}

}  // namespace
}  // namespace bots::shelfie
