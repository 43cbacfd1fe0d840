// Carrying out steps on a position, one function a kind of step. The counters are left to the caller.
#pragma once

#include "games/chess/generate.hpp"

namespace games::chess {

/// The rights that remain when a piece leaves or reaches a square: none of the king or rook that stood there.
consteval PerSquare<Castling> make_remaining() {
  PerSquare<Castling> table{};
  table.fill(kWhiteShort | kWhiteLong | kBlackShort | kBlackLong);
  table[square(0, 0)] ^= kWhiteLong;
  table[square(4, 0)] ^= kWhiteShort | kWhiteLong;
  table[square(7, 0)] ^= kWhiteShort;
  table[square(0, 7)] ^= kBlackLong;
  table[square(4, 7)] ^= kBlackShort | kBlackLong;
  table[square(7, 7)] ^= kBlackShort;
  return table;
}
inline constexpr PerSquare<Castling> kRemaining = make_remaining();

/// Adds or removes pieces of one kind on some squares, without their colour.
template <Kind K>
inline void flip(Position& position, Bitboard squares) {
  if constexpr (K == Kind::pawn) position.pawns ^= squares;
  if constexpr (K == Kind::knight) position.knights ^= squares;
  if constexpr (K == Kind::bishop || K == Kind::queen) position.diagonal ^= squares;
  if constexpr (K == Kind::rook || K == Kind::queen) position.straight ^= squares;
  if constexpr (K == Kind::king) position.kings ^= squares;
}

/// Removes what the enemy of `Us` has on a square, if anything.
template <Color Us>
inline void capture(Position& position, Bitboard target) {
  position.pawns &= ~target;
  position.knights &= ~target;
  position.diagonal &= ~target;
  position.straight &= ~target;
  position.colors[index(!Us)] &= ~target;
}

template <Color Us>
inline void pass_turn(Position& position) {
  position.turn = !Us;
  position.en_passant = kNoSquare;
}

/// A plain step or capture of a piece of kind K; for a pawn neither a double push nor a promotion.
template <Color Us, Kind K>
inline void make_step(Position& position, Square from, Square to) {
  const Bitboard both = bit(from) | bit(to);
  capture<Us>(position, bit(to));
  flip<K>(position, both);
  position.colors[index(Us)] ^= both;
  if constexpr (K == Kind::rook || K == Kind::king) position.castling &= kRemaining[from];
  if constexpr (K != Kind::pawn) position.castling &= kRemaining[to];  // no pawn gets to a corner like this
  pass_turn<Us>(position);
}

template <Color Us>
inline void make_double_push(Position& position, Square to) {
  const Bitboard both = bit(to) | bit(to - 2 * Side<Us>::kForward);
  position.pawns ^= both;
  position.colors[index(Us)] ^= both;
  position.turn = !Us;
  position.en_passant = static_cast<std::uint8_t>(to - Side<Us>::kForward);
}

template <Color Us, Kind K>
inline void make_promotion(Position& position, Square from, Square to) {
  capture<Us>(position, bit(to));
  position.pawns ^= bit(from);
  flip<K>(position, bit(to));
  position.colors[index(Us)] ^= bit(from) | bit(to);
  position.castling &= kRemaining[to];
  pass_turn<Us>(position);
}

template <Color Us>
inline void make_en_passant(Position& position, Square from, Square to) {
  const Bitboard captured = bit(to - Side<Us>::kForward);
  const Bitboard both = bit(from) | bit(to);
  position.pawns ^= both | captured;
  position.colors[index(Us)] ^= both;
  position.colors[index(!Us)] ^= captured;
  pass_turn<Us>(position);
}

template <Color Us>
inline void make_castle(Position& position, Square from, Square to) {
  const Bitboard rook = to > from ? bit(from + 1) | bit(from + 3) : bit(from - 1) | bit(from - 4);
  position.kings ^= bit(from) | bit(to);
  position.straight ^= rook;
  position.colors[index(Us)] ^= bit(from) | bit(to) | rook;
  position.castling &= kRemaining[from];
  pass_turn<Us>(position);
}

}  // namespace games::chess
