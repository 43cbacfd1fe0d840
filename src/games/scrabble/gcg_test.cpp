// GCG: a small game written down.
#include "games/scrabble/gcg.hpp"

#include <gtest/gtest.h>

#include "games/scrabble/testing.hpp"

namespace games::scrabble {
namespace {

State small_game() {
  const Kit kit{testing::lexicon_of("CAT CATS AT TA DOG GOD SO")};
  State state = Rules::start(kit, Rules::read_options("first=seat0").value(), 2, 3).value();
  state.racks[0] = Rack("CATTAAA");
  state.racks[1] = Rack("SOXYZ?Q");
  state.bag = {};
  state.bag.tiles[0] = state.bag.tiles[1] = state.bag.tiles[2] = 'A';
  state.bag.size = 3;
  return state;
}

TEST(ScrabbleGcg, WritesEveryKindOfTurn) {
  const std::vector<Move> moves = {read_move("8G.CAT").value(), read_move("J8.sO").value(),
                                   read_move("pass").value(), read_move("forfeit").value()};
  const auto text = write_gcg(small_game(), moves, {"Ann", "Bob\nBobson"});
  ASSERT_TRUE(text) << text.error().detail;
  EXPECT_EQ(*text,
            "#character-encoding UTF-8\n"
            "#player1 p1 Ann\n"
            "#player2 p2 Bob Bobson\n"
            ">p1: AAAACTT 8G CAT +10 10\n"
            ">p2: ?OQSXYZ J8 sO +6 6\n"
            ">p1: AAAAAAT - +0 10\n"
            ">p2: QSXYZ - +0 6\n");
}

TEST(ScrabbleGcg, NamesTheWords) {
  State state = small_game();
  state.open.options.lexicon = state.open.lexicon->fingerprint();
  const auto text = write_gcg(state, {}, {"Ann", "Bob"});
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("\n#lexicon " + write_fingerprint(state.open.lexicon->fingerprint()) + "\n"),
            std::string::npos)
      << *text;
}

TEST(ScrabbleGcg, WritesTheEnd) {
  State state = small_game();
  state.bag = {};
  state.racks[0] = Rack("CAT");
  const auto text = write_gcg(state, std::vector{read_move("H7.CAT").value()}, {"Ann", "Bob"});
  ASSERT_TRUE(text);
  EXPECT_TRUE(
      text->ends_with(">p1: ACT H7 CAT +10 10\n>p1:  (?OQSXYZ) +34 44\n>p2: ?OQSXYZ (?OQSXYZ) -34 -34\n"))
      << *text;
}

TEST(ScrabbleGcg, RefusesWhatIsNoGameOfTwo) {
  EXPECT_EQ(write_gcg(small_game(), std::vector{read_move("8G.DOG").value()}, {"a", "b"}).error().code,
            Refusals::tiles_not_held);
  State three = Rules::start({testing::lexicon_of("AT")}, {}, 3, 1).value();
  EXPECT_EQ(write_gcg(three, {}, {"a", "b"}).error().code, Code::bad_seats);
}

}  // namespace
}  // namespace games::scrabble
