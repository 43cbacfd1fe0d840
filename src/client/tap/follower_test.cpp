// What a client may have meant is told where it would have been right, and nothing is told where it would
// not.
#include "client/tap/follower.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>

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
            "MOVE 4 1 4 3 would fit: X and Y count from 0; or MOVE 5 1 5 3: Y counts from 0");
  // Wrong by its words already.
  EXPECT_EQ(hint_in("chess", "< COLOR WHITE\n> MOVE 8 2 8 4\n< ERROR 3"),
            "MOVE 7 1 7 3 would fit: X and Y count from 0");
  EXPECT_EQ(
      hint_in("chess", "< COLOR WHITE\n> MOVE 4 6 4 4\n< ERROR 3"),
      "MOVE 4 1 4 3 would fit: Y counts from White's side, for both players; or MOVE 3 1 3 3: X and Y are "
      "the same for both players");
}

TEST(TapFollower, KnowsOtherWaysToWriteAMoveOfChess) {
  EXPECT_EQ(hint_in("chess", "< COLOR WHITE\n> MOVE e2e4\n< ERROR 2"),
            "MOVE 4 1 4 3 would fit: X and Y are numbers, both from 0");
  EXPECT_EQ(hint_in("chess", "< COLOR WHITE\n> MOVE 4,1,4,3\n< ERROR 2"),
            "MOVE 4 1 4 3 would fit: one space stands between the numbers");
  EXPECT_EQ(hint_in("chess", "< COLOR WHITE\n> MOVE e2-e5\n< ERROR 2"), "");
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
            "PLACE (D,7,4)(I,7,5)(A,7,6)(L,7,7) would fit: x and y count from 0; or "
            "PLACE (D,4,7)(I,5,7)(A,6,7)(L,7,7): x is the column, y the row, both from 0");
}

TEST(TapFollower, KnowsTilesWithoutBrackets) {
  EXPECT_EQ(
      hint_in("scrabble-clarkson", std::string(kClarkson) + "> PLACE D,7,4I,7,5A,7,6L,7,7\n< NOK what?"),
      "PLACE (D,7,4)(I,7,5)(A,7,6)(L,7,7) would fit: each tile stands in brackets");
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

/// The first of two who play at our server, watched.
class AtOurServer {
 public:
  explicit AtOurServer(std::string_view protocol)
      : protocol_(*protocols::find(protocol)), watch_(protocol_, Charset::utf8, &harness::kits()) {}

  /// What the first says, or another; the hint that was given for it.
  std::string say(std::string_view message, std::size_t who = 0) {
    const auto bytes = message_bytes(protocol_, message).value();
    hint_.clear();
    if (who == 0) see(watch_.see(Way::to_server, bytes));
    server_.receive(players_[who], bytes);
    see(watch_.see(Way::to_client, server_.take(players_[0])));
    return hint_;
  }

 private:
  void see(const std::vector<Sight>& sights) {
    for (const auto& sight : sights) {
      if (is_violation(sight)) hint_ = sight.hint;
    }
  }

  const protocols::Protocol& protocol_;
  harness::VirtualServer server_;
  std::array<base::PlayerId, 2> players_{server_.connect(protocol_), server_.connect(protocol_)};
  Watch watch_;
  std::string hint_;
};

TEST(TapFollower, KnowsWhatIsMistakenInSpectrangle) {
  AtOurServer game("spectrangle");
  game.say("JOIN alice");
  game.say("JOIN bob", 1);
  game.say("READY");
  game.say("READY", 1);
  EXPECT_EQ(game.say("MOVE_PLAY 6 BBG0"), "MOVE_PLAY BBG0 6 would fit: the tile stands before its location");
  EXPECT_EQ(game.say("MOVE_PLAY BBG 6"),
            "MOVE_PLAY BBG0 6 would fit: the digit of its rotation stands behind the letters of a tile");
  EXPECT_EQ(game.say("MOVE_PLAY BBG0 36"), "MOVE_PLAY BBG0 35 would fit: locations count from 0");
  EXPECT_EQ(
      game.say("MOVE_PLAY BGB0 6"),
      "MOVE_PLAY BBG0 6 would fit: the letters of a tile stand as the document lists them; or MOVE_PLAY "
      "BBG1 6: the letters stand as they are listed, the digit says how it is turned");
  EXPECT_EQ(game.say("MOVE_PLAY BBG0 6"), "");
}

/// A message of a phase of My Shelfie.
std::string chosen(std::string_view phase, std::string_view values) {
  return fmt::format(
      R"({{"header":{{"type":"DATA","nickname":"alice"}},"payload":{{"key":"{}","data":{{"VALUE_CLIENT":{}}}}}}})",
      phase, values);
}

/// What somebody asks of the lobby, or of the server.
std::string asked(std::string_view type, std::string_view name, std::string_view key, std::string_view data) {
  return fmt::format(R"({{"header":{{"type":"{}","nickname":"{}"}},"payload":{{"key":"{}","data":{{{}}}}}}})",
                     type, name, key, data);
}

TEST(TapFollower, KnowsWhatIsMistakenInShelfie) {
  AtOurServer game("shelfie");
  game.say(asked("CONNECTION", "alice", "CONNECTION_CREATION", ""));
  game.say(asked("LOBBY", "alice", "CREATE_GAME_LOBBY", R"("VALUE_CLIENT":2)"));
  game.say(asked("CONNECTION", "bob", "CONNECTION_CREATION", ""), 1);
  game.say(asked("LOBBY", "bob", "JOIN_RANDOM_GAME_LOBBY", R"("VALUE_CLIENT":-1)"), 1);
  EXPECT_EQ(game.say(chosen("SELECT_FROM_BOARD", "[3,1,4,1]")),
            "[1,3,1,4] would fit: x is the row, y the column");
  EXPECT_EQ(game.say(chosen("SELECT_FROM_BOARD", "[2,4,2,5]")), "[1,3,1,4] would fit: x and y count from 0");
  EXPECT_EQ(game.say(chosen("SELECT_FROM_BOARD", "[1,3,1,4]")), "");
  EXPECT_EQ(game.say(chosen("SELECT_ORDER_TILES", "[2,1]")),
            "[1,0] would fit: positions and columns count from 0");
  EXPECT_EQ(game.say(chosen("SELECT_ORDER_TILES", "[1,0]")), "");
  EXPECT_EQ(game.say(chosen("SELECT_COLUMN", "5")), "4 would fit: positions and columns count from 0");
}

}  // namespace
}  // namespace client::tap
