// Tests of the Spectrangle tiles, cells and board against the rulings, by a slow and obvious second way.
#include "games/spectrangle/board.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "base/rng.hpp"
#include "games/spectrangle/notation.hpp"

namespace games::spectrangle {
namespace {

Location at(int location) { return Location{static_cast<std::uint8_t>(location)}; }
Tile tile(int number) { return Tile{static_cast<std::uint8_t>(number)}; }

bool meets(Colour one, Colour other) {
  return one == other || one == Colour::white || other == Colour::white;
}

/// The rule itself, cell by cell: what the sets of cells must agree with.
bool fits_by_hand(const Board& board, Turned turned, Location location) {
  if (tile_at(board, location)) return false;
  bool empty = true;
  for (int other = 0; other < kCells; ++other) empty = empty && !tile_at(board, at(other));
  if (empty) return bonus_of(location) == 1;
  int touching = 0;
  for (int side = 0; side < kSides; ++side) {
    const auto neighbour = neighbour_of(location, side);
    const auto beside = neighbour ? tile_at(board, *neighbour) : std::nullopt;
    if (!beside) continue;
    ++touching;
    const auto index = static_cast<std::size_t>(side);
    if (!meets(colours_of(turned)[index], colours_of(*beside)[index])) return false;
  }
  return touching > 0;
}

TEST(SpectrangleTiles, AreTheDocumentsThirtySix) {
  std::map<int, int> count_by_value;
  std::set<std::string> turned;
  for (int number = 0; number < kTiles; ++number) {
    ++count_by_value[value_of(tile(number))];
    for (std::uint8_t rotation = 0; rotation < kSides; ++rotation) {
      std::string colours;
      for (const Colour colour : colours_of({tile(number), rotation})) colours += letter_of(colour);
      turned.insert(colours);
    }
  }
  EXPECT_EQ(count_by_value, (std::map<int, int>{{1, 4}, {2, 3}, {3, 4}, {4, 10}, {5, 10}, {6, 5}}));
  EXPECT_EQ(turned.size(), 30 * 3 + 6) << "no two tiles are the same, however they are turned";
}

TEST(SpectrangleTiles, RotateCounterclockwise) {
  const Turned rry1{Tile{5}, 1};
  ASSERT_EQ(write_tile(rry1), "RRY1");
  EXPECT_EQ(colours_of(rry1), (SideColours{Colour::yellow, Colour::red, Colour::red}));
  EXPECT_EQ(rotations_of(Tile{5}), 3);
  EXPECT_EQ(rotations_of(Tile{0}), 1);
  EXPECT_EQ(rotations_of(Tile{35}), 1);
}

TEST(SpectrangleCells, TouchSideToSameSide) {
  int pairs = 0;
  for (int here = 0; here < kCells; ++here) {
    for (int side = 0; side < kSides; ++side) {
      const auto there = neighbour_of(at(here), side);
      if (!there) continue;
      ++pairs;
      EXPECT_EQ(neighbour_of(*there, side), at(here)) << here << " side " << side;
      EXPECT_NE(points_up(at(here)), points_up(*there));
      EXPECT_TRUE((neighbours_of(at(here)) & only(*there)) != 0);
    }
  }
  EXPECT_EQ(pairs, 2 * 45) << "15 cells point down and touch three each";
}

TEST(SpectrangleCells, AreWhereTheRulingsSay) {
  EXPECT_EQ(neighbour_of(at(0), 0), at(2));
  EXPECT_EQ(neighbour_of(at(0), 1), std::nullopt);
  EXPECT_EQ(neighbour_of(at(6), 0), at(12));
  EXPECT_EQ(neighbour_of(at(6), 1), at(7));
  EXPECT_EQ(neighbour_of(at(6), 2), at(5));
  EXPECT_EQ(neighbour_of(at(12), 0), at(6));
  EXPECT_EQ(neighbour_of(at(12), 1), at(11));
  EXPECT_EQ(neighbour_of(at(12), 2), at(13));
  EXPECT_EQ(neighbour_of(at(35), 0), std::nullopt);
}

TEST(SpectrangleCells, MultiplyAsTheRulingsSay) {
  const std::map<int, int> bonuses{{10, 2}, {14, 2}, {30, 2}, {2, 3}, {26, 3},
                                   {34, 3}, {11, 4}, {13, 4}, {20, 4}};
  for (int location = 0; location < kCells; ++location) {
    const auto found = bonuses.find(location);
    EXPECT_EQ(bonus_of(at(location)), found == bonuses.end() ? 1 : found->second) << location;
  }
}

TEST(SpectrangleBoard, AgreesWithTheRuleOnRandomBoards) {
  base::Rng rng(4);
  for (int round = 0; round < 60; ++round) {
    Board board;
    for (int tries = 0; tries < 150; ++tries) {
      const Turned turned{tile(static_cast<int>(rng.below(kTiles))),
                          static_cast<std::uint8_t>(rng.below(kSides))};
      const Location location = at(static_cast<int>(rng.below(kCells)));
      const bool fits = fits_by_hand(board, turned, location);
      ASSERT_EQ((fitting_cells(board, turned) & only(location)) != 0, fits);
      if (fits) lay(board, turned, location);
    }
    for (int location = 0; location < kCells; ++location) {
      const int touching = touching_sides(board, at(location));
      for (int least = 1; least <= kSides; ++least) {
        const CellSet marked = board.touched[static_cast<std::size_t>(least - 1)];
        EXPECT_EQ((marked & only(at(location))) != 0, touching >= least);
      }
    }
  }
}

TEST(SpectrangleBoard, DoesNotDependOnTheOrderOfLaying) {
  const Turned one{Tile{0}, 0};
  const Turned other{Tile{5}, 0};
  Board board;
  Board mirror;
  lay(board, one, at(12));
  lay(board, other, at(11));
  lay(mirror, other, at(11));
  lay(mirror, {Tile{0}, 2}, at(12));
  EXPECT_EQ(board, mirror);
  EXPECT_EQ(tile_at(board, at(12)), one);
  EXPECT_EQ(tile_at(board, at(13)), std::nullopt);
}

TEST(SpectrangleBoard, ScoresSeventyTwoAtMost) {
  Board board;
  for (const int location : {10, 12, 19}) lay(board, {Tile{35}, 0}, at(location));
  EXPECT_EQ(touching_sides(board, at(11)), 3);
  EXPECT_EQ(points_for(board, Tile{0}, at(11)), 72);
}

}  // namespace
}  // namespace games::spectrangle
