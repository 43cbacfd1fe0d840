// Which games there are. A new one is a folder and its name here.
#pragma once

#include "games/chess/rules.hpp"
#include "games/list.hpp"
#include "games/scrabble/rules.hpp"
#include "games/shelfie/rules.hpp"
#include "games/spectrangle/rules.hpp"

namespace games {

using All = List<chess::Rules, scrabble::Rules, spectrangle::Rules, shelfie::Rules>;

}  // namespace games
