// A Spectrangle player who plays every candidate out many times and takes the one that wins most.
#include "bots/spectrangle/search.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include "bots/spectrangle/playout.hpp"

namespace bots::spectrangle::search {
namespace {

using namespace games::spectrangle;
using base::Rng;

struct Tried {
  Move move;
  double sum = 0;  ///< all have been tried equally often when they are compared
};

/// How good a finished game is: above all to win, then by how much, which tells more than winning while both
/// are far off.
double worth(const Playout& finished, std::size_t player) {
  int best_other = 0;
  for (std::size_t other = 0; other < finished.players; ++other) {
    if (other != player) best_other = std::max(best_other, finished.scores[other]);
  }
  constexpr double kWin = 40;  // points
  const int margin = finished.scores[player] - best_other;
  return margin + (margin > 0 ? kWin : margin < 0 ? -kWin : 0);
}

}  // namespace

Move choose(const View& view, std::span<const Move> candidates, Rng& rng) {
  return choose(view, candidates, rng, Budget{});
}

Move choose(const View& view, std::span<const Move> candidates, Rng& rng, Budget budget) {
  std::vector<Tried> tried;
  for (const auto& move : candidates) tried.push_back({move});
  Playout now = playout_from(view.position);
  const int stages = std::max(1, static_cast<int>(std::bit_width(tried.size() - 1)));
  while (tried.size() > 1) {
    const int rounds = std::max(1, budget.playouts / stages / static_cast<int>(tried.size()));
    for (int round = 0; round < rounds; ++round) {
      shuffle_bag(now,
                  rng);  // the same for all candidates: they are compared by themselves, not by their luck
      for (auto& candidate : tried) {
        Playout thought = now;
        make(thought, candidate.move, rng);
        finish_greedily(thought, rng);
        candidate.sum += worth(thought, now.turn);
      }
    }
    std::ranges::sort(tried, std::ranges::greater{}, &Tried::sum);
    tried.resize((tried.size() + 1) / 2);
  }
  return tried.front().move;
}

}  // namespace bots::spectrangle::search
