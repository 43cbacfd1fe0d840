// Tiles and squares: letters, their values, how many there are, and which squares multiply.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace games::scrabble {

/// A tile as a character: 'A' to 'Z' a letter, '?' a blank in hand, 'a' to 'z' a blank that stands for a
/// letter.
using Tile = char;

inline constexpr int kSide = 15;
inline constexpr int kSquares = kSide * kSide;
inline constexpr int kRackSize = 7;
inline constexpr int kBagSize = 100;
inline constexpr int kBonus = 50;  ///< for seven tiles at once
inline constexpr int kShortestWord = 2;
inline constexpr Tile kBlank = '?';
inline constexpr Tile kNone = '\0';  ///< what lies on a free square

constexpr bool is_upper(Tile tile) { return tile >= 'A' && tile <= 'Z'; }
constexpr bool is_lower(Tile tile) { return tile >= 'a' && tile <= 'z'; }
constexpr bool is_letter(Tile tile) { return is_upper(tile) || is_lower(tile); }
constexpr Tile to_upper(Tile tile) { return is_lower(tile) ? static_cast<Tile>(tile - 'a' + 'A') : tile; }
constexpr Tile to_lower(Tile tile) { return is_upper(tile) ? static_cast<Tile>(tile - 'A' + 'a') : tile; }

/// The tile in hand that a tile on the board was: a blank for a lower-case letter.
constexpr Tile in_hand(Tile tile) { return is_lower(tile) ? kBlank : tile; }

/// A letter as a number: 1 for 'A' or 'a' to 26; 0 for anything else.
constexpr int index_of(Tile letter) {
  if (is_upper(letter)) return letter - 'A' + 1;
  if (is_lower(letter)) return letter - 'a' + 1;
  return 0;
}

/// The points of letter 'A' (index 1) to 'Z' (index 26).
inline constexpr std::array<std::uint8_t, 27> kValues = {0, 1, 3, 3,  2, 1, 4, 2, 4, 1, 8, 5, 1, 3,
                                                         1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10};

/// How many tiles there are of letter 'A' (index 1) to 'Z' (index 26), and of blanks (index 0).
inline constexpr std::array<std::uint8_t, 27> kCounts = {2, 9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2,
                                                         6, 8, 2, 1, 6, 4,  6, 4, 2, 2, 1, 2, 1};

/// The points of a tile, in hand or on the board. A blank has none.
constexpr int value_of(Tile tile) {
  return is_upper(tile) ? kValues[static_cast<std::size_t>(index_of(tile))] : 0;
}

/// What a square does to the word laid over it.
enum class Premium : std::uint8_t { none, double_letter, triple_letter, double_word, triple_word };

Premium premium_of(int row, int column);
int letter_factor(int row, int column);
int word_factor(int row, int column);

}  // namespace games::scrabble
