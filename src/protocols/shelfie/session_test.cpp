// The server's half where transcripts do not reach: other rules files, limits, secrets.
#include "protocols/shelfie/session.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <map>
#include <set>
#include <sstream>

#include "games/shelfie/rules.hpp"
#include "harness/virtual_server.hpp"
#include "protocols/all.hpp"
#include "protocols/shelfie/json.hpp"

namespace protocols::shelfie {
namespace {

namespace json = boost::json;

const Protocol& protocol() { return *protocols::find("shelfie"); }

std::string login(std::string_view nickname) {
  std::string line;
  write_json(bare_message(java::MessageType::connection, nickname,
                          java::constant(java::KeyConnectionPayload::connection_creation)),
             line);
  return line;
}

std::string says(java::MessageType type, std::string_view nickname, java::Value key, auto value) {
  std::string line;
  write_json(client_message(type, nickname, key, value), line);
  return line;
}

/// A session by itself, with other rules.
struct Alone {
  explicit Alone(const games::shelfie::RulesFile& rules) : kits(with(rules)) {}

  static games::Kits with(const games::shelfie::RulesFile& rules) {
    games::Kits made;
    made.of<games::shelfie::Kit>().rules = std::make_shared<const games::shelfie::RulesFile>(rules);
    return made;
  }

  games::Kits kits;
  Switches switches;
  Session session{SessionContext{kits, switches}};
};

TEST(ShelfieSession, LengthsOfNicknamesAreThoseOfTheRulesFile) {
  auto rules = *games::shelfie::standard_rules();
  rules.nickname = {4, 6};
  for (const auto& [name, right] : std::map<std::string, bool>{{"abc", false},
                                                               {"abcd", true},
                                                               {"abcdef", true},
                                                               {"abcdefg", false},
                                                               {"\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f", true}}) {
    Alone alone(rules);
    alone.session.receive(login(name));
    EXPECT_EQ(alone.session.next().has_value(), right) << name;
    EXPECT_EQ(alone.session.finished(), !right);
    EXPECT_EQ(alone.session.take_output().find("ERR_NICKNAME_LENGTH") != std::string::npos, !right);
  }
}

/// Somebody looked for any lobby and none was there: what is said once it is known in which one they are.
std::string said_when_entering(const std::vector<std::string>& present) {
  Alone alone(*games::shelfie::standard_rules());
  auto& session = alone.session;
  session.receive(login("alice"));
  EXPECT_TRUE(session.next());
  session.tell(table::Accepted{});
  session.receive(says(java::MessageType::lobby, "alice",
                       java::constant(java::KeyLobbyPayload::join_random_game_lobby), -1));
  EXPECT_TRUE(session.next());
  session.take_output();
  session.tell(table::Refused{{base::Code::no_lobby, "no lobby waits"}});
  EXPECT_TRUE(session.next());
  session.tell(table::Accepted{});
  session.tell(table::Gathered{table::Gathered::Change::came, "alice", "3", present, 2});
  return session.take_output();
}

TEST(ShelfieSession, SaysThatALobbyIsNewOnlyIfItIs) {
  const auto first = said_when_entering({"alice"});
  EXPECT_LT(first.find("Creating a new Game Lobby"), first.find("Welcome to Game Lobby 3"));
  const auto second = said_when_entering({"bob", "alice"});
  EXPECT_EQ(second.find("Creating a new Game Lobby"), std::string::npos) << "bob was quicker";
  EXPECT_NE(second.find("Welcome to Game Lobby 3"), std::string::npos);
}

TEST(ShelfieSession, NumbersOfPlayersAreThoseOfTheRulesFile) {
  auto rules = *games::shelfie::standard_rules();
  rules.players = {3, 4};
  Alone alone(rules);
  auto& session = alone.session;
  const auto key = java::constant(java::KeyLobbyPayload::create_game_lobby);
  session.receive(login("alice"));
  ASSERT_TRUE(session.next());
  session.tell(table::Accepted{});
  session.receive(says(java::MessageType::lobby, "alice", key, 2));
  EXPECT_FALSE(session.next());
  EXPECT_NE(session.take_output().find("ERR_NUM_PLAYER_WANTED"), std::string::npos);
  session.receive(says(java::MessageType::lobby, "alice",
                       java::constant(java::KeyLobbyPayload::join_random_game_lobby), -1));
  ASSERT_TRUE(session.next());
  session.tell(table::Refused{{base::Code::no_lobby, ""}});
  const auto made = session.next();
  ASSERT_TRUE(made);
  EXPECT_EQ(std::get<table::Seek>(*made).seats, 3);
  EXPECT_EQ(std::get<table::Seek>(*made).make, table::Make::if_none);
}

TEST(ShelfieSession, AStreamsHeaderIsAnsweredAtOnce) {
  Alone alone(*games::shelfie::standard_rules());
  alone.session.receive("\xAC");
  EXPECT_EQ(alone.session.take_output(), java::kStreamHeader);
  alone.session.receive(java::kStreamHeader.substr(1));
  EXPECT_EQ(alone.session.take_output(), "");
}

TEST(ShelfieSession, ALineOf64KibIsReadAndALongerOneIsTheLast) {
  harness::VirtualServer server;
  const auto alice = server.connect(protocol());
  server.receive(alice, login("alice"));
  server.take(alice);
  const std::string head =
      R"({"header":{"type":"LOBBY","nickname":"alice"},"payload":{"key":"CREATE_GAME_LOBBY","data":{"VALUE_CLIENT":")";
  const std::string tail = "\"}}}";
  const auto line = [&](std::size_t size) {
    return head + std::string(size - head.size() - tail.size(), 'x') + tail;
  };
  server.receive(alice, line(java::kMaxMessage) + "\n");
  EXPECT_NE(server.take(alice).find("ERR_NUM_PLAYER_WANTED"), std::string::npos);
  server.receive(alice, line(java::kMaxMessage + 1));
  EXPECT_NE(server.take(alice).find("INVALID_INPUT"), std::string::npos);
  EXPECT_TRUE(server.is_closed(alice));
}

/// One who sends more than is worked on is not read from.
TEST(ShelfieSession, WhatWaitsHasALimit) {
  for (const std::string& message :
       {login("alice") + std::string(200'000, ' '), "\xAC\xED" + std::string(300'000, '\x05')}) {
    Alone alone(*games::shelfie::standard_rules());
    EXPECT_TRUE(alone.session.hungry());
    alone.session.receive(message);
    EXPECT_FALSE(alone.session.hungry());
  }
}

/// Everything that one player hears in a game that runs at random.
class Listener {
 public:
  Listener(harness::VirtualServer& server, std::string nickname)
      : server_(server), nickname_(std::move(nickname)), player_(server.connect(protocol())) {
    server.receive(player_, login(nickname_));
  }

  void say(const std::string& line) { server_.receive(player_, line); }
  const std::string& nickname() const { return nickname_; }

  std::vector<json::value> hear() {
    std::vector<json::value> messages;
    std::istringstream lines(server_.take(player_));
    for (std::string line; std::getline(lines, line);) messages.push_back(json::parse(line));
    return messages;
  }

 private:
  harness::VirtualServer& server_;
  std::string nickname_;
  base::PlayerId player_;
};

void collect(const json::value& value, std::string_view name, std::set<std::int64_t>& found) {
  if (const auto* items = value.if_array()) {
    for (const auto& item : *items) collect(item, name, found);
  } else if (const auto* members = value.if_object()) {
    for (const auto& member : *members) {
      if (member.key() == name) found.insert(member.value().as_int64());
      collect(member.value(), name, found);
    }
  }
}

/// Until the end nobody hears of a tile that lies in the bag or on another's shelf, nor of another's card.
void check_secrets(const json::value& message, const games::shelfie::State& state, base::Seat seat) {
  std::set<std::int64_t> tiles;
  std::set<std::int64_t> cards;
  collect(message, "tileID", tiles);
  collect(message, "idPersonal", cards);
  for (const auto tile : state.bag) EXPECT_FALSE(tiles.contains(tile));
  for (std::uint8_t other = 0; other < state.open.seats; ++other) {
    if (base::Seat{other} == seat) continue;
    EXPECT_FALSE(cards.contains(state.cards[other]));
    for (const auto tile : state.open.players[other].shelf) EXPECT_TRUE(tile == -1 || !tiles.contains(tile));
  }
}

TEST(ShelfieSession, NobodyHearsWhatIsSecret) {
  harness::VirtualServer server(5);
  std::vector<std::unique_ptr<Listener>> people;
  for (const char* name : {"alice", "bob", "carol", "dave"}) {
    people.push_back(std::make_unique<Listener>(server, name));
    const bool first = people.size() == 1;
    const auto key = java::constant(first ? java::KeyLobbyPayload::create_game_lobby
                                          : java::KeyLobbyPayload::join_specific_game_lobby);
    people.back()->say(says(java::MessageType::lobby, name, key, first ? 4 : 1));
  }
  const auto* table = server.engine().hall().tables().find_table({1});
  ASSERT_NE(table, nullptr);
  base::Rng rng(5);
  int checked = 0;
  while (table->to_move()) {
    const auto& state = games::get<games::shelfie::State>(table->state());
    for (std::uint8_t seat = 0; seat < 4; ++seat) {
      people[seat]->say(says(java::MessageType::error, people[seat]->nickname(),
                             java::constant(java::KeyErrorPayload::error_data), 0));
      for (const auto& message : people[seat]->hear())
        check_secrets(message, state, base::Seat{seat}), ++checked;
    }
    const auto seat = *table->to_move();
    const auto moves = games::shelfie::Rules::moves(games::shelfie::Rules::view(state, seat));
    const auto& move = moves[rng.below(moves.size())];
    auto& mover = *people[seat.value];
    const auto key = java::constant(turn_phase_of(move.phase));
    mover.say(move.phase == games::shelfie::Phase::column
                  ? says(java::MessageType::data, mover.nickname(), key, move.values[0])
                  : says(java::MessageType::data, mover.nickname(), key, std::span<const int>(move.values)));
  }
  EXPECT_GT(checked, 1000);
}

}  // namespace
}  // namespace protocols::shelfie
