// GCG: a whole game of two as other Scrabble programs read it.
#pragma once

#include <array>
#include <span>
#include <string>

#include "games/scrabble/rules.hpp"

namespace games::scrabble {

/// Plays the moves from a state that was just started and writes them down. Names may hold anything; players
/// are called p1 and p2 inside, p1 being who began. Refuses with `bad_seats` a game that is not of two, and
/// with what `play` says moves that are not those of the game.
Result<std::string> write_gcg(State state, std::span<const Move> moves,
                              const std::array<std::string, 2>& names);

}  // namespace games::scrabble
