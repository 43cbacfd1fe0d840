// Tiles, shelves and the layout of a shelf by types: the small words of My Shelfie.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace games::shelfie {

inline constexpr int kBoardSide = 9;
inline constexpr int kBoardCells = kBoardSide * kBoardSide;
inline constexpr int kShelfRows = 6;
inline constexpr int kShelfColumns = 5;
inline constexpr int kShelfCells = kShelfRows * kShelfColumns;
inline constexpr int kTypes = 6;
inline constexpr int kTilesPerType = 22;
inline constexpr int kTiles = kTypes * kTilesPerType;
inline constexpr int kMaxSeats = 4;
inline constexpr int kMaxTaken = 3;     ///< most tiles a turn can take
inline constexpr int kGoalsInGame = 2;  ///< common goals on the table
inline constexpr int kGoals = 12;       ///< common goals there are
inline constexpr int kPersonalCards = 12;

enum class Type : std::uint8_t { cat, book, game, frame, trophy, plant };
inline constexpr std::string_view kTypeLetters = "CBGFTP";  ///< in that order

/// A tile is its number, 0 to 131; kNoTile where there is none (also on the wire).
using TileId = std::int16_t;
inline constexpr TileId kNoTile = -1;

constexpr Type type_of(TileId tile) { return static_cast<Type>(tile / kTilesPerType); }

/// One place of the board; cells are also numbered row by row, `row * 9 + column`.
struct Cell {
  int row;
  int column;

  friend bool operator==(const Cell&, const Cell&) = default;
};

constexpr int index_of(Cell cell) { return cell.row * kBoardSide + cell.column; }
constexpr Cell cell_at(int index) { return {index / kBoardSide, index % kBoardSide}; }
constexpr bool on_board(Cell cell) {
  return cell.row >= 0 && cell.row < kBoardSide && cell.column >= 0 && cell.column < kBoardSide;
}

using Board = std::array<TileId, kBoardCells>;
using Shelf = std::array<TileId, kShelfCells>;  ///< row by row, the top row first

constexpr Board empty_board() {
  Board board{};
  board.fill(kNoTile);
  return board;
}
constexpr Shelf empty_shelf() {
  Shelf shelf{};
  shelf.fill(kNoTile);
  return shelf;
}

/// Free places of a column; tiles fall, so they are always the topmost ones.
constexpr int free_in_column(const Shelf& shelf, int column) {
  int free = 0;
  while (free < kShelfRows && shelf[free * kShelfColumns + column] == kNoTile) ++free;
  return free;
}

/// Where the tiles of each type lie on a shelf: one bit a place, bit `row * 5 + column`.
struct Layout {
  std::array<std::uint32_t, kTypes> of{};

  constexpr std::uint32_t filled() const { return of[0] | of[1] | of[2] | of[3] | of[4] | of[5]; }
  constexpr int size() const { return std::popcount(filled()); }

  friend bool operator==(const Layout&, const Layout&) = default;
};

inline constexpr std::uint32_t kColumn = 0b00001'00001'00001'00001'00001'00001;  ///< the first, of a layout

constexpr Layout layout_of(const Shelf& shelf) {
  Layout layout;
  for (int place = 0; place < kShelfCells; ++place) {
    if (shelf[place] != kNoTile) layout.of[static_cast<int>(type_of(shelf[place]))] |= 1U << place;
  }
  return layout;
}

}  // namespace games::shelfie
