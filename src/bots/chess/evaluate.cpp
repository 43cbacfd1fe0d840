// Material, a table of places for each kind, and a push towards mate in won endings.
#include "bots/chess/evaluate.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace bots::chess {
namespace {

using namespace games::chess;

constexpr std::array<int, 6> kWorth{100, 320, 335, 500, 900, 0};
constexpr int kFewOfficers = 2600;  ///< both sides' officers together: below it is an ending
constexpr int kDecisive = 400;      ///< a lead that should win against a side without pawns

/// 0 on the four middle squares, 3 on the edge.
constexpr int from_middle(int line) { return line < 4 ? 3 - line : line - 4; }
constexpr int from_centre(Square square) {
  return from_middle(file_of(square)) + from_middle(rank_of(square));
}

/// For White; Black reads the board mirrored.
constexpr int place(Kind kind, Square square) {
  const int rank = rank_of(square);
  const int centre = 3 - from_centre(square);
  switch (kind) {
    case Kind::pawn:
      return 2 * rank * rank - 8 + (from_middle(file_of(square)) == 0 && rank >= 2 ? 14 : 0);
    case Kind::knight:
      return 9 * centre;
    case Kind::bishop:
      return 5 * centre + (rank == 0 ? -6 : 0);
    case Kind::rook:
      return (rank == 6 ? 18 : 0) + 3 * (3 - from_middle(file_of(square)));
    case Kind::queen:
      return 2 * centre;
    case Kind::king:
      return -14 * std::min(rank, 4) + (rank == 0 ? 8 * from_middle(file_of(square)) : 0);
  }
  return 0;
}

using Places = std::array<std::array<int, 64>, 6>;

consteval Places make_places() {
  Places places{};
  for (std::size_t kind = 0; kind < places.size(); ++kind) {
    for (Square square = 0; square < 64; ++square) {
      places[kind][square] = kWorth[kind] + place(static_cast<Kind>(kind), square);
    }
  }
  return places;
}
constexpr Places kPlaces = make_places();

/// In an ending the king belongs into the middle.
constexpr int king_in_ending(Square square) { return 10 * (3 - from_centre(square)); }

int officers(const Position& position) {
  int total = 0;
  for (const Kind kind : {Kind::knight, Kind::bishop, Kind::rook, Kind::queen}) {
    total += worth(kind) * std::popcount(pieces(position, kind));
  }
  return total;
}

int total_of(const Position& position, Color color, bool ending) {
  const int mirror = color == Color::white ? 0 : 56;
  int total = 0;
  for (const Kind kind : {Kind::pawn, Kind::knight, Kind::bishop, Kind::rook, Kind::queen}) {
    const auto& places = kPlaces[index(kind)];
    for (Bitboard left = pieces(position, kind) & position.of(color); left != 0;) {
      total += places[take_first(left) ^ mirror];
    }
  }
  const Square king = position.king(color);
  return total + (ending ? king_in_ending(king) : kPlaces[index(Kind::king)][king ^ mirror]);
}

/// For the winner of a decided ending: the other king at the edge, the own king near it.
int mop_up(const Position& position, Color winner) {
  const Square ours = position.king(winner);
  const Square theirs = position.king(!winner);
  const int apart = std::abs(file_of(ours) - file_of(theirs)) + std::abs(rank_of(ours) - rank_of(theirs));
  return 20 * from_centre(theirs) + 8 * (14 - apart);
}

bool is_bare_of_pawns(const Position& position, Color color) {
  return (position.pawns & position.of(color)) == 0;
}

}  // namespace

int worth(Kind kind) { return kWorth[index(kind)]; }

int evaluate(const Position& position) {
  const bool ending = officers(position) < kFewOfficers;
  const Color us = position.turn;
  int lead = total_of(position, us, ending) - total_of(position, !us, ending);
  if (ending && lead > kDecisive && is_bare_of_pawns(position, !us)) lead += mop_up(position, us);
  if (ending && lead < -kDecisive && is_bare_of_pawns(position, us)) lead -= mop_up(position, !us);
  return lead;
}

}  // namespace bots::chess
