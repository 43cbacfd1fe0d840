// The move generator against one that tries everything, over all positions of the benchmark.
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "games/scrabble/brute_force.hpp"
#include "games/scrabble/cgp.hpp"
#include "games/scrabble/generator.hpp"
#include "games/scrabble/listing.hpp"
#include "games/scrabble/testing.hpp"

namespace games::scrabble {
namespace {

TEST(ScrabbleGeneratorSlow, AgreesWithTryingEverythingInAllBenchPositions) {
  const auto lexicon = testing::default_lexicon();
  const testing::BruteForce brute(*lexicon, testing::words_of(*lexicon));
  std::ifstream file(PARLOR_SOURCE_DIR "/bench/scrabble-positions.cgp");
  std::vector<Play> plays;
  int positions = 0;
  for (std::string line; std::getline(file, line); ++positions) {
    const CgpPosition cgp = read_cgp(line).value();
    generate(Position(*lexicon, cgp.board), cgp.racks[0], Opening::both, plays);
    testing::Placings found;
    for (const Play& play : plays) found[write_move(move_of(cgp.board, play))] = play.points;
    ASSERT_EQ(found.size(), plays.size()) << line;
    ASSERT_EQ(found, brute.all(cgp.board, cgp.racks[0])) << line;
  }
  EXPECT_EQ(positions, 300);
}

}  // namespace
}  // namespace games::scrabble
