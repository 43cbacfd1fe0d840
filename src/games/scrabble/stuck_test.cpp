// Whether anybody can play, against the list of all plays.
#include "games/scrabble/stuck.hpp"

#include <gtest/gtest.h>

#include <array>

#include "base/rng.hpp"
#include "games/scrabble/generator.hpp"
#include "games/scrabble/testing.hpp"

namespace games::scrabble {
namespace {

/// Lays so many plays by chance on an empty board.
Position some_position(const Lexicon& lexicon, int plays, base::Rng& rng) {
  Position position(lexicon);
  std::vector<Play> found;
  for (int turn = 0; turn < plays; ++turn) {
    generate(position, Rack("AEIRSTN"), Opening::across, found);
    if (found.empty()) break;
    const Play& play = found[rng.below(found.size())];
    for (int place = play.first; place <= play.last; ++place) {
      const Square at = square_at(play.direction(), play.line % kSide, place);
      if (!position.board().has(at)) position.put(at, play.tiles[static_cast<std::size_t>(place)]);
    }
  }
  return position;
}

void compare(const Lexicon& lexicon, std::span<const std::string_view> racks) {
  base::Rng rng(7);
  int stuck = 0;
  int free = 0;
  for (int turn = 0; turn < 60; ++turn) {
    const Position position = some_position(lexicon, 1 + turn % 20, rng);
    for (const std::string_view one : racks)
      for (const std::string_view other : racks) {
        const std::array hands = {Rack(one), Rack(other)};
        bool any = false;
        for (const Rack& hand : hands) {
          std::vector<Play> plays;
          generate(position, hand, Opening::both, plays);
          any = any || !plays.empty();
        }
        ASSERT_EQ(is_stuck(lexicon, position.board(), hands), !any) << one << " and " << other;
        ++(any ? free : stuck);
      }
  }
  EXPECT_TRUE(stuck > 100 && free > 100) << stuck << " " << free;
}

TEST(ScrabbleStuck, AgreesWithTheListOfAllPlays) {
  constexpr std::array<std::string_view, 7> kRacks = {"", "V", "VV", "QC", "UQ", "CVW", "X"};
  compare(*testing::default_lexicon(), kRacks);
}

/// Where only two tiles at once make a word.
TEST(ScrabbleStuck, SearchesOnWhereOneTileWillNotDo) {
  const auto lexicon = testing::lexicon_of("TEA TEAPOT STEAM QUA");
  constexpr std::array<std::string_view, 5> kRacks = {"POT", "PO", "SM", "S", "QU"};
  Position position(*lexicon);
  for (int place = 0; place < 3; ++place) position.put({7, 7 + place}, "TEA"[place]);
  for (const std::string_view rack : kRacks) {
    const std::array hands = {Rack(rack), Rack("V")};
    const bool can = rack == "POT" || rack == "SM" || rack == "QU";
    EXPECT_EQ(is_stuck(*lexicon, position.board(), hands), !can) << rack;
  }
}

}  // namespace
}  // namespace games::scrabble
