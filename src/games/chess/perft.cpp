// Perft over the generator: inner nodes walk without lists, the last ply is only counted.
#include "games/chess/perft.hpp"

#include "games/chess/make.hpp"

namespace games::chess {
namespace {

template <Color Us>
std::uint64_t count(const Position& position, int depth);

/// Makes each move on a copy of the position and counts what follows.
template <Color Us>
struct Walker {
  const Position& position;
  int depth;  ///< plies after the move
  std::uint64_t total = 0;

  template <class Make>
  void walk(Make make) {
    Position next = position;
    make(next);
    total += count<!Us>(next, depth);
  }

  template <Kind K>
  void pieces(Square from, Bitboard targets) {
    while (targets != 0) {
      const Square to = take_first(targets);
      walk([&](Position& next) { make_step<Us, K>(next, from, to); });
    }
  }
  template <int Delta>
  void pawns(Bitboard targets) {
    while (targets != 0) {
      const Square to = take_first(targets);
      walk([&](Position& next) { make_step<Us, Kind::pawn>(next, to - Delta, to); });
    }
  }
  template <int>
  void double_pushes(Bitboard targets) {
    while (targets != 0) {
      const Square to = take_first(targets);
      walk([&](Position& next) { make_double_push<Us>(next, to); });
    }
  }
  template <int Delta>
  void promotions(Bitboard targets) {
    while (targets != 0) {
      const Square to = take_first(targets);
      walk([&](Position& next) { make_promotion<Us, Kind::queen>(next, to - Delta, to); });
      walk([&](Position& next) { make_promotion<Us, Kind::rook>(next, to - Delta, to); });
      walk([&](Position& next) { make_promotion<Us, Kind::bishop>(next, to - Delta, to); });
      walk([&](Position& next) { make_promotion<Us, Kind::knight>(next, to - Delta, to); });
    }
  }
  void en_passant(Square from, Square to) {
    walk([&](Position& next) { make_en_passant<Us>(next, from, to); });
  }
  void castle(Square from, Square to) {
    walk([&](Position& next) { make_castle<Us>(next, from, to); });
  }
};

template <Color Us>
std::uint64_t count(const Position& position, int depth) {
  if (depth == 1) {
    Counter counter;
    generate<Us>(position, counter);
    return counter.total;
  }
  Walker<Us> walker{position, depth - 1};
  generate<Us>(position, walker);
  return walker.total;
}

}  // namespace

std::uint64_t perft(const Position& position, int depth) {
  if (depth <= 0) return 1;
  return position.turn == Color::white ? count<Color::white>(position, depth)
                                       : count<Color::black>(position, depth);
}

}  // namespace games::chess
