// Every legal move of a view.
#pragma once

#include <vector>

#include "games/scrabble/generator.hpp"
#include "games/scrabble/move.hpp"
#include "games/scrabble/state.hpp"

namespace games::scrabble {

/// A play as a move. The board is the one that it was generated for.
Move move_of(const Board& board, const Play& play);

/// The exchanges that the rules allow: each set of tiles once.
std::vector<Move> list_exchanges(const View& view);

/// What Rules::moves promises.
std::vector<Move> list_moves(const View& view);

}  // namespace games::scrabble
