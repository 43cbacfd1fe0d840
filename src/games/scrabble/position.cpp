// Keeping the lines of a position in step with its board.
#include "games/scrabble/position.hpp"

#include "games/scrabble/between.hpp"

namespace games::scrabble {
Position::Position(const Lexicon& lexicon, const Board& board) : graph_(lexicon.graph()) {
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column)
      if (const Square at{row, column}; board[at] != kNone) lay(at, board[at]);
  for (int row = 0; row < kSide; ++row)
    for (int column = 0; column < kSide; ++column)
      if (!board_.has({row, column})) refresh({row, column});
}

void Position::put(Square at, Tile tile) {
  lay(at, tile);
  refresh_around(at);
}

void Position::lay(Square at, Tile tile) {
  board_[at] = tile;
  ++tiles_;
  for (const Direction direction : {Direction::across, Direction::down}) {
    Line& line = line_through(at, direction);
    const auto place = static_cast<std::size_t>(place_of(at, direction));
    line.fits[place + 1] = 0;
    line.letters[place] = static_cast<std::uint8_t>(index_of(tile));
    line.values[place] = static_cast<std::uint8_t>(value_of(tile));
    line.taken = static_cast<std::uint16_t>(line.taken | 1U << place);
    line.hooks = static_cast<std::uint16_t>(line.hooks & ~(1U << place));
  }
}

// A new tile changes what fits only at the free ends of the two runs that it lies in.
void Position::refresh_around(Square at) {
  for (const Direction direction : {Direction::across, Direction::down})
    for (const int way : {-1, 1})
      if (const Square end = run_end(board_, at, direction, way); on_board(end)) refresh(end);
}

void Position::refresh(Square at) {
  const Between across = between(graph_, board_, at, Direction::across);
  const Between down = between(graph_, board_, at, Direction::down);
  const int letter_times = letter_factor(at.row, at.column);
  const int word_times = word_factor(at.row, at.column);
  for (const Direction direction : {Direction::across, Direction::down}) {
    const Between& along = direction == Direction::across ? across : down;
    const Between& crossing = direction == Direction::across ? down : across;
    Line& line = line_through(at, direction);
    const auto place = static_cast<std::size_t>(place_of(at, direction));
    line.fits[place + 1] = along.part & crossing.whole;
    line.word_factor[place] = static_cast<std::uint8_t>(word_times);
    line.side[place] = crossing.points * word_times * 65536;
    line.factors[place] = letter_times + (crossing.touched ? letter_times * word_times * 65536 : 0);
    if (crossing.touched) line.hooks = static_cast<std::uint16_t>(line.hooks | 1U << place);
  }
}

}  // namespace games::scrabble
