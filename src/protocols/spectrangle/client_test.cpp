// What servers say to the client half, ours and others in the wild.
#include "protocols/spectrangle/client.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "games/chess/rules.hpp"
#include "games/spectrangle/notation.hpp"
#include "games/spectrangle/rules.hpp"

namespace protocols::spectrangle {
namespace {

using base::Code;
using base::Seat;
using namespace games::spectrangle;

class SpectrangleClient : public testing::Test {
 protected:
  SpectrangleClient() { EXPECT_TRUE(client_.ask(table::Name{"alice"})); }

  void join(int seats = 2) { EXPECT_TRUE(client_.ask(table::Seek{"spectrangle", "", seats})); }
  void hear(std::string_view text) { client_.receive(text); }
  std::vector<table::Notice> heard() {
    std::vector<table::Notice> list;
    while (auto notice = client_.next()) list.push_back(*std::move(notice));
    return list;
  }
  Position position() { return games::get<View>(*client_.view()).position; }
  std::vector<games::AnyMove> moves() { return games::moves(*client_.view()); }
  bool can(std::string_view move) {
    const auto all = moves();
    return std::ranges::find(all, games::AnyMove(*games::spectrangle::read_move(move))) != all.end();
  }
  void play(std::string_view move) {
    EXPECT_TRUE(client_.ask(table::Play{*games::spectrangle::read_move(move)}));
  }
  /// bob begins.
  void start() {
    join();
    hear("LOBBY bob alice\nSTART bob alice\n");
    hear("TILE bob RRY0\nTILE bob RRR0\nTILE bob YBP0\nTILE bob BBB0\n");
    hear("TILE alice RRP0\nTILE alice BRP0\nTILE alice WWW0\nTILE alice RYB0\n");
    client_.take_output();
  }

  Client client_;
};

TEST_F(SpectrangleClient, TakesTwoReturnsForOne) {
  join();
  hear("LOBBY bob alice\r\r\nSTART bob alice\r\r\nTILE bob RRY0\r\r\n");
  EXPECT_FALSE(client_.finished());
}

TEST_F(SpectrangleClient, JoinsAndIsReadyOnceItIsIn) {
  join();
  EXPECT_EQ(client_.take_output(), "JOIN alice\n");
  hear("LOBBY alice\n");
  EXPECT_EQ(client_.take_output(), "READY\n");
  hear("LOBBY alice bob\nLOBBY alice\n");
  EXPECT_EQ(client_.take_output(), "") << "said once";
  const auto list = heard();
  ASSERT_EQ(list.size(), 4);
  EXPECT_TRUE(std::holds_alternative<table::Accepted>(list[0]));
  const auto& came = std::get<table::Gathered>(list[2]);
  EXPECT_EQ(came.who, "bob");
  EXPECT_EQ(came.present, (std::vector<std::string>{"alice", "bob"}));
  const auto& left = std::get<table::Gathered>(list[3]);
  EXPECT_EQ(left.change, table::Gathered::Change::left);
  EXPECT_EQ(left.who, "bob");
}

TEST_F(SpectrangleClient, WaitsForAsManyAsItWantsToPlayWith) {
  join(4);
  hear("LOBBY alice\nLOBBY alice bob\nLOBBY alice bob carol\n");
  EXPECT_EQ(client_.take_output(), "JOIN alice\n");
  hear("LOBBY bob carol dave\n");
  EXPECT_EQ(client_.take_output(), "READY\n") << "servers may list only the others";
}

TEST_F(SpectrangleClient, JoinsALobbyByName) {
  EXPECT_TRUE(client_.ask(table::Seek{.game = "spectrangle", .ready = false, .lobby = "club"}));
  hear("LOBBY alice\n");
  EXPECT_EQ(client_.take_output(), "JOIN alice club\n");
  EXPECT_TRUE(client_.ask(table::Ready{}));
  EXPECT_TRUE(client_.ask(table::ListLobbies{"spectrangle"}));
  EXPECT_TRUE(client_.ask(table::Leave{}));
  EXPECT_EQ(client_.take_output(), "READY\nENABLE_EXTENSION chat\nLOBBIES\nEXIT\n");
}

TEST_F(SpectrangleClient, HasNoWordsForEverything) {
  EXPECT_EQ(client_.ask(table::Name{"al ice"}).error().code, Code::bad_name);
  EXPECT_EQ(client_.ask(table::Seek{"spectrangle", "", 5}).error().code, Code::bad_seats);
  EXPECT_EQ(client_.ask(table::Seek{.game = "spectrangle", .lobby = "a b"}).error().code, Code::malformed);
  EXPECT_EQ(client_.ask(table::Play{games::chess::Move{}}).error().code, Code::malformed);
  EXPECT_EQ(client_.take_output(), "");
}

TEST_F(SpectrangleClient, KeepsTurnScoresAndHands) {
  start();
  auto list = heard();
  const auto& started = std::get<table::Started>(list.back());
  EXPECT_EQ(started.seat, Seat{1}) << "seats are counted in turn order";
  EXPECT_EQ(started.players, (std::vector<std::string>{"bob", "alice"}));
  EXPECT_TRUE(moves().empty()) << "it is bob's turn";
  hear("UPDATE bob RRY1 6\nTILE bob PPR0\n");
  EXPECT_EQ(write_position(position()),
            "board=RRY1@6 hands=RRR,YBP,BBB,PPR/RRP,BRP,WWW,RYB bag=* scores=5/0 order=0/1 turn=1 passes=0");
  EXPECT_TRUE(can("RRP2@5"));
  EXPECT_FALSE(can("skip"));
  play("RRP2@5");
  EXPECT_EQ(client_.take_output(), "MOVE_PLAY RRP2 5\n");
  EXPECT_TRUE(moves().empty()) << "the answer is awaited";
  hear("UPDATE alice RRP2 5\nTILE alice GGG0\nUPDATE bob\nUPDATE alice GGG1\nTILE alice YYY0\n");
  EXPECT_EQ(
      write_position(position()),
      "board=RRP2@5,RRY1@6 hands=RRR,YBP,BBB,PPR/BRP,WWW,RYB,YYY bag=* scores=5/5 order=0/1 turn=0 passes=2");
  list = heard();
  ASSERT_EQ(list.size(), 4);
  const auto& placed = std::get<table::Happened>(list[1]);
  EXPECT_EQ(placed.who, Seat{1});
  EXPECT_EQ(placed.to_move, Seat{0});
  EXPECT_EQ(std::get<Placed>(games::get<Event>(placed.event)).points, 5);
  EXPECT_TRUE(std::holds_alternative<Skipped>(games::get<Event>(std::get<table::Happened>(list[2]).event)));
  EXPECT_TRUE(std::holds_alternative<Swapped>(games::get<Event>(std::get<table::Happened>(list[3]).event)));
}

/// Nobody can place beside a tile of one colour that neither holds.
constexpr std::string_view kNobodyCanPlace =
    "START bob alice\nTILE bob RRR0\nTILE bob RRY0\nTILE bob YYR0\nTILE bob PPP0\n"
    "TILE alice PPR0\nTILE alice PPY0\nTILE alice RRP0\nTILE alice YYP0\nUPDATE bob GGG0 6\n";

TEST_F(SpectrangleClient, TheEndAndARematch) {
  join();
  hear("LOBBY bob alice\n");
  hear(kNobodyCanPlace);
  client_.take_output();
  hear("SCORE bob,50 alice,60\n");
  const auto list = heard();
  const auto& over = std::get<table::Over>(list.back());
  EXPECT_EQ(over.outcome.reason, "finished");
  EXPECT_EQ(over.outcome.scores, (std::vector{50, 60}));
  EXPECT_EQ(over.outcome.winners, std::vector{Seat{1}});
  EXPECT_EQ(client_.view(), std::nullopt);
  EXPECT_TRUE(client_.ask(table::Rematch{table::Wish::again}));
  EXPECT_EQ(client_.take_output(), "READY\n");
  hear("START alice bob\n");
  EXPECT_TRUE(client_.ask(table::Rematch{table::Wish::enough}));
  EXPECT_EQ(client_.take_output(), "EXIT\n");
  EXPECT_TRUE(client_.finished());
}

TEST_F(SpectrangleClient, ASharedWin) {
  join();
  hear(kNobodyCanPlace);
  hear("SCORE alice,7 bob,7\n");
  EXPECT_EQ(std::get<table::Over>(heard().back()).outcome.winners, (std::vector{Seat{0}, Seat{1}}));
}

TEST_F(SpectrangleClient, TheOtherLeft) {
  start();
  hear("SCORE bob,0 alice,0\n");
  const auto list = heard();
  const auto& over = std::get<table::Over>(list.back());
  EXPECT_EQ(over.outcome.reason, "left");
  EXPECT_EQ(over.outcome.winners, std::vector{Seat{1}});
}

TEST_F(SpectrangleClient, AMoveMayCrossTheEndOfTheGame) {
  start();
  hear("UPDATE bob RRY1 6\nTILE bob PPR0\n");
  play("RRP2@5");
  hear("SCORE bob,0 alice,0\n");
  heard();
  hear("ERROR 8 Not in a game\nLOBBY alice\n");
  const auto list = heard();
  ASSERT_EQ(list.size(), 1);
  EXPECT_TRUE(std::holds_alternative<table::Gathered>(list[0])) << "nothing is wrong";
}

TEST_F(SpectrangleClient, ARematchOfFourWaitsForFour) {
  join(3);
  hear("LOBBY alice bob carol\nSTART carol alice bob\nSCORE carol,1 alice,0 bob,0\nLOBBY alice bob\n");
  client_.take_output();
  EXPECT_TRUE(client_.ask(table::Rematch{table::Wish::again}));
  EXPECT_EQ(client_.take_output(), "");
  hear("LOBBY alice bob dave\n");
  EXPECT_EQ(client_.take_output(), "READY\n");
}

TEST_F(SpectrangleClient, ErrorsAreUnderstood) {
  start();
  heard();
  const std::pair<std::string_view, Code> kErrors[]{
      {"ERROR 0 lobby is full", Code::system},
      {"ERROR 1 what?", Code::malformed},
      {"ERROR 2", Code::malformed},
      {"ERROR 3 no", Code::bad_name},
      {"ERROR 4 no", Code::name_taken},
      {"ERROR 5 no", Code::not_your_turn},
      {"ERROR 6 no", Code::illegal_move},
      {"ERROR 7 no", Code::no_lobby},
      {"ERROR 8 no", Code::not_at_table},
      {"ERROR 9 no", Code::bad_options},
      {"ERROR 17 something else", Code::malformed},
      {"ERROR", Code::malformed},
  };
  for (const auto& [line, code] : kErrors) {
    hear(std::string(line) + "\n");
    const auto list = heard();
    ASSERT_EQ(list.size(), 1) << line;
    EXPECT_EQ(std::get<table::Refused>(list[0]).error.code, code) << line;
  }
  hear("ERROR 0 lobby is full\n");
  EXPECT_EQ(std::get<table::Refused>(heard()[0]).error.detail, "the server answered ERROR 0 lobby is full");
}

TEST_F(SpectrangleClient, ARefusedMoveCanBeFollowedByAnother) {
  start();
  hear("UPDATE bob RRY1 6\nTILE bob PPR0\n");
  play("RRP2@5");
  hear("ERROR 6 This field is already taken.\n");
  EXPECT_TRUE(can("RRP2@5"));
  play("RRP2@5");
  hear("ERROR 5 Not your turn.\n");
  EXPECT_TRUE(moves().empty()) << "the server knows better; the next turn will tell";
  hear("UPDATE alice\nUPDATE bob\n");
  EXPECT_FALSE(moves().empty());
}

TEST_F(SpectrangleClient, ChatAndLobbies) {
  EXPECT_TRUE(client_.ask(table::Say{"Hello, world!\U0001F60B"}));
  EXPECT_TRUE(client_.ask(table::Say{"f"}));
  EXPECT_EQ(client_.take_output(), "ENABLE_EXTENSION chat\nCHAT SGVsbG8sIHdvcmxkIfCfmIs=\nCHAT Zg==\n");
  hear("CHAT_MESSAGE bob Zm9v\nCHAT_MESSAGE bob garbage\nAVAILABLE_EXTENSIONS chat\n");
  hear("ACTIVE_LOBBIES main,alice,bob club,carol\nACTIVE_LOBBIES\n");
  const auto list = heard();
  ASSERT_EQ(list.size(), 3);
  EXPECT_EQ(std::get<table::Said>(list[0]).text, "foo");
  const auto& listed = std::get<table::Listed>(list[1]).lobbies;
  ASSERT_EQ(listed.size(), 2);
  EXPECT_EQ(listed[0].name, "main");
  EXPECT_EQ(listed[0].present, (std::vector<std::string>{"alice", "bob"}));
  EXPECT_TRUE(std::get<table::Listed>(list[2]).lobbies.empty());
}

/// Tiles before the turn that they belong to, and names with commas, as in old examples of the document.
TEST_F(SpectrangleClient, TilesMayComeBeforeTheTurn) {
  join();
  hear("LOBBY alice,bob\nSTART bob,alice\n");
  hear("TILE alice RRP0\nTILE alice BRP0\nTILE alice WWW0\nTILE alice RYB0\n");
  hear("TILE bob RRY0\nTILE bob RRR0\nTILE bob YBP0\nTILE bob BBB0\n");
  hear("TILE bob PPR0\nUPDATE bob RRY1 6\n");
  EXPECT_EQ(write_position(position()),
            "board=RRY1@6 hands=RRR,YBP,BBB,PPR/RRP,BRP,WWW,RYB bag=* scores=5/0 order=0/1 turn=1 passes=0");
}

TEST_F(SpectrangleClient, TilesMayComeBeforeTheStart) {
  join();
  hear("LOBBY alice bob\nTILE alice RRP0\nTILE alice BRP0\nTILE bob RRY0\nTILE bob RRR0\n");
  hear("START alice bob\nTILE bob YBP0\nTILE bob BBB0\nTILE alice WWW0\n");
  EXPECT_EQ(client_.view(), std::nullopt) << "not everything is dealt";
  hear("TILE alice RYB0\n");
  EXPECT_EQ(position().hands[0].tiles().size(), 4);
  EXPECT_FALSE(moves().empty());
}

TEST_F(SpectrangleClient, TilesMayComeLongAfterTheTurn) {
  start();
  hear("UPDATE bob RRY1 6\n");
  EXPECT_TRUE(can("RRP2@5")) << "bob's tile does not matter";
  play("RRP2@5");
  hear("UPDATE alice RRP2 5\nUPDATE bob\n");
  EXPECT_TRUE(moves().empty()) << "the own tile is still to come";
  hear("TILE bob PPR0\n");
  EXPECT_TRUE(moves().empty());
  hear("TILE alice GGG0\n");
  EXPECT_FALSE(moves().empty());
  EXPECT_EQ(position().hands[1].tiles().size(), 4);
}

TEST_F(SpectrangleClient, ComesBackToAGameInProgress) {
  start();
  hear(
      "UPDATE bob RRY1 6\nTILE bob PPR0\nUPDATE alice RRP2 5\nTILE alice GGG0\nUPDATE bob RRR2 4\nTILE bob "
      "YYY0\n");
  EXPECT_EQ(position().turn, Seat{1});
  EXPECT_EQ(position().scores[0], 11);
  EXPECT_FALSE(moves().empty());
}

TEST_F(SpectrangleClient, GoesWhenTheServerMakesNoSense) {
  const auto confused = [](std::string_view text) {
    Client client;
    EXPECT_TRUE(client.ask(table::Name{"alice"}));
    EXPECT_TRUE(client.ask(table::Seek{"spectrangle", "", 2}));
    client.receive(text);
    bool refused = false;
    while (const auto notice = client.next()) refused = std::holds_alternative<table::Refused>(*notice);
    return refused && client.finished();
  };
  EXPECT_TRUE(confused("START bob carol\n"));
  EXPECT_TRUE(confused("START alice\n"));
  EXPECT_TRUE(confused("START alice b c d e\n"));
  EXPECT_TRUE(confused("UPDATE bob\n"));
  EXPECT_TRUE(confused("START alice bob\nUPDATE carol\n"));
  EXPECT_TRUE(confused("START alice bob\nUPDATE\n"));
  EXPECT_TRUE(confused("START alice bob\nUPDATE bob RRR0 36\n"));
  EXPECT_TRUE(confused("START alice bob\nUPDATE bob XXX0\n"));
  EXPECT_TRUE(confused("START alice bob\nUPDATE bob RRR0 5\nUPDATE alice BBB0 5\n"));
  EXPECT_TRUE(confused("TILE alice XXX0\n"));
  EXPECT_TRUE(confused("SCORE alice,5\n"));
  EXPECT_TRUE(confused(std::string(9000, 'x')));
  EXPECT_FALSE(confused("HELLO world\nSTART alice bob\nUPDATE bob\nSCORE alice bob,x carol,5\n"));
}

}  // namespace
}  // namespace protocols::spectrangle
