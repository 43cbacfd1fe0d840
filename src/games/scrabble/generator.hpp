// The move generator: every way to lay tiles of a rack on a board, with its points.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "games/scrabble/position.hpp"
#include "games/scrabble/rack.hpp"

namespace games::scrabble {

/// One way to lay tiles, as compact as the generator writes it.
struct Play {
  std::array<Tile, 16>
      tiles;  ///< by place in the line; says something only at free places from first to last
  std::int16_t points;
  std::uint8_t first;  ///< where in the line the word begins
  std::uint8_t last;   ///< where it ends
  std::uint8_t line;   ///< a row, or a column with 15 added
  std::uint8_t kept;   ///< which tiles are kept: a number for RackTable::tiles_of

  Direction direction() const { return line < kSide ? Direction::across : Direction::down; }
  Square start() const { return square_at(direction(), line % kSide, first); }
};

/// Which of the two ways to lay the first word of a game are wanted: they mirror each other.
enum class Opening : std::uint8_t { across, both };

/// All plays, each once, in no order; one tile that makes words both ways is listed across. What was in the
/// vector is overwritten; using one again saves time.
void generate(const Position& position, const Rack& rack, Opening opening, std::vector<Play>& plays);

/// A play with the most points, if there is any.
std::optional<Play> best_play(const Position& position, const Rack& rack);

/// True if there is any play.
bool can_play(const Position& position, const Rack& rack);

}  // namespace games::scrabble
