// Scrabble players of several levels.
#pragma once

#include <cstdint>
#include <span>

#include "base/rng.hpp"
#include "games/scrabble/rules.hpp"

namespace bots::scrabble {

enum class Level : std::uint8_t {
  beginner,  ///< the best of 6 words that come to mind
  learner,   ///< of 12
  casual,    ///< of 25
  regular,   ///< of 60
  skilled,   ///< of 200
  greedy,    ///< the most points, and tiles worth keeping
  strong,    ///< looks at what the others may answer with tiles that they may hold
};

/// A legal move for the view's seat, which must be to move. Finds the candidates itself, which is faster.
games::scrabble::Move choose(const games::scrabble::View& view, Level level, base::Rng& rng);

/// One of the candidates, of which there must be at least one.
games::scrabble::Move choose_among(const games::scrabble::View& view,
                                   std::span<const games::scrabble::Move> candidates, base::Rng& rng,
                                   Level level);

}  // namespace bots::scrabble
