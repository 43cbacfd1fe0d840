// Every part of a rack as a small number, so that the generator takes a tile out by one subtraction.
#pragma once

#include <array>
#include <cstdint>

#include "games/scrabble/rack.hpp"

namespace games::scrabble {

/// Numbers the tiles that may be left of a rack: 0 is none, all() the whole rack, and without a tile t the
/// number is less by weight(t).
struct RackTable {
  explicit RackTable(const Rack& rack);

  std::uint32_t all() const { return count - 1; }

  /// The tiles that a number stands for.
  Rack tiles_of(std::uint32_t number) const;

  std::array<std::uint32_t, 128> letters = {};  ///< bits (1 to 26) of the letters left, by number
  std::array<std::int32_t, 128> extra = {};  ///< points for leaving this: the bonus at 0 if the rack was full
  std::array<std::uint8_t, 32> weights = {};  ///< by letter (1 to 26) and blank (0)
  std::array<std::uint8_t, 32> counts = {};   ///< likewise
  std::uint32_t count = 1;                    ///< how many numbers there are
  int blanks = 0;
};

}  // namespace games::scrabble
