// Numbering the parts of a rack: mixed radix, one digit for each different tile.
#include "games/scrabble/rack_table.hpp"

namespace games::scrabble {

RackTable::RackTable(const Rack& rack) {
  for (const Tile tile : rack.tiles()) ++counts[static_cast<std::size_t>(index_of(tile))];
  blanks = counts[0];
  for (std::size_t letter = 0; letter <= 26; ++letter) {
    if (counts[letter] == 0) continue;
    weights[letter] = static_cast<std::uint8_t>(count);
    const std::uint32_t digits = counts[letter] + 1U;
    const std::uint32_t bit = letter == 0 ? 0 : 1U << letter;
    for (std::uint32_t digit = 1; digit < digits; ++digit)
      for (std::uint32_t rest = 0; rest < count; ++rest) letters[digit * count + rest] = letters[rest] | bit;
    count *= digits;
  }
  if (rack.size() == kRackSize) extra[0] = kBonus;
}

Rack RackTable::tiles_of(std::uint32_t number) const {
  Rack tiles;
  for (std::size_t letter = 0; letter <= 26; ++letter) {
    if (counts[letter] == 0) continue;
    const std::uint32_t copies = number / weights[letter] % (counts[letter] + 1U);
    for (std::uint32_t copy = 0; copy < copies; ++copy)
      tiles.add(letter == 0 ? kBlank : static_cast<Tile>('A' + letter - 1));
  }
  return tiles;
}

}  // namespace games::scrabble
