// A bot that looks ahead: its turn, the others' answers, its next turn.
#pragma once

#include <span>

#include "base/rng.hpp"
#include "games/shelfie/state.hpp"

namespace bots::shelfie::ahead {

/// One of the candidates, which must be legal moves of the view's viewer and not empty. The work is bounded
/// by the number of turns looked at, not by a clock: a few milliseconds.
games::shelfie::Move choose(const games::shelfie::View& view,
                            std::span<const games::shelfie::Move> candidates, base::Rng& rng);

}  // namespace bots::shelfie::ahead
