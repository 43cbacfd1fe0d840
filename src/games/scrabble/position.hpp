// A board with all that the move generator wants to know of it, kept up to date tile by tile.
#pragma once

#include <array>
#include <cstdint>

#include "games/scrabble/board.hpp"
#include "games/scrabble/lexicon.hpp"

namespace games::scrabble {

/// One row or column as the generator walks it. Places are 0 to 14; one more on each side is a wall.
struct Line {
  std::array<std::uint32_t, kSide + 2> fits =
      {};  ///< at place + 1: bits of the letters that fit; 0 at walls and tiles
  std::array<std::int32_t, kSide> side =
      {};  ///< points of the crossing word's old tiles, times its factor, in the upper half
  std::array<std::int32_t, kSide> factors =
      {};  ///< of a new letter's value: its own word's in the lower half, the crossing word's in the upper
  std::array<std::uint8_t, kSide> word_factor = {};
  std::array<std::uint8_t, kSide> letters = {};  ///< the letter's number (1 to 26) where a tile lies, else 0
  std::array<std::uint8_t, kSide> values = {};   ///< the points of the tile that lies there
  std::uint16_t taken = 0;                       ///< places where a tile lies
  std::uint16_t hooks = 0;  ///< places that are free and have a tile beside them in the crossing line
};

/// Guards that the lines always agree with the board.
class Position {
 public:
  /// The lexicon must outlive the position.
  explicit Position(const Lexicon& lexicon, const Board& board = {});

  /// Lays a tile ('A' to 'Z', or 'a' to 'z' for a blank) on a free square.
  void put(Square at, Tile tile);

  const Board& board() const { return board_; }
  const Line& line(Direction direction, int number) const {
    return lines_[direction == Direction::across ? 0 : 1][static_cast<std::size_t>(number)];
  }
  Graph graph() const { return graph_; }
  bool is_empty() const { return tiles_ == 0; }

 private:
  Line& line_through(Square at, Direction direction) {
    return lines_[direction == Direction::across ? 0 : 1][static_cast<std::size_t>(line_of(at, direction))];
  }
  void lay(Square at, Tile tile);
  void refresh_around(Square at);
  void refresh(Square at);

  Graph graph_;
  Board board_;
  int tiles_ = 0;
  std::array<std::array<Line, kSide>, 2> lines_ = {};
};

}  // namespace games::scrabble
