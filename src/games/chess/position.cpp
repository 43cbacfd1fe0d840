// Reading a position and carrying out a move on it.
#include "games/chess/position.hpp"

#include "games/chess/keys.hpp"
#include "games/chess/make.hpp"

namespace games::chess {
namespace {

template <Color Us>
void promote(Position& position, const Move& move) {
  switch (move.promotion) {
    case Promotion::knight:
      return make_promotion<Us, Kind::knight>(position, move.from, move.to);
    case Promotion::bishop:
      return make_promotion<Us, Kind::bishop>(position, move.from, move.to);
    case Promotion::rook:
      return make_promotion<Us, Kind::rook>(position, move.from, move.to);
    case Promotion::queen:
    case Promotion::none:
      return make_promotion<Us, Kind::queen>(position, move.from, move.to);
  }
}

template <Color Us>
void move_pawn(Position& position, const Move& move) {
  if (move.promotion != Promotion::none) return promote<Us>(position, move);
  if (move.to == position.en_passant) return make_en_passant<Us>(position, move.from, move.to);
  if (move.to - move.from == 2 * Side<Us>::kForward) return make_double_push<Us>(position, move.to);
  make_step<Us, Kind::pawn>(position, move.from, move.to);
}

template <Color Us>
void move_king(Position& position, const Move& move) {
  const int files = move.to - move.from;
  if (files == 2 || files == -2) return make_castle<Us>(position, move.from, move.to);
  make_step<Us, Kind::king>(position, move.from, move.to);
}

template <Color Us>
void make(Position& position, const Move& move) {
  if (has(position.pawns, move.from)) return move_pawn<Us>(position, move);
  if (has(position.knights, move.from)) return make_step<Us, Kind::knight>(position, move.from, move.to);
  if (has(position.kings, move.from)) return move_king<Us>(position, move);
  if (!has(position.straight, move.from)) return make_step<Us, Kind::bishop>(position, move.from, move.to);
  if (!has(position.diagonal, move.from)) return make_step<Us, Kind::rook>(position, move.from, move.to);
  make_step<Us, Kind::queen>(position, move.from, move.to);
}

/// Notices whether the generator finds a capture en passant.
struct EnPassantFinder {
  bool found = false;

  template <Kind>
  void pieces(Square, Bitboard) {}
  template <int>
  void pawns(Bitboard) {}
  template <int>
  void double_pushes(Bitboard) {}
  template <int>
  void promotions(Bitboard) {}
  void en_passant(Square, Square) { found = true; }
  void castle(Square, Square) {}
};

std::uint16_t next_count(std::uint16_t count) {
  return count < kMostCount ? static_cast<std::uint16_t>(count + 1) : kMostCount;
}

std::uint64_t key_of_pieces(const PerSquare<std::uint64_t>& keys, Bitboard squares) {
  std::uint64_t key = 0;
  while (squares != 0) key ^= keys[take_first(squares)];
  return key;
}

}  // namespace

Position start_position() {
  Position position;
  position.pawns = rank_set(1) | rank_set(6);
  position.knights = 0x4200000000000042;
  position.diagonal = 0x2C0000000000002C;
  position.straight = 0x8900000000000089;
  position.kings = 0x1000000000000010;
  position.colors = {rank_set(0) | rank_set(1), rank_set(6) | rank_set(7)};
  position.castling = kWhiteShort | kWhiteLong | kBlackShort | kBlackLong;
  return position;
}

Bitboard pieces(const Position& position, Kind kind) {
  switch (kind) {
    case Kind::pawn:
      return position.pawns;
    case Kind::knight:
      return position.knights;
    case Kind::bishop:
      return position.diagonal & ~position.straight;
    case Kind::rook:
      return position.straight & ~position.diagonal;
    case Kind::queen:
      return position.diagonal & position.straight;
    case Kind::king:
      return position.kings;
  }
  return 0;
}

std::optional<Piece> piece_at(const Position& position, Square square) {
  if (!has(position.occupied(), square)) return std::nullopt;
  const Color color = has(position.of(Color::white), square) ? Color::white : Color::black;
  for (const Kind kind : {Kind::pawn, Kind::knight, Kind::bishop, Kind::rook, Kind::queen}) {
    if (has(pieces(position, kind), square)) return Piece{color, kind};
  }
  return Piece{color, Kind::king};
}

Bitboard attackers(const Position& position, Square square, Color by, Bitboard occupied) {
  const Bitboard set = (kPawnAttacks[index(!by)][square] & position.pawns) |
                       (kKnightAttacks[square] & position.knights) | (kKingAttacks[square] & position.kings) |
                       (bishop_attacks(square, occupied) & position.diagonal) |
                       (rook_attacks(square, occupied) & position.straight);
  return set & position.of(by);
}

bool in_check(const Position& position) {
  return attackers(position, position.king(position.turn), !position.turn, position.occupied()) != 0;
}

std::uint64_t key_of(const Position& position) {
  std::uint64_t key = kKeys.castling[position.castling];
  for (const Color color : {Color::white, Color::black}) {
    const auto& keys = kKeys.pieces[index(color)];
    for (std::size_t kind = 0; kind < keys.size(); ++kind) {
      key ^= key_of_pieces(keys[kind], pieces(position, static_cast<Kind>(kind)) & position.of(color));
    }
  }
  if (position.turn == Color::black) key ^= kKeys.black_to_move;
  if (position.en_passant != kNoSquare) key ^= kKeys.en_passant[file_of(position.en_passant)];
  return key;
}

void drop_idle_en_passant(Position& position) {
  if (position.en_passant == kNoSquare) return;
  EnPassantFinder finder;
  generate(position, finder);
  if (!finder.found) position.en_passant = kNoSquare;
}

Position after(const Position& position, const Move& move) {
  const bool resets = has(position.pawns, move.from) || has(position.occupied(), move.to);
  Position next = position;
  if (position.turn == Color::white)
    make<Color::white>(next, move);
  else
    make<Color::black>(next, move);
  next.quiet_plies = resets ? std::uint16_t{0} : next_count(position.quiet_plies);
  if (position.turn == Color::black) next.number = next_count(position.number);
  drop_idle_en_passant(next);
  return next;
}

}  // namespace games::chess
