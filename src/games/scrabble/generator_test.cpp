// The move generator against one that tries everything, and against totals for positions of real games.
#include "games/scrabble/generator.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "games/scrabble/brute_force.hpp"
#include "games/scrabble/cgp.hpp"
#include "games/scrabble/listing.hpp"
#include "games/scrabble/rack_table.hpp"
#include "games/scrabble/rules.hpp"
#include "games/scrabble/testing.hpp"

namespace games::scrabble {
namespace {

using testing::BruteForce;
using testing::Placings;

std::vector<CgpPosition> bench_positions() {
  std::ifstream file(PARLOR_SOURCE_DIR "/bench/scrabble-positions.cgp");
  std::vector<CgpPosition> positions;
  for (std::string line; std::getline(file, line);) positions.push_back(read_cgp(line).value());
  return positions;
}

Placings generated(const Position& position, const Rack& rack) {
  std::vector<Play> plays;
  generate(position, rack, Opening::both, plays);
  Placings found;
  for (const Play& play : plays) {
    const Move move = move_of(position.board(), play);
    EXPECT_TRUE(found.emplace(write_move(move), play.points).second)
        << write_move(move) << " is listed twice";
  }
  return found;
}

// The generator, the best play and whether there is one, all against trying everything.
void expect_agreement(const Position& position, const Rack& rack, const BruteForce& brute) {
  const Placings expected = brute.all(position.board(), rack);
  ASSERT_EQ(generated(position, rack), expected) << write_cgp_board(position.board()) << ' ' << rack.tiles();
  EXPECT_EQ(can_play(position, rack), !expected.empty());
  const auto best = best_play(position, rack);
  ASSERT_EQ(best.has_value(), !expected.empty());
  if (!best) return;
  int most = 0;
  for (const auto& [move, points] : expected) most = std::max(most, points);
  EXPECT_EQ(best->points, most);
  EXPECT_EQ(expected.at(write_move(move_of(position.board(), *best))), most);
}

// Plays games by chance and compares in every position; the position is kept up to date tile by tile.
void compare_in_random_games(const std::shared_ptr<const Lexicon>& lexicon, std::string_view options,
                             int games, int most_turns) {
  const BruteForce brute(*lexicon, testing::words_of(*lexicon));
  Rng rng(42);
  for (int game = 0; game < games; ++game) {
    State state = Rules::start({lexicon}, Rules::read_options(options).value(), 2, rng.next()).value();
    Position position(*lexicon);
    for (int turn = 0; turn < most_turns && Rules::to_move(state); ++turn) {
      const Seat seat = *Rules::to_move(state);
      expect_agreement(position, state.racks[seat.value], brute);
      const auto moves = Rules::moves(Rules::view(state, seat));
      const Move& move = moves[rng.below(std::max<std::size_t>(moves.size() / 2, 1))];
      if (move.kind == MoveKind::place)
        for (const Spot& spot : new_tiles(position.board(), move)) position.put(spot.at, spot.tile);
      ASSERT_TRUE(Rules::play(state, seat, move)) << write_move(move);
      ASSERT_EQ(position.board(), state.open.board);
    }
  }
}

std::shared_ptr<const Lexicon> every_nth_word(std::size_t step) {
  const auto all = testing::words_of(*testing::default_lexicon());
  std::string few;
  for (std::size_t at = 0; at < all.size(); ++at)
    if (at % step == 0 || all[at].size() <= 3) few += all[at] + ' ';
  return testing::lexicon_of(few);
}

TEST(ScrabbleGenerator, AgreesWithTryingEverythingInASmallLexicon) {
  compare_in_random_games(every_nth_word(400), "", 6, 25);
}

TEST(ScrabbleGenerator, AgreesWithTryingEverythingWithoutBlanks) {
  compare_in_random_games(every_nth_word(300), "rules=clarkson", 6, 25);
}

TEST(ScrabbleGenerator, AgreesWithTryingEverythingInATinyLexicon) {
  compare_in_random_games(
      testing::lexicon_of("AA AB BA AT TA EAT TEA ATE SEA EAST SEAT TEASE RATE TEAR IN ON NO"), "", 30, 40);
}

TEST(ScrabbleGenerator, AgreesWithTryingEverythingInRealPositions) {
  const auto lexicon = testing::default_lexicon();
  const BruteForce brute(*lexicon, testing::words_of(*lexicon));
  const auto positions = bench_positions();
  for (std::size_t at = 7; at < positions.size(); at += 60)
    expect_agreement(Position(*lexicon, positions[at].board), positions[at].racks[0], brute);
}

// The totals were checked by BruteForce (generator_slow_test.cpp goes through all of them again). They hold
// for the words of Debian 12; another version of scowl has other words.
TEST(ScrabbleGenerator, FindsAllOfTheBenchPositions) {
  const auto lexicon = testing::default_lexicon();
  if (lexicon->size() != 248'480) GTEST_SKIP() << "the default lexicon has other words";
  long count = 0;
  long points = 0;
  std::vector<Play> plays;
  for (const CgpPosition& cgp : bench_positions()) {
    generate(Position(*lexicon, cgp.board), cgp.racks[0], Opening::across, plays);
    count += static_cast<long>(plays.size());
    for (const Play& play : plays) points += play.points;
  }
  EXPECT_EQ(count, 337'955);
  EXPECT_EQ(points, 2'832'914);
}

TEST(ScrabbleGenerator, PositionsGrowAsTheyAreBuilt) {
  const auto lexicon = testing::default_lexicon();
  for (const CgpPosition& cgp : bench_positions()) {
    Position grown(*lexicon);
    for (int row = kSide - 1; row >= 0; --row)
      for (int column = 0; column < kSide; ++column)
        if (cgp.board.has({row, column})) grown.put({row, column}, cgp.board[{row, column}]);
    ASSERT_EQ(generated(grown, cgp.racks[0]), generated(Position(*lexicon, cgp.board), cgp.racks[0]));
  }
}

TEST(ScrabbleGenerator, ToldWhatIsKept) {
  const auto lexicon = testing::lexicon_of("CAT ACT AT");
  const Rack rack("CATS?");
  const RackTable table(rack);
  std::vector<Play> plays;
  generate(Position(*lexicon), rack, Opening::across, plays);
  ASSERT_FALSE(plays.empty());
  for (const Play& play : plays) {
    Rack left = rack;
    for (std::size_t at = play.first; at <= play.last; ++at)
      ASSERT_TRUE(left.remove(in_hand(play.tiles[at])));
    EXPECT_EQ(table.tiles_of(play.kept), left);
  }
  EXPECT_EQ(table.tiles_of(table.all()), rack);
}

TEST(ScrabbleGenerator, NothingCanBeLaidWithoutTilesOrWords) {
  const auto lexicon = testing::lexicon_of("CAT");
  std::vector<Play> plays(3);
  generate(Position(*lexicon), Rack(), Opening::both, plays);
  EXPECT_TRUE(plays.empty());
  EXPECT_FALSE(can_play(Position(*lexicon), Rack("DOGDOGS")));
  EXPECT_FALSE(best_play(Position(*lexicon), Rack("DOGDOGS")));
  EXPECT_TRUE(can_play(Position(*lexicon), Rack("TACK")));
}

}  // namespace
}  // namespace games::scrabble
