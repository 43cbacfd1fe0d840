// Which letters can stand on a free square between the tiles that lie there.
#pragma once

#include <cstdint>

#include "games/scrabble/board.hpp"
#include "games/scrabble/lexicon.hpp"

namespace games::scrabble {

/// The letters that can stand on a square between the tiles before and behind it in one direction; bits as in
/// Graph.
struct Between {
  std::uint32_t whole = 0;  ///< that make these tiles one whole word
  std::uint32_t part = 0;   ///< that make these tiles a part of some word
  int points = 0;           ///< of the tiles
  bool touched = false;     ///< there are such tiles
};

/// Only of the letters asked for. All of them where no tile touches the square.
Between between(const Graph& graph, const Board& board, Square at, Direction direction,
                std::uint32_t letters = Graph::kLetters);

/// The first square without a tile (maybe off the board) along the tiles from a square on, forwards (way 1)
/// or backwards (-1).
Square run_end(const Board& board, Square from, Direction direction, int way);

}  // namespace games::scrabble
