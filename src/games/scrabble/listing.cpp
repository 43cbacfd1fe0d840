// Listing placings, exchanges and the pass.
#include "games/scrabble/listing.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "games/scrabble/rack_table.hpp"

namespace games::scrabble {
namespace {

// The numbers of the plays by points; equal ones stay in their order.
std::vector<std::size_t> best_first(std::span<const Play> plays) {
  std::vector<std::size_t> order(plays.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [plays](std::size_t index) { return std::pair(-plays[index].points, index); });
  return order;
}

}  // namespace

Move move_of(const Board& board, const Play& play) {
  const Square start = play.start();
  Move move{.kind = MoveKind::place,
            .direction = play.direction(),
            .row = static_cast<std::uint8_t>(start.row),
            .column = static_cast<std::uint8_t>(start.column),
            .count = static_cast<std::uint8_t>(play.last - play.first + 1)};
  Square at = start;
  for (std::size_t place = play.first; place <= play.last; ++place, at = step(at, move.direction))
    move.tiles[place - play.first] = board.has(at) ? board[at] : play.tiles[place];
  return move;
}

std::vector<Move> list_exchanges(const View& view) {
  std::vector<Move> moves;
  const bool any = book_of(view.open.options.rules).exchange == Exchange::any;
  const RackTable table(view.rack);
  for (std::uint32_t number = 1; number <= table.all(); ++number) {
    const Rack tiles = table.tiles_of(number);
    if (tiles.size() > view.bag || (!any && tiles.size() != 1 && number != table.all())) continue;
    Move move{.kind = MoveKind::exchange, .count = static_cast<std::uint8_t>(tiles.size())};
    std::ranges::copy(tiles.tiles(), move.tiles.begin());
    moves.push_back(move);
  }
  return moves;
}

std::vector<Move> list_moves(const View& view) {
  std::vector<Move> moves;
  if (view.open.outcome || view.viewer != view.open.turn) return moves;
  const Position position(*view.open.lexicon, view.open.board);
  std::vector<Play> plays;
  generate(position, view.rack, Opening::both, plays);
  moves.reserve(plays.size() + 128);
  for (const std::size_t index : best_first(plays)) moves.push_back(move_of(view.open.board, plays[index]));
  std::ranges::copy(list_exchanges(view), std::back_inserter(moves));
  moves.push_back(pass_move());
  return moves;
}

}  // namespace games::scrabble
