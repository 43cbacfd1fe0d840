// CGP: a position on one line, for tests, bug reports and other programs.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "games/scrabble/board.hpp"
#include "games/scrabble/rack.hpp"
#include "games/scrabble/state.hpp"

namespace games::scrabble {

/// A position of a game of two; the player to move comes first.
struct CgpPosition {
  Board board = {};
  std::array<Rack, 2> racks = {};
  std::array<int, 2> scores = {};
  int scoreless = 0;  ///< turns in a row without points

  friend bool operator==(const CgpPosition&, const CgpPosition&) = default;
};

/// Reads "BOARD RACK/RACK SCORE/SCORE SCORELESS"; further words are operations of other programs and skipped.
base::Result<CgpPosition> read_cgp(std::string_view text);
std::string write_cgp(const CgpPosition& position);

/// How a game stands: a rack and a score for every seat, in turn from who is to move (or would be, if the
/// game is over).
std::string write_cgp(const State& state);

/// The first word alone: rows from the top parted by '/', a number for so many free squares, lower case for
/// blanks.
base::Result<Board> read_cgp_board(std::string_view text);
std::string write_cgp_board(const Board& board);

}  // namespace games::scrabble
