// Scrabble players of three levels.
#pragma once

#include <cstdint>
#include <span>

#include "base/rng.hpp"
#include "games/scrabble/rules.hpp"

namespace bots::scrabble {

enum class Level : std::uint8_t {
  beginner,  ///< the best of a few words that come to mind
  greedy,    ///< the most points, with an eye on the tiles that are kept
  strong,    ///< looks at what the others may answer with tiles that they may hold
};

/// A legal move for the view's seat, which must be to move. Finds the candidates itself, which is faster.
games::scrabble::Move choose(const games::scrabble::View& view, Level level, base::Rng& rng);

/// One of the candidates, of which there must be at least one; one function a level.
games::scrabble::Move choose_beginner(const games::scrabble::View& view,
                                      std::span<const games::scrabble::Move> candidates, base::Rng& rng);
games::scrabble::Move choose_greedy(const games::scrabble::View& view,
                                    std::span<const games::scrabble::Move> candidates, base::Rng& rng);
games::scrabble::Move choose_strong(const games::scrabble::View& view,
                                    std::span<const games::scrabble::Move> candidates, base::Rng& rng);

}  // namespace bots::scrabble
