// Tests of going away, coming back, leaving for good and abandoning, in every phase of a turn.
#include <gtest/gtest.h>

#include <algorithm>

#include "games/shelfie/rules.hpp"
#include "games/shelfie/testing.hpp"

namespace games::shelfie {
namespace {

State begun_by(int seats) {
  State state = *Rules::start(kit(), {}, seats, 11);
  state.open.first = state.open.turn = Seat{0};
  return state;
}

/// Plays first legal moves of the seat on turn until that phase.
void play_to(State& state, Phase phase) {
  while (state.open.phase != phase) {
    const Seat seat = state.open.turn;
    ASSERT_TRUE(Rules::play(state, seat, Rules::moves(Rules::view(state, seat)).back()));
  }
}

class ShelfieAway : public testing::TestWithParam<Phase> {};

TEST_P(ShelfieAway, TheTurnIsGivenUpAndWhatWasTakenGoesBack) {
  State state = begun_by(3);
  const Board board = state.open.board;
  play_to(state, GetParam());
  const auto events = Rules::away(state, Seat{0});
  EXPECT_EQ(events, (std::vector<Event>{TurnEnded{Seat{0}, {}}, AttendanceChanged{Seat{0}, Presence::away}}));
  EXPECT_EQ(state.open.board, board);
  EXPECT_EQ(state.open.hand, Hand{});
  EXPECT_EQ(state.open.phase, Phase::select);
  EXPECT_EQ(Rules::to_move(state), Seat{1});
}

TEST_P(ShelfieAway, AnotherOneWhoGoesAndComesBackDisturbsNothing) {
  State state = begun_by(3);
  play_to(state, GetParam());
  const State before = state;
  EXPECT_EQ(Rules::away(state, Seat{1}), (std::vector<Event>{AttendanceChanged{Seat{1}, Presence::away}}));
  EXPECT_EQ(Rules::to_move(state), Seat{0});
  EXPECT_EQ(Rules::back(state, Seat{1}), (std::vector<Event>{AttendanceChanged{Seat{1}, Presence::here}}));
  EXPECT_TRUE(state == before);
}

TEST_P(ShelfieAway, TheLastOneHereWaitsInTheMiddleOfTheTurn) {
  State state = begun_by(2);
  play_to(state, GetParam());
  const State before = state;
  EXPECT_EQ(Rules::away(state, Seat{1}),
            (std::vector<Event>{AttendanceChanged{Seat{1}, Presence::away}, Paused{Seat{0}}}));
  EXPECT_TRUE(is_paused(state.open));
  const View view = Rules::view(state, Seat{0});
  EXPECT_TRUE(Rules::moves(view).empty());
  for (const Move& move : Rules::moves(Rules::view(before, Seat{0}))) {
    State paused = state;
    const auto played = Rules::play(paused, Seat{0}, move);
    ASSERT_FALSE(played);
    EXPECT_EQ(refusal_of(played.error()), Refusal::paused);
    EXPECT_TRUE(paused == state);
  }
  Rules::back(state, Seat{1});
  EXPECT_TRUE(state == before) << "the game goes on where it was";
}

TEST_P(ShelfieAway, LeavingForGoodEndsAGameOfTwo) {
  State state = begun_by(2);
  const Board board = state.open.board;
  play_to(state, GetParam());
  const auto events = Rules::leave(state, Seat{0});
  EXPECT_EQ(events, (std::vector<Event>{TurnEnded{Seat{0}, {}}, AttendanceChanged{Seat{0}, Presence::gone},
                                        Ended{Ending::left}}));
  EXPECT_EQ(state.open.board, board);
  const auto outcome = Rules::outcome(state);
  EXPECT_EQ(outcome->winners, (std::vector{Seat{1}}));
  EXPECT_EQ(outcome->reason, "left");
  EXPECT_TRUE(Rules::back(state, Seat{0}).empty());
  EXPECT_TRUE(Rules::away(state, Seat{1}).empty());
}

INSTANTIATE_TEST_SUITE_P(EveryPhase, ShelfieAway,
                         testing::Values(Phase::select, Phase::order, Phase::column));

TEST(ShelfiePresence, AbsentPlayersAreSkipped) {
  State state = begun_by(4);
  Rules::away(state, Seat{1});
  Rules::leave(state, Seat{2});
  for (const int expected : {0, 3, 0, 3}) {
    EXPECT_EQ(state.open.turn.value, expected);
    play_to(state, Phase::column);
    const Seat seat = state.open.turn;
    ASSERT_TRUE(Rules::play(state, seat, Rules::moves(Rules::view(state, seat)).front()));
  }
  Rules::back(state, Seat{1});
  EXPECT_TRUE(Rules::back(state, Seat{2}).empty()) << "gone for good";
  EXPECT_EQ(state.open.turn, Seat{0});
  play_to(state, Phase::column);
  ASSERT_TRUE(Rules::play(state, Seat{0}, Rules::moves(Rules::view(state, Seat{0})).front()));
  EXPECT_EQ(state.open.turn, Seat{1});
}

TEST(ShelfiePresence, EverybodyMayGoAwayAndComeBack) {
  for (std::uint8_t returns = 0; returns < 3; ++returns) {
    State state = begun_by(3);
    Rules::away(state, Seat{1});
    Rules::away(state, Seat{0});
    EXPECT_EQ(state.open.turn, Seat{2});
    Rules::away(state, Seat{2});
    EXPECT_TRUE(is_paused(state.open));
    EXPECT_TRUE(Rules::to_move(state));
    const auto events = Rules::back(state, Seat{returns});
    EXPECT_EQ(events,
              (std::vector<Event>{AttendanceChanged{Seat{returns}, Presence::here}, Paused{Seat{returns}}}));
    EXPECT_EQ(state.open.turn, Seat{returns});
    Rules::back(state, Seat{static_cast<std::uint8_t>((returns + 1) % 3)});
    EXPECT_FALSE(is_paused(state.open));
    EXPECT_EQ(state.open.turn, Seat{returns});
  }
}

TEST(ShelfiePresence, TheGameEndsWhenTheLastPlayerOfTheLastRoundGoesAway) {
  State state = begun_by(3);
  state.open.full = Seat{0};
  state.open.turn = Seat{2};
  const auto events = Rules::away(state, Seat{2});
  EXPECT_EQ(events.back(), Event{Ended{Ending::finished}}) << "ruling 15";
  EXPECT_EQ(Rules::outcome(state)->reason, "finished");
}

TEST(ShelfiePresence, TheGameEndsWhenNobodyIsLeftToFinishTheLastRound) {
  State state = begun_by(3);
  state.open.full = Seat{0};
  state.open.turn = Seat{1};
  Rules::away(state, Seat{2});
  EXPECT_FALSE(Rules::outcome(state));
  play_to(state, Phase::column);
  ASSERT_TRUE(Rules::play(state, Seat{1}, Rules::moves(Rules::view(state, Seat{1})).front()));
  EXPECT_TRUE(Rules::outcome(state)) << "the absent last player's turn is skipped";
}

TEST(ShelfiePresence, LeavingForGoodLeavesTheOthersPlaying) {
  State state = begun_by(3);
  EXPECT_EQ(Rules::leave(state, Seat{0}).size(), 2);
  EXPECT_FALSE(Rules::outcome(state));
  EXPECT_EQ(state.open.turn, Seat{1});
  EXPECT_TRUE(Rules::leave(state, Seat{0}).empty());
  EXPECT_TRUE(Rules::away(state, Seat{0}).empty());
  Rules::away(state, Seat{2});
  EXPECT_TRUE(is_paused(state.open));
  Rules::leave(state, Seat{2});
  EXPECT_EQ(Rules::outcome(state)->winners, (std::vector{Seat{1}}));
}

TEST(ShelfiePresence, TheOneWhoStayedWinsAnAbandonedGame) {
  State state = begun_by(3);
  EXPECT_TRUE(Rules::abandon(state).empty()) << "nobody is away";
  Rules::away(state, Seat{0});
  EXPECT_TRUE(Rules::abandon(state).empty()) << "two are here";
  Rules::away(state, Seat{2});
  state.open.players[0].tokens = {8, 8};
  EXPECT_EQ(Rules::abandon(state), (std::vector<Event>{Ended{Ending::abandoned}}));
  const auto outcome = Rules::outcome(state);
  EXPECT_EQ(outcome->winners, (std::vector{Seat{1}}));
  EXPECT_EQ(outcome->scores[0], 16);
  EXPECT_EQ(outcome->reason, "abandoned");
  EXPECT_TRUE(Rules::abandon(state).empty());
}

TEST(ShelfiePresence, NobodyWinsAGameThatEverybodyAbandoned) {
  State state = begun_by(2);
  Rules::away(state, Seat{0});
  Rules::away(state, Seat{1});
  Rules::abandon(state);
  EXPECT_TRUE(Rules::outcome(state)->winners.empty());
}

}  // namespace
}  // namespace games::shelfie
