// The strong Scrabble bot against the greedy one, over many games.
#include <gtest/gtest.h>

#include "bots/scrabble/greedy.hpp"
#include "games/scrabble/testing.hpp"

namespace bots::scrabble {
namespace {

using namespace games::scrabble;
using base::Rng;

TEST(ScrabbleBotsSlow, StrongBeatsGreedy) {
  Rng rng(8);
  int lead = 0;
  for (int game = 0; game < 24; ++game) {
    State state = Rules::start({games::scrabble::testing::default_lexicon()}, {}, 2, rng.next()).value();
    const std::uint8_t strong = game % 2 == 0 ? 0 : 1;
    while (const auto seat = Rules::to_move(state)) {
      const Level level = seat->value == strong ? Level::strong : Level::greedy;
      ASSERT_TRUE(Rules::play(state, *seat, choose(Rules::view(state, *seat), level, rng)));
    }
    const std::vector<int> scores = Rules::outcome(state).value().scores;
    lead += scores[strong] - scores[1U - strong];
  }
  RecordProperty("lead", lead);
  EXPECT_GT(lead, 0);
}

}  // namespace
}  // namespace bots::scrabble
