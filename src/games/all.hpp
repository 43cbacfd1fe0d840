// Which games there are. A new one is a folder and its name here.
#pragma once

#include "games/chess/rules.hpp"
#include "games/list.hpp"

namespace games {

using All = List<chess::Rules>;

}  // namespace games
