// Whether anybody can lay a word: mostly one tile beside another will do, and only else all is searched.
#include "games/scrabble/stuck.hpp"

#include <algorithm>

#include "games/scrabble/between.hpp"
#include "games/scrabble/generator.hpp"

namespace games::scrabble {
namespace {

std::uint32_t letters_of(std::span<const Rack> racks) {
  std::uint32_t letters = 0;
  for (const Rack& rack : racks)
    for (const Tile tile : rack.tiles()) letters |= tile == kBlank ? Graph::kLetters : 1U << index_of(tile);
  return letters;
}

bool fits_one(const Graph& graph, const Board& board, Square at, std::uint32_t letters) {
  if (board.has(at)) return false;
  const Between across = between(graph, board, at, Direction::across, letters);
  const Between down = between(graph, board, at, Direction::down, letters);
  return (across.touched || down.touched) && (across.whole & down.whole) != 0;
}

bool fits_one_anywhere(const Graph& graph, const Board& board, std::uint32_t letters) {
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column)
      if (fits_one(graph, board, {row, column}, letters)) return true;
  return false;
}

}  // namespace

bool is_stuck(const Lexicon& lexicon, const Board& board, std::span<const Rack> racks) {
  if (fits_one_anywhere(lexicon.graph(), board, letters_of(racks))) return false;
  const Position position(lexicon, board);
  return std::ranges::none_of(racks, [&](const Rack& rack) { return can_play(position, rack); });
}

}  // namespace games::scrabble
