// What a client may have meant is told where it would have been right, and nothing is told where it would
// not.
#include "client/tap/follower.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "client/framed.hpp"
#include "client/tap/watch.hpp"
#include "harness/virtual_server.hpp"

namespace client::tap {
namespace {

/// A conversation as a transcript writes it; the hint that was given last.
std::string hint_in(std::string_view protocol, std::string_view conversation) {
  const auto& spoken = *protocols::find(protocol);
  Watch watch(spoken, Charset::utf8, &harness::kits());
  std::string hint;
  for (const auto line : base::split(base::trim(conversation), '\n')) {
    const auto way = line.starts_with('>') ? Way::to_server : Way::to_client;
    for (const auto& sight : watch.see(way, message_bytes(spoken, line.substr(2)).value())) {
      if (is_violation(sight)) hint = sight.hint;
    }
  }
  return hint;
}

TEST(TapFollower, KnowsSwappedCoordinatesOfChess) {
  EXPECT_EQ(hint_in("chess", "< COLOR WHITE\n> MOVE 1 4 3 4\n< ERROR 3"),
            "MOVE 4 1 4 3 would fit: X is the file, Y the rank");
  EXPECT_EQ(hint_in("chess", "< COLOR WHITE\n> MOVE 5 2 5 4\n< ERROR 3"),
            "MOVE 4 1 4 3 would fit: X and Y count from 0");
  // Wrong by its words already.
  EXPECT_EQ(hint_in("chess", "< COLOR WHITE\n> MOVE 8 2 8 4\n< ERROR 3"),
            "MOVE 7 1 7 3 would fit: X and Y count from 0");
  EXPECT_EQ(hint_in("chess", "< COLOR WHITE\n> MOVE 4 6 4 4\n< ERROR 3"),
            "MOVE 4 1 4 3 would fit: Y counts from White's side, for both players");
}

TEST(TapFollower, SaysNothingWhereNothingFits) {
  EXPECT_EQ(hint_in("chess", "< COLOR WHITE\n> MOVE 0 0 7 7\n< ERROR 3"), "");
  // It is the other's turn: no move would be right.
  EXPECT_EQ(hint_in("chess", "< COLOR BLACK\n> MOVE 6 4 4 4\n< ERROR 1"), "");
}

TEST(TapFollower, FollowsTheGame) {
  EXPECT_EQ(hint_in("chess", "< COLOR WHITE\n> MOVE 4 1 4 3\n< MOVE 4 6 4 4\n> MOVE 0 6 2 5\n< ERROR 3"),
            "MOVE 6 0 5 2 would fit: X is the file, Y the rank");
}

constexpr std::string_view kClarkson = R"(
< HELLO 1.0.1,Linux,C++/Clang 19,Parlor
> HELLO 1.0.1,Mac OS 10.14.6,Python,Ann
< OK
> USERSET Ann
< USERCHANGE 127.0.0.1 Ann
> READY
< OK
< STARTING
< SCORE 0 Ann
< TILES ADILLOT
< TURN Ann
)";

TEST(TapFollower, KnowsSquaresCountedFromOne) {
  EXPECT_EQ(hint_in("scrabble-clarkson",
                    std::string(kClarkson) + "> PLACE (D,8,5)(I,8,6)(A,8,7)(L,8,8)\n< NOK centre"),
            "PLACE (D,7,4)(I,7,5)(A,7,6)(L,7,7) would fit: x and y count from 0");
}

TEST(TapFollower, KnowsSwappedSquares) {
  const std::string board = R"(< OK
< SCORE 10 Ann
< BOARDPUSH
)" + [] {
    std::string rows;
    for (int row = 0; row < 15; ++row) {
      rows += "< ";
      for (int column = 0; column < 15; ++column)
        rows += column == 7 && row >= 4 && row <= 7 ? std::string("(") + "DIAL"[row - 4] + ",0)" : "(0,0)";
      rows += "\n";
    }
    return rows;
  }();
  const auto conversation = std::string(kClarkson) + "> PLACE (D,7,4)(I,7,5)(A,7,6)(L,7,7)\n" + board +
                            "< TILES LOTSEEN\n< TURN Ann\n> PLACE (S,8,7)\n< NOK not connected";
  EXPECT_EQ(hint_in("scrabble-clarkson", conversation),
            "PLACE (S,7,8) would fit: x is the column, y the row");
}

TEST(TapFollower, KnowsColumnsAndRows) {
  EXPECT_EQ(hint_in("scrabble-twente", R"(
> ANNOUNCE|ann
< WELCOME|ann
> REQUESTGAME
< INFORMQUEUE|1|2
< STARTGAME|ann|bob
< NEWTILES|ADILLOT
< NOTIFYTURN|1|ann
> MAKEMOVE|WORD|I9|H|DIAL
< ERROR|E011
)"),
            "MAKEMOVE|WORD|H8|H|DIAL would fit: columns count from A, rows from 1");
}

}  // namespace
}  // namespace client::tap
