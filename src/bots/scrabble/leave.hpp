// What the tiles that are kept are worth for the turns to come.
#pragma once

#include "games/scrabble/rack.hpp"

namespace bots::scrabble {

/// Points that these tiles promise beyond those of tiles drawn at random, while the bag still has tiles. A
/// rule of thumb: useful tiles count for, awkward and double ones against, and so do too many vowels or
/// consonants and a Q without a U.
double leave_value(const games::scrabble::Rack& kept);

/// The points of tiles in hand, as they count when a game ends.
int points_in_hand(const games::scrabble::Rack& rack);

}  // namespace bots::scrabble
