// Moves as people write them: standard algebraic notation.
#pragma once

#include <string>
#include <string_view>

#include "games/chess/position.hpp"
#include "games/chess/refusals.hpp"

namespace games::chess {

/// A legal step in its shortest form: "e4", "Nbd7", "exd8=Q+", "O-O", with '+' for check and '#' for mate.
std::string write_san(const Position& position, const Move& move);

/// Lenient: '+', '#', 'x', '=', '!' and '?' may be missing or too many, squares may be written out in full,
/// zeros castle as well as letters. Refused are what is no move (malformed), what no legal move or more than
/// one fits (illegal_move), and a promotion without a piece (incomplete_move).
base::Result<Move> read_san(const Position& position, std::string_view text);

}  // namespace games::chess
