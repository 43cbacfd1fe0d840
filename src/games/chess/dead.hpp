// Dead positions: those in which neither side can ever give mate (FIDE 5.2.2).
#pragma once

#include "games/chess/position.hpp"

namespace games::chess {

/// Which positions end the game at once.
enum class DeadRule : std::uint8_t {
  fide,  ///< too few pieces, or pawns locked for ever with nothing that a king could take
  wire,  ///< only what the chess protocol names: K v K, and KB v KB with both bishops on one colour (ruling
         ///< 10)
};

/// True only if neither side can ever mate. It may miss exotic dead positions, never call a live one dead.
/// The position must not be checkmate.
bool is_dead(const Position& position, DeadRule rule);

/// False only if that side could never mate, however badly the other plays, by what pieces there are (FIDE
/// 6.9).
bool can_mate(const Position& position, Color side);

}  // namespace games::chess
