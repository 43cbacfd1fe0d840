// A bot that takes the turn that scores the most at once.
#pragma once

#include <cstddef>
#include <span>

#include "base/rng.hpp"
#include "bots/mind.hpp"
#include "games/shelfie/state.hpp"

namespace bots::shelfie::greedy {

/// One of the candidates, which must be legal moves of the view's viewer and not empty: the beginning of a
/// turn with the greatest sum of goals, groups and own card, of as many ways to go on as come to mind; among
/// equals one that takes more tiles, then by chance.
games::shelfie::Move choose(const games::shelfie::View& view,
                            std::span<const games::shelfie::Move> candidates, base::Rng& rng,
                            std::size_t in_mind = kEverything);

}  // namespace bots::shelfie::greedy
