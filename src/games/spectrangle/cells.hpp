// The 36 cells of the Spectrangle board as data: which touch on which side, and what each multiplies.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>

#include "base/ids.hpp"
#include "games/spectrangle/tiles.hpp"

namespace games::spectrangle {

inline constexpr int kRows = 6;
inline constexpr int kCells = kRows * kRows;

/// A cell: row * row + index in the row, both from 0. Even indices point up, odd ones down.
using Location = base::Id<struct LocationKind, std::uint8_t>;

/// A set of cells: bit l is set if location l is in it.
using CellSet = std::uint64_t;

inline constexpr CellSet kAllCells = (CellSet{1} << kCells) - 1;

constexpr CellSet only(Location location) { return CellSet{1} << location.value; }

/// Takes the lowest location out of a set that is not empty.
constexpr Location take_first(CellSet& cells) {
  const Location first{static_cast<std::uint8_t>(std::countr_zero(cells))};
  cells &= cells - 1;
  return first;
}

namespace tables {

inline constexpr std::uint8_t kNoCell = 0xFF;

/// The rulings' "Neighbours". A side touches the neighbour's side of the same number.
consteval auto neighbours() {
  std::array<std::array<std::uint8_t, kSides>, kCells> all{};
  for (int row = 0; row < kRows; ++row) {
    for (int index = 0; index <= 2 * row; ++index) {
      const int here = row * row + index;
      const bool up = index % 2 == 0;
      const int above = (row - 1) * (row - 1) + index - 1;
      const int below = row + 1 < kRows ? (row + 1) * (row + 1) + index + 1 : kNoCell;
      const int left = index > 0 ? here - 1 : kNoCell;
      const int right = index < 2 * row ? here + 1 : kNoCell;
      const auto cell = [](int location) { return static_cast<std::uint8_t>(location); };
      all[static_cast<std::size_t>(here)] = up ? std::array{cell(below), cell(right), cell(left)}
                                               : std::array{cell(above), cell(left), cell(right)};
    }
  }
  return all;
}

inline constexpr auto kNeighbours = neighbours();

/// The same as sets: of the cell at each side, empty where there is none.
consteval auto beside() {
  std::array<std::array<CellSet, kSides>, kCells> all{};
  for (std::size_t location = 0; location < all.size(); ++location) {
    for (std::size_t side = 0; side < kSides; ++side) {
      const auto neighbour = kNeighbours[location][side];
      if (neighbour != kNoCell) all[location][side] = CellSet{1} << neighbour;
    }
  }
  return all;
}

inline constexpr auto kBeside = beside();

consteval CellSet set_of(std::initializer_list<int> locations) {
  CellSet cells = 0;
  for (const int location : locations) cells |= CellSet{1} << location;
  return cells;
}

}  // namespace tables

/// The cells that multiply by 1, 2, 3 and 4, at index 1 to 4; index 0 is empty.
inline constexpr std::array<CellSet, 5> kBonusCells{
    0,
    kAllCells & ~tables::set_of({10, 14, 30, 2, 26, 34, 11, 13, 20}),
    tables::set_of({10, 14, 30}),
    tables::set_of({2, 26, 34}),
    tables::set_of({11, 13, 20}),
};

namespace tables {

consteval auto bonuses() {
  std::array<std::uint8_t, kCells> all{};
  for (std::size_t location = 0; location < all.size(); ++location) {
    for (std::size_t bonus = 1; bonus < kBonusCells.size(); ++bonus) {
      if ((kBonusCells[bonus] >> location & 1U) != 0) all[location] = static_cast<std::uint8_t>(bonus);
    }
  }
  return all;
}

inline constexpr auto kBonuses = bonuses();

}  // namespace tables

/// The cell that touches the given side, if there is one.
constexpr std::optional<Location> neighbour_of(Location location, int side) {
  const auto found = tables::kNeighbours[location.value][static_cast<std::size_t>(side)];
  if (found == tables::kNoCell) return std::nullopt;
  return Location{found};
}

/// All cells that touch a cell.
constexpr CellSet neighbours_of(Location location) {
  const auto& beside = tables::kBeside[location.value];
  return beside[0] | beside[1] | beside[2];
}

/// By how much a cell multiplies points: 1 to 4.
constexpr int bonus_of(Location location) { return tables::kBonuses[location.value]; }

/// True if the cell's horizontal side is at its bottom.
constexpr bool points_up(Location location) {
  int row = 0;
  while ((row + 1) * (row + 1) <= location.value) ++row;
  return (location.value - row * row) % 2 == 0;
}

}  // namespace games::spectrangle
