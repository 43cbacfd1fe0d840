// Lists of legal moves, made by the generator, and explanations of illegal ones.
#include "games/chess/moves.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "games/chess/generate.hpp"

namespace games::chess {
namespace {

struct Lister {
  MoveList list;

  template <Kind>
  void pieces(Square from, Bitboard targets) {
    while (targets != 0) list.push(step(from, take_first(targets)));
  }
  template <int Delta>
  void pawns(Bitboard targets) {
    while (targets != 0) {
      const Square to = take_first(targets);
      list.push(step(to - Delta, to));
    }
  }
  template <int Delta>
  void double_pushes(Bitboard targets) {
    pawns<Delta>(targets);
  }
  template <int Delta>
  void promotions(Bitboard targets) {
    while (targets != 0) {
      const Square to = take_first(targets);
      for (const auto piece : {Promotion::queen, Promotion::rook, Promotion::bishop, Promotion::knight}) {
        list.push(step(to - Delta, to, piece));
      }
    }
  }
  void en_passant(Square from, Square to) { list.push(step(from, to)); }
  void castle(Square from, Square to) { list.push(step(from, to)); }
};

/// Looks for one pair of squares among the legal steps.
struct Finder {
  Square from;
  Square to;
  bool found = false;
  bool promotes = false;

  template <Kind>
  void pieces(Square square, Bitboard targets) {
    found |= square == from && has(targets, to);
  }
  template <int Delta>
  void pawns(Bitboard targets) {
    found |= to - from == Delta && has(targets, to);
  }
  template <int Delta>
  void double_pushes(Bitboard targets) {
    pawns<Delta>(targets);
  }
  template <int Delta>
  void promotions(Bitboard targets) {
    promotes |= to - from == Delta && has(targets, to);
  }
  void en_passant(Square square, Square target) { found |= square == from && target == to; }
  void castle(Square square, Square target) { found |= square == from && target == to; }
};

bool is_on_board(const Move& move) { return move.from < 64 && move.to < 64; }

Finder find(const Position& position, const Move& move) {
  Finder finder{move.from, move.to};
  if (is_on_board(move)) generate(position, finder, bit(move.from));
  return finder;
}

/// Could the piece go there if only its own side's safety did not matter?
bool reaches(const Position& position, const Piece& piece, Square from, Square to) {
  const Bitboard occupied = position.occupied();
  switch (piece.kind) {
    case Kind::knight:
      return has(kKnightAttacks[from], to);
    case Kind::bishop:
      return has(bishop_attacks(from, occupied), to);
    case Kind::rook:
      return has(rook_attacks(from, occupied), to);
    case Kind::queen:
      return has(queen_attacks(from, occupied), to);
    case Kind::king:
      return has(kKingAttacks[from], to);
    case Kind::pawn:
      break;
  }
  if (has(kPawnAttacks[index(piece.color)][from], to)) return has(occupied, to) || to == position.en_passant;
  const int forward = piece.color == Color::white ? 8 : -8;
  if (to - from == forward) return !has(occupied, to);
  const int home = piece.color == Color::white ? 1 : 6;
  return rank_of(from) == home && to - from == 2 * forward && !has(occupied, to) &&
         !has(occupied, from + forward);
}

std::string why_illegal(const Position& position, const Move& move, const Finder& found) {
  if (!is_on_board(move)) return "there is no such square";
  const auto piece = piece_at(position, move.from);
  if (!piece || piece->color != position.turn) {
    return fmt::format("there is no {} piece on {}", name_of(position.turn), name_of_square(move.from));
  }
  if (found.found) return "only a pawn that reaches the last rank becomes another piece";
  if (const auto target = piece_at(position, move.to); target && target->color == position.turn) {
    return fmt::format("there is a {} piece on {} already", name_of(position.turn), name_of_square(move.to));
  }
  if (reaches(position, *piece, move.from, move.to)) return "the king would be in check";
  if (piece->kind == Kind::king && std::abs(move.to - move.from) == 2)
    return "the king may not castle there now";
  return fmt::format("the {} on {} cannot go to {}", name_of(piece->kind), name_of_square(move.from),
                     name_of_square(move.to));
}

}  // namespace

MoveList legal_moves(const Position& position) {
  Lister lister;
  generate(position, lister);
  return lister.list;
}

/// The king comes last: its steps need all that the enemy attacks. Mostly, a pawn can move.
bool has_legal_move(const Position& position) {
  Counter counter;
  for (const auto movers : {position.pawns, ~position.pawns & ~position.kings, position.kings}) {
    generate(position, counter, movers);
    if (counter.total != 0) return true;
  }
  return false;
}

bool is_legal(const Position& position, const Move& move) {
  if (move.act != Act::step) return false;
  const Finder found = find(position, move);
  return move.promotion == Promotion::none ? found.found : found.promotes;
}

base::Result<> check_legal(const Position& position, const Move& move) {
  const Finder found = find(position, move);
  if (move.promotion == Promotion::none ? found.found : found.promotes) return {};
  if (found.promotes) return base::fail(Refusals::incomplete_move, "say what the pawn becomes: q, r, b or n");
  return base::fail(base::Code::illegal_move, why_illegal(position, move, found));
}

}  // namespace games::chess
