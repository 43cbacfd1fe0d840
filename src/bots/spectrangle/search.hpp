// A Spectrangle player who grows a tree of moves by playing games out in thought.
#pragma once

#include <span>

#include "base/rng.hpp"
#include "games/spectrangle/rules.hpp"

namespace bots::spectrangle::search {

/// How much a choice may cost: games played out in thought. Counted, not timed, so that a choice depends only
/// on what it was given.
struct Budget {
  int playouts = 6'000;
};

/// The best candidate found. There must be at least one candidate; the view must be of the seat to move.
games::spectrangle::Move choose(const games::spectrangle::View& view,
                                std::span<const games::spectrangle::Move> candidates, base::Rng& rng,
                                Budget budget = {});

}  // namespace bots::spectrangle::search
