// The simple chess bot: it sees what is in front of it, gets on with won endings, and beats chance.
#include "bots/chess/simple.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bots/all.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/rules.hpp"

namespace bots::chess::simple {
namespace {

using base::Rng;
using base::Seat;
using namespace games::chess;

State state_of(std::string_view fen) {
  Options options;
  options.start = read_fen(fen).value();
  return Rules::start({}, options, 2, 0).value();
}

Move bot_move(const State& state, Rng& rng) {
  const auto view = Rules::view(state, Rules::to_move(state));
  return choose(view, Rules::moves(view), rng);
}

std::string bot_word(std::string_view fen) {
  Rng rng(1);
  return write_move(bot_move(state_of(fen), rng));
}

/// The bot in one seat against random moves; nobody claims for the random side.
State play_against_chance(State state, Seat bot, Rng& rng) {
  while (const auto seat = Rules::to_move(state)) {
    Move move = kClaim;
    if (*seat == bot) {
      move = bot_move(state, rng);
    } else {
      auto moves = Rules::moves(Rules::view(state, seat));
      std::erase(moves, kClaim);
      move = moves[rng.below(moves.size())];
    }
    EXPECT_TRUE(Rules::play(state, *seat, move)) << write_move(move);
  }
  return state;
}

TEST(ChessSimpleBot, TakesAHangingQueen) {
  EXPECT_EQ(bot_word("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), "e4d5");
  EXPECT_EQ(bot_word("rnb1kbnr/pppp1ppp/8/4p3/4P2q/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"), "f3h4");
  EXPECT_EQ(bot_word("r6k/1P6/8/8/8/8/8/K7 w - - 0 1"), "b7a8q");
}

TEST(ChessSimpleBot, DoesNotTakeAGuardedPawnWithTheQueen) {
  EXPECT_NE(bot_word("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1"), "d2d6");
}

TEST(ChessSimpleBot, FindsMateInOne) {
  EXPECT_EQ(bot_word("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1"), "a1a8");
  EXPECT_EQ(bot_word("rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"), "d8h4");
}

TEST(ChessSimpleBot, FindsMateInTwo) {
  for (const std::string_view fen : {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1",
                                     "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1"}) {
    Rng rng(1);
    State state = state_of(fen);
    ASSERT_TRUE(Rules::play(state, kWhiteSeat, bot_move(state, rng)));
    for (const Move& reply : Rules::moves(Rules::view(state, kBlackSeat))) {
      State next = state;
      ASSERT_TRUE(Rules::play(next, kBlackSeat, reply));
      ASSERT_TRUE(Rules::play(next, kWhiteSeat, bot_move(next, rng)));
      EXPECT_EQ(next.end, End::checkmate) << fen << ' ' << write_move(reply);
    }
  }
}

TEST(ChessSimpleBot, ChoosesOnlyAmongTheCandidates) {
  Rng rng(1);
  const State state = state_of("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
  const auto view = Rules::view(state, kWhiteSeat);
  const Move only = step(4, 12);
  EXPECT_EQ(choose(view, std::span(&only, 1), rng), only);
  EXPECT_EQ(choose(view, std::span(&kClaim, 1), rng), kClaim);
}

/// How often, of 200 times, a player with that sight finds the move.
int times_found(std::string_view fen, std::string_view word, Sight sight) {
  const State state = state_of(fen);
  const auto view = Rules::view(state, Rules::to_move(state));
  const auto moves = Rules::moves(view);
  int found = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed);
    found += write_move(choose(view, moves, rng, sight)) == word ? 1 : 0;
  }
  return found;
}

constexpr std::string_view kHangingQueen = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
constexpr std::string_view kFarHangingQueen = "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1";
constexpr std::string_view kMateInOne = "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1";

TEST(ChessSight, WhoOverlooksNothingSeesWhatIsThere) {
  for (const int depth : {1, 2, 3}) {
    EXPECT_EQ(times_found(kHangingQueen, "e4d5", {depth, 0}), 200);
    EXPECT_EQ(times_found(kMateInOne, "a1a8", {depth, 0}), 200);
  }
}

TEST(ChessSight, TakesAHangingQueenMostTimes) {
  const int found = times_found(kHangingQueen, "e4d5", {1, 20});
  EXPECT_GT(found, 140);
  EXPECT_LT(found, 200) << "one in five is overlooked";
}

TEST(ChessSight, DistantAndQuietMovesAreOverlookedMoreOften) {
  const int near = times_found(kHangingQueen, "e4d5", {1, 20});
  const int far = times_found(kFarHangingQueen, "d1d8", {1, 20});
  const int far_and_quiet = times_found(kMateInOne, "a1a8", {1, 20});
  EXPECT_GT(near, far);
  EXPECT_GT(far, far_and_quiet);
  EXPECT_GT(far_and_quiet, 0);
}

TEST(ChessSight, AnswersAreOverlookedToo) {
  // Taking the pawn loses the queen to another pawn.
  constexpr std::string_view kGuarded = "4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1";
  EXPECT_EQ(times_found(kGuarded, "d2d6", {1, 0}), 0);
  EXPECT_GT(times_found(kGuarded, "d2d6", {1, 30}), 0);
}

TEST(ChessSight, WhoOverlooksEverythingStillMoves) {
  const State state = state_of(kHangingQueen);
  const auto view = Rules::view(state, kWhiteSeat);
  const auto moves = Rules::moves(view);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Rng one(seed);
    Rng other(seed);
    const Move move = choose(view, moves, one, {2, 100});
    EXPECT_EQ(std::ranges::count(moves, move), 1);
    EXPECT_EQ(move, choose(view, moves, other, {2, 100})) << "the same chance gives the same move";
  }
}

TEST(ChessSimpleBot, ClaimsADrawOnlyWhenLosing) {
  EXPECT_EQ(bot_word("7k/8/8/8/8/8/8/KQ6 b - - 100 80"), "claim");
  EXPECT_NE(bot_word("7k/8/8/8/8/8/8/KQ6 w - - 100 80"), "claim");
  EXPECT_NE(bot_word("r5k1/8/8/8/8/8/8/1K5R w - - 100 80"), "claim");
}

/// Whether the bot that plays Black takes a draw that White offers.
bool takes_draw(std::string_view fen) {
  return find("chess", "simple")->takes_draw(Rules::view(state_of(fen), kBlackSeat));
}

TEST(ChessSimpleBot, TakesNoDrawInTheOpening) {
  EXPECT_FALSE(takes_draw("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"));
  EXPECT_FALSE(takes_draw("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"));
}

TEST(ChessSimpleBot, TakesADrawWhereItStandsClearlyWorse) {
  EXPECT_TRUE(takes_draw("rnb1kbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 4")) << "a queen less";
  EXPECT_FALSE(takes_draw("rnbqkbnr/ppp2ppp/8/3pp3/4P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 4")) << "a bishop more";
  // White has just taken a knight that is taken back at once: it stands even, and early.
  EXPECT_FALSE(takes_draw("r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4"));
}

TEST(ChessSimpleBot, TakesADrawLateWhereNobodyStandsBetter) {
  EXPECT_TRUE(takes_draw("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 40"));
  EXPECT_FALSE(takes_draw("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 12"));
  EXPECT_FALSE(takes_draw("4k3/4p3/8/8/8/8/4P3/r3K3 w - - 0 40")) << "a rook more";
}

TEST(ChessSimpleBot, TheSameChanceGivesTheSameMove) {
  Rng one(5);
  Rng other(5);
  const State state = Rules::start({}, {}, 2, 0).value();
  EXPECT_EQ(bot_move(state, one), bot_move(state, other));
}

TEST(ChessSimpleBot, MatesWithTheQueen) {
  Rng rng(9);
  int mates = 0;
  for (const std::string_view fen : {"8/8/8/4k3/8/8/8/KQ6 w - - 0 1", "8/3k4/8/8/8/8/8/K6Q w - - 0 1",
                                     "k7/8/8/8/3Q4/8/8/7K w - - 0 1", "8/8/2k5/8/8/8/5K2/4Q3 w - - 0 1"}) {
    mates += play_against_chance(state_of(fen), kWhiteSeat, rng).end == End::checkmate ? 1 : 0;
  }
  EXPECT_GE(mates, 3);
}

TEST(ChessSimpleBot, BeatsChance) {
  Rng rng(4);
  const State start = Rules::start({}, {}, 2, 0).value();
  for (const Seat seat : {kWhiteSeat, kBlackSeat}) {
    const State end = play_against_chance(start, seat, rng);
    EXPECT_EQ(end.winner, seat) << write_fen(end.position);
  }
}

}  // namespace
}  // namespace bots::chess::simple
