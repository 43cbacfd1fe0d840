// What only Scrabble refuses.
#pragma once

#include <array>

#include "base/error.hpp"

namespace games::scrabble {

// NOLINTBEGIN(readability-identifier-naming): codes are written as base::Code's are
struct Refusals {
  using Reason = base::Reason;
  static constexpr auto kMove = base::Code::illegal_move;

  static constexpr Reason does_not_fit{kMove, "does_not_fit"};      ///< on the board where the tiles are put
  static constexpr Reason tiles_not_held{kMove, "tiles_not_held"};  ///< by the player
  static constexpr Reason not_connected{kMove, "not_connected"};  ///< to any tile, or to the centre at first
  static constexpr Reason unknown_word{kMove, "unknown_word"};    ///< not in the lexicon
  static constexpr Reason bag_too_small{kMove, "bag_too_small"};  ///< fewer tiles left than are asked for
  static constexpr Reason bad_coordinate{kMove, "bad_coordinate"};  ///< no square of the board

  static constexpr std::array all{does_not_fit, tiles_not_held, not_connected,
                                  unknown_word, bag_too_small,  bad_coordinate};
};
// NOLINTEND(readability-identifier-naming)

}  // namespace games::scrabble
