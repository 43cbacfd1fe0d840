// Keeping the lines of a position in step with its board.
#include "games/scrabble/position.hpp"

namespace games::scrabble {
namespace {

// The letters that can stand on a square between the tiles before and behind it in one direction.
struct Between {
  std::uint32_t whole = 0;  // that make these tiles one whole word
  std::uint32_t part = 0;   // that make these tiles a part of some word
  int points = 0;           // of the tiles
  bool touched = false;     // there are such tiles
};

Square run_end(const Board& board, Square from, Direction direction, int way) {
  Square at = step(from, direction, way);
  while (board.has(at)) at = step(at, direction, way);
  return at;
}

// Follows the tiles from `from` backwards as long as there are any; 0 when the graph has no such path.
std::uint32_t follow_back(const Graph& graph, const Board& board, std::uint32_t node, Square from,
                          Direction direction) {
  for (Square at = from; board.has(at) && node != 0; at = step(at, direction, -1))
    node = graph.follow(node, index_of(board[at]));
  return node;
}

int points_along(const Board& board, Square from, Direction direction, int way) {
  int points = 0;
  for (Square at = step(from, direction, way); board.has(at); at = step(at, direction, way))
    points += value_of(board[at]);
  return points;
}

Between between(const Graph& graph, const Board& board, Square at, Direction direction) {
  const Square before = step(at, direction, -1);
  const Square behind = step(at, direction);
  if (!board.has(before) && !board.has(behind)) return {Graph::kLetters, Graph::kLetters, 0, false};
  Between result{.points = points_along(board, at, direction, -1) + points_along(board, at, direction, 1),
                 .touched = true};
  std::uint32_t node = graph.root;
  if (board.has(behind)) {
    const Square last = step(run_end(board, at, direction, 1), direction, -1);
    node = graph.root;
    for (Square square = last; square != at && node != 0; square = step(square, direction, -1))
      node = graph.follow(node, index_of(board[square]));
    if (node == 0) return result;
  }
  for (int letter = 1; letter <= 26; ++letter) {
    const std::uint32_t reached = follow_back(graph, board, graph.follow(node, letter), before, direction);
    if (reached == 0) continue;
    result.part |= 1U << letter;
    if ((graph.head(reached) & Graph::kEnds) != 0) result.whole |= 1U << letter;
  }
  return result;
}

}  // namespace

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
