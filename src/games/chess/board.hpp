// The words of a chess board: colours, kinds, squares, sets of squares, and a move.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace games::chess {

enum class Color : std::uint8_t { white, black };
enum class Kind : std::uint8_t { pawn, knight, bishop, rook, queen, king };

constexpr Color operator!(Color color) { return color == Color::white ? Color::black : Color::white; }
constexpr std::size_t index(Color color) { return static_cast<std::size_t>(color); }
constexpr std::size_t index(Kind kind) { return static_cast<std::size_t>(kind); }

std::string_view name_of(Color color);  ///< "white" or "black"
std::string_view name_of(Kind kind);    ///< "pawn" to "king"

/// The English letter of a kind, upper case: 'P' for a pawn.
constexpr char letter(Kind kind) { return "PNBRQK"[index(kind)]; }

/// A square: 0 is a1, 1 is b1, ..., 63 is h8.
using Square = int;
inline constexpr Square kNoSquare = 64;

constexpr Square square(int file, int rank) { return rank * 8 + file; }
constexpr int file_of(Square square) { return square & 7; }
constexpr int rank_of(Square square) { return square >> 3; }
std::string name_of_square(Square square);  ///< "a1" to "h8"

/// A set of squares: bit n is square n.
using Bitboard = std::uint64_t;

constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }
constexpr Bitboard rank_set(int rank) { return Bitboard{0xFF} << (8 * rank); }
constexpr Bitboard file_set(int file) { return Bitboard{0x0101010101010101} << file; }
constexpr bool has(Bitboard set, Square square) { return ((set >> square) & 1U) != 0; }
constexpr bool has_several(Bitboard set) { return (set & (set - 1)) != 0; }
constexpr Square first(Bitboard set) { return std::countr_zero(set); }
inline constexpr Bitboard kDarkSquares = 0xAA55AA55AA55AA55;

/// Removes the first square of a set that is not empty and returns it.
constexpr Square take_first(Bitboard& set) {
  const Square square = first(set);
  set &= set - 1;
  return square;
}

/// What a pawn becomes on the last rank.
enum class Promotion : std::uint8_t { none, knight, bishop, rook, queen };

constexpr Kind kind_of(Promotion promotion) { return static_cast<Kind>(promotion); }
constexpr Promotion promotion_to(Kind kind) { return static_cast<Promotion>(kind); }

enum class Act : std::uint8_t { step, claim };

/// What a player does: moves a piece (castling is the king's move of two files) or claims a draw.
struct Move {
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  Promotion promotion = Promotion::none;
  Act act = Act::step;

  friend constexpr bool operator==(const Move&, const Move&) = default;
};

constexpr Move step(Square from, Square to, Promotion promotion = Promotion::none) {
  return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), promotion, Act::step};
}
inline constexpr Move kClaim{0, 0, Promotion::none, Act::claim};

/// UCI's long algebraic notation: "e2e4", "e7e8q", "e1g1" for castling; and "claim".
std::string write_move(const Move& move);
base::Result<Move> read_move(std::string_view text);

}  // namespace games::chess
