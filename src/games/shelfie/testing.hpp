// What tests of My Shelfie share.
#pragma once

#include "games/shelfie/rules.hpp"

namespace games::shelfie {

/// The rules file that is built in.
inline const Kit& kit() {
  static const Kit kit;
  return kit;
}

}  // namespace games::shelfie
