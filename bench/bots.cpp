// The ladder of each game's bots: every level against the next below it, and how long it thinks.
// bench_bots [--games N] [GAME ...]
#include "bots/all.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "games/scrabble/rules.hpp"
#include "games/scrabble/testing.hpp"

namespace {

using base::Rng;
using base::Seat;

constexpr int kGames = 200;        // of each pair, if nothing else is said
constexpr double kLeastStep = 65;  // per cent that a level should get against the next below
constexpr double kMostStep = 85;
constexpr double kMostTime = 300;  // milliseconds for a choice, but for one in a hundred
constexpr double kDeviations = 1.96;

/// What a level made of its games against the one below.
struct Tally {
  int won = 0;
  int shared = 0;
  int lost = 0;
  std::vector<double> times;  ///< milliseconds of each of its choices among several moves

  int games() const { return won + shared + lost; }
  double share() const { return 100 * (won + shared / 2.0) / games(); }
  double time_at(int per_cent) const { return times[(times.size() - 1) * per_cent / 100]; }
};

/// From where to where the true share lies, 95 times of 100 (Wilson's interval); shared games make it a
/// little wider than it need be.
struct Interval {
  double from = 0;
  double to = 0;
};

Interval interval_of(const Tally& tally) {
  const double games = tally.games();
  const double share = tally.share() / 100;
  const double square = kDeviations * kDeviations / games;
  const double middle = share + square / 2;
  const double half = kDeviations * std::sqrt(share * (1 - share) / games + square / games / 4);
  return {100 * (middle - half) / (1 + square), 100 * (middle + half) / (1 + square)};
}

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
  ++(winners.size() != 1 ? tally.shared : won ? tally.won : tally.lost);
}

/// Every deal is played twice, with the seats changed.
Tally measure(std::string_view game, const bots::Bot& strong, const bots::Bot& weak, int games) {
  games::Kits kits;
  kits.of<games::scrabble::Kit>().lexicon = games::scrabble::testing::default_lexicon();
  Tally tally;
  Chance chance;
  for (int deal = 0; deal < (games + 1) / 2; ++deal) {
    const auto state = games::start(kits, game, "", 2, chance.deals.next()).value();
    for (const auto seat : {Seat{0}, Seat{1}}) play(state, strong, weak, seat, chance, tally);
  }
  std::ranges::sort(tally.times);
  return tally;
}

std::string_view verdict(const Tally& tally) {
  if (tally.share() < kLeastStep) return "  a small step";
  return tally.share() > kMostStep ? "  a large step" : "";
}

/// Whether the level is surely better than the one below, and as quick as wanted.
bool report(std::string_view game, const bots::Bot& strong, const bots::Bot& weak, int games) {
  const auto tally = measure(game, strong, weak, games);
  const auto [from, to] = interval_of(tally);
  fmt::print(
      "{:<12}{:<10}{:<10}{:>4} won {:>4} shared {:>4} lost {:>6.1f} % ({:.0f} to {:.0f}) {:>7.2f} ms "
      "{:>7.2f} "
      "ms{}\n",
      game, strong.level, weak.level, tally.won, tally.shared, tally.lost, tally.share(), from, to,
      tally.time_at(50), tally.time_at(99), verdict(tally));
  std::fflush(stdout);
  return from > 50 && tally.time_at(99) <= kMostTime;
}

/// The lowest level plays against one that makes any legal move.
bool climb(std::string_view game, int games) {
  bool good = true;
  const bots::Bot* below = bots::find(game, "random");
  for (const auto& bot : bots::made_for(game)) {
    good = report(game, bot, *below, games) && good;
    below = &bot;
  }
  return good;
}

}  // namespace

int main(int count, char** words) {
  std::vector<std::string_view> names(words + 1, words + count);
  int games = kGames;
  if (names.size() >= 2 && names.front() == "--games") {
    games = std::max(2, std::atoi(words[2]));
    names.erase(names.begin(), names.begin() + 2);
  }
  if (names.empty()) names.assign(games::names().begin(), games::names().end());
  fmt::print(
      "wanted: each level {} to {} % against the next below (shared games count half), 99 of 100 choices "
      "in {} ms\n",
      kLeastStep, kMostStep, kMostTime);
  fmt::print("game        level     against   games{:>29}share (95 %)      median    99 %\n", "");
  bool good = true;
  for (const auto name : names) good = climb(name, games) && good;
  return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
