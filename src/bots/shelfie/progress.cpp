// How far a shelf is on the way to each common goal.
#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <span>

#include "bots/shelfie/worth.hpp"
#include "games/shelfie/goals.hpp"

namespace bots::shelfie {

namespace {

using namespace games::shelfie;

constexpr std::uint32_t kRow = 0b11111;

constexpr std::uint32_t place(int row, int column) { return 1U << (row * kShelfColumns + column); }

constexpr std::array kCorners{place(0, 0) | place(0, 4) | place(5, 0) | place(5, 4)};
constexpr std::uint32_t kFalling = place(0, 0) | place(1, 1) | place(2, 2) | place(3, 3) | place(4, 4);
constexpr std::uint32_t kRising = place(0, 4) | place(1, 3) | place(2, 2) | place(3, 1) | place(4, 0);
constexpr std::array kDiagonals{kFalling, kFalling << 5U, kRising, kRising << 5U};

/// The pattern at every place of the shelf where it fits.
template <int height, int width>
constexpr auto everywhere(std::uint32_t pattern) {
  std::array<std::uint32_t, std::size_t{kShelfRows - height + 1} * (kShelfColumns - width + 1)> all{};
  std::size_t next = 0;
  for (int row = 0; row + height <= kShelfRows; ++row) {
    for (int column = 0; column + width <= kShelfColumns; ++column) {
      all[next++] = pattern << (row * kShelfColumns + column);
    }
  }
  return all;
}
constexpr auto kSquares = everywhere<2, 2>(place(0, 0) | place(0, 1) | place(1, 0) | place(1, 1));
constexpr auto kCrosses =
    everywhere<3, 3>(place(0, 0) | place(0, 2) | place(1, 1) | place(2, 0) | place(2, 2));

/// The greatest part of the pattern that is of one type, if no other type lies in it.
double part_of(const Layout& shelf, std::uint32_t pattern) {
  for (const std::uint32_t tiles : shelf.of) {
    if ((tiles & pattern) == 0) continue;
    if ((shelf.filled() & pattern & ~tiles) != 0) return 0;
    return static_cast<double>(std::popcount(tiles & pattern)) / std::popcount(pattern);
  }
  return 0;
}

double best_pattern(const Layout& shelf, std::span<const std::uint32_t> patterns) {
  double best = 0;
  for (const std::uint32_t pattern : patterns) best = std::max(best, part_of(shelf, pattern));
  return best;
}

double two_squares(const Layout& shelf) {
  std::array<double, kSquares.size()> parts{};
  std::ranges::transform(kSquares, parts.begin(),
                         [&](std::uint32_t square) { return part_of(shelf, square); });
  double best = 0;
  for (std::size_t i = 0; i < kSquares.size(); ++i) {
    for (std::size_t j = i; j < kSquares.size(); ++j) {
      const bool apart = (kSquares[i] & kSquares[j]) == 0;
      best = std::max(best, apart ? parts[i] + parts[j] : std::max(parts[i], parts[j]));
    }
  }
  return best / 2;
}

/// The average of the best `wanted` lines; one that breaks its rule about types counts nothing.
template <class Allowed>
double lines(const Layout& shelf, std::uint32_t first, int count, int shift, int wanted, Allowed allowed) {
  std::array<double, kShelfRows> parts{};
  for (int i = 0; i < count; ++i) {
    const std::uint32_t line = first << (i * shift);
    const int tiles = std::popcount(shelf.filled() & line);
    const auto types = std::ranges::count_if(shelf.of, [&](std::uint32_t of) { return (of & line) != 0; });
    if (allowed(tiles, types)) parts[i] = static_cast<double>(tiles) / std::popcount(line);
  }
  std::ranges::sort(parts, std::greater{});
  double sum = 0;
  for (int i = 0; i < wanted; ++i) sum += parts[i];
  return sum / wanted;
}

/// The largest groups, each up to the size that is wanted.
double groups(const Layout& shelf, int wanted, int size) {
  std::array<int, kShelfCells> sizes{};
  std::size_t count = 0;
  for (std::uint32_t tiles : shelf.of) {
    while (tiles != 0) {
      const std::uint32_t group = first_group(tiles);
      tiles &= ~group;
      if (std::popcount(group) > 1) sizes[count++] = std::min(std::popcount(group), size);
    }
  }
  std::ranges::sort(sizes, std::greater{});
  int have = 0;
  for (int i = 0; i < wanted; ++i) have += sizes[i];
  return static_cast<double>(have) / (wanted * size);
}

double eight_same(const Layout& shelf) {
  int most = 0;
  for (const std::uint32_t tiles : shelf.of) most = std::max(most, std::popcount(tiles));
  return std::min(1.0, most / 8.0);
}

double stairs(const Layout& shelf) {
  double best = 0;
  for (const int lowest : {1, 2}) {
    for (const bool rising : {false, true}) {
      int have = 0;
      int wanted = 0;
      bool possible = true;
      for (int column = 0; column < kShelfColumns; ++column) {
        const int height = std::popcount(shelf.filled() & (kColumn << column));
        const int goal = lowest + (rising ? column : kShelfColumns - 1 - column);
        possible = possible && height <= goal;
        have += height;
        wanted += goal;
      }
      if (possible) best = std::max(best, static_cast<double>(have) / wanted);
    }
  }
  return best;
}

}  // namespace

double progress(int goal, const Layout& shelf) {
  const auto all_differ = [](auto tiles, auto types) { return tiles == types; };
  const auto few_types = [](auto, auto types) { return types <= 3; };
  switch (goal) {
    case 0:
      return two_squares(shelf);
    case 1:
      return lines(shelf, kColumn, kShelfColumns, 1, 2, all_differ);
    case 2:
      return groups(shelf, 4, 4);
    case 3:
      return groups(shelf, 6, 2);
    case 4:
      return lines(shelf, kColumn, kShelfColumns, 1, 3, few_types);
    case 5:
      return lines(shelf, kRow, kShelfRows, kShelfColumns, 2, all_differ);
    case 6:
      return lines(shelf, kRow, kShelfRows, kShelfColumns, 4, few_types);
    case 7:
      return best_pattern(shelf, kCorners);
    case 8:
      return eight_same(shelf);
    case 9:
      return best_pattern(shelf, kCrosses);
    case 10:
      return best_pattern(shelf, kDiagonals);
    case 11:
      return stairs(shelf);
    default:
      return 0;
  }
}

}  // namespace bots::shelfie
