// Dead positions: by material, and locked pawn walls by flooding the board with each king.
#include "games/chess/dead.hpp"

#include "games/chess/generate.hpp"

namespace games::chess {
namespace {

bool on_one_color(Bitboard squares) {
  return (squares & kDarkSquares) == 0 || (squares & ~kDarkSquares) == 0;
}

bool lacks_material(const Position& position) {
  if ((position.pawns | position.straight) != 0) return false;
  if (position.knights == 0) return on_one_color(position.diagonal);
  return position.diagonal == 0 && !has_several(position.knights);
}

bool is_dead_on_wire(const Position& position) {
  if ((position.pawns | position.straight | position.knights) != 0) return false;
  const Bitboard bishops = position.diagonal;
  if (bishops == 0) return true;
  return std::popcount(bishops & position.of(Color::white)) == 1 &&
         std::popcount(bishops & position.of(Color::black)) == 1 && on_one_color(bishops);
}

template <Color Us>
Bitboard pawn_attacks(const Position& position) {
  const Bitboard own = position.pawns & position.of(Us);
  return Side<Us>::left(own) | Side<Us>::right(own);
}

/// No pawn can step forward (a pawn stands before it, which cannot move either) and none can capture.
template <Color Us>
bool is_stuck(const Position& position) {
  const Bitboard own = position.pawns & position.of(Us);
  return (Side<Us>::forward(own) & ~position.pawns) == 0 &&
         (pawn_attacks<Us>(position) & position.pawns & position.of(!Us)) == 0;
}

/// Among stuck pawns, wherever the king of `Us` may ever walk, it finds no pawn to take. The other king is
/// thought away: that only gives more room, so the answer errs on the side of playing on.
template <Color Us>
bool king_takes_nothing(const Position& position) {
  const Bitboard guarded = pawn_attacks<!Us>(position);
  const Bitboard walkable = ~position.pawns & ~guarded;
  const Bitboard prey = position.pawns & position.of(!Us) & ~guarded;
  Bitboard reached = bit(position.king(Us));
  for (Bitboard edge = reached; edge != 0;) {
    const Bitboard around = kKingAttacks[take_first(edge)];
    if ((around & prey) != 0) return false;
    const Bitboard fresh = around & walkable & ~reached;
    reached |= fresh;
    edge |= fresh;
  }
  return true;
}

bool is_locked(const Position& position) {
  if ((position.knights | position.diagonal | position.straight) != 0) return false;
  return position.en_passant == kNoSquare && is_stuck<Color::white>(position) &&
         is_stuck<Color::black>(position) && king_takes_nothing<Color::white>(position) &&
         king_takes_nothing<Color::black>(position);
}

}  // namespace

bool is_dead(const Position& position, DeadRule rule) {
  if (rule == DeadRule::wire) return is_dead_on_wire(position);
  return lacks_material(position) || is_locked(position);
}

/// A lone knight or bishops of one colour need a piece of the other side's that stands in its own king's way.
bool can_mate(const Position& position, Color side) {
  const Bitboard own = position.of(side);
  const Bitboard other = position.of(!side);
  if ((own & (position.pawns | position.straight)) != 0) return true;
  const Bitboard knights = own & position.knights;
  const Bitboard bishops = own & position.diagonal;
  if (knights != 0) {
    const Bitboard queens = position.diagonal & position.straight;
    const Bitboard in_the_way = other & ~queens & ~bit(position.king(!side));
    return has_several(knights) || bishops != 0 || in_the_way != 0;
  }
  if (bishops == 0) return false;
  const Bitboard all_bishops = position.diagonal & ~position.straight;
  return !on_one_color(all_bishops) || (other & (position.pawns | position.knights)) != 0;
}

}  // namespace games::chess
