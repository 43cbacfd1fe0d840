// The moves that a bot weighs, each with its points and what it keeps.
#pragma once

#include <span>
#include <vector>

#include "games/scrabble/rules.hpp"

namespace bots::scrabble {

struct Choice {
  games::scrabble::Move move;
  int points = 0;
  games::scrabble::Rack kept;  ///< tiles in hand before drawing
  double value = 0;            ///< points and what the kept tiles promise
};

/// The candidates; those that the view does not allow are left out.
std::vector<Choice> weigh(const games::scrabble::View& view,
                          std::span<const games::scrabble::Move> candidates);

/// Every legal move.
std::vector<Choice> weigh_all(const games::scrabble::View& view);

}  // namespace bots::scrabble
