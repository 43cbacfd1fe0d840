// A move and its notation: docs/formats/scrabble-notation.md.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "games/scrabble/board.hpp"
#include "games/scrabble/rack.hpp"
#include "games/scrabble/refusals.hpp"

namespace games::scrabble {

enum class MoveKind : std::uint8_t {
  place,  ///< a whole word as it will stand, old tiles included: the one form that the rules list and report
  word,   ///< a word as somebody typed it: tiles that touch its ends may be left out, case of old tiles is
          ///< free
  spots,  ///< single tiles and their squares as somebody typed them, in any order
  exchange,  ///< tiles given back for others
  pass,      ///< nothing
  forfeit,   ///< a turn lost by a refused move (twente ruling 4): accepted, never listed
};

/// A move. Fields that its kind does not use are empty, so that equal moves are equal values.
struct Move {
  MoveKind kind = MoveKind::pass;
  Direction direction = Direction::across;  ///< of place, word
  std::uint8_t row = 0;                     ///< of the first letter of place, word
  std::uint8_t column = 0;
  std::uint8_t count = 0;              ///< of tiles
  std::array<Tile, kSide> tiles = {};  ///< letters in order, lower case for blanks; of exchange sorted
  std::array<std::uint8_t, kRackSize> at = {};  ///< of spots: row * 15 + column

  std::string_view letters() const { return {tiles.data(), count}; }
  Square start() const { return {row, column}; }

  friend bool operator==(const Move&, const Move&) = default;
};

/// A tile and where it goes.
struct Spot {
  Tile tile;
  Square at;

  friend bool operator==(const Spot&, const Spot&) = default;
};

/// Moves made of parts that strangers sent. Refusals: `malformed` for what are no letters or tiles,
/// `bad_coordinate` for squares off the board, `does_not_fit` for more letters than the board has places or
/// for no letters at all, `tiles_not_held` for more tiles than a rack has.
base::Result<Move> place_move(Square start, Direction direction, std::string_view letters);
base::Result<Move> word_move(Square start, Direction direction, std::string_view letters);
base::Result<Move> spots_move(std::span<const Spot> spots);
base::Result<Move> exchange_move(std::string_view tiles);
inline Move pass_move() { return {}; }
inline Move forfeit_move() { return {.kind = MoveKind::forfeit}; }

/// A square as column and row: "A1" is the upper left, "O15" the lower right. Refuses with `bad_coordinate`.
base::Result<Square> read_square(std::string_view text);
std::string write_square(Square at);

/// The notation: one word.
std::string write_move(const Move& move);
base::Result<Move> read_move(std::string_view text);

}  // namespace games::scrabble
