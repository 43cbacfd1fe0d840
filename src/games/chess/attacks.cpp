// The tables of attacks, computed by the compiler.
#include "games/chess/attacks.hpp"

namespace games::chess {
namespace {

struct Direction {
  int file;
  int rank;
};

constexpr std::array<Direction, 8> kKnightJumps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
constexpr std::array<Direction, 8> kAround{
    {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};

/// The square one step away, or kNoSquare beyond the edge.
constexpr Square neighbour(Square from, Direction way) {
  const int file = file_of(from) + way.file;
  const int rank = rank_of(from) + way.rank;
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? kNoSquare : square(file, rank);
}

constexpr Bitboard set_of(Square square) { return square == kNoSquare ? 0 : bit(square); }

/// All squares from `from` in one direction, up to and including the first occupied one.
constexpr Bitboard ray(Square from, Direction way, Bitboard occupied) {
  Bitboard set = 0;
  for (Square at = neighbour(from, way); at != kNoSquare; at = neighbour(at, way)) {
    set |= bit(at);
    if (has(occupied, at)) break;
  }
  return set;
}

constexpr Bitboard line(Square from, Direction way, Bitboard occupied = 0) {
  return ray(from, way, occupied) | ray(from, {-way.file, -way.rank}, occupied);
}

template <std::size_t N>
constexpr PerSquare<Bitboard> make_steps(const std::array<Direction, N>& ways) {
  PerSquare<Bitboard> table{};
  for (Square from = 0; from < 64; ++from) {
    for (const Direction way : ways) table[from] |= set_of(neighbour(from, way));
  }
  return table;
}

constexpr PerSquare<Lines> make_lines() {
  PerSquare<Lines> table{};
  for (Square at = 0; at < 64; ++at) {
    table[at] = {line(at, {1, 0}), line(at, {0, 1}), line(at, {1, 1}), line(at, {1, -1})};
  }
  return table;
}

constexpr LineAttacks make_line_attacks() {
  LineAttacks table{};
  for (int at = 0; at < 8; ++at) {
    for (Bitboard inner = 0; inner < 64; ++inner) {
      const Bitboard files = line(square(at, 0), {1, 0}, inner << 1U);
      table.by_file[at][inner] = files * file_set(0);
      Bitboard occupied = 0;
      for (int rank = 1; rank < 7; ++rank) {
        if (has(inner, rank - 1)) occupied |= bit(square(0, rank));
      }
      table.by_rank[at][file_index(occupied)] = line(square(0, at), {0, 1}, occupied);
    }
  }
  return table;
}

constexpr PerSquare<PerSquare<Bitboard>> make_between() {
  PerSquare<PerSquare<Bitboard>> table{};
  for (Square from = 0; from < 64; ++from) {
    for (const Direction way : kAround) {
      Bitboard passed = 0;
      for (Square to = neighbour(from, way); to != kNoSquare; to = neighbour(to, way)) {
        table[from][to] = passed;
        passed |= bit(to);
      }
    }
  }
  return table;
}

}  // namespace

constinit const PerSquare<Bitboard> kKnightAttacks = make_steps(kKnightJumps);
constinit const PerSquare<Bitboard> kKingAttacks = make_steps(kAround);
constinit const std::array<PerSquare<Bitboard>, 2> kPawnAttacks{
    make_steps(std::array<Direction, 2>{{{-1, 1}, {1, 1}}}),
    make_steps(std::array<Direction, 2>{{{-1, -1}, {1, -1}}})};
constinit const PerSquare<Lines> kLines = make_lines();
constinit const LineAttacks kLineAttacks = make_line_attacks();
constinit const PerSquare<PerSquare<Bitboard>> kBetween = make_between();

}  // namespace games::chess
