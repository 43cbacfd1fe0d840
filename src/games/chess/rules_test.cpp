// The course of a chess game: seats, refusals, claims, leaving, options, and random play against
// recomputation.
#include "games/chess/rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "games/chess/fen.hpp"
#include "games/chess/moves.hpp"

namespace games::chess {
namespace {

State start(std::string_view options = "") {
  const auto read = Rules::read_options(options);
  EXPECT_TRUE(read) << read.error().detail;
  const auto state = Rules::start({}, read.value(), 2, 0);
  EXPECT_TRUE(state) << state.error().detail;
  return state.value();
}

/// Plays words by turns and returns the last event.
Event play(State& state, std::initializer_list<std::string_view> words) {
  Event last;
  for (const auto word : words) {
    const auto events = Rules::play(state, seat_of(state.position.turn), *Rules::read(word));
    EXPECT_TRUE(events) << word << ": " << events.error().detail;
    if (events) last = events->back();
  }
  return last;
}

base::Error refusal(State state, std::string_view word) {
  const State before = state;
  const auto events = Rules::play(state, seat_of(state.position.turn), *Rules::read(word));
  EXPECT_FALSE(events) << word;
  EXPECT_EQ(state, before);
  return events ? base::Error{} : events.error();
}

TEST(ChessRules, WhiteBeginsAndSeatsTakeTurns) {
  State state = start();
  EXPECT_EQ(Rules::to_move(state), kWhiteSeat);
  EXPECT_EQ(Rules::play(state, kBlackSeat, step(12, 28)).error().code, Code::not_your_turn);
  EXPECT_EQ(Rules::play(state, Seat{7}, step(12, 28)).error().code, Code::not_your_turn);
  play(state, {"e2e4"});
  EXPECT_EQ(Rules::to_move(state), kBlackSeat);
}

TEST(ChessRules, StartStateIsSmall) {
  const State state = start();
  EXPECT_LT(sizeof(State) + state.keys.capacity() * sizeof(state.keys[0]), 256U);
}

TEST(ChessRules, TakesTwoSeatsExactly) {
  for (const int seats : {0, 1, 3}) EXPECT_EQ(Rules::start({}, {}, seats, 0).error().code, Code::bad_seats);
}

TEST(ChessRules, SaysWhyAMoveIsRefused) {
  const State state = start();
  EXPECT_EQ(refusal(state, "e4e5"), (base::Error{Code::illegal_move, "there is no white piece on e4"}));
  EXPECT_EQ(refusal(state, "e7e5"), (base::Error{Code::illegal_move, "there is no white piece on e7"}));
  EXPECT_EQ(refusal(state, "a1a2"),
            (base::Error{Code::illegal_move, "there is a white piece on a2 already"}));
  EXPECT_EQ(refusal(state, "a1a3"), (base::Error{Code::illegal_move, "the rook on a1 cannot go to a3"}));
  EXPECT_EQ(refusal(state, "e2e4q").code, Code::illegal_move);
  EXPECT_EQ(refusal(state, "e1e1").code, Code::illegal_move);
  EXPECT_EQ(refusal(state, "claim").code, Code::illegal_move);
  const State pinned = start("start=k3r3/8/8/8/8/8/4N3/4K2R_w_K_-_0_1");
  EXPECT_EQ(refusal(pinned, "e2c3"), (base::Error{Code::illegal_move, "the king would be in check"}));
  const State check = start("start=k3r3/8/8/8/8/8/8/4K2R_w_K_-_0_1");
  EXPECT_EQ(refusal(check, "e1g1"), (base::Error{Code::illegal_move, "the king may not castle there now"}));
}

TEST(ChessRules, RefusesSquaresOffTheBoard) {
  State state = start();
  EXPECT_EQ(Rules::play(state, kWhiteSeat, step(64, 3)).error().code, Code::illegal_move);
  EXPECT_EQ(Rules::play(state, kWhiteSeat, step(8, 255)).error().code, Code::illegal_move);
}

TEST(ChessRules, AsksForThePromotionPiece) {
  const State state = start("start=7k/P7/8/8/8/8/8/K7_w_-_-_0_1");
  EXPECT_EQ(refusal(state, "a7a8").code, Refusals::incomplete_move);
  EXPECT_EQ(refusal(state, "a7b8").code, Code::illegal_move);
}

TEST(ChessRules, EventsTellMoveCheckAndEnd) {
  State state = start();
  EXPECT_EQ(play(state, {"e2e4"}), (Event{What::moved, kWhiteSeat, step(12, 28), false, End::none}));
  EXPECT_EQ(play(state, {"f7f6", "d1h5"}).check, true);
  EXPECT_EQ(play(state, {"g7g6", "h5g6"}).check, true);
  const auto last = play(state, {"h7g6"});
  EXPECT_EQ(last.seat, kBlackSeat);
  EXPECT_FALSE(last.check);
}

TEST(ChessRules, MateEndsTheGame) {
  State state = start();
  const Event last = play(state, {"f2f3", "e7e5", "g2g4", "d8h4"});
  EXPECT_EQ(last, (Event{What::moved, kBlackSeat, step(59, 31), true, End::checkmate}));
  EXPECT_EQ(Rules::to_move(state), std::nullopt);
  EXPECT_EQ(Rules::outcome(state), (Outcome{{kBlackSeat}, {}, "checkmate"}));
  EXPECT_TRUE(Rules::moves(Rules::view(state, kWhiteSeat)).empty());
  EXPECT_EQ(Rules::play(state, kWhiteSeat, step(8, 16)).error().code, Code::game_over);
  EXPECT_EQ(Rules::play(state, kWhiteSeat, kClaim).error().code, Code::game_over);
  const State before = state;
  EXPECT_TRUE(Rules::leave(state, kBlackSeat).empty());
  EXPECT_EQ(state, before);
}

TEST(ChessRules, AClaimIsADraw) {
  State state = start();
  play(state, {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"});
  const auto listed = Rules::moves(Rules::view(state, kWhiteSeat));
  EXPECT_EQ(std::ranges::count(listed, kClaim), 1);
  EXPECT_TRUE(Rules::moves(Rules::view(state, kBlackSeat)).empty());
  EXPECT_EQ(play(state, {"claim"}), (Event{What::claimed, kWhiteSeat, kClaim, false, End::claimed}));
  EXPECT_EQ(Rules::outcome(state), (Outcome{{kWhiteSeat, kBlackSeat}, {}, "claimed"}));
}

TEST(ChessRules, WhoLeavesLoses) {
  State state = start();
  EXPECT_EQ(Rules::outcome(state), std::nullopt);
  EXPECT_TRUE(Rules::leave(state, Seat{2}).empty());
  const std::vector<Event> expected{{What::left, kBlackSeat, {}, false, End::left}};
  EXPECT_EQ(Rules::leave(state, kBlackSeat), expected);
  EXPECT_EQ(Rules::outcome(state), (Outcome{{kWhiteSeat}, {}, "left"}));
  EXPECT_TRUE(Rules::leave(state, kWhiteSeat).empty());
}

TEST(ChessRules, WhoResignsLoses) {
  State state = start();
  EXPECT_TRUE(Rules::resign(state, Seat{2}).empty());
  const std::vector<Event> expected{{What::resigned, kBlackSeat, {}, false, End::resigned}};
  EXPECT_EQ(Rules::resign(state, kBlackSeat), expected) << "it need not be their turn";
  EXPECT_EQ(Rules::outcome(state), (Outcome{{kWhiteSeat}, {}, "resigned"}));
  EXPECT_EQ(Rules::to_move(state), std::nullopt);
  EXPECT_TRUE(Rules::resign(state, kWhiteSeat).empty());
}

TEST(ChessRules, OnlyTheSideToMoveSeesMoves) {
  const State state = start();
  EXPECT_EQ(Rules::moves(Rules::view(state, kWhiteSeat)).size(), 20U);
  EXPECT_TRUE(Rules::moves(Rules::view(state, kBlackSeat)).empty());
  EXPECT_TRUE(Rules::moves(Rules::view(state, std::nullopt)).empty());
  Rng rng(1);
  EXPECT_EQ(Rules::imagine(Rules::view(state, std::nullopt), rng), state);
}

TEST(ChessRules, OptionsRoundTripInTheShortestForm) {
  for (const std::string_view text : {"", "dead=wire", "start=7k/P7/8/8/8/8/8/K7_w_-_-_0_1",
                                      "start=7k/P7/8/8/8/8/8/K7_w_-_-_0_1 dead=wire"}) {
    EXPECT_EQ(Rules::write_options(*Rules::read_options(text)), text);
  }
  EXPECT_EQ(Rules::read_options("dead=fide"), Options{});
  EXPECT_EQ(Rules::read_options("start=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1"), Options{});
}

TEST(ChessRules, RefusesBadOptions) {
  for (const std::string_view text :
       {"clock=5", "dead=", "dead=no", "start=", "start=8/8_w", "x", "start=7k/8/8/8/8/8/8/K7_w_-_-_0_1",
        "start=7k/5Q2/8/8/8/8/8/K7_b_-_-_0_1"}) {
    const auto options = Rules::read_options(text);
    ASSERT_FALSE(options) << text;
    EXPECT_EQ(options.error().code, Code::bad_options);
    EXPECT_FALSE(options.error().detail.empty());
  }
}

TEST(ChessRules, MovesRoundTrip) {
  for (const std::string_view text : {"e2e4", "a7a8q", "a7b8n", "h2h1r", "b7c8b", "e1g1", "claim"}) {
    EXPECT_EQ(Rules::write(*Rules::read(text)), text);
  }
  for (const std::string_view text :
       {"", "e2", "e2e9", "i2e4", "e7e8k", "e7e8Q", "e2e4  ", "Claim", "e2-e4"}) {
    EXPECT_EQ(Rules::read(text).error().code, Code::malformed) << text;
  }
}

/// Every pair of squares with and without promotion: exactly the listed ones are accepted.
void expect_moves_agree(const State& state) {
  const Seat seat = seat_of(state.position.turn);
  const auto listed = Rules::moves(Rules::view(state, seat));
  State tried = state;
  for (int code = 0; code < 64 * 64 * 5; ++code) {
    const Move move = step(code & 63, code >> 6 & 63, static_cast<Promotion>(code >> 12));
    const bool is_listed = std::ranges::count(listed, move) == 1;
    ASSERT_EQ(is_legal(state.position, move), is_listed)
        << write_fen(state.position) << ' ' << write_move(move);
    const bool accepted = Rules::play(tried, seat, move).has_value();
    ASSERT_EQ(accepted, is_listed) << write_fen(state.position) << ' ' << write_move(move);
    if (accepted) tried = state;
  }
  ASSERT_EQ(tried, state);
  ASSERT_EQ(Rules::play(tried, seat, kClaim).has_value(), std::ranges::count(listed, kClaim) == 1);
}

/// The state is what one computes afresh from its text and from the history.
void expect_sound(const State& state, const std::vector<Position>& history) {
  const auto fresh = read_fen(write_fen(state.position));
  ASSERT_TRUE(fresh) << write_fen(state.position) << ": " << fresh.error().detail;
  ASSERT_EQ(*fresh, state.position);
  ASSERT_EQ(state.keys.back(), key_of(*fresh));
  const auto same = [&](Position other) {
    other.quiet_plies = state.position.quiet_plies;
    other.number = state.position.number;
    return other == state.position;
  };
  ASSERT_EQ(std::ranges::count_if(history, same), std::ranges::count(state.keys, state.keys.back()));
}

void play_randomly(State state, Rng& rng, int plies, int thorough_every) {
  std::vector<Position> history{state.position};
  for (int ply = 0; ply < plies && Rules::to_move(state); ++ply) {
    if (ply % thorough_every == 0) expect_moves_agree(state);
    const Seat seat = *Rules::to_move(state);
    auto moves = Rules::moves(Rules::view(state, seat));
    std::erase(moves, kClaim);
    ASSERT_FALSE(moves.empty());
    ASSERT_TRUE(Rules::play(state, seat, moves[rng.below(moves.size())]));
    history.push_back(state.position);
    expect_sound(state, history);
  }
  EXPECT_EQ(Rules::outcome(state).has_value(), !Rules::to_move(state));
}

TEST(ChessRules, RandomPlayAgreesWithRecomputation) {
  Rng rng(2024);
  for (int game = 0; game < 12; ++game) play_randomly(start(), rng, 600, 100);
}

TEST(ChessRules, RandomPlayFromTrickyPositions) {
  Rng rng(7);
  for (const std::string_view fen :
       {"start=r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1",
        "start=8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8_w_-_-_0_1",
        "start=r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1_w_kq_-_0_1",
        "start=4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3_w_-_-_0_1", "start=8/8/4k1b1/8/8/4KBN1/8/8_w_-_-_0_1"}) {
    for (int game = 0; game < 4; ++game) play_randomly(start(fen), rng, 120, 20);
  }
}

}  // namespace
}  // namespace games::chess
