// The board of My Shelfie by any rules file: what can be taken from it, and where tiles may lie.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "games/shelfie/rules.hpp"

namespace protocols::shelfie {

/// Rows of tiles as a transcript writes them.
using TileRows = std::vector<std::string>;

/// Whether tiles are taken as by the rules for which the transcripts were written.
bool takes_as_usual(const games::shelfie::RulesFile& rules);

/// What lies open, as far as it matters to who is to take tiles: they have seat 0.
games::shelfie::Open open_of(const games::shelfie::RulesFile& rules, const TileRows& board,
                             const TileRows& shelf, int seats);

/// Coordinates of as many tiles as are wanted that our rules take, or refuse with the error of that name.
/// Nothing if the board has none.
std::optional<std::vector<int>> selection_like(const games::shelfie::Open& open,
                                               const std::vector<int>& wanted, std::string_view error);

/// The board as it must be: '.' where no tile can lie, '_' where one was taken, '?' where one may lie.
TileRows board_without(const games::shelfie::Open& open, const std::set<int>& taken);

/// Whether new tiles are due: no two lie side by side.
bool is_refilled(const games::shelfie::Open& open, const std::set<int>& taken);

}  // namespace protocols::shelfie
