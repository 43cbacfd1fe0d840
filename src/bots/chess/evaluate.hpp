// How good a chess position looks without looking ahead.
#pragma once

#include "games/chess/position.hpp"

namespace bots::chess {

/// What a piece is worth, in hundredths of a pawn; a king has no price.
int worth(games::chess::Kind kind);

/// In hundredths of a pawn, from the side to move: material, where the pieces stand, and, once one side is
/// left without pawns far behind, how near its king is to being driven into a corner.
int evaluate(const games::chess::Position& position);

}  // namespace bots::chess
