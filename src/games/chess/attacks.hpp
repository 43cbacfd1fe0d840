// Which squares a piece attacks: constant tables, and two multiplications for each sliding piece.
#pragma once

#include <array>

#include "games/chess/board.hpp"

namespace games::chess {

template <class T>
using PerSquare = std::array<T, 64>;

/// The lines through a square, without the square itself.
struct Lines {
  Bitboard rank;
  Bitboard file;
  Bitboard diagonal;       ///< a1-h8 and its parallels
  Bitboard anti_diagonal;  ///< h1-a8 and its parallels
};

/// Attacks along one line, looked up by the six inner squares of that line ("kindergarten" bitboards).
/// All of it is 8 KiB, so it stays in the first cache.
struct LineAttacks {
  std::array<std::array<Bitboard, 64>, 8> by_file;  ///< the attacked files, repeated on every rank
  std::array<std::array<Bitboard, 64>, 8> by_rank;  ///< the attacked ranks, on the a-file
};

extern const PerSquare<Bitboard> kKnightAttacks;
extern const PerSquare<Bitboard> kKingAttacks;
extern const std::array<PerSquare<Bitboard>, 2> kPawnAttacks;  ///< by the pawn's colour
extern const PerSquare<Lines> kLines;
extern const LineAttacks kLineAttacks;
extern const PerSquare<PerSquare<Bitboard>>
    kBetween;  ///< the squares strictly between two on one line, else none

/// Carries the rank 2 to 7 of the a-file into the six highest bits.
inline constexpr Bitboard kFileGather = 0x0080402010080400;

constexpr std::size_t file_index(Bitboard a_file) { return (a_file * kFileGather) >> 58U; }
constexpr std::size_t diagonal_index(Bitboard diagonal) { return (diagonal * file_set(1)) >> 58U; }

inline Bitboard bishop_attacks(Square square, Bitboard occupied) {
  const Lines& lines = kLines[square];
  const auto& files = kLineAttacks.by_file[file_of(square)];
  return (files[diagonal_index(occupied & lines.diagonal)] & lines.diagonal) |
         (files[diagonal_index(occupied & lines.anti_diagonal)] & lines.anti_diagonal);
}

inline Bitboard rook_attacks(Square square, Bitboard occupied) {
  const Lines& lines = kLines[square];
  const int file = file_of(square);
  const Bitboard along = kLineAttacks.by_file[file][(occupied >> ((square & 56) + 1)) & 63U] & lines.rank;
  const Bitboard across = kLineAttacks.by_rank[rank_of(square)][file_index((occupied >> file) & file_set(0))];
  return along | (across << file);
}

inline Bitboard queen_attacks(Square square, Bitboard occupied) {
  return bishop_attacks(square, occupied) | rook_attacks(square, occupied);
}

}  // namespace games::chess
