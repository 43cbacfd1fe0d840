// A chess position: what is on the board, whose turn it is, and what castling and en passant still allow.
#pragma once

#include <optional>

#include "games/chess/board.hpp"

namespace games::chess {

/// Rights to castle, as bits.
using Castling = std::uint8_t;
inline constexpr Castling kWhiteShort = 1;
inline constexpr Castling kWhiteLong = 2;
inline constexpr Castling kBlackShort = 4;
inline constexpr Castling kBlackLong = 8;

/// The counters of a position stop here, far beyond the longest game that the 75-move rule allows.
inline constexpr std::uint16_t kMostCount = 9999;

/// One cache line. Queens stand in both `diagonal` and `straight`.
///
/// Every position that this folder's public functions give out is sound: one king each, the side not to move
/// is not in check, castling rights have their king and rook at home, and `en_passant` is set only if a pawn
/// can really capture there, so that equal positions in the sense of FIDE 9.2.3 differ in nothing but the
/// counters.
struct Position {
  Bitboard pawns = 0;
  Bitboard knights = 0;
  Bitboard diagonal = 0;  ///< bishops and queens
  Bitboard straight = 0;  ///< rooks and queens
  Bitboard kings = 0;
  std::array<Bitboard, 2> colors{};
  Color turn = Color::white;
  Castling castling = 0;
  std::uint8_t en_passant = kNoSquare;  ///< the square that a pawn has just passed over
  std::uint16_t quiet_plies = 0;        ///< single moves since the last pawn move or capture
  std::uint16_t number = 1;             ///< of the move, as on a score sheet

  Bitboard occupied() const { return colors[0] | colors[1]; }
  Bitboard of(Color color) const { return colors[index(color)]; }
  Square king(Color color) const { return first(kings & of(color)); }

  friend bool operator==(const Position&, const Position&) = default;
};
static_assert(sizeof(Position) == 64);

struct Piece {
  Color color;
  Kind kind;

  friend bool operator==(const Piece&, const Piece&) = default;
};

Position start_position();

/// All squares with pieces of one kind, of either colour.
Bitboard pieces(const Position& position, Kind kind);
std::optional<Piece> piece_at(const Position& position, Square square);

/// The pieces of `by` that attack a square when `occupied` squares block the lines.
Bitboard attackers(const Position& position, Square square, Color by, Bitboard occupied);

bool in_check(const Position& position);  ///< is the side to move in check?

/// A number that tells positions apart for repetition (FIDE 9.2.3): all but the counters.
std::uint64_t key_of(const Position& position);

/// Forgets the square of a passed pawn if no pawn may capture there.
void drop_idle_en_passant(Position& position);

/// The position after a legal step.
Position after(const Position& position, const Move& move);

}  // namespace games::chess
