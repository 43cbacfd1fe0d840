// Values of kept tiles.
#include "bots/scrabble/leave.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace bots::scrabble {
namespace {

using games::scrabble::Tile;

// Of one tile: the blank, then A to Z.
constexpr std::array<double, 27> kWorth = {24.0, 0.5,  -1.5, 0.5,  0.5,  2.0,  -1.5, -2.0, 0.5,
                                           -1.0, -1.5, -1.5, 0.5,  0.5,  0.5,  -2.0, 0.0,  -6.0,
                                           1.0,  8.0,  0.5,  -3.5, -5.0, -3.5, 3.0,  -0.5, 3.5};
constexpr double kSecondOfAKind = -2.5;
constexpr double kImbalance = -1.5;  // for every vowel or consonant more than one too many
constexpr double kQWithU = 5.0;      // what a U makes good
constexpr std::string_view kVowels = "AEIOU";

}  // namespace

double leave_value(const games::scrabble::Rack& kept) {
  double value = 0;
  std::array<int, 27> counts{};
  for (const Tile tile : kept.tiles()) {
    const auto index = static_cast<std::size_t>(games::scrabble::index_of(tile));
    value += kWorth[index];
    if (++counts[index] > 1 && index != 0) value += kSecondOfAKind;
  }
  const auto vowels = static_cast<int>(std::ranges::count_if(
      kept.tiles(), [](Tile tile) { return kVowels.find(tile) != std::string_view::npos; }));
  const int consonants = kept.size() - vowels - counts[0];
  value += kImbalance * std::max(0, std::abs(vowels - consonants) - 1);
  if (counts['Q' - 'A' + 1] > 0 && counts['U' - 'A' + 1] > 0) value += kQWithU;
  return value;
}

int points_in_hand(const games::scrabble::Rack& rack) {
  int points = 0;
  for (const Tile tile : rack.tiles()) points += games::scrabble::value_of(tile);
  return points;
}

}  // namespace bots::scrabble
