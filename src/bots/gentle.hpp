// A bot for those who are to see all that one can do in a game; it is made in all.cpp.
#pragma once

#include "bots/all.hpp"

namespace bots {

/// One who stops nobody, where a game knows such a thing; else one who plays any move. It is not in the list:
/// nobody wants to play against it.
const Bot& gentle(std::string_view game);

}  // namespace bots
