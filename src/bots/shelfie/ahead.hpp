// A bot that looks ahead: its turn, the others' answers, its next turn.
#pragma once

#include <cstddef>
#include <span>

#include "base/rng.hpp"
#include "bots/mind.hpp"
#include "games/shelfie/state.hpp"

namespace bots::shelfie::ahead {

/// How much of what is possible a player thinks of.
struct Mind {
  std::size_t turns = kEverything;  ///< ways to go on
  std::size_t looked_into = 16;     ///< the most promising of them, with what follows
};

/// One of the candidates, which must be legal moves of the view's viewer and not empty. The work is bounded
/// by the number of turns looked at, not by a clock: a few milliseconds.
games::shelfie::Move choose(const games::shelfie::View& view,
                            std::span<const games::shelfie::Move> candidates, base::Rng& rng, Mind mind = {});

}  // namespace bots::shelfie::ahead
