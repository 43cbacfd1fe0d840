// What only chess refuses.
#pragma once

#include <array>

#include "base/error.hpp"

namespace games::chess {

// NOLINTBEGIN(readability-identifier-naming): codes are written as base::Code's are
struct Refusals {
  /// Legal so far, but it must still be said what the pawn becomes.
  static constexpr base::Reason incomplete_move{base::Code::illegal_move, "incomplete_move"};

  static constexpr std::array all{incomplete_move};
};
// NOLINTEND(readability-identifier-naming)

}  // namespace games::chess
