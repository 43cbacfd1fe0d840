// A Spectrangle player who plays every candidate out many times and takes the one that wins most.
#pragma once

#include <span>

#include "base/rng.hpp"
#include "games/spectrangle/rules.hpp"

namespace bots::spectrangle::search {

/// How much a choice may cost: playouts of whole games in all. Counted, not timed, so that a choice depends
/// only on what it was given.
struct Budget {
  int playouts = 4'000;
};

/// The best candidate by sequential halving. There must be at least one candidate; the view must be of the
/// seat to move.
games::spectrangle::Move choose(const games::spectrangle::View& view,
                                std::span<const games::spectrangle::Move> candidates, base::Rng& rng);
games::spectrangle::Move choose(const games::spectrangle::View& view,
                                std::span<const games::spectrangle::Move> candidates, base::Rng& rng,
                                Budget budget);

}  // namespace bots::spectrangle::search
