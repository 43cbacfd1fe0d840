// Speed of Spectrangle playouts and strength of its bots: bench_spectrangle [speed|bots], or both.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <limits>
#include <string_view>

#include "bots/spectrangle/greedy.hpp"
#include "bots/spectrangle/playout.hpp"
#include "bots/spectrangle/search.hpp"
#include "games/spectrangle/rules.hpp"

namespace {

using namespace games::spectrangle;
using namespace bots::spectrangle;
using base::Rng;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

State start(int players, std::uint64_t seed) { return Rules::start({}, {}, players, seed).value(); }

/// One way to play whole games, and the best it has shown: the machine may be busy with other things.
struct Contender {
  std::string_view name;
  std::function<int(int)>
      play;  ///< so many games; returns the points of the first seat, so that nothing is optimised away
  int games;
  double best = std::numeric_limits<double>::infinity();  ///< CPU seconds a game
};

int play_by_rules(int games) {
  int points = 0;
  Rng rng(1);
  for (int game = 0; game < games; ++game) {
    State state = start(2, static_cast<std::uint64_t>(game));
    while (const auto seat = Rules::to_move(state)) {
      const auto moves = Rules::moves(Rules::view(state, seat));
      if (!Rules::play(state, *seat, moves[rng.below(moves.size())])) std::abort();
    }
    points += Rules::outcome(state)->scores[0];
  }
  return points;
}

int play_out(int games, void (*finish)(Playout&, Rng&)) {
  int points = 0;
  Rng rng(1);
  const Playout beginning = playout_from(start(2, 1).position);
  for (int game = 0; game < games; ++game) {
    Playout playout = beginning;
    shuffle_bag(playout, rng);
    finish(playout, rng);
    points += playout.scores[0];
  }
  return points;
}

void measure_speed() {
  constexpr int kRounds = 9;
  std::array<Contender, 3> contenders{{
      {"random, through Rules::moves and Rules::play", play_by_rules, 2'000},
      {"random playouts", [](int games) { return play_out(games, finish_at_random); }, 40'000},
      {"greedy playouts", [](int games) { return play_out(games, finish_greedily); }, 40'000},
  }};
  for (int round = 0; round < kRounds; ++round) {
    for (auto& contender : contenders) {
      const double begin = cpu_seconds();
      if (contender.play(contender.games) == 0) std::abort();
      contender.best = std::min(contender.best, (cpu_seconds() - begin) / contender.games);
    }
  }
  fmt::print("whole games of two players, one thread, best of {} by CPU time\n", kRounds);
  for (const auto& contender : contenders) {
    fmt::print("  {:<46} {:>9.0f} games/s  {:5.1f} times the first\n", contender.name, 1 / contender.best,
               contenders.front().best / contender.best);
  }
}

/// What the searching bot made of its games.
struct Tally {
  int won = 0;
  int shared = 0;
  int lost = 0;
  int margin = 0;      ///< points ahead, summed up
  double slowest = 0;  ///< CPU seconds of one choice
  double thinking = 0;
  int choices = 0;
};

/// Chance is separate for the deals and for each bot, so that nobody can profit from another's.
struct Chance {
  Rng deals{101};
  Rng searching{202};
  Rng greedy{303};
};

Move think(const View& view, Rng& rng, Tally& tally) {
  const auto moves = Rules::moves(view);
  const double begin = cpu_seconds();
  const Move move = search::choose(view, moves, rng);
  const double took = cpu_seconds() - begin;
  tally.slowest = std::max(tally.slowest, took);
  tally.thinking += took;
  ++tally.choices;
  return move;
}

void play_match(State state, base::Seat searching, Chance& chance, Tally& tally) {
  while (const auto seat = Rules::to_move(state)) {
    const View view = Rules::view(state, seat);
    const Move move = seat == searching ? think(view, chance.searching, tally)
                                        : greedy::choose(view, Rules::moves(view), chance.greedy);
    if (!Rules::play(state, *seat, move)) std::abort();
  }
  const auto scores = Rules::outcome(state)->scores;
  const int ahead = scores[searching.value] - scores[1U - searching.value];
  tally.margin += ahead;
  ++(ahead > 0 ? tally.won : ahead == 0 ? tally.shared : tally.lost);
}

void measure_bots() {
  constexpr int kDeals = 200;
  constexpr int kGames = 2 * kDeals;
  Tally tally;
  Chance chance;
  for (int deal = 0; deal < kDeals; ++deal) {
    const State state = start(2, chance.deals.next());
    for (const auto seat : {base::Seat{0}, base::Seat{1}}) play_match(state, seat, chance, tally);
  }
  fmt::print(
      "search against greedy, {} deals from both seats: {} won, {} shared, {} lost: {:.1f} % won, {:.1f} "
      "points ahead\n",
      kDeals, tally.won, tally.shared, tally.lost, 100.0 * tally.won / kGames,
      static_cast<double>(tally.margin) / kGames);
  fmt::print("  a choice takes {:.1f} ms CPU, the slowest {:.1f} ms\n", 1000 * tally.thinking / tally.choices,
             1000 * tally.slowest);
}

}  // namespace

int main(int count, char** arguments) {
  const std::string_view what = count == 1 ? "both" : arguments[1];
  const bool known = what == "both" || what == "speed" || what == "bots";
  if (count > 2 || !known) {
    fmt::print(stderr, "usage: {} [speed|bots]\n", arguments[0]);
    return EXIT_FAILURE;
  }
  if (what != "bots") measure_speed();
  if (what != "speed") measure_bots();
}
