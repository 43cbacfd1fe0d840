// The board: which tile lies where, seen along rows and along columns.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/scrabble/tiles.hpp"

namespace games::scrabble {

enum class Direction : std::uint8_t { across, down };

constexpr Direction other(Direction direction) {
  return direction == Direction::across ? Direction::down : Direction::across;
}

/// A square of the board; the upper left one is {0, 0}.
struct Square {
  int row = 0;
  int column = 0;

  friend bool operator==(const Square&, const Square&) = default;
};

/// Counted row by row.
constexpr std::size_t index_of(Square at) {
  return static_cast<std::size_t>(at.row) * kSide + static_cast<std::size_t>(at.column);
}

inline constexpr Square kCentre = {kSide / 2, kSide / 2};

constexpr bool on_board(Square at) {
  return at.row >= 0 && at.row < kSide && at.column >= 0 && at.column < kSide;
}

/// The square so many steps on in a direction; may be off the board.
constexpr Square step(Square from, Direction direction, int steps = 1) {
  return direction == Direction::across ? Square{from.row, from.column + steps}
                                        : Square{from.row + steps, from.column};
}

/// Which row (across) or column (down) a square lies in, and where in it.
constexpr int line_of(Square at, Direction direction) {
  return direction == Direction::across ? at.row : at.column;
}
constexpr int place_of(Square at, Direction direction) {
  return direction == Direction::across ? at.column : at.row;
}
constexpr Square square_at(Direction direction, int line, int place) {
  return direction == Direction::across ? Square{line, place} : Square{place, line};
}

struct Board {
  std::array<Tile, kSquares> tiles = {};  ///< kNone where the square is free, row by row

  Tile& operator[](Square at) { return tiles[index_of(at)]; }
  Tile operator[](Square at) const { return tiles[index_of(at)]; }

  /// True if a tile lies there; false off the board.
  bool has(Square at) const { return on_board(at) && (*this)[at] != kNone; }

  bool is_empty() const { return tiles == std::array<Tile, kSquares>{}; }

  friend bool operator==(const Board&, const Board&) = default;
};

}  // namespace games::scrabble
