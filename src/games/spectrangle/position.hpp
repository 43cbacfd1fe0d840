// All that lies on the table in a game of Spectrangle, and the moves that change it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "base/ids.hpp"
#include "games/spectrangle/board.hpp"

namespace games::spectrangle {

using base::Seat;

inline constexpr int kMostPlayers = 4;
inline constexpr int kHandSize = 4;

/// Lays a tile of one's hand on the board.
struct Play {
  Turned tile;
  Location location;

  friend bool operator==(const Play&, const Play&) = default;
};

/// Gives a tile of one's hand for one out of the bag. The rotation means nothing; it is kept since protocols
/// echo it.
struct Swap {
  Turned tile;

  friend bool operator==(const Swap&, const Swap&) = default;
};

/// Does nothing.
struct Skip {
  friend bool operator==(const Skip&, const Skip&) = default;
};

using Move = std::variant<Play, Swap, Skip>;

/// The one move of all that do the same which `Rules::moves` lists: rotation 0 where rotating changes nothing
/// (a tile of one colour, a swap). `play` accepts the others too.
Move canonical(const Move& move);

/// The tiles in front of a player, in the order in which they came.
class Hand {
 public:
  std::span<const Tile> tiles() const { return {tiles_.data(), size_}; }
  bool holds(Tile tile) const;
  void add(Tile tile);     ///< there must be room
  void remove(Tile tile);  ///< must be held
  int value() const;       ///< of all its tiles together

  friend bool operator==(const Hand&, const Hand&) = default;

 private:
  std::array<Tile, kHandSize> tiles_{};  ///< Tile{} beyond the size
  std::uint8_t size_ = 0;
};

/// Everything that everybody may know: all but which tile the bag gives next.
struct Position {
  Board board;
  TileSet bag = 0;
  std::array<Hand, kMostPlayers> hands;              ///< by seat
  std::array<std::uint16_t, kMostPlayers> scores{};  ///< by seat, without the deduction at the end
  std::array<Seat, kMostPlayers> order{};            ///< seats in turn order, who started first
  std::uint8_t players = 0;
  std::uint8_t passes = 0;   ///< skips and swaps since the last placement, at most one a player counted
  Seat turn{};               ///< who is to move; without meaning once the game is over
  std::optional<Seat> left;  ///< who ended the game by leaving
  bool over = false;

  friend bool operator==(const Position&, const Position&) = default;
};

/// The seats in turn order.
inline std::span<const Seat> turn_order(const Position& position) {
  return {position.order.data(), position.players};
}

/// Who moves after this seat.
Seat next_seat(const Position& position, Seat seat);

/// True if at least one of these tiles could be laid somewhere.
bool can_place(const Board& board, std::span<const Tile> tiles);
bool can_place(const Board& board, TileSet tiles);

/// The rulings' "End": nobody can place, and the bag is empty, holds no tile that could be placed either, or
/// everybody has skipped or swapped once round.
bool is_finished(const Position& position);

/// By seat: the value of the tiles left in hand is deducted, never below 0; who left has 0.
std::vector<int> final_scores(const Position& position);

}  // namespace games::spectrangle
