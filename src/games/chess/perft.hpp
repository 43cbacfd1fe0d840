// Perft: how many lines of legal moves of a given length there are. The measure of a move generator.
#pragma once

#include "games/chess/position.hpp"

namespace games::chess {

/// The number of sequences of `depth` legal moves; 1 for depth 0. Games do not end by repetition or counters
/// here.
std::uint64_t perft(const Position& position, int depth);

}  // namespace games::chess
