// The deep perft counts of positions/perft.txt, which take seconds.
#include "games/chess/perft.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "games/chess/fen.hpp"

namespace games::chess {
namespace {

constexpr std::uint64_t kQuick = 6'000'000;  // up to here positions_test.cpp has counted

TEST(ChessPerftSlow, AgreesWithPublishedCounts) {
  std::ifstream in(PARLOR_SOURCE_DIR "/src/games/chess/positions/perft.txt");
  int counted = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    const auto position = read_fen(line.substr(0, line.find(" ;")));
    ASSERT_TRUE(position) << line;
    std::istringstream counts(line.substr(line.find(';')));
    std::string depth;
    std::uint64_t expected = 0;
    for (std::string mark; counts >> mark >> depth >> expected;) {
      if (expected <= kQuick) continue;
      EXPECT_EQ(perft(*position, std::stoi(depth.substr(1))), expected) << line;
      ++counted;
    }
  }
  EXPECT_GE(counted, 8);
}

}  // namespace
}  // namespace games::chess
