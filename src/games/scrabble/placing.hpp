// Laying tiles: whether they may lie there, and what they bring.
#pragma once

#include <vector>

#include "games/scrabble/lexicon.hpp"
#include "games/scrabble/move.hpp"

namespace games::scrabble {

/// Tiles that may be laid.
struct Placing {
  Move move;       ///< as MoveKind::place
  int points = 0;  ///< of all words formed, and the bonus
  int laid = 0;    ///< how many tiles come from the rack
};

/// Checks a move of kind place, word or spots, in this order (twente ruling 3):
/// `does_not_fit` (lays nothing, covers another letter, not one line, gaps; of place also: not the whole
/// word), `tiles_not_held`, `not_connected` (the first word covers the centre), `unknown_word` (any word
/// formed; a single letter is none).
base::Result<Placing> check_placing(const Board& board, const Rack& rack, const Lexicon& lexicon,
                                    const Move& move);

/// The tiles that a move of kind place brings to the board.
std::vector<Spot> new_tiles(const Board& board, const Move& move);

}  // namespace games::scrabble
