// Strength of bots: the strongest of a game against its greedy one, and how long it thinks. bench_bots
// [game...]
#include "bots/all.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <vector>

namespace {

using base::Rng;
using base::Seat;

constexpr int kGames = 400;
constexpr double kLeastShare = 60;               // per cent won
constexpr double kMostTime = 300;                // milliseconds for a choice, but for one in a hundred
constexpr std::string_view kApart = "scrabble";  // needs words, and minutes: bench/scrabble

/// What the strongest bot made of its games.
struct Tally {
  int won = 0;
  int shared = 0;
  int lost = 0;
  std::vector<double> times;  ///< milliseconds of each choice among several moves
};

/// Chance is separate for the deals and for each bot, so that nobody can profit from another's.
struct Chance {
  Rng deals{101};
  std::array<Rng, 2> bots{Rng(202), Rng(303)};
};

games::AnyMove choose(const bots::Bot& bot, const games::AnyState& state, Seat seat, Rng& rng,
                      std::vector<double>* times) {
  const auto view = games::view(state, seat);
  const auto moves = games::moves(view);
  const auto begin = std::chrono::steady_clock::now();
  auto move = bot.choose(view, moves, rng);
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  if (times != nullptr && moves.size() > 1) times->push_back(took.count());
  return move;
}

void play(games::AnyState state, const bots::Bot& strong, const bots::Bot& weak, Seat strong_seat,
          Chance& chance, Tally& tally) {
  while (const auto seat = games::to_move(state)) {
    const bool own = *seat == strong_seat;
    const auto move =
        choose(own ? strong : weak, state, *seat, chance.bots[own ? 0 : 1], own ? &tally.times : nullptr);
    if (!games::play(state, *seat, move)) std::abort();
  }
  const auto winners = games::outcome(state)->winners;
  const bool won = std::ranges::find(winners, strong_seat) != winners.end();
  ++(won && winners.size() == 1 ? tally.won : won ? tally.shared : tally.lost);
}

/// Every deal is played twice, with the seats changed.
Tally measure(std::string_view game, const bots::Bot& strong, const bots::Bot& weak) {
  const games::Kits kits;
  Tally tally;
  Chance chance;
  for (int deal = 0; deal < kGames / 2; ++deal) {
    const auto state = games::start(kits, game, "", 2, chance.deals.next()).value();
    for (const auto seat : {Seat{0}, Seat{1}}) play(state, strong, weak, seat, chance, tally);
  }
  std::ranges::sort(tally.times);
  return tally;
}

/// Whether the strongest bot of the game is as strong and as fast as wanted.
bool report(std::string_view game) {
  const auto* strong = bots::find(game, "");
  const auto* weak = bots::find(game, "greedy");
  if (strong == nullptr || weak == nullptr || strong == weak) {
    fmt::print(stderr, "{} has no two bots to compare\n", game);
    return false;
  }
  const auto tally = measure(game, *strong, *weak);
  const double share = 100.0 * tally.won / kGames;
  const double p99 = tally.times[tally.times.size() * 99 / 100];
  fmt::print(
      "{}: {} against {}, {} games, seats alternate: {} won, {} shared, {} lost: {:.1f} % (at least {})\n",
      game, strong->level, weak->level, kGames, tally.won, tally.shared, tally.lost, share, kLeastShare);
  fmt::print("  it answers after {:.1f} ms (p50), {:.1f} ms (p99, at most {}), {:.1f} ms (slowest)\n",
             tally.times[tally.times.size() / 2], p99, kMostTime, tally.times.back());
  return share >= kLeastShare && p99 <= kMostTime;
}

std::vector<std::string_view> games_with_greedy_bots() {
  std::vector<std::string_view> names;
  for (const auto& bot : bots::all()) {
    if (bot.level == "greedy" && bot.game != kApart) names.push_back(bot.game);
  }
  return names;
}

}  // namespace

int main(int count, char** words) {
  const std::vector<std::string_view> given(words + 1, words + count);
  bool good = true;
  for (const auto game : given.empty() ? games_with_greedy_bots() : given) good = report(game) && good;
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
