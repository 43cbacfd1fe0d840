// Speed of whole games of Spectrangle: through the rules, and as the searching bot plays them out in thought.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <limits>
#include <string_view>

#include "bots/spectrangle/playout.hpp"
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

}  // namespace

int main() { measure_speed(); }
