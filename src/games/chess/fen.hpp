// Positions as text: Forsyth-Edwards notation.
#pragma once

#include <string>
#include <string_view>

#include "games/chess/position.hpp"

namespace games::chess {

/// All six fields. The en passant square is written only if a pawn can really capture there.
std::string write_fen(const Position& position);

/// Strict: six fields with one space between, in their canonical form, and a sound position that a game could
/// go on from; otherwise malformed with a sentence that says what is wrong. An en passant square that fits
/// the board but that no pawn can capture on is taken and dropped.
base::Result<Position> read_fen(std::string_view text);

}  // namespace games::chess
