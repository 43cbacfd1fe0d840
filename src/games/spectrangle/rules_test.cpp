// Tests of the Spectrangle rules: start, whole games of random play, secrecy, replay and refusals.
#include "games/spectrangle/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "games/spectrangle/notation.hpp"

namespace games::spectrangle {
namespace {

State started(int players, std::uint64_t seed) { return *Rules::start({}, {}, players, seed); }

std::vector<Move> choices(const State& state) {
  return Rules::moves(Rules::view(state, Rules::to_move(state)));
}

Move any_of(const std::vector<Move>& moves, Rng& rng) { return moves[rng.below(moves.size())]; }

/// Every tile is in one place, and every hand is full while the bag lasts.
void expect_all_tiles(const Position& position) {
  TileSet seen = position.bag;
  int count = std::popcount(position.bag);
  for (int location = 0; location < kCells; ++location) {
    if (const auto lying = tile_at(position.board, Location{static_cast<std::uint8_t>(location)})) {
      seen |= only(lying->tile);
      ++count;
    }
  }
  for (std::size_t seat = 0; seat < position.players; ++seat) {
    const auto tiles = position.hands[seat].tiles();
    if (position.bag != 0) EXPECT_EQ(tiles.size(), kHandSize);
    for (const Tile tile : tiles) seen |= only(tile);
    count += static_cast<int>(tiles.size());
  }
  EXPECT_EQ(seen, kAllTiles);
  EXPECT_EQ(count, kTiles);
}

TEST(SpectrangleRules, TakeTwoToFour) {
  EXPECT_EQ(Rules::start({}, {}, 1, 1).error().code, Code::bad_seats);
  EXPECT_EQ(Rules::start({}, {}, 5, 1).error().code, Code::bad_seats);
  EXPECT_TRUE(Rules::read_options(""));
  EXPECT_EQ(Rules::read_options("size=3").error().code, Code::bad_options);
  EXPECT_LT(sizeof(State), 1024U);
}

TEST(SpectrangleRules, StartWithTheWinnerOfTheDrawThenInLobbyOrder) {
  for (int players = 2; players <= 4; ++players) {
    std::vector<int> starts(static_cast<std::size_t>(players));
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      const State state = started(players, seed);
      const auto& position = state.position;
      expect_all_tiles(position);
      const auto order = turn_order(position);
      ASSERT_EQ(order.size(), static_cast<std::size_t>(players));
      EXPECT_EQ(Rules::to_move(state), order.front());
      EXPECT_TRUE(std::ranges::is_sorted(order.subspan(1)));
      EXPECT_EQ(std::set<Seat>(order.begin(), order.end()).size(), order.size());
      ++starts[order.front().value];
    }
    for (const int count : starts) EXPECT_GT(count, 400 / players / 2) << "every seat starts as often";
  }
}

/// What the board says a placement was worth, counted side by side from what lies there now.
int worth(const Board& board, const Placed& placed) {
  int touching = 0;
  for (int side = 0; side < kSides; ++side) {
    const auto neighbour = neighbour_of(placed.location, side);
    touching += neighbour && tile_at(board, *neighbour) ? 1 : 0;
  }
  return value_of(tile_at(board, placed.location)->tile) * std::max(1, touching) * bonus_of(placed.location);
}

/// Plays a game at random to its end and checks what must hold after every move.
void play_through(int players, std::uint64_t seed) {
  State state = started(players, seed);
  State again = started(players, seed);
  Rng rng(seed + 1);
  int laid = 0;
  int turns = 0;
  while (const auto seat = Rules::to_move(state)) {
    ASSERT_LT(++turns, 36 * 2 * players) << "it always ends";
    const Move move = any_of(choices(state), rng);
    const Seat next = next_seat(state.position, *seat);
    const auto events = Rules::play(state, *seat, move);
    ASSERT_TRUE(events);
    if (const auto* placed = std::get_if<Placed>(&events->front()))
      laid += worth(state.position.board, *placed);
    ASSERT_EQ(state.position.turn, next);
    ASSERT_EQ(Rules::play(again, *seat, *Rules::read(Rules::write(move))), events);
    expect_all_tiles(state.position);
    const auto& scores = state.position.scores;
    ASSERT_EQ(std::accumulate(scores.begin(), scores.end(), 0), laid);
    ASSERT_EQ(std::holds_alternative<Ended>(events->back()), state.position.over);
    const auto read = read_position(write_position(state.position));
    ASSERT_TRUE(read) << read.error().detail;
    ASSERT_EQ(*read, state.position);
  }
  EXPECT_EQ(state, again) << "seed and moves replay a game";
  const auto outcome = Rules::outcome(state);
  ASSERT_TRUE(outcome);
  EXPECT_FALSE(outcome->winners.empty());
  EXPECT_EQ(outcome->reason, "finished");
  EXPECT_TRUE(choices(state).empty());
  EXPECT_EQ(Rules::play(state, Seat{0}, Skip{}).error().code, Code::game_over);
  EXPECT_TRUE(Rules::leave(state, Seat{0}).empty());
}

TEST(SpectrangleRules, EveryRandomGameEnds) {
  for (int players = 2; players <= 4; ++players) {
    for (std::uint64_t seed = 0; seed < 150; ++seed) play_through(players, seed);
  }
}

/// Every move that can be written, whether or not it makes sense.
std::vector<Move> all_moves() {
  std::vector<Move> moves{Skip{}};
  for (std::uint8_t tile = 0; tile < kTiles; ++tile) {
    for (std::uint8_t rotation = 0; rotation < kSides; ++rotation) {
      moves.emplace_back(Swap{{Tile{tile}, rotation}});
      for (std::uint8_t location = 0; location < kCells; ++location) {
        moves.emplace_back(Play{{Tile{tile}, rotation}, Location{location}});
      }
    }
  }
  return moves;
}

TEST(SpectrangleRules, AcceptWhatIsListedAndNothingElse) {
  const auto every = all_moves();
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    State state = started(2 + static_cast<int>(seed), seed);
    Rng rng(seed);
    while (const auto seat = Rules::to_move(state)) {
      const auto listed = choices(state);
      for (const auto& move : every) {
        State tried = state;
        const bool accepted = Rules::play(tried, *seat, move).has_value();
        ASSERT_EQ(accepted, std::ranges::find(listed, canonical(move)) != listed.end()) << Rules::write(move);
        if (!accepted) ASSERT_EQ(tried, state);
      }
      ASSERT_TRUE(Rules::play(state, *seat, any_of(listed, rng)));
    }
  }
}

TEST(SpectrangleRules, EverySymmetricRotationLeadsToTheSameState) {
  const auto position = read_position("board=RRY1@6 hands=RRR,WWW/BBB,GGG");
  ASSERT_TRUE(position);
  std::vector<State> states(3, State{*position, Rng(1)});
  for (std::uint8_t rotation = 0; rotation < kSides; ++rotation) {
    const auto events = Rules::play(states[rotation], Seat{0}, Play{{Tile{0}, rotation}, Location{5}});
    ASSERT_TRUE(events);
    EXPECT_EQ(std::get<Placed>(events->front()).tile.rotation, rotation) << "events echo what was named";
  }
  EXPECT_EQ(states[0], states[1]);
  EXPECT_EQ(states[0], states[2]);
}

TEST(SpectrangleRules, RefuseStrangersAndStrangeThings) {
  State state = started(2, 9);
  const State before = state;
  const Seat seat = *Rules::to_move(state);
  const Seat other = next_seat(state.position, seat);
  const Tile held = state.position.hands[seat.value].tiles().front();
  const auto refusal = [&](Seat who, const Move& move) { return Rules::play(state, who, move).error().code; };
  EXPECT_EQ(refusal(other, choices(state).front()), Code::not_your_turn);
  EXPECT_EQ(refusal(Seat{7}, choices(state).front()), Code::not_your_turn);
  EXPECT_EQ(refusal(seat, Play{{Tile{36}, 0}, Location{0}}), Code::illegal_move);
  EXPECT_EQ(refusal(seat, Play{{held, 3}, Location{0}}), Code::illegal_move);
  EXPECT_EQ(refusal(seat, Play{{held, 0}, Location{36}}), Code::illegal_move);
  EXPECT_EQ(refusal(seat, Swap{{Tile{200}, 0}}), Code::illegal_move);
  EXPECT_TRUE(Rules::leave(state, Seat{2}).empty());
  EXPECT_EQ(state, before);
}

TEST(SpectrangleRules, KeepTheBagSecret) {
  State state = started(3, 5);
  Rng rng(6);
  for (int turn = 0; turn < 8; ++turn) {
    for (const Viewer viewer : {Viewer{}, Viewer{Seat{0}}, Viewer{Seat{2}}}) {
      const View view = Rules::view(state, viewer);
      const State imagined = Rules::imagine(view, rng);
      EXPECT_EQ(Rules::view(imagined, viewer), view);
      EXPECT_NE(imagined, state) << "what the bag gives next is not in the view";
    }
    const auto events = Rules::play(state, *Rules::to_move(state), any_of(choices(state), rng));
    for (const auto& event : *events) EXPECT_EQ(Rules::redact(event, std::nullopt), event);
  }
  EXPECT_TRUE(Rules::moves(Rules::view(state, std::nullopt)).empty()) << "a watcher has no moves";
}

TEST(SpectrangleRules, DrawEveryTileOfTheBagAlike) {
  const auto position = read_position("board=BBB0@12 hands=RRR/BBG,PPP bag=YYY,PPY,GGG,GGR");
  ASSERT_TRUE(position);
  std::vector<int> count(kTiles);
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    State state{*position, Rng(seed)};
    const auto events = Rules::play(state, Seat{0}, Swap{{Tile{0}, 0}});
    ++count[std::get<Swapped>(events->front()).drawn.value];
    EXPECT_TRUE((state.position.bag & only(Tile{0})) != 0) << "the old tile is back in the bag";
  }
  EXPECT_EQ(count[0], 0) << "a swap draws first: never the same tile";
  for (const int tile : {3, 13, 2, 9}) EXPECT_NEAR(count[static_cast<std::size_t>(tile)], 1000, 150);
}

}  // namespace
}  // namespace games::spectrangle
