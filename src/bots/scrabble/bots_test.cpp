// The Scrabble bots: legal, sensible, and each level better than the one below.
#include <gtest/gtest.h>

#include "bots/scrabble/choices.hpp"
#include "bots/scrabble/greedy.hpp"
#include "bots/scrabble/leave.hpp"
#include "games/scrabble/cgp.hpp"
#include "games/scrabble/testing.hpp"

namespace bots::scrabble {
namespace {

using namespace games::scrabble;
using base::Rng;
using games::Seat;
using games::scrabble::testing::default_lexicon;

State start(std::string_view options, int players, std::uint64_t seed) {
  return Rules::start({default_lexicon()}, Rules::read_options(options).value(), players, seed).value();
}

TEST(ScrabbleKeeping, UsefulTilesAreWorthMoreThanAwkwardOnes) {
  EXPECT_GT(leave_value(Rack("?")), leave_value(Rack("S")));
  EXPECT_GT(leave_value(Rack("S")), leave_value(Rack("E")));
  EXPECT_GT(leave_value(Rack("E")), leave_value(Rack("V")));
  EXPECT_GT(leave_value(Rack("QU")), leave_value(Rack("QI")));
  EXPECT_GT(leave_value(Rack("RET")), leave_value(Rack("EEE")));
  EXPECT_GT(leave_value(Rack("ERST")), leave_value(Rack("RSTN")));
  EXPECT_GT(leave_value(Rack("EI")), leave_value(Rack("IIUU")));
  EXPECT_EQ(leave_value(Rack("")), 0);
  EXPECT_EQ(points_in_hand(Rack("?QA")), 11);
}

TEST(ScrabbleBots, EveryLevelFinishesEveryKindOfGame) {
  for (const auto& [options, players] : {std::pair("", 2), std::pair("rules=clarkson", 1),
                                         std::pair("rules=clarkson", 5), std::pair("rules=common", 4)})
    for (const Level level : {Level::beginner, Level::greedy}) {
      State state = start(options, players, 11);
      Rng rng(1);
      int turns = 0;
      while (const auto seat = Rules::to_move(state)) {
        ASSERT_TRUE(Rules::play(state, *seat, choose(Rules::view(state, *seat), level, rng)));
        ASSERT_LT(++turns, 300);
      }
      EXPECT_TRUE(Rules::outcome(state));
    }
}

TEST(ScrabbleBots, BothWaysOfAskingAgree) {
  State state = start("", 2, 5);
  Rng rng(1);
  for (int turn = 0; turn < 12 && Rules::to_move(state); ++turn) {
    const Seat seat = *Rules::to_move(state);
    const View view = Rules::view(state, seat);
    const auto candidates = Rules::moves(view);
    const auto weighed = weigh(view, candidates);
    ASSERT_EQ(weighed.size(), candidates.size());
    const Move chosen = choose_among(view, candidates, rng, Level::greedy);
    const auto own = weigh(view, std::vector{chosen, choose(view, Level::greedy, rng)});
    EXPECT_DOUBLE_EQ(own[0].value, own[1].value);
    for (const Level level : {Level::beginner, Level::strong}) {
      const Move move = choose_among(view, candidates, rng, level);
      EXPECT_NE(std::ranges::find(candidates, move), candidates.end());
    }
    ASSERT_TRUE(Rules::play(state, seat, chosen));
  }
}

TEST(ScrabbleBots, ExchangesABadRack) {
  State state = start("first=seat0", 2, 1);
  state.racks[0] = Rack("IIUUUVV");
  Rng rng(1);
  for (const Level level : {Level::beginner, Level::greedy, Level::strong})
    EXPECT_EQ(choose(Rules::view(state, Seat{0}), level, rng).kind, MoveKind::exchange);
}

TEST(ScrabbleBots, PassesWhenNothingElseIsLeft) {
  State state = start("first=seat0", 2, 1);
  state.racks[0] = Rack("VVV");
  state.bag = {};
  Rng rng(1);
  for (const Level level : {Level::beginner, Level::greedy, Level::strong})
    EXPECT_EQ(choose(Rules::view(state, Seat{0}), level, rng), pass_move());
}

TEST(ScrabbleBots, GoesOutWhenTheBagIsEmpty) {
  State state = start("first=seat0", 2, 1);
  state.open.board = read_cgp_board("15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15").value();
  state.bag = {};
  state.racks[0] = Rack("SH");
  state.racks[1] = Rack("QVV");
  Rng rng(1);
  for (const Level level : {Level::greedy, Level::strong}) {
    State copy = state;
    ASSERT_TRUE(Rules::play(copy, Seat{0}, choose(Rules::view(state, Seat{0}), level, rng)));
    EXPECT_LE(copy.racks[0].size(), 1);
  }
}

TEST(ScrabbleBots, SameSeedSameChoice) {
  const View view = Rules::view(start("first=seat0", 2, 9), Seat{0});
  for (const Level level : {Level::beginner, Level::greedy, Level::strong}) {
    Rng one(3);
    Rng other(3);
    EXPECT_EQ(choose(view, level, one), choose(view, level, other));
  }
}

// Points of two levels over some games, seats changed in between.
std::pair<int, int> match(Level one, Level other, int games) {
  std::pair<int, int> points;
  Rng rng(8);
  for (int game = 0; game < games; ++game) {
    State state = start("", 2, rng.next());
    while (const auto seat = Rules::to_move(state)) {
      const Level level = (seat->value == 0) == (game % 2 == 0) ? one : other;
      EXPECT_TRUE(Rules::play(state, *seat, choose(Rules::view(state, *seat), level, rng)));
    }
    const std::vector<int> scores = Rules::outcome(state).value().scores;
    points.first += scores[game % 2 == 0 ? 0 : 1];
    points.second += scores[game % 2 == 0 ? 1 : 0];
  }
  return points;
}

TEST(ScrabbleBots, GreedyBeatsABeginner) {
  const auto [greedy, beginner] = match(Level::greedy, Level::beginner, 6);
  EXPECT_GT(greedy, beginner * 5 / 4);
}

TEST(ScrabbleBots, TheMoreWordsComeToMindTheBetter) {
  const auto [regular, beginner] = match(Level::regular, Level::beginner, 10);
  EXPECT_GT(regular, beginner * 11 / 10);
}

TEST(ScrabbleBots, WhoThinksOfAFewWordsTakesTheBestOfThem) {
  State state = start("first=seat0", 2, 9);
  Rng rng(1);
  for (int turn = 0; turn < 4; ++turn) {
    const Seat seat = *Rules::to_move(state);
    ASSERT_TRUE(Rules::play(state, seat, choose(Rules::view(state, seat), Level::greedy, rng)));
  }
  const View view = Rules::view(state, *Rules::to_move(state));
  auto words = weigh_all(view);
  std::erase_if(words, [](const Choice& choice) { return choice.move.kind != MoveKind::place; });
  ASSERT_GT(words.size(), 20U);
  const int most = std::ranges::max(words, {}, &Choice::points).points;
  int best = 0;
  for (int time = 0; time < 50; ++time) {
    const auto few = weigh(view, std::vector{choose(view, Level::beginner, rng)});
    EXPECT_EQ(few[0].move.kind, MoveKind::place);
    best += few[0].points == most ? 1 : 0;
    const std::vector<Move> known{words[0].move, words[1].move};  // fewer than it can think of
    const Move of_known = choose_among(view, known, rng, Level::beginner);
    EXPECT_EQ(weigh(view, std::vector{of_known})[0].points, std::max(words[0].points, words[1].points));
  }
  EXPECT_LT(best, 50) << "others came to mind";
}

// The lead of a seat when a game is played to its end, everybody else being greedy.
int lead_of(State state, Seat who, Level level) {
  Rng rng(2);
  while (const auto seat = Rules::to_move(state))
    EXPECT_TRUE(Rules::play(state, *seat,
                            choose(Rules::view(state, *seat), *seat == who ? level : Level::greedy, rng)));
  const std::vector<int> scores = Rules::outcome(state).value().scores;
  return scores[who.value] - scores[1U - who.value];
}

// With an empty bag nothing is left to chance, so looking ahead must show in few games.
TEST(ScrabbleBots, StrongEndsGamesBetter) {
  int gain = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    State state = start("", 2, seed);
    Rng rng(1);
    while (Rules::to_move(state) && state.bag.size > 0) {
      const Seat seat = *Rules::to_move(state);
      ASSERT_TRUE(Rules::play(state, seat, choose(Rules::view(state, seat), Level::greedy, rng)));
    }
    const auto seat = Rules::to_move(state);
    if (seat) gain += lead_of(state, *seat, Level::strong) - lead_of(state, *seat, Level::greedy);
  }
  RecordProperty("gain", gain);
  EXPECT_GT(gain, 0);
}

}  // namespace
}  // namespace bots::scrabble
