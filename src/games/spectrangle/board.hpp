// The Spectrangle board with its tiles: where a tile fits, and what it scores there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "games/spectrangle/cells.hpp"
#include "games/spectrangle/tiles.hpp"

namespace games::spectrangle {

using Accepting = std::array<std::array<CellSet, kColours>, kSides>;

inline constexpr Accepting kAcceptsAll = [] {
  Accepting all{};
  for (auto& side : all) side.fill(kAllCells);
  return all;
}();

/// The tiles that lie, and sets of cells kept beside them so that a tile is fitted with three ANDs.
/// Everything is a function of which tile lies where, never of the order in which they came.
struct Board {
  std::array<std::uint8_t, kCells> lying{};  ///< 0: empty; else 1 + 3 * tile + rotation
  CellSet taken = 0;
  std::array<CellSet, kSides> touched{};  ///< at n: cells beside more than n tiles
  /// Cells whose side s may be of a colour, by [s][colour]: nothing lies beside it there, or it matches.
  Accepting accepts = kAcceptsAll;

  friend bool operator==(const Board&, const Board&) = default;
};

/// Where a tile may come to lie at all: beside a tile, or on an empty board wherever there is no bonus.
constexpr CellSet open_cells(const Board& board) {
  return board.taken == 0 ? kBonusCells[1] : board.touched[0] & ~board.taken;
}

/// The cells where no side of the tile would meet another colour (ruling: white meets every colour).
constexpr CellSet matching_cells(const Board& board, Turned turned) {
  const auto& colours = colours_of(turned);
  const auto at = [&](std::size_t side) {
    return board.accepts[side][static_cast<std::size_t>(colours[side])];
  };
  return at(0) & at(1) & at(2);
}

/// Where the rules allow the tile in this rotation.
constexpr CellSet fitting_cells(const Board& board, Turned turned) {
  return matching_cells(board, turned) & open_cells(board);
}

/// Where the rules allow the tile in any rotation.
constexpr CellSet fitting_cells(const Board& board, Tile tile) {
  const CellSet matching =
      matching_cells(board, {tile, 0}) | matching_cells(board, {tile, 1}) | matching_cells(board, {tile, 2});
  return matching & open_cells(board);
}

/// The tile at a cell, if one lies there. Tiles of one colour lie in rotation 0.
constexpr std::optional<Turned> tile_at(const Board& board, Location location) {
  const unsigned code = board.lying[location.value];
  if (code == 0) return std::nullopt;
  return Turned{Tile{static_cast<std::uint8_t>((code - 1) / kSides)},
                static_cast<std::uint8_t>((code - 1) % kSides)};
}

/// How many sides of the cell touch a tile.
constexpr int touching_sides(const Board& board, Location location) {
  return std::popcount(neighbours_of(location) & board.taken);
}

/// What the tile would score there, legal or not: value x max(1, touching sides) x bonus.
constexpr int points_for(const Board& board, Tile tile, Location location) {
  const int touching = touching_sides(board, location);
  return value_of(tile) * (touching > 1 ? touching : 1) * bonus_of(location);
}

/// Lays a tile on an empty cell. Does not ask whether the rules allow it.
constexpr void lay(Board& board, Turned turned, Location location) {
  const int rotation = rotations_of(turned.tile) == 1 ? 0 : turned.rotation;
  board.lying[location.value] = static_cast<std::uint8_t>(1 + kSides * turned.tile.value + rotation);
  board.taken |= only(location);
  const CellSet beside = neighbours_of(location);
  board.touched[2] |= board.touched[1] & beside;
  board.touched[1] |= board.touched[0] & beside;
  board.touched[0] |= beside;
  const auto& colours = colours_of(turned);
  for (std::size_t side = 0; side < kSides; ++side) {
    // Without a branch: all colours lose the neighbour, then the one that matches gets it back.
    const auto colour = static_cast<std::size_t>(colours[side]);
    const CellSet neighbour = colours[side] == Colour::white ? 0 : tables::kBeside[location.value][side];
    auto& accepts = board.accepts[side];
    const CellSet matching = accepts[colour];
    for (std::size_t other = 0; other < static_cast<std::size_t>(Colour::white); ++other)
      accepts[other] &= ~neighbour;
    accepts[colour] = matching;
  }
}

}  // namespace games::spectrangle
