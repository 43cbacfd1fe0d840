// The common goals as tests on bits: bit `row * 5 + column` of a layout, row 0 on top.
#include "games/shelfie/goals.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

namespace games::shelfie {

namespace {

constexpr std::uint32_t kAll = (1U << kShelfCells) - 1;
constexpr std::uint32_t kRow = 0b11111;
constexpr std::uint32_t kNotFirstColumn = kAll & ~kColumn;
constexpr std::uint32_t kNotLastColumn = kAll & ~(kColumn << (kShelfColumns - 1));

constexpr std::uint32_t place(int row, int column) { return 1U << (row * kShelfColumns + column); }

constexpr std::uint32_t kSquare = place(0, 0) | place(0, 1) | place(1, 0) | place(1, 1);
constexpr std::uint32_t kCorners = place(0, 0) | place(0, 4) | place(5, 0) | place(5, 4);
constexpr std::uint32_t kCross = place(0, 0) | place(0, 2) | place(1, 1) | place(2, 0) | place(2, 2);
constexpr std::uint32_t kFalling = place(0, 0) | place(1, 1) | place(2, 2) | place(3, 3) | place(4, 4);
constexpr std::uint32_t kRising = place(0, 4) | place(1, 3) | place(2, 2) | place(3, 1) | place(4, 0);

bool any_type_covers(const Layout& shelf, std::uint32_t places) {
  return std::ranges::any_of(shelf.of, [=](std::uint32_t tiles) { return (tiles & places) == places; });
}

int types_in(const Layout& shelf, std::uint32_t places) {
  return static_cast<int>(
      std::ranges::count_if(shelf.of, [=](std::uint32_t tiles) { return (tiles & places) != 0; }));
}

/// Full rows or columns (a first line and how it repeats) with a number of types within the range.
int lines(const Layout& shelf, std::uint32_t first, int count, int shift, Range types) {
  int found = 0;
  for (int i = 0; i < count; ++i) {
    const std::uint32_t line = first << (i * shift);
    found += ((shelf.filled() & line) == line && types.holds(types_in(shelf, line))) ? 1 : 0;
  }
  return found;
}
int columns(const Layout& shelf, Range types) { return lines(shelf, kColumn, kShelfColumns, 1, types); }
int rows(const Layout& shelf, Range types) { return lines(shelf, kRow, kShelfRows, kShelfColumns, types); }

/// Rulings: two squares that do not overlap, each of one type, the types may differ.
bool two_squares(const Layout& shelf) {
  std::uint32_t corners = 0;  // upper left corners of all squares of one type
  for (const std::uint32_t tiles : shelf.of) {
    corners |= tiles & (tiles >> 1U) & (tiles >> 5U) & (tiles >> 6U) & kNotLastColumn;
  }
  for (std::uint32_t left = corners; left != 0; left &= left - 1) {
    const std::uint32_t square = kSquare << std::countr_zero(left);
    for (std::uint32_t other = left & (left - 1); other != 0; other &= other - 1) {
      if ((kSquare << std::countr_zero(other) & square) == 0) return true;
    }
  }
  return false;
}

bool groups(const Layout& shelf, int count, int size) {
  for (std::uint32_t tiles : shelf.of) {
    while (tiles != 0) {
      const std::uint32_t group = first_group(tiles);
      tiles &= ~group;
      count -= std::popcount(group) >= size ? 1 : 0;
    }
  }
  return count <= 0;
}

bool cross(const Layout& shelf) {
  for (int row = 0; row + 3 <= kShelfRows; ++row) {
    for (int column = 0; column + 3 <= kShelfColumns; ++column) {
      if (any_type_covers(shelf, kCross << (row * kShelfColumns + column))) return true;
    }
  }
  return false;
}

bool diagonal(const Layout& shelf) {
  return any_type_covers(shelf, kFalling) || any_type_covers(shelf, kFalling << kShelfColumns) ||
         any_type_covers(shelf, kRising) || any_type_covers(shelf, kRising << kShelfColumns);
}

/// Heights 5,4,3,2,1 or 6,5,4,3,2 from either side.
bool stairs(const Layout& shelf) {
  std::array<int, kShelfColumns> heights{};
  for (int column = 0; column < kShelfColumns; ++column) {
    heights[column] = std::popcount(shelf.filled() & (kColumn << column));
  }
  const int step = heights[1] - heights[0];
  if (std::abs(step) != 1) return false;
  for (int column = 2; column < kShelfColumns; ++column) {
    if (heights[column] - heights[column - 1] != step) return false;
  }
  return std::min(heights.front(), heights.back()) >= 1;
}

bool eight_same(const Layout& shelf) {
  return std::ranges::any_of(shelf.of, [](std::uint32_t tiles) { return std::popcount(tiles) >= 8; });
}

}  // namespace

bool achieved(int goal, const Layout& shelf) {
  switch (goal) {
    case 0:
      return two_squares(shelf);
    case 1:
      return columns(shelf, {6, 6}) >= 2;
    case 2:
      return groups(shelf, 4, 4);
    case 3:
      return groups(shelf, 6, 2);
    case 4:
      return columns(shelf, {1, 3}) >= 3;
    case 5:
      return rows(shelf, {5, 5}) >= 2;
    case 6:
      return rows(shelf, {1, 3}) >= 4;
    case 7:
      return any_type_covers(shelf, kCorners);
    case 8:
      return eight_same(shelf);
    case 9:
      return cross(shelf);
    case 10:
      return diagonal(shelf);
    case 11:
      return stairs(shelf);
    default:
      return false;
  }
}

int matches(const PersonalCard& card, const Layout& shelf) {
  int found = 0;
  for (int type = 0; type < kTypes; ++type) found += static_cast<int>(shelf.of[type] >> card[type] & 1U);
  return found;
}

int personal_points(const RulesFile& rules, int card, const Layout& shelf) {
  return rules.personal_points[matches(rules.cards[card], shelf)];
}

int group_points(const RulesFile& rules, const Layout& shelf) {
  int points = 0;
  for (std::uint32_t tiles : shelf.of) {
    while (tiles != 0) {
      const std::uint32_t group = first_group(tiles);
      tiles &= ~group;
      points += rules.group_points[std::min(std::popcount(group), 6)];
    }
  }
  return points;
}

std::uint32_t first_group(std::uint32_t tiles) {
  std::uint32_t group = tiles & (0 - tiles);
  for (;;) {
    const std::uint32_t grown = (group | (group << 5U) | (group >> 5U) | (group << 1U & kNotFirstColumn) |
                                 (group >> 1U & kNotLastColumn)) &
                                tiles;
    if (grown == group) return group;
    group = grown;
  }
}

}  // namespace games::shelfie
