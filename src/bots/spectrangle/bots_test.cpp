// Tests of the Spectrangle bots and of the playouts that they think with.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "bots/spectrangle/greedy.hpp"
#include "bots/spectrangle/playout.hpp"
#include "bots/spectrangle/search.hpp"
#include "games/spectrangle/notation.hpp"
#include "games/spectrangle/rules.hpp"

namespace bots::spectrangle {
namespace {

using namespace games::spectrangle;
using base::Rng;

constexpr search::Budget kQuick{.playouts = 300};

State started(int players, std::uint64_t seed) { return Rules::start({}, {}, players, seed).value(); }

/// Lets the bag of a playout give next what the rules gave.
void draw_next(Playout& playout, Tile tile) {
  const auto bag = std::span(playout.bag).first(playout.in_bag);
  std::swap(bag.back(), *std::ranges::find(bag, tile));
}

void follow(Playout& playout, const Move& move, const Event& event) {
  Rng rng(3);
  if (const auto* placed = std::get_if<Placed>(&event); placed != nullptr && placed->drawn) {
    draw_next(playout, *placed->drawn);
  }
  if (const auto* swapped = std::get_if<Swapped>(&event)) draw_next(playout, swapped->drawn);
  make(playout, move, rng);
}

TileSet set_of(std::span<const Tile> tiles) {
  TileSet set = 0;
  for (const Tile tile : tiles) set |= only(tile);
  return set;
}

void expect_same(const Playout& playout, const Position& position) {
  EXPECT_EQ(playout.board, position.board);
  EXPECT_EQ(playout.passes, position.passes);
  EXPECT_EQ(position.order[playout.turn], position.turn);
  EXPECT_EQ(set_of(std::span(playout.bag).first(playout.in_bag)), position.bag);
  for (std::size_t player = 0; player < playout.players; ++player) {
    const auto seat = position.order[player].value;
    EXPECT_EQ(playout.scores[player], position.scores[seat]);
    EXPECT_EQ(set_of(std::span(playout.hands[player]).first(playout.held[player])),
              set_of(position.hands[seat].tiles()));
  }
}

/// Where the rules end, a playout has nothing left to do but to count.
void expect_ended(Playout playout, const Position& position) {
  const Board board = playout.board;
  Rng rng(4);
  finish_at_random(playout, rng);
  EXPECT_EQ(playout.board, board);
  const auto scores = final_scores(position);
  for (std::size_t player = 0; player < playout.players; ++player) {
    EXPECT_EQ(playout.scores[player], scores[position.order[player].value]);
  }
}

TEST(SpectranglePlayout, GoesByTheRules) {
  for (std::uint64_t seed = 0; seed < 90; ++seed) {
    State state = started(2 + static_cast<int>(seed % 3), seed);
    Rng rng(seed);
    while (const auto seat = Rules::to_move(state)) {
      Playout playout = playout_from(state.position);
      const auto moves = Rules::moves(Rules::view(state, seat));
      const Move move = moves[rng.below(moves.size())];
      const auto events = Rules::play(state, *seat, move);
      ASSERT_TRUE(events);
      follow(playout, move, events->front());
      expect_same(playout, state.position);
      if (state.position.over) expect_ended(playout, state.position);
    }
  }
}

TEST(SpectranglePlayout, EndsWithEveryTileSomewhere) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    for (const auto finish : {finish_at_random, finish_greedily}) {
      Playout playout = playout_from(started(2 + static_cast<int>(seed % 3), seed).position);
      Rng rng(seed);
      shuffle_bag(playout, rng);
      finish(playout, rng);
      EXPECT_TRUE(playout.over);
      int tiles = playout.in_bag + std::popcount(playout.board.taken);
      for (std::size_t player = 0; player < playout.players; ++player) tiles += playout.held[player];
      EXPECT_EQ(tiles, kTiles);
    }
  }
}

TEST(SpectrangleGreedy, TakesTheMostPoints) {
  const auto position = read_position("board=RRR0@12 hands=RRY,YYB,WWW/RRP,BBB");
  ASSERT_TRUE(position);
  const View view{*position, base::Seat{0}};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    const auto move = std::get<Play>(greedy::choose(view, Rules::moves(view), rng));
    EXPECT_EQ(points_for(position->board, move.tile.tile, move.location), 20);
  }
}

TEST(SpectrangleGreedy, SwapsWhatWouldCostMost) {
  const auto position = read_position("board=BBB0@12 hands=RRY,GGG,YPR/BBP bag=WWW,PPP");
  ASSERT_TRUE(position);
  const View view{*position, base::Seat{0}};
  Rng rng(1);
  EXPECT_EQ(Rules::write(greedy::choose(view, Rules::moves(view), rng)), "-GGG0");
}

TEST(SpectrangleGreedy, MayNotThinkOfTheBest) {
  const auto position = read_position("board=RRR0@12 hands=RRY,YYB,WWW/RRP,BBB");
  ASSERT_TRUE(position);
  const View view{*position, base::Seat{0}};
  const auto moves = Rules::moves(view);
  const auto points = [&](std::size_t in_mind, std::uint64_t seed) {
    Rng rng(seed);
    const auto move = std::get<Play>(greedy::choose(view, moves, rng, in_mind));
    return points_for(position->board, move.tile.tile, move.location);
  };
  int few = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    few += points(2, seed);
    EXPECT_EQ(points(moves.size(), seed), 20);
  }
  EXPECT_LT(few, 50 * 20);
  EXPECT_GT(few, 0);
}

TEST(SpectrangleSearch, TakesABonusThatTheOtherWouldTake) {
  // BBY fits at 6 for 4 points and at 11 or 13 for 16; the other holds BBP, which fits there as well.
  const auto position = read_position("board=BBB0@12 hands=BBY,PPP/BBP,GGG bag=-");
  ASSERT_TRUE(position);
  const View view{*position, base::Seat{0}};
  Rng rng(1);
  const auto move = std::get<Play>(search::choose(view, Rules::moves(view), rng, kQuick));
  EXPECT_EQ(bonus_of(move.location), 4);
}

TEST(SpectrangleSearch, DependsOnlyOnWhatItIsGiven) {
  const State state = started(3, 8);
  const View view = Rules::view(state, Rules::to_move(state));
  const auto moves = Rules::moves(view);
  Rng one(5);
  Rng other(5);
  EXPECT_EQ(search::choose(view, moves, one, kQuick), search::choose(view, moves, other, kQuick));
  EXPECT_EQ(one, other);
  EXPECT_EQ(search::choose(view, std::span(moves).first(1), one), moves.front())
      << "only from the candidates";
}

TEST(SpectrangleSearch, PlaysWholeGamesOfFour) {
  State state = started(4, 2);
  Rng rng(2);
  while (const auto seat = Rules::to_move(state)) {
    const View view = Rules::view(state, seat);
    ASSERT_TRUE(Rules::play(state, *seat, search::choose(view, Rules::moves(view), rng, kQuick)));
  }
  EXPECT_TRUE(Rules::outcome(state));
}

TEST(SpectrangleSearch, BeatsGreedy) {
  Rng rng(3);
  int won = 0;
  constexpr int kGames = 40;
  for (int game = 0; game < kGames; ++game) {
    State state = started(2, static_cast<std::uint64_t>(game / 2));
    const base::Seat searching{static_cast<std::uint8_t>(game % 2)};
    while (const auto seat = Rules::to_move(state)) {
      const View view = Rules::view(state, seat);
      const auto moves = Rules::moves(view);
      const Move move =
          seat == searching ? search::choose(view, moves, rng, kQuick) : greedy::choose(view, moves, rng);
      ASSERT_TRUE(Rules::play(state, *seat, move));
    }
    won += Rules::outcome(state)->winners == std::vector{searching} ? 1 : 0;
  }
  EXPECT_GE(won * 10, kGames * 6);
}

}  // namespace
}  // namespace bots::spectrangle
