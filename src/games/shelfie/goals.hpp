// What a shelf is worth: the twelve common goals, personal cards and groups.
#pragma once

#include <cstdint>

#include "games/shelfie/rules_file.hpp"
#include "games/shelfie/tiles.hpp"

namespace games::shelfie {

/// True if the shelf has the common goal of that number, 0 to 11, in the order of the rules
/// (shelfie-rules.json): two squares, two columns of six types, four groups of 4, six groups of 2, three
/// columns of at most 3 types, two rows of five types, four rows of at most 3 types, four corners, eight of a
/// type, an X, a diagonal, stairs.
bool achieved(int goal, const Layout& shelf);

/// How many places of the card hold their type.
int matches(const PersonalCard& card, const Layout& shelf);

int personal_points(const RulesFile& rules, int card, const Layout& shelf);

/// Points for all groups of one type that hang together; each group counts once.
int group_points(const RulesFile& rules, const Layout& shelf);

/// The tiles that hang together with the lowest bit of `tiles`, as a part of `tiles`, which must not be
/// empty.
std::uint32_t first_group(std::uint32_t tiles);

}  // namespace games::shelfie
