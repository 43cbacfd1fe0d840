// The client's half: games of more than two, servers that say strange things, silence.
#include "protocols/shelfie/client.hpp"

#include <gtest/gtest.h>

#include "games/shelfie/rules.hpp"
#include "harness/virtual_server.hpp"
#include "protocols/all.hpp"
#include "protocols/shelfie/json.hpp"
#include "protocols/shelfie/words.hpp"

namespace protocols::shelfie {
namespace {

const Protocol& row() { return *protocols::find("shelfie"); }

/// A client that plays at random as often as it is told to.
struct Player {
  Player(harness::VirtualServer& server, const std::string& nickname, int seats, Encoding encoding)
      : client(harness::kits(), encoding), name(nickname), player(server.connect(row())) {
    EXPECT_TRUE(client.ask(table::Name{nickname}));
    EXPECT_TRUE(client.ask(table::Seek{.game = "shelfie", .seats = seats}));
  }

  Client client;
  std::string name;
  base::PlayerId player;
  base::Rng rng{7};
  int games = 0;
  std::vector<std::string> complaints;
};

/// One exchange of what waits in both directions, and a move if it is the player's turn.
bool exchange(harness::VirtualServer& server, Player& one, int most_games) {
  const auto heard = server.take(one.player);
  one.client.receive(heard);
  while (const auto notice = one.client.next()) {
    if (const auto* refused = std::get_if<table::Refused>(&*notice))
      one.complaints.push_back(refused->error.detail);
    if (!std::holds_alternative<table::Over>(*notice)) continue;
    const bool again = ++one.games < most_games;
    EXPECT_TRUE(one.client.ask(table::Rematch{again ? table::Wish::again : table::Wish::enough}));
  }
  if (const auto view = one.client.view()) {
    const auto moves = games::moves(*view);
    if (!moves.empty()) EXPECT_TRUE(one.client.ask(table::Play{moves[one.rng.below(moves.size())]}));
  }
  const auto said = one.client.take_output();
  server.receive(one.player, said);
  return !heard.empty() || !said.empty();
}

/// Ruling 25: who comes back alone and is on turn does not try for ever.
TEST(ShelfieClient, ComesBackAloneAndWaits) {
  for (const auto encoding : {Encoding::java, Encoding::json}) {
    harness::VirtualServer server(1);
    Player alice(server, "alice", 2, encoding);
    for (int round = 0; round < 5; ++round) exchange(server, alice, 1);
    Player bob(server, "bob", 2, encoding);
    for (int round = 0; round < 5; ++round) exchange(server, bob, 1);
    ASSERT_TRUE(bob.client.view());
    server.hang_up(bob.player);
    server.hang_up(alice.player);
    Player back(server, "bob", 2, encoding);
    int rounds = 0;
    while (rounds < 50 && exchange(server, back, 1)) ++rounds;
    EXPECT_LT(rounds, 10) << "it goes on and on";
    ASSERT_TRUE(back.client.view());
    EXPECT_TRUE(games::moves(*back.client.view()).empty());
  }
}

TEST(ShelfieClient, GamesOfThreeAndFourAgainAndAgain) {
  for (const int seats : {3, 4}) {
    harness::VirtualServer server(static_cast<std::uint64_t>(seats));
    std::vector<std::unique_ptr<Player>> players;
    for (int at = 0; at < seats; ++at) {
      const auto encoding = at % 2 == 0 ? Encoding::java : Encoding::json;
      players.push_back(std::make_unique<Player>(server, "player-" + std::to_string(at), seats, encoding));
      for (int turn = 0; turn < 5; ++turn) exchange(server, *players.back(), 2);
    }
    for (int seconds = 0; seconds < 10; ++seconds) {  // pings tell those who look for a lobby to look again
      for (bool busy = true; busy;) {
        busy = false;
        for (const auto& player : players) busy = exchange(server, *player, 2) || busy;
      }
      server.turn_clock(std::chrono::seconds(1));
    }
    for (const auto& player : players) {
      EXPECT_EQ(player->games, 2) << seats;
      EXPECT_TRUE(player->complaints.empty()) << player->complaints.front();
    }
    EXPECT_EQ(server.compare_with_journal(), "");
  }
}

/// What a server says to a client that has logged in, as JSON.
struct Told {
  Told() : client(harness::kits(), Encoding::json) {
    EXPECT_TRUE(client.ask(table::Name{"alice"}));
    client.take_output();
  }

  std::vector<Notice> hear(const java::Tree& message) {
    std::string line;
    write_json(message, line);
    return hear(line);
  }
  std::vector<Notice> hear(const std::string& bytes) {
    client.receive(bytes);
    std::vector<Notice> notices;
    while (auto notice = client.next()) notices.push_back(*std::move(notice));
    return notices;
  }

  Client client;
};

base::Reason code_of_refusal(const std::vector<Notice>& notices) {
  return std::get<table::Refused>(notices.at(0)).error.code;
}

TEST(ShelfieClient, GivesUpFifteenSecondsAfterTheLastPing) {
  Told told;
  for (int second = 0; second < 14; ++second) told.client.tick();
  EXPECT_TRUE(told.hear(ping_message("alice")).empty());
  EXPECT_EQ(told.client.take_output(), "");
  for (int second = 0; second < 14; ++second) told.client.tick();
  EXPECT_FALSE(told.client.finished());
  told.client.tick();
  EXPECT_EQ(code_of_refusal(told.hear("")), base::Code::system);
  EXPECT_TRUE(told.client.finished());
}

TEST(ShelfieClient, ARefusedLoginIsTheEnd) {
  for (const auto& [error, code] : {std::pair(java::ErrorType::err_nickname_length, base::Code::bad_name),
                                    std::pair(java::ErrorType::err_nickname_taken, base::Code::name_taken)}) {
    Told told;
    EXPECT_EQ(
        code_of_refusal(told.hear(error_message("alice", java::KeyErrorPayload::error_connection, error))),
        code);
    EXPECT_TRUE(told.client.finished());
  }
}

TEST(ShelfieClient, AnErrorMakesItAskForEverything) {
  Told told;
  EXPECT_EQ(code_of_refusal(told.hear(
                error_message("alice", java::KeyErrorPayload::error_data, java::ErrorType::invalid_column))),
            base::Code::illegal_move);
  EXPECT_NE(told.client.take_output().find("ERROR_DATA"), std::string::npos);
  EXPECT_EQ(code_of_refusal(told.hear(
                error_message("alice", java::KeyErrorPayload::error_data, java::ErrorType::illegal_turn))),
            base::Code::not_your_turn);
  EXPECT_EQ(told.client.take_output(), "");
}

/// A game of two in which alice begins, as a server would tell it, with one thing changed.
std::string start_line(std::string_view from = "", std::string_view to = "") {
  const auto& kit = harness::kits().of<games::shelfie::Kit>();
  auto state = *games::shelfie::Rules::start(kit, {}, 2, 1);
  state.open.turn = state.open.first = base::Seat{0};
  const auto view = games::shelfie::Rules::view(state, base::Seat{0});
  const std::vector<std::string> players{"alice", "bob"};
  std::string line;
  write_json(all_info_message({view, players}, java::TurnPhase::all_info), line);
  if (!from.empty()) line.replace(line.find(from), from.size(), to);
  return line;
}

TEST(ShelfieClient, WhatCannotBeIsNotBelieved) {
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"tileID\":-1", "\"tileID\":132"},
           {"\"tileID\":-1", "\"tileID\":-2"},
           {"\"idPersonal\":", "\"idPersonal\":1"},
           {"\"COMMON_GOAL\":[[", "\"COMMON_GOAL\":[[12"},
           {"\"NEXT_PLAYER\":\"alice\"", "\"NEXT_PLAYER\":\"carol\""},
           {"\"nickname\":\"bob\"", "\"nickname\":\"alice\""},
           {"\"commonGoalPoints\":[0,0]", "\"commonGoalPoints\":[0]"},
           {"\"commonGoalPoints\":[0,0]", "\"commonGoalPoints\":[-1,0]"},
           {"\"adjacentPoints\":0", "\"adjacentPoints\":-1"},
           {"\"PHASE\":\"ALL_INFO\"", "\"PHASE\":\"SELECT_COLUMN\""},
           {"\"NEW_BOARD\":[[", "\"NEW_BOARD\":[[null,"},
           {"\"SELECTED_ITEMS\":null", "\"SELECTED_ITEMS\":[null]"},
           {"\"NEW_BOOKSHELF\":[[", "\"NEW_BOOKSHELF\":[[],["}}) {
    Told told;
    const auto line = start_line(from, to);
    ASSERT_NE(line, start_line()) << from;
    EXPECT_EQ(code_of_refusal(told.hear(line)), base::Code::malformed) << to;
    EXPECT_TRUE(told.client.finished());
  }
  Told told;
  EXPECT_TRUE(std::holds_alternative<table::Started>(told.hear(start_line()).at(0)));
}

TEST(ShelfieClient, WaitsWhileItIsAlone) {
  Told told;
  told.hear(start_line());
  const auto count = [&] { return games::moves(*told.client.view()).size(); };
  ASSERT_GT(count(), 0);
  told.hear(broadcast_message("bob", disconnected_text("bob", "1")));
  EXPECT_EQ(count(), 0);
  told.hear(reconnection_message("bob", reconnected_text("bob", "1")));
  EXPECT_GT(count(), 0);
  EXPECT_EQ(told.client.take_output(), "");
  told.hear(error_message("bob", java::KeyErrorPayload::error_connection, java::ErrorType::only_player));
  EXPECT_EQ(count(), 0);
}

TEST(ShelfieClient, AWordOfTheServersOwnDoesNotMatter) {
  Told told;
  const std::string news =
      R"({"header":{"type":"CONNECTION","nickname":"alice"},"payload":{"key":"NEWS","data":{}}})"
      "\n";
  EXPECT_TRUE(told.hear(news).empty());
  told.hear(start_line());
  EXPECT_TRUE(told.client.view());
  for (int line = 0; line < 9; ++line) EXPECT_TRUE(told.hear(news).empty());
  EXPECT_EQ(code_of_refusal(told.hear(news)), base::Code::malformed);
  EXPECT_TRUE(told.client.finished());
}

TEST(ShelfieClient, WithoutAWordItWasWhoeverWasOnTurn) {
  Told told;
  told.hear(start_line());
  auto line = start_line("\"key\":\"ALL_INFO\"", "\"key\":\"END_TURN\"");
  const std::string on_turn = "\"NEXT_PLAYER\":\"alice\"";
  line.replace(line.find(on_turn), on_turn.size(), "\"NEXT_PLAYER\":\"bob\"");
  const auto heard = told.hear(line);
  EXPECT_EQ(std::get<table::Happened>(heard.at(0)).who, base::Seat{0});
}

TEST(ShelfieClient, ComesBackAndHearsOfTheEnd) {
  Told told;
  told.hear(broadcast_message("alice", kLoggedInAgain));
  told.hear(reconnection_message("alice", reconnected_text("alice", "1")));
  EXPECT_NE(told.client.take_output().find("ERROR_DATA"), std::string::npos);
  const auto over = told.hear(
      R"({"header":{"type":"DATA","nickname":null},"payload":{"key":"END_GAME","data":{"PERSONAL_POINTS":[1,2],"POINTS":[{"adjacentPoints":3,"commonGoalPoints":[0,0],"nickname":"bob"},{"adjacentPoints":5,"commonGoalPoints":[8,4],"nickname":"alice"}],"BOOKSHELF_FULL_PLAYER":"alice"}}})"
      "\n");
  const auto& outcome = std::get<table::Over>(over.at(0)).outcome;
  EXPECT_EQ(outcome.scores, (std::vector{4, 20}));
  EXPECT_EQ(outcome.winners, std::vector{base::Seat{1}});
  EXPECT_TRUE(told.client.ask(table::Rematch{table::Wish::enough}));
  EXPECT_NE(told.client.take_output().find("END_GAME"), std::string::npos);
  EXPECT_TRUE(told.client.finished());
}

}  // namespace
}  // namespace protocols::shelfie
