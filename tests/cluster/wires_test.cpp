// Wire connections as browsers see them, whichever nodes both are at.
#include "harness/cluster_test.hpp"
#include "server/seat_links.hpp"

namespace {

using namespace std::chrono_literals;
using boost::json::array;
using boost::json::object;
using cluster::NodeId;

class ClusterWires : public harness::ClusterTest {
 protected:
  ClusterWires() : ClusterTest({.seed = 3, .link_secret = "secret"}) {}

  /// A game of Scrabble between nodes 2 and 3.
  std::pair<base::PlayerId, base::PlayerId> play_scrabble() {
    return {dial(2, "scrabble-twente", "ANNOUNCE\x1fone\x1eREQUESTGAME\x1e"),
            dial(3, "scrabble-twente", "ANNOUNCE\x1fother\x1eREQUESTGAME\x1e")};
  }
  static array connections_of(Browser& browser) {
    browser.ask(R"("ask":"connections")");
    const auto told = browser.take("connections");
    return told.empty() ? array{} : told.back().at("connections").as_array();
  }
  /// The connection with that name.
  static object connection_of(Browser& browser, std::string_view name) {
    for (const auto& one : connections_of(browser)) {
      if (one.at("name").as_string() == name) return one.as_object();
    }
    return {};
  }
  static object ask(Browser& browser, std::string_view what, const object& connection) {
    const auto number = connection.at("connection").to_number<std::uint64_t>();
    return browser.ask(fmt::format(R"("ask":"{}","connection":{})", what, number));
  }
  static std::string heard(Browser& browser) {
    std::string all;
    for (const auto& told : browser.take("wire")) {
      for (const auto& line : told.at("lines").as_array())
        all += std::string(line.at("text").as_string()) + "\n";
    }
    return all;
  }
  /// Whether the browser is shown a connection of a running game without its tiles.
  static bool hides_tiles(Browser& browser, const object& connection) {
    EXPECT_EQ(ask(browser, "inspect", connection).at("ok"), true);
    const auto all = heard(browser);
    EXPECT_NE(all.find("NEWTILES|"), std::string::npos) << all;
    return all.find("NEWTILES|(hidden)") != std::string::npos;
  }
};

TEST_F(ClusterWires, AreListedWhereverTheyAre) {
  dial(1, "chess");
  dial(2, "chess");
  cluster_.turn_clock(1s);
  dial(3, "spectrangle");
  cluster_.connect_at(NodeId{3}, *protocols::find("chess"), "192.168.1.5");
  for (const std::uint32_t node : {1, 2, 3}) {
    auto eve = come(node, fmt::format("eve{}", node));
    const auto list = connections_of(eve);
    ASSERT_EQ(list.size(), 3) << "those of the browser's own address, node " << node;
    EXPECT_EQ(list.at(0).at("protocol"), "spectrangle") << "the newest first, node " << node;
  }
}

TEST_F(ClusterWires, AreOverheardFromAnotherNodeAsLongAsOneWants) {
  const auto white = dial(2, "chess");
  dial(2, "chess");
  auto eve = come(1, "eve");
  const auto connections = connections_of(eve);
  const auto& first = connections.at(1).as_object();
  ASSERT_EQ(ask(eve, "inspect", first).at("ok"), true);
  EXPECT_EQ(heard(eve), "COLOR WHITE\n");
  cluster_.receive(white, "MOVE 4 1 4 4\n");
  EXPECT_EQ(heard(eve), "MOVE 4 1 4 4\nERROR 3\n");
  eve.ask(R"("ask":"inspect","off":true)");
  cluster_.receive(white, "MOVE 4 1 4 4\n");
  EXPECT_EQ(heard(eve), "");
  const auto written = ask(eve, "transcript", first);
  ASSERT_EQ(written.at("ok"), true);
  EXPECT_NE(written.at("transcript").as_string().find("MOVE 4 1 4 4"), std::string::npos);
}

TEST_F(ClusterWires, FollowersAreForgottenWithTheirNode) {
  const auto white = dial(2, "chess");
  auto eve = come(1, "eve");
  ASSERT_EQ(ask(eve, "inspect", connections_of(eve).at(0).as_object()).at("ok"), true);
  cluster_.kill(NodeId{1});
  cluster_.turn_clock(10s);
  cluster_.start(NodeId{1});
  cluster_.turn_clock(10s);
  auto anna = come(1, "anna");
  cluster_.receive(white, "MOVE 4 1 4 4\n");
  EXPECT_EQ(heard(anna), "");
  EXPECT_EQ(connections_of(anna).size(), 1U);
}

TEST_F(ClusterWires, HideWhatOnlyASeatMayKnow) {
  const auto [one, other] = play_scrabble();
  auto stranger = come(1, "stranger");
  auto own = come(1, "own");
  const auto first = connection_of(stranger, "one");
  const auto second = connection_of(stranger, "other");
  ASSERT_FALSE(first.empty() || second.empty());
  for (const auto& connection : {first, second}) {
    EXPECT_TRUE(connection.at("link").is_null());
    EXPECT_TRUE(hides_tiles(stranger, connection));
    EXPECT_EQ(ask(stranger, "transcript", connection).at("code"), "game_running");
  }
  const auto link = server::SeatLinks("secret").link_to({first.at("table").to_number<std::uint64_t>()},
                                                        {first.at("seat").to_number<std::uint8_t>()});
  ASSERT_EQ(own.ask(fmt::format(R"("ask":"screen","link":"{}")", link)).at("ok"), true);
  EXPECT_FALSE(hides_tiles(own, first)) << "with the link of the seat";
  EXPECT_TRUE(hides_tiles(own, second));
  cluster_.hang_up(other);
  cluster_.turn_clock(1s);
  EXPECT_FALSE(hides_tiles(stranger, first)) << "the game is over";
  EXPECT_EQ(ask(stranger, "transcript", first).at("ok"), true);
}

TEST_F(ClusterWires, OfANodeThatDoesNotAnswerAreLeftOut) {
  dial(1, "spectrangle");
  dial(2, "spectrangle");
  auto eve = come(1, "eve");
  const auto both = connections_of(eve);
  ASSERT_EQ(both.size(), 2U);
  cluster_.pause(NodeId{2});
  EXPECT_TRUE(connections_of(eve).empty()) << "it is waited for";
  cluster_.turn_clock(2s);
  EXPECT_EQ(eve.take("connections").back().at("connections").as_array().size(), 1U);
  cluster_.kill(NodeId{2});
  cluster_.turn_clock(10s);
  EXPECT_EQ(connections_of(eve).size(), 1U);
  const auto answer = ask(eve, "inspect", both.at(1).as_object());
  EXPECT_EQ(answer.at("ok"), false);
  EXPECT_EQ(answer.at("text"), "the node of this connection does not answer");
}

TEST_F(ClusterWires, OfNodesThatNeverWereAreRefused) {
  auto eve = come(1, "eve");
  for (const auto* what : {"inspect", "transcript"}) {
    const auto answer = eve.ask(fmt::format(R"("ask":"{}","connection":{})", what, std::uint64_t{77} << 32U));
    EXPECT_EQ(answer.at("ok"), false) << what;
  }
  EXPECT_EQ(eve.ask(R"("ask":"inspect","off":true)").at("ok"), true);
}

}  // namespace
