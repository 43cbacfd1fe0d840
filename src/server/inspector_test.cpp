// Who sees which wire connection, what is told of it, and the pages of seats.
#include "server/inspector.hpp"

#include <gtest/gtest.h>

#include "harness/browser.hpp"
#include "harness/stage.hpp"
#include "table/deal.hpp"

namespace server {
namespace {

using boost::json::array;
using boost::json::object;
using harness::Browser;
using harness::VirtualServer;

array connections_of(Browser& browser) {
  browser.ask(R"("ask":"connections","on":true)");
  const auto told = browser.take("connections");
  return told.empty() ? array{} : told.back().at("connections").as_array();
}

/// All lines told, as "> text" and "< text".
std::vector<std::string> wire(Browser& browser) {
  std::vector<std::string> lines;
  for (const auto& told : browser.take("wire")) {
    for (const auto& line : told.at("lines").as_array()) {
      lines.push_back((line.at("from") == "client" ? "> " : "< ") + std::string(line.at("text").as_string()));
    }
  }
  return lines;
}

TEST(Inspector, OnePlaceHasSeveralNames) {
  EXPECT_EQ(place_of_host("127.0.0.1"), place_of_host("127.0.0.9"));
  EXPECT_EQ(place_of_host("127.0.0.1"), place_of_host("::1"));
  EXPECT_EQ(place_of_host("::ffff:10.0.0.1"), "10.0.0.1");
  EXPECT_NE(place_of_host("10.0.0.1"), place_of_host("10.0.0.2"));
}

TEST(Inspector, ListsOnlyWhatComesFromTheSameAddress) {
  VirtualServer server;
  Browser browser(server);
  const auto& chess = *protocols::find("chess");
  server.connect(chess, "127.0.0.2", 21001);
  server.connect(chess, "192.168.1.5", 21002);
  const auto list = connections_of(browser);
  ASSERT_EQ(list.size(), 1U);
  const auto& one = list[0].as_object();
  EXPECT_EQ(one.at("connection"), 1);
  EXPECT_EQ(one.at("protocol"), "chess");
  EXPECT_EQ(one.at("address"), "127.0.0.2:21001");
  EXPECT_EQ(one.at("table"), 1);  // the stranger is the opponent
  EXPECT_EQ(one.at("plays"), true);
  EXPECT_EQ(one.at("messages"), 1);
  EXPECT_EQ(one.at("closed"), nullptr);
  for (const auto* what : {"inspect", "transcript"}) {
    const auto answer = browser.ask(fmt::format(R"("ask":"{}","connection":2)", what));
    EXPECT_EQ(answer.at("ok"), false);
    EXPECT_EQ(answer.at("text"), "no such connection comes from your address");
    EXPECT_EQ(browser.ask(fmt::format(R"("ask":"{}")", what)).at("code"), "malformed");
  }
}

TEST(Inspector, KeepsSoManyOfOneAddressAndNoMore) {
  VirtualServer server;
  Browser browser(server);
  const auto& protocol = *protocols::find("spectrangle");
  std::vector<base::PlayerId> peers;
  for (std::size_t count = 0; count <= kMostKept; ++count) peers.push_back(server.connect(protocol));
  EXPECT_EQ(connections_of(browser).front().at("connection"), kMostKept) << "one more has come";
  server.connect(protocol, "10.0.0.1");  // others are not touched by it
  server.hang_up(peers.front());
  server.connect(protocol);
  EXPECT_EQ(connections_of(browser).front().at("connection"), kMostKept + 2) << "in place of the closed one";
}

TEST(Inspector, TellsWhatWasSaidAndWhatIs) {
  VirtualServer server;
  Browser browser(server);
  const auto white = server.connect(*protocols::find("chess"));
  server.connect(*protocols::find("chess"));
  server.receive(white, "MOVE 4 1 4 4\n");
  EXPECT_EQ(browser.ask(R"("ask":"inspect","connection":1)").at("ok"), true);
  const auto told = browser.take("wire");
  ASSERT_EQ(told.size(), 1U);
  const auto& lines = told[0].at("lines").as_array();
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].at("text"), "COLOR WHITE");
  EXPECT_EQ(lines[1].at("from"), "client");
  EXPECT_EQ(lines[1].at("text"), "MOVE 4 1 4 4");
  EXPECT_TRUE(lines[1].at("refused").is_null());
  EXPECT_EQ(lines[2].at("text"), "ERROR 3");
  EXPECT_EQ(lines[2].at("refused").at("code"), "illegal_move");
  EXPECT_EQ(lines[2].at("refused").at("cite"), "chess.rulings.md, 6");
  EXPECT_FALSE(lines[2].at("refused").at("sentence").as_string().empty());
  server.receive(white, "MOVE 4 1 4 3\n");
  EXPECT_EQ(wire(browser), std::vector<std::string>{"> MOVE 4 1 4 3"});
  EXPECT_EQ(browser.ask(R"("ask":"inspect","off":true)").at("ok"), true);
  server.receive(white, "MOVE 4 1 4 3\n");
  EXPECT_EQ(wire(browser), std::vector<std::string>{});
  EXPECT_EQ(connections_of(browser).at(1).at("refused"), 2);
}

TEST(Inspector, ManyMessagesAtOnceAreToldInPart) {
  VirtualServer server;
  Browser browser(server);
  const auto white = server.connect(*protocols::find("chess"));
  for (int times = 0; times < 400; ++times) server.receive(white, "x\n");
  browser.ask(R"("ask":"inspect","connection":1)");
  const auto told = browser.take("wire");
  EXPECT_EQ(told.at(0).at("missed"), 800 - static_cast<int>(kMostTold));
  EXPECT_EQ(told.at(0).at("lines").as_array().size(), kMostTold);
}

TEST(Inspector, RemembersWhoHasGoneForTenMinutes) {
  VirtualServer server;
  Browser browser(server);
  const auto white = server.connect(*protocols::find("chess"));
  server.receive(white, "NONSENSE");
  server.hang_up(white);
  server.turn_clock(std::chrono::minutes(9));
  auto list = connections_of(browser);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_TRUE(list[0].at("closed").is_int64());
  EXPECT_EQ(browser.ask(R"("ask":"transcript","connection":1)").at("ok"), true);
  server.turn_clock(std::chrono::minutes(2));
  EXPECT_TRUE(connections_of(browser).empty());
  for (int times = 0; times < 120; ++times) server.hang_up(server.connect(*protocols::find("chess")));
  EXPECT_EQ(connections_of(browser).size(), kMostListed);
}

TEST(Inspector, CanBeSwitchedOff) {
  VirtualServer server(EngineSettings{.seed = 1, .inspector = false});
  Browser browser(server);
  server.connect(*protocols::find("chess"));
  EXPECT_TRUE(connections_of(browser).empty());
  EXPECT_EQ(browser.ask(R"("ask":"inspect","connection":1)").at("ok"), false);
}

/// The deal of a later table comes out again, and what cannot is said.
TEST(Inspector, ATranscriptHasTheSeedOfItsOwnTable) {
  VirtualServer server(77);
  const auto& twente = *protocols::find("scrabble-twente");
  const auto meet = [&](std::string_view one, std::string_view other) {
    const auto first = server.connect(twente);
    server.receive(first, fmt::format("ANNOUNCE\x1f{}\x1eREQUESTGAME\x1e", one));
    const auto second = server.connect(twente);
    server.receive(second, fmt::format("ANNOUNCE\x1f{}\x1eREQUESTGAME\x1e", other));
    for (const auto player : {first, second}) server.hang_up(player);
  };
  meet("anna", "bert");
  server.turn_clock(std::chrono::seconds(1));
  meet("cleo", "dora");
  Browser browser(server);
  const std::string text(browser.ask(R"("ask":"transcript","connection":3)").at("transcript").as_string());
  EXPECT_NE(text.find("a> ANNOUNCE|cleo"), std::string::npos) << text;
  EXPECT_EQ(text.find("anna"), std::string::npos) << text;
  EXPECT_EQ(text.find("# A fresh"), std::string::npos) << text;
  const auto transcript = transcript::read(text);
  ASSERT_TRUE(transcript) << transcript.error().detail;
  EXPECT_EQ(harness::play(*transcript, harness::Cut::as_written), "") << text;
}

TEST(Inspector, ATranscriptSaysWhyItCannotPlayAgain) {
  VirtualServer server;
  Browser browser(server);
  server.connect(*protocols::find("chess"));
  browser.ask(R"("ask":"seek","game":"chess","options":"dead=wire","seats":2)");
  const std::string text(browser.ask(R"("ask":"transcript","connection":1)").at("transcript").as_string());
  EXPECT_NE(
      text.find("# A fresh server will not say quite the same: at table 1 sat others, who cannot be shown "
                "(seats by: chess, web)."),
      std::string::npos)
      << text;
}

TEST(Inspector, ATranscriptNamesAddressesWhereItCan) {
  VirtualServer server;
  const auto written = [&](std::string_view address, std::string_view token) {
    const auto player = server.connect(*protocols::find("scrabble-clarkson"), address, 21005);
    server.receive(player, "HELLO 1.0.1,x,y,z\r\nQUIT\r\n");
    Browser browser(server, token);
    const auto number = connections_of(browser).at(0).at("connection").as_int64();
    const auto answer = browser.ask(fmt::format(R"("ask":"transcript","connection":{})", number));
    server.turn_clock(std::chrono::seconds(1));
    return std::string(answer.at("transcript").as_string());
  };
  const auto named = written("127.0.0.4", "x");
  EXPECT_NE(named.find("\na+ from 127.0.0.4:21005\n"), std::string::npos) << named;
  const auto other = written("::1", "y");
  EXPECT_NE(other.find("which is one of IPv6"), std::string::npos) << other;
  EXPECT_TRUE(transcript::read(other)) << other;
}

class ScreenTest : public testing::Test {
 protected:
  ScreenTest() {
    one_ = server_.connect(twente_);
    server_.receive(one_, "ANNOUNCE\x1fone\x1eREQUESTGAME\x1e");
    other_ = server_.connect(twente_);
    server_.receive(other_, "ANNOUNCE\x1fother\x1eREQUESTGAME\x1e");
  }

  /// As it is told on the wire.
  std::string link_of(Browser& browser, std::int64_t connection) {
    for (const auto& one : connections_of(browser)) {
      EXPECT_TRUE(one.at("link").is_null()) << "who has no link is given none: the rack is behind it";
      if (one.at("connection") == connection)
        return links_.link_to({one.at("table").to_number<std::uint64_t>()},
                              {one.at("seat").to_number<std::uint8_t>()});
    }
    return "";
  }

  /// What the browser sees of a connection hides tiles.
  bool hides_tiles(Browser& browser, std::int64_t connection) {
    EXPECT_EQ(browser.ask(fmt::format(R"("ask":"inspect","connection":{})", connection)).at("ok"), true);
    const auto shown = wire(browser);
    return std::ranges::find(shown, "< NEWTILES|(hidden)") != shown.end();
  }

  object open(Browser& browser, std::string_view link) {
    return browser.ask(fmt::format(R"("ask":"screen","link":"{}")", link));
  }

  const protocols::Protocol& twente_ = *protocols::find("scrabble-twente");
  const SeatLinks links_{"a secret"};
  VirtualServer server_{EngineSettings{.seed = 3, .link_secret = "a secret"}};
  base::PlayerId one_;
  base::PlayerId other_;
};

TEST_F(ScreenTest, ShowsTheSeatAndLetsNobodyMove) {
  Browser browser(server_);
  EXPECT_EQ(open(browser, link_of(browser, 1)).at("ok"), true);
  const auto told = browser.take("table");
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].at("screen"), true);
  EXPECT_EQ(told[0].at("state").at("rack").as_string().size(), 7U);
  EXPECT_EQ(browser.ask(R"("ask":"move","move":"pass","after":0)").at("code"), "not_at_table");
  server_.receive(one_, "MAKEMOVE\x1fSWAP\x1f\x1e");
  server_.receive(other_, "MAKEMOVE\x1fSWAP\x1f\x1e");
  EXPECT_EQ(browser.take("update").size(), 2U);
  server_.hang_up(other_);
  const auto end = browser.take("update");
  ASSERT_EQ(end.size(), 1U);
  EXPECT_TRUE(end[0].at("patch").at("outcome").is_object());
}

TEST_F(ScreenTest, AnotherLinkOpensNothing) {
  Browser browser(server_);
  const auto link = link_of(browser, 1);
  ASSERT_EQ(link.size(), 4 + 32U) << link;
  auto wrong = link;
  wrong.back() = wrong.back() == '0' ? '1' : '0';
  EXPECT_EQ(open(browser, wrong).at("text"), "this link opens no seat, or not any more");
  EXPECT_EQ(open(browser, "1-1-" + link.substr(4)).at("ok"), link[2] == '1');
  EXPECT_EQ(open(browser, "2-0-" + link.substr(4)).at("ok"), false);
  for (const auto* nonsense : {"", "x", "1-0", "1-0-", "1-300-abc", "-1-0-abc"})
    EXPECT_EQ(open(browser, nonsense).at("code"), "malformed") << nonsense;
  server_.hang_up(one_);
  server_.hang_up(other_);
  EXPECT_EQ(open(browser, link).at("text"), "the game of that seat is over");
}

/// It is shown in place of their own seat, which they have not left.
TEST_F(ScreenTest, WhoPlaysAtAnotherTableMaySeeWithTheEyesOfASeat) {
  Browser browser(server_);
  const auto link = link_of(browser, 1);
  browser.ask(R"("ask":"seek","game":"scrabble","options":"rules=clarkson","seats":1)");
  EXPECT_EQ(browser.take("table").at(0).at("table"), 2);
  EXPECT_EQ(open(browser, link).at("ok"), true);
  EXPECT_EQ(browser.take("table").at(0).at("table"), 1);
  EXPECT_EQ(browser.ask(R"("ask":"watch","off":true)").at("ok"), true);
  EXPECT_EQ(browser.take("table").at(0).at("table"), 2);
}

/// Whatever page of the browser they look at.
TEST(InspectorSecrecy, AnotherTabOfAPlayerSeesNoMoreThanThePlayer) {
  VirtualServer server(EngineSettings{.seed = 2, .link_secret = "s"});
  Browser browser(server);
  Browser other(server);
  browser.ask(R"("ask":"seek","game":"scrabble","options":"rules=twente","seats":2)");
  const auto player = server.connect(*protocols::find("scrabble-twente"));
  server.receive(player,
                 "ANNOUNCE\x1f"
                 "al\x1eREQUESTGAME\x1f"
                 "2\x1e");
  ASSERT_EQ(other.take("table").size(), 1U);
  EXPECT_TRUE(connections_of(other).at(0).at("link").is_null());
  other.ask(R"("ask":"inspect","connection":1)");
  const auto shown = wire(other);
  EXPECT_NE(std::ranges::find(shown, "< NEWTILES|(hidden)"), shown.end());
  EXPECT_EQ(other.ask(R"("ask":"transcript","connection":1)").at("code"), "game_running");
}

/// A person may have several browsers, and several people one address: only who has the link of a seat sees
/// what it sees.
TEST_F(ScreenTest, NoStrangerSeesSecretsOfARunningGame) {
  Browser stranger(server_, "stranger");
  for (const int connection : {1, 2}) {
    EXPECT_TRUE(hides_tiles(stranger, connection));
    const auto answer = stranger.ask(fmt::format(R"("ask":"transcript","connection":{})", connection));
    EXPECT_EQ(answer.at("text"), "what only a seat may know is written down when its game is over");
  }
  Browser own(server_, "own");
  EXPECT_EQ(open(own, link_of(own, 1)).at("ok"), true);
  EXPECT_FALSE(hides_tiles(own, 1));
  EXPECT_TRUE(hides_tiles(own, 2));
  server_.hang_up(other_);
  EXPECT_FALSE(hides_tiles(stranger, 1));
  EXPECT_FALSE(hides_tiles(stranger, 2));
  EXPECT_EQ(stranger.ask(R"("ask":"transcript","connection":1)").at("ok"), true);
}

/// The bag of Spectrangle is hidden from all: its seed would tell what everybody will draw.
TEST(InspectorSecrecy, TheSeedOfARunningGameIsNotWrittenDown) {
  const base::Seed seed(base::Key{1, 2, 3});
  VirtualServer server(EngineSettings{.seed = seed});
  const auto& spectrangle = *protocols::find("spectrangle");
  std::vector<base::PlayerId> players;
  for (const auto* name : {"al", "bo"}) {
    players.push_back(server.connect(spectrangle));
    server.receive(players.back(), fmt::format("JOIN {}\nREADY\n", name));
  }
  Browser browser(server);
  const auto written = [&] {
    return std::string(browser.ask(R"("ask":"transcript","connection":1)").at("transcript").as_string());
  };
  const auto before = written();
  EXPECT_NE(before.find("a> JOIN al"), std::string::npos) << before;
  EXPECT_EQ(before.find(base::write_seed(seed)), std::string::npos) << before;
  EXPECT_NE(before.find("not say quite the same: the seed is told when the game is over."), std::string::npos)
      << before;
  ASSERT_NE(server.engine().hall().tables().find_table({1}), nullptr);
  for (const auto player : players) server.hang_up(player);
  const auto after = written();
  EXPECT_NE(after.find("\noptions: seed=" + base::write_seed(seed)), std::string::npos) << after;
  const auto transcript = transcript::read(after);
  ASSERT_TRUE(transcript) << transcript.error().detail;
  EXPECT_EQ(harness::play(*transcript, harness::Cut::as_written), "") << after;
}

/// Whoever watches the table is a stranger to its seats, but for the one whose page they have open.
TEST_F(ScreenTest, WatchersSeeNoSecretsOnTheWire) {
  Browser browser(server_);
  const auto link = link_of(browser, 1);
  browser.ask(R"("ask":"watch","table":1)");
  EXPECT_TRUE(hides_tiles(browser, 1));
  open(browser, link);
  EXPECT_FALSE(hides_tiles(browser, 1));
  EXPECT_TRUE(hides_tiles(browser, 2));
}

/// A seat that waits for a browser is still its own: the others of the table stay secret to it.
TEST(InspectorSecrecy, WhoMayComeBackSeesNoMoreThanWhoSits) {
  VirtualServer server(EngineSettings{.seed = 2, .link_secret = "s"});
  Browser browser(server);
  browser.ask(R"("ask":"seek","game":"shelfie","seats":2)");
  const auto player = server.connect(*protocols::find("shelfie"));
  server.receive(
      player,
      R"({"header":{"type":"CONNECTION","nickname":"al"},"payload":{"key":"CONNECTION_CREATION","data":{}}})"
      "\n"
      R"({"header":{"type":"LOBBY","nickname":"al"},"payload":{"key":"JOIN_RANDOM_GAME_LOBBY","data":{}}})"
      "\n");
  const auto shown = [&] {
    browser.ask(R"("ask":"inspect","connection":1)");
    std::string all;
    for (const auto& line : wire(browser)) all += line;
    EXPECT_NE(all.find("PERSONAL_GOAL_CARD"), std::string::npos);
    return all.find("PERSONAL_GOAL_CARD\":\"(hidden)") != std::string::npos;
  };
  EXPECT_TRUE(shown());
  EXPECT_EQ(browser.ask(R"("ask":"leave")").at("ok"), true);
  EXPECT_TRUE(shown());
  EXPECT_EQ(browser.ask(R"("ask":"transcript","connection":1)").at("code"), "game_running");
  EXPECT_TRUE(connections_of(browser).at(0).at("link").is_null());
  Browser stranger(server, "stranger");
  const auto seat = connections_of(stranger).at(0).at("seat").to_number<std::uint8_t>();
  const auto link = SeatLinks("s").link_to({1}, {seat});
  EXPECT_EQ(browser.ask(fmt::format(R"("ask":"screen","link":"{}")", link)).at("code"), "already_seated");
  EXPECT_EQ(stranger.ask(fmt::format(R"("ask":"screen","link":"{}")", link)).at("ok"), true);
}

/// Where a grammar has words for people, and the host wants it.
TEST(SecondScreen, IsToldOnTheWire) {
  const EngineSettings settings{
      .seed = 3, .inspector = false, .link_secret = "s", .second_screen = "http://here"};
  VirtualServer server(settings);
  const auto play = [&](std::string_view protocol, std::string_view words) {
    const auto player = server.connect(*protocols::find(protocol));
    server.receive(player, words);
    return player;
  };
  play("scrabble-twente",
       "ANNOUNCE\x1f"
       "a\x1f"
       "CHAT\x1eREQUESTGAME\x1e");
  const auto silent = play("scrabble-twente",
                           "ANNOUNCE\x1f"
                           "b\x1eREQUESTGAME\x1e");
  EXPECT_EQ(server.take(silent).find("/seat/"), std::string::npos);
  const auto clarkson = play("scrabble-clarkson", "HELLO 1.0.1,x,y,z\r\nREADY\r\nPASS\r\n");
  EXPECT_NE(server.take(clarkson).find("OK passed. See your board at http://here/seat/2-0-"),
            std::string::npos);
  const auto json = play(
      "shelfie",
      R"({"header":{"type":"CONNECTION","nickname":"al"},"payload":{"key":"CONNECTION_CREATION","data":{}}})"
      "\n"
      R"({"header":{"type":"LOBBY","nickname":"al"},"payload":{"key":"CREATE_GAME_LOBBY","data":{"VALUE_CLIENT":2}}})"
      "\n");
  play("shelfie",
       R"({"header":{"type":"CONNECTION","nickname":"bo"},"payload":{"key":"CONNECTION_CREATION","data":{}}})"
       "\n"
       R"({"header":{"type":"LOBBY","nickname":"bo"},"payload":{"key":"JOIN_RANDOM_GAME_LOBBY","data":{}}})"
       "\n");
  EXPECT_NE(server.take(json).find("See your board at http://here/seat/3-0-"), std::string::npos);
}

/// What was told before the game is what its export is held against.
TEST(Deals, AreToldOnTheWire) {
  VirtualServer server(EngineSettings{.seed = 3, .tells_deals = true});
  const auto clarkson = server.connect(*protocols::find("scrabble-clarkson"));
  server.receive(clarkson, "HELLO 1.0.1,x,y,z\r\nREADY\r\nPASS\r\n");
  const auto header = server.journal().read({1})->header;
  const auto commitment = base::write_key(table::commitment_to(header, table::salt_of(header)));
  EXPECT_NE(server.take(clarkson).find(fmt::format("OK passed. Fair deal of game 1: {}\r\n", commitment)),
            std::string::npos);
  const auto twente = [&](std::string_view name) {
    const auto player = server.connect(*protocols::find("scrabble-twente"));
    server.receive(player, fmt::format("ANNOUNCE\x1f{}\x1f"
                                       "CHAT\x1eREQUESTGAME\x1f"
                                       "2\x1e",
                                       name));
    return player;
  };
  const auto anna = twente("anna");
  twente("bert");
  EXPECT_NE(server.take(anna).find("NOTIFYCHAT\x1fParlor\x1f"
                                   "Fair deal of game 2: "),
            std::string::npos);
}

}  // namespace
}  // namespace server
