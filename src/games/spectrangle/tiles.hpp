// The 36 tiles of Spectrangle as data: colours, values, and the colour that each side shows in each rotation.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ids.hpp"

namespace games::spectrangle {

enum class Colour : std::uint8_t { red, green, blue, yellow, purple, white };

inline constexpr int kColours = 6;
inline constexpr int kSides = 3;
inline constexpr int kTiles = 36;

/// One of the 36 tiles, numbered as the protocol document lists them.
using Tile = base::Id<struct TileKind, std::uint8_t>;

/// A set of tiles: bit t is set if tile t is in it. Every tile exists once.
using TileSet = std::uint64_t;

inline constexpr TileSet kAllTiles = (TileSet{1} << kTiles) - 1;

constexpr TileSet only(Tile tile) { return TileSet{1} << tile.value; }

/// What is printed on a tile: colours in the document's order (rotation 0, from the horizontal side
/// counterclockwise).
struct Print {
  std::string_view letters;
  int value;
};

/// The document's list, "tiles in the game".
inline constexpr std::array<Print, kTiles> kPrints{{
    {"RRR", 6}, {"BBB", 6}, {"GGG", 6}, {"YYY", 6}, {"PPP", 6}, {"RRY", 5}, {"RRP", 5}, {"BBR", 5},
    {"BBP", 5}, {"GGR", 5}, {"GGB", 5}, {"YYG", 5}, {"YYB", 5}, {"PPY", 5}, {"PPG", 5}, {"RRB", 4},
    {"RRG", 4}, {"BBG", 4}, {"BBY", 4}, {"GGY", 4}, {"GGP", 4}, {"YYR", 4}, {"YYP", 4}, {"PPR", 4},
    {"PPB", 4}, {"YBP", 3}, {"RGY", 3}, {"BGP", 3}, {"GRB", 3}, {"BRP", 2}, {"YPR", 2}, {"YPG", 2},
    {"GRP", 1}, {"BYG", 1}, {"RYB", 1}, {"WWW", 1},
}};

inline constexpr std::string_view kColourLetters = "RGBYPW";

/// The letters of a tile, such as "RRY".
constexpr std::string_view letters_of(Tile tile) { return kPrints[tile.value].letters; }

/// The points printed on a tile, 1 to 6.
constexpr int value_of(Tile tile) { return kPrints[tile.value].value; }

constexpr char letter_of(Colour colour) { return kColourLetters[static_cast<std::size_t>(colour)]; }

/// A tile as it lies or is named: rotated counterclockwise by 0, 1 or 2 thirds of a circle.
struct Turned {
  Tile tile;
  std::uint8_t rotation = 0;

  friend bool operator==(const Turned&, const Turned&) = default;
};

using SideColours = std::array<Colour, kSides>;

namespace tables {

/// Ruling: the colour at side p of a tile with letters L and rotation d is L[(p + 3 - d) % 3].
consteval auto side_colours() {
  std::array<std::array<SideColours, kSides>, kTiles> all{};
  for (std::size_t tile = 0; tile < all.size(); ++tile) {
    for (std::size_t rotation = 0; rotation < kSides; ++rotation) {
      for (std::size_t side = 0; side < kSides; ++side) {
        const char letter = kPrints[tile].letters[(side + kSides - rotation) % kSides];
        all[tile][rotation][side] = static_cast<Colour>(kColourLetters.find(letter));
      }
    }
  }
  return all;
}

inline constexpr auto kSideColours = side_colours();

consteval auto rotations() {
  std::array<std::uint8_t, kTiles> all{};
  for (std::size_t tile = 0; tile < all.size(); ++tile) {
    all[tile] = kSideColours[tile][0] == kSideColours[tile][1] ? 1 : kSides;
  }
  return all;
}

inline constexpr auto kRotations = rotations();

}  // namespace tables

/// The colours at sides 0, 1 and 2 of a tile that lies so.
constexpr const SideColours& colours_of(Turned turned) {
  return tables::kSideColours[turned.tile.value][turned.rotation];
}

/// How many rotations of the tile differ: 1 for the six tiles of one colour, 3 for the others.
constexpr std::uint8_t rotations_of(Tile tile) { return tables::kRotations[tile.value]; }

}  // namespace games::spectrangle
