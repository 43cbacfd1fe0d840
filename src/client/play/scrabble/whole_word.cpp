// The word that tiles form with those that lie on the board.
#include <algorithm>

#include "client/play/scrabble/desk.hpp"
#include "games/scrabble/rules.hpp"

namespace client::play::scrabble {

using games::scrabble::Direction;
using games::scrabble::Spot;
using games::scrabble::Square;

namespace {

bool in_one_line(std::span<const Spot> spots, Direction direction) {
  return std::ranges::all_of(spots, [&](const Spot& spot) {
    return line_of(spot.at, direction) == line_of(spots.front().at, direction);
  });
}

bool has_neighbour(const games::scrabble::Board& board, Square at, Direction direction) {
  return board.has(step(at, direction)) || board.has(step(at, direction, -1));
}

Direction direction_of(const games::scrabble::Board& board, std::span<const Spot> spots,
                       Direction preferred) {
  if (spots.size() > 1) return in_one_line(spots, Direction::across) ? Direction::across : Direction::down;
  return has_neighbour(board, spots.front().at, preferred)          ? preferred
         : has_neighbour(board, spots.front().at, other(preferred)) ? other(preferred)
                                                                    : preferred;
}

}  // namespace

base::Result<games::scrabble::Move> whole_word(const games::scrabble::Board& board,
                                               std::span<const Spot> spots, Direction preferred) {
  if (spots.empty()) return base::fail(games::scrabble::Refusals::does_not_fit, "nothing is laid");
  const auto direction = direction_of(board, spots, preferred);
  if (!in_one_line(spots, direction)) {
    return base::fail(games::scrabble::Refusals::does_not_fit, "the tiles do not lie in one line");
  }
  auto with = board;
  for (const auto& spot : spots) with[spot.at] = spot.tile;
  Square start = spots.front().at;
  while (with.has(step(start, direction, -1))) start = step(start, direction, -1);
  std::string letters;
  std::size_t used = 0;
  for (Square at = start; with.has(at); at = step(at, direction)) {
    letters += with[at];
    if (!board.has(at)) ++used;
  }
  if (used != spots.size())
    return base::fail(games::scrabble::Refusals::does_not_fit, "there is a gap between the tiles");
  return games::scrabble::place_move(start, direction, letters);
}

}  // namespace client::play::scrabble
