// A Spectrangle player who takes the most points of the moment.
#include "bots/spectrangle/greedy.hpp"

#include <vector>

namespace bots::spectrangle::greedy {
namespace {

using namespace games::spectrangle;

/// What a move is worth at once: points, or the value that a swap gets rid of; skipping is worth least.
int worth(const Position& position, const Move& move) {
  if (const auto* play = std::get_if<Play>(&move))
    return points_for(position.board, play->tile.tile, play->location);
  if (const auto* swap = std::get_if<Swap>(&move)) return value_of(swap->tile.tile);
  return 0;
}

}  // namespace

Move choose(const View& view, std::span<const Move> candidates, base::Rng& rng, std::size_t in_mind) {
  std::vector<Move> moves(candidates.begin(), candidates.end());
  keep_some(moves, in_mind, rng);
  std::vector<Move> best;
  int most = 0;
  for (const auto& move : moves) {
    const int here = worth(view.position, move);
    if (here > most) best.clear();
    if (here >= most) best.push_back(move);
    most = here > most ? here : most;
  }
  return best[rng.below(best.size())];
}

}  // namespace bots::spectrangle::greedy
