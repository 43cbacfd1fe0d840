// Letters between tiles, found in the word graph.
#include "games/scrabble/between.hpp"

#include <bit>

namespace games::scrabble {
namespace {

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

}  // namespace

Square run_end(const Board& board, Square from, Direction direction, int way) {
  Square at = step(from, direction, way);
  while (board.has(at)) at = step(at, direction, way);
  return at;
}

Between between(const Graph& graph, const Board& board, Square at, Direction direction,
                std::uint32_t letters) {
  const Square before = step(at, direction, -1);
  const Square behind = step(at, direction);
  if (!board.has(before) && !board.has(behind)) return {letters, letters, 0, false};
  Between result{.points = points_along(board, at, direction, -1) + points_along(board, at, direction, 1),
                 .touched = true};
  std::uint32_t node = graph.root;
  if (board.has(behind)) {
    const Square last = step(run_end(board, at, direction, 1), direction, -1);
    for (Square square = last; square != at && node != 0; square = step(square, direction, -1))
      node = graph.follow(node, index_of(board[square]));
  }
  const std::uint32_t head = graph.head(node);
  for (std::uint32_t ways = head & letters; ways != 0; ways &= ways - 1) {
    const std::uint32_t bit = ways & (0 - ways);
    const std::uint32_t reached = follow_back(graph, board, graph.child(node, head, bit), before, direction);
    if (reached == 0) continue;
    result.part |= bit;
    if ((graph.head(reached) & Graph::kEnds) != 0) result.whole |= bit;
  }
  return result;
}

}  // namespace games::scrabble
