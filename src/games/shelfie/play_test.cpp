// Whole random games: every rule that must hold in every state of every game.
#include <gtest/gtest.h>

#include <algorithm>

#include "games/shelfie/goals.hpp"
#include "games/shelfie/rules.hpp"
#include "games/shelfie/testing.hpp"

namespace games::shelfie {
namespace {

struct Entry {
  Seat seat;
  Move move;
};

Move any_of(const std::vector<Move>& moves, Rng& rng) { return moves[rng.below(moves.size())]; }

void expect_sound(const State& state) {
  std::array<int, kTiles> seen{};
  const auto see = [&](TileId tile) {
    if (tile != kNoTile) ++seen.at(tile);
  };
  std::ranges::for_each(state.open.board, see);
  std::ranges::for_each(state.bag, see);
  std::ranges::for_each(state.open.hand.taken(), see);
  for (const Player& player : state.open.players) std::ranges::for_each(player.shelf, see);
  EXPECT_EQ(std::ranges::count(seen, 1), kTiles) << "every tile is in exactly one place";
  for (const Player& player : state.open.players) {
    for (int place = 0; place + kShelfColumns < kShelfCells; ++place) {
      if (player.shelf[place] != kNoTile)
        EXPECT_NE(player.shelf[place + kShelfColumns], kNoTile) << "tiles fall";
    }
  }
}

/// Moves of all kinds with small numbers: play must accept exactly those that moves() lists.
void expect_exact(const State& state, Rng& rng) {
  const Seat seat = *Rules::to_move(state);
  const std::vector<Move> legal = Rules::moves(Rules::view(state, seat));
  ASSERT_FALSE(legal.empty());
  for (int i = 0; i < 40; ++i) {
    Move move{static_cast<Phase>(rng.below(3)), {}};
    const auto size = rng.below(7);
    for (std::uint64_t k = 0; k < size; ++k) move.values.push_back(static_cast<int>(rng.below(9)) - 1);
    State copy = state;
    const bool played = Rules::play(copy, seat, move).has_value();
    EXPECT_EQ(played, std::ranges::count(legal, move) == 1) << Rules::write(move);
    if (!played) EXPECT_TRUE(copy == state);
  }
  for (const Move& move : legal) {
    State copy = state;
    EXPECT_TRUE(Rules::play(copy, seat, move)) << Rules::write(move);
    EXPECT_EQ(*Rules::read(Rules::write(move)), move);
  }
  for (std::uint8_t other = 0; other < state.open.seats; ++other) {
    if (Seat{other} != seat) EXPECT_TRUE(Rules::moves(Rules::view(state, Seat{other})).empty());
  }
}

void expect_secret(const State& state, Rng& rng) {
  for (std::uint8_t seat = 0; seat <= state.open.seats; ++seat) {
    const Viewer viewer = seat < state.open.seats ? Viewer(Seat{seat}) : std::nullopt;
    const View view = Rules::view(state, viewer);
    State other = Rules::imagine(view, rng);
    EXPECT_TRUE(Rules::view(other, viewer) == view);
    EXPECT_EQ(other.bag.size(), state.bag.size());
    expect_sound(other);
    for (std::uint8_t of = 0; of < state.open.seats; ++of) {
      EXPECT_EQ(view.cards[of].has_value(), viewer == Seat{of} || state.open.ending != Ending::none);
      EXPECT_EQ(points(view, Seat{of}).personal.has_value(), view.cards[of].has_value());
    }
  }
}

class ShelfiePlay : public testing::TestWithParam<int> {};

TEST_P(ShelfiePlay, WholeGamesKeepTheRulesAndReplay) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Rng rng(seed * 31 + 7);
    State state = *Rules::start(kit(), {}, GetParam(), seed);
    std::vector<Entry> journal;
    int turns = 0;
    while (const auto seat = Rules::to_move(state)) {
      if (journal.size() % 5 == 0) expect_exact(state, rng);
      if (journal.size() % 7 == 0) expect_secret(state, rng);
      const Move move = any_of(Rules::moves(Rules::view(state, seat)), rng);
      ASSERT_TRUE(Rules::play(state, *seat, move));
      expect_sound(state);
      journal.push_back({*seat, move});
      turns += move.phase == Phase::column ? 1 : 0;
      ASSERT_LT(turns, 4 * kShelfCells);
    }
    expect_secret(state, rng);
    const auto outcome = Rules::outcome(state);
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->winners.size(), 1);
    EXPECT_EQ(outcome->scores[outcome->winners[0].value], std::ranges::max(outcome->scores));
    EXPECT_EQ(turns % GetParam(), 0) << "everybody had as many turns";
    State again = *Rules::start(kit(), {}, GetParam(), seed);
    for (const auto& [seat, move] : journal) ASSERT_TRUE(Rules::play(again, seat, move));
    EXPECT_TRUE(again == state) << "seed and moves replay a game";
  }
}

TEST_P(ShelfiePlay, GamesEndHoweverPlayersComeAndGo) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    State state = *Rules::start(kit(), {}, GetParam(), seed);
    for (int steps = 0; Rules::to_move(state); ++steps) {
      ASSERT_LT(steps, 5000);
      const Seat any{static_cast<std::uint8_t>(rng.below(GetParam()))};
      const auto what = rng.below(40);
      if (what == 0) Rules::away(state, any);
      if (what <= 3) Rules::back(state, any);
      if (what == 4 && rng.below(20) == 0) Rules::leave(state, any);
      expect_sound(state);
      if (!Rules::to_move(state)) break;
      const Seat seat = state.open.turn;
      EXPECT_TRUE(is_here(state.open, seat) || present(state.open) == 0);
      const auto moves = Rules::moves(Rules::view(state, seat));
      EXPECT_EQ(moves.empty(), is_paused(state.open));
      if (!moves.empty()) ASSERT_TRUE(Rules::play(state, seat, any_of(moves, rng)));
    }
    EXPECT_TRUE(Rules::outcome(state));
  }
}

TEST_P(ShelfiePlay, EventsHideNothingAndSayWhatChanged) {
  State state = *Rules::start(kit(), {}, GetParam(), 3);
  Rng rng(3);
  while (const auto seat = Rules::to_move(state)) {
    const Move move = any_of(Rules::moves(Rules::view(state, seat)), rng);
    const auto events = *Rules::play(state, *seat, move);
    ASSERT_FALSE(events.empty());
    for (const Event& event : events) EXPECT_EQ(Rules::redact(event, std::nullopt), event);
    if (const auto* selected = std::get_if<Selected>(&events[0])) EXPECT_EQ(selected->hand, state.open.hand);
    if (const auto* ordered = std::get_if<Ordered>(&events[0])) EXPECT_EQ(ordered->hand, state.open.hand);
  }
}

INSTANTIATE_TEST_SUITE_P(Seats, ShelfiePlay, testing::Values(2, 3, 4));

}  // namespace
}  // namespace games::shelfie
