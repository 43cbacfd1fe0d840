// What the server and the client say, against the captured messages of an existing program.
#include "protocols/shelfie/messages.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "games/shelfie/rules.hpp"
#include "harness/goldens.hpp"
#include "protocols/shelfie/java/encoder.hpp"
#include "protocols/shelfie/json.hpp"
#include "protocols/shelfie/words.hpp"

namespace protocols::shelfie {
namespace {

namespace json = boost::json;
using games::Seat;
using harness::golden;
using java::constant;
using java::MessageType;

std::string bytes_of(const java::Tree& message) {
  std::string bytes;
  java::encode(message, bytes);
  return bytes;
}

std::string captured(std::string_view name) { return golden(name).bytes + "\x79"; }

json::value as_json(const java::Tree& message) {
  std::string text;
  write_json(message, text);
  return json::parse(text);
}

TEST(ShelfieMessages, AreThoseOfTheServerToTheByte) {
  using java::KeyErrorPayload;
  const auto choice =
      bare_message(MessageType::lobby, "alice", constant(java::KeyLobbyPayload::global_lobby_decision));
  EXPECT_EQ(bytes_of(choice), captured("GLOBAL_LOBBY_DECISION"));
  EXPECT_EQ(bytes_of(broadcast_message("alice", welcome_text("1", 2))), captured("BROADCAST welcome"));
  EXPECT_EQ(bytes_of(ping_message("alice")), captured("PING"));
  const auto acknowledged =
      bare_message(MessageType::data, "alice", constant(java::TurnPhase::select_order_tiles));
  EXPECT_EQ(bytes_of(acknowledged), captured("ACK SELECT_ORDER_TILES"));
  EXPECT_EQ(
      bytes_of(error_message("bob", KeyErrorPayload::error_data, java::ErrorType::not_enough_free_edges)),
      captured("ERROR_DATA"));
}

TEST(ShelfieMessages, AreThoseOfTheClientToTheByte) {
  using java::KeyLobbyPayload;
  using java::TurnPhase;
  const auto login = bare_message(MessageType::connection, "alice",
                                  constant(java::KeyConnectionPayload::connection_creation));
  EXPECT_EQ(bytes_of(login), captured("login CONNECTION_CREATION"));
  EXPECT_EQ(
      bytes_of(client_message(MessageType::lobby, "alice", constant(KeyLobbyPayload::create_game_lobby), 2)),
      captured("CREATE_GAME_LOBBY 2"));
  EXPECT_EQ(bytes_of(client_message(MessageType::lobby, "bob",
                                    constant(KeyLobbyPayload::join_specific_game_lobby), 1)),
            captured("JOIN_SPECIFIC_GAME_LOBBY 1"));
  const std::array at{6, 3, 6, 4, 6, 5};
  EXPECT_EQ(bytes_of(client_message(MessageType::data, "alice", constant(TurnPhase::select_from_board), at)),
            captured("SELECT_FROM_BOARD"));
  EXPECT_EQ(bytes_of(client_message(MessageType::data, "alice", constant(TurnPhase::select_column), 4)),
            captured("SELECT_COLUMN"));
  EXPECT_EQ(bytes_of(client_message(MessageType::data, "alice", constant(TurnPhase::end_game))),
            captured("END_GAME ack"));
  EXPECT_EQ(bytes_of(client_message(MessageType::error, "bob", constant(java::KeyErrorPayload::error_data))),
            captured("somethingWrong ERROR_DATA"));
}

/// The captured game, as far as alice's ALL_INFO tells it: bob sat first and began.
struct Captured {
  explicit Captured(const json::value& data) : rules(*games::shelfie::standard_rules()) {
    auto& open = view.open;
    open.rules = &rules;
    open.seats = 2;
    for (int cell = 0; cell < games::shelfie::kBoardCells; ++cell) {
      const auto& box = data.at("NEW_BOARD").at(cell / 9).at(cell % 9);
      rules.board[cell] = box.at("occupiable").as_bool() ? 2 : 0;
      open.board[cell] = static_cast<games::shelfie::TileId>(box.at("itemTileView").at("tileID").as_int64());
    }
    open.goals = {9, 2};
    view.viewer = Seat{1};
    view.cards[1] = 6;
    rules.cards[6] = {0, 27, 24, 8, 3, 11};  // the other program's card differs from the printed one
  }

  games::shelfie::RulesFile rules;
  games::shelfie::View view;
  std::vector<std::string> players{"bob", "alice"};
  Sight sight() const { return {view, players}; }
};

const json::value& data_of(std::string_view name) {
  return golden(name).decoded.at("messagePayload").at("data");
}

/// The order of a map's entries is the other program's chance: its length and what it says are compared.
void expect_same(const java::Tree& message, std::string_view name) {
  EXPECT_EQ(bytes_of(message).size(), captured(name).size()) << name;
  EXPECT_EQ(as_json(message), as_json(harness::decode(golden(name)))) << name;
}

TEST(ShelfieMessages, EverythingAtTheStartIsWhatWasCaptured) {
  const Captured game(data_of("ALL_INFO (2 players)"));
  expect_same(all_info_message(game.sight(), java::TurnPhase::all_info), "ALL_INFO (2 players)");
}

TEST(ShelfieMessages, TheEndOfATurnIsWhatWasCaptured) {
  Captured game(data_of("END_TURN (2 players)"));
  game.view.open.turn = Seat{1};
  expect_same(end_turn_message(game.sight(), {Seat{0}, {}}), "END_TURN (2 players)");
}

TEST(ShelfieMessages, WhoStayedStandsLastWithHoweverFewPoints) {
  Captured game(data_of("ALL_INFO (2 players)"));
  auto& open = game.view.open;
  open.ending = games::shelfie::Ending::left;
  open.players[0].tokens = {8, 8};
  game.view.cards[0] = 1;
  const auto last = [&] {
    return json::value_to<std::string>(
        as_json(end_game_message(game.sight())).at("payload").at("data").at("POINTS").at(1).at("nickname"));
  };
  open.stayed = Seat{1};
  EXPECT_EQ(last(), "alice");
  open.stayed = Seat{0};
  EXPECT_EQ(last(), "bob");
}

TEST(ShelfieMessages, TiesGoToTheLaterInTurnOrder) {
  Captured game(data_of("ALL_INFO (2 players)"));
  auto& open = game.view.open;
  open.ending = games::shelfie::Ending::finished;
  open.full = Seat{0};
  open.players[1].tokens = {1, 0};  // as much as the full shelf
  game.view.cards[0] = 1;
  const auto data = as_json(end_game_message(game.sight())).at("payload").at("data");
  EXPECT_EQ(data.at("POINTS").at(1).at("nickname"), "alice");
  EXPECT_EQ(data.at("BOOKSHELF_FULL_PLAYER"), "bob");
  open.first = Seat{1};
  EXPECT_EQ(
      as_json(end_game_message(game.sight())).at("payload").at("data").at("POINTS").at(1).at("nickname"),
      "bob");
}

TEST(ShelfieWords, AWelcomeIsReadBack) {
  const auto welcome = read_welcome(welcome_text("12", 3));
  ASSERT_TRUE(welcome);
  EXPECT_EQ(welcome->lobby, "12");
  EXPECT_EQ(welcome->seats, 3);
  EXPECT_FALSE(read_welcome(disconnected_text("bob", "1")));
  EXPECT_FALSE(read_welcome("Welcome to Game Lobby "));
}

/// Every refusal of a move has an error of its own, but for those that mean the same to a client.
TEST(ShelfieWords, EveryRefusalIsNamed) {
  std::vector<java::ErrorType> seen;
  for (int at = 0; at <= static_cast<int>(games::shelfie::kLastRefusal); ++at) {
    const auto error = error_of(static_cast<games::shelfie::Refusal>(at));
    EXPECT_TRUE(error == java::ErrorType::wrong_phase || std::ranges::count(seen, error) == 0) << at;
    seen.push_back(error);
  }
  for (int at = 0; at <= static_cast<int>(base::kLastCode); ++at) {
    const auto error = error_of(static_cast<base::Code>(at));
    EXPECT_LE(error, java::ErrorType::wrong_phase);
  }
}

}  // namespace
}  // namespace protocols::shelfie
