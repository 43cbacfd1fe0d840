// A Spectrangle player who takes the most points of the moment.
#pragma once

#include <cstddef>
#include <span>

#include "base/rng.hpp"
#include "bots/mind.hpp"
#include "games/spectrangle/rules.hpp"

namespace bots::spectrangle::greedy {

/// One of the candidates with the most points, of as many as come to mind; each with equal chance. Who cannot
/// place swaps the tile that would cost most at the end, if swaps are among the candidates. There must be at
/// least one candidate.
games::spectrangle::Move choose(const games::spectrangle::View& view,
                                std::span<const games::spectrangle::Move> candidates, base::Rng& rng,
                                std::size_t in_mind = kEverything);

}  // namespace bots::spectrangle::greedy
