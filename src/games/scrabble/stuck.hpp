// Whether anybody can lay a word at all.
#pragma once

#include <span>

#include "games/scrabble/board.hpp"
#include "games/scrabble/lexicon.hpp"
#include "games/scrabble/rack.hpp"

namespace games::scrabble {

/// True if nobody of those who hold these racks can lay a word.
bool is_stuck(const Lexicon& lexicon, const Board& board, std::span<const Rack> racks);

}  // namespace games::scrabble
