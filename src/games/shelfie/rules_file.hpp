// The rules file: every number of My Shelfie that may be changed without changing the program.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "base/error.hpp"
#include "games/shelfie/tiles.hpp"

namespace games::shelfie {

/// A personal card: the place on the shelf for each type, in the order of Type.
using PersonalCard = std::array<std::uint8_t, kTypes>;

/// Least and most, both allowed.
struct Range {
  int min{};
  int max{};

  constexpr bool holds(int number) const { return min <= number && number <= max; }
  friend bool operator==(const Range&, const Range&) = default;
};

struct RulesFile {
  Range nickname;            ///< length in characters
  Range players;             ///< within 2 to 4
  int max_selectable_tiles;  ///< 1 to 3
  /// The least number of players with whom a cell is in use; 0: never.
  std::array<std::uint8_t, kBoardCells> board;
  /// Tokens by number of players (index players - 2), the top one first, 0 where there is none.
  std::array<std::array<std::uint8_t, kMaxSeats>, kMaxSeats - 1> tokens;
  std::array<std::uint8_t, kTypes + 1> personal_points;  ///< by number of matching places
  std::array<std::uint8_t, 7> group_points;              ///< by size; the last is for that size and more
  int full_shelf_points;
  std::array<PersonalCard, kPersonalCards> cards;

  friend bool operator==(const RulesFile&, const RulesFile&) = default;
};

/// Reads a rules file (data/shelfie/rules.json shows the form). Anything missing, unknown or out of its range
/// is refused (Code::malformed) with a sentence that names the key.
base::Result<RulesFile> read_rules(std::string_view json);

/// A number that names the rules by which a game is played; lengths of nicknames are not among them.
std::uint64_t fingerprint(const RulesFile& rules);

/// The rules that are built in: always the same object, which lives as long as the program.
std::shared_ptr<const RulesFile> standard_rules();

/// Their text, the same as data/shelfie/rules.json.
std::string_view standard_rules_text();

}  // namespace games::shelfie
