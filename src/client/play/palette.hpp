// The colours of all screens, as terminals of 256 colours number them.
#pragma once

#include "client/play/grid.hpp"

namespace client::play {

inline constexpr Colour kBar = 24;
inline constexpr Colour kGood = 114;
inline constexpr Colour kBad = 209;
inline constexpr Colour kFaint = 245;

}  // namespace client::play
