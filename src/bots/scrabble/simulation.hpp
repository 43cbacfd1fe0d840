// Trying moves out against tiles that the others may hold.
#pragma once

#include <cstddef>
#include <span>

#include "base/rng.hpp"
#include "bots/scrabble/choices.hpp"

namespace bots::scrabble {

/// The number of the choice that does best on average when everybody then lays the best word they can, for a
/// round, or to the end once the bag is empty. There must be at least one choice.
std::size_t best_by_simulation(const games::scrabble::View& view, std::span<const Choice> choices,
                               base::Rng& rng);

}  // namespace bots::scrabble
