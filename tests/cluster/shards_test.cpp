// Shards that go from one node to another, and who goes with them.
#include "harness/cluster_test.hpp"
#include "server/node.hpp"

namespace {

using namespace std::chrono_literals;
using boost::json::object;
using cluster::NodeId;
using cluster::NodeState;

constexpr std::string_view kShelfie = R"("ask":"seek","game":"shelfie","seats":2)";

class ClusterShards : public harness::ClusterTest {
 protected:
  /// The third has all shards at first.
  ClusterShards() : ClusterTest({.seed = 1}) {}

  bool move(Browser& browser, std::string_view text, int after) {
    return browser.ask(fmt::format(R"("ask":"move","move":"{}","after":{})", text, after)).at("ok").as_bool();
  }
  /// The node is taken over while it stands still, and goes on.
  void pause(std::uint32_t node) {
    cluster_.pause(NodeId{node});
    cluster_.turn_clock(10s);
    cluster_.go_on(NodeId{node});
    cluster_.turn_clock(2s);
  }
  std::size_t shards_of(std::uint32_t node) {
    const auto& owners = cluster_.directory().picture().owners;
    return static_cast<std::size_t>(std::ranges::count(owners, NodeId{node}));
  }
  std::size_t tables_at(std::uint32_t node) {
    return cluster_.engine(NodeId{node}).hall().tables().all().size();
  }
  NodeState state_of(std::uint32_t node) { return cluster_.directory().picture().nodes.at(node - 1).state; }
  bool is_here(const Browser& browser) { return !cluster_.is_closed(browser.player()); }
};

TEST_F(ClusterShards, WhoIsConnectedToANodeThatWasTakenOverPlaysOn) {
  auto eve = come(3, "eve");
  auto [anna, bert] = play_chess(3, 1);
  const auto table = anna.take("table").at(0).at("table").as_int64();
  eve.ask(fmt::format(R"("ask":"watch","table":{})", table));
  ASSERT_TRUE(move(anna, "e2e4", 0));
  pause(3);
  EXPECT_EQ(shards_of(3), 0U);
  ASSERT_TRUE(is_here(anna));
  ASSERT_TRUE(is_here(eve));
  ASSERT_TRUE(move(bert, "e7e5", 1));
  ASSERT_TRUE(move(anna, "g1f3", 2));
  for (auto* one : {&anna, &bert, &eve}) EXPECT_EQ(one->take("update").size(), 3) << "each once";
  EXPECT_EQ(cluster_.compare_with_journal(), "");
}

TEST_F(ClusterShards, AMoveThatTheOwnerCouldNotKeepIsMadeAtTheNext) {
  auto [anna, bert] = play_chess(3, 1);
  cluster_.set_pace(harness::VirtualCluster::Pace::by_steps);
  cluster_.receive(anna.player(),
                   "{\"id\":9,\"ask\":\"move\",\"move\":\"e2e4\",\"after\":0}\n");  // is not kept
  cluster_.pause(NodeId{3});
  for (int second = 0; second < 10; ++second) {
    cluster_.turn_clock(1s);
    cluster_.settle();
  }
  cluster_.go_on(NodeId{3});
  cluster_.set_pace(harness::VirtualCluster::Pace::at_once);
  cluster_.turn_clock(5s);
  ASSERT_TRUE(is_here(anna));
  EXPECT_EQ(anna.take("answer").size(), 1);
  EXPECT_EQ(anna.take("update").size(), 1);
  EXPECT_EQ(bert.take("update").size(), 1);
  ASSERT_TRUE(move(bert, "e7e5", 1));
  EXPECT_EQ(cluster_.compare_with_journal(), "");
}

TEST_F(ClusterShards, WhoMayBePlayingGoesNowhereBeforeThatIsKnown) {
  auto [bert, anna] = play_chess(1, 3);
  cluster_.set_pace(harness::VirtualCluster::Pace::by_steps);
  cluster_.receive(bert.player(), "{\"id\":9,\"ask\":\"move\",\"move\":\"e2e4\",\"after\":0}\n");
  while (!cluster_.journal(NodeId{3}).has_work()) ASSERT_TRUE(cluster_.step(0));
  cluster_.give_up_append(NodeId{3}, harness::NodeJournal::Kept::no);
  cluster_.receive(anna.player(), fmt::format("{{\"id\":9,{}}}\n", kShelfie));
  cluster_.set_pace(harness::VirtualCluster::Pace::at_once);
  cluster_.turn_clock(10s);
  const auto answers = anna.take("answer");
  ASSERT_EQ(answers.size(), 1);
  EXPECT_FALSE(answers.at(0).at("ok").as_bool());
  ASSERT_TRUE(move(anna, "e7e5", 1)) << "she is still there";
  EXPECT_EQ(cluster_.compare_with_journal(), "");
}

TEST_F(ClusterShards, AllHeirsTakeWhatIsTheirsAtOnce) {
  constexpr auto kLook = 10ms;
  cluster_.kill(NodeId{2});
  cluster_.turn_clock(5s + 120ms);
  cluster_.start(NodeId{2});  // so that it looks at other times than the first
  cluster_.turn_clock(2s);
  cluster_.kill(NodeId{3});
  const auto wait = [&](const auto& enough) {
    base::Duration waited{};
    for (; !enough() && waited < 10s; waited += kLook) cluster_.turn_clock(kLook);
    return waited;
  };
  const auto has_some = [&](std::uint32_t node) {
    return cluster_.engine(NodeId{node}).node()->standing().shards > 0;
  };
  EXPECT_LT(wait([&] { return has_some(1) || has_some(2); }), 4s);
  EXPECT_LE(wait([&] { return has_some(1) && has_some(2); }), kLook);
}

TEST_F(ClusterShards, WhoWaitsInALobbyOfANodeThatWasTakenOverIsFound) {
  auto anna = come(3, "anna");
  anna.ask(kChess);
  pause(3);
  ASSERT_TRUE(is_here(anna));
  cluster_.turn_clock(10s);
  auto bert = come(1, "bert");
  bert.ask(kChess);
  EXPECT_EQ(anna.take("table").size(), 1);
  EXPECT_EQ(bert.take("table").size(), 1);
}

TEST_F(ClusterShards, WhoWasNotToldOfTheirGameComesAgainToIt) {
  const auto anna = dial(1, "spectrangle", "JOIN anna\n");
  const auto bert = dial(2, "spectrangle", "JOIN bert\n");
  cluster_.receive(anna, "READY\n");
  cluster_.set_pace(harness::VirtualCluster::Pace::by_steps);
  cluster_.receive(bert, "READY\n");
  for (int step = 0; step < 100 && cluster_.tables().all().empty(); ++step) cluster_.step(0);
  cluster_.take(anna);
  cluster_.take(bert);
  cluster_.kill(NodeId{3}, 9);  // what it has written is durable, and nobody was told
  cluster_.set_pace(harness::VirtualCluster::Pace::at_once);
  cluster_.turn_clock(10s);
  EXPECT_TRUE(cluster_.is_closed(anna));
  EXPECT_TRUE(cluster_.is_closed(bert));
  EXPECT_EQ(cluster_.take(anna) + cluster_.take(bert), "");
  const auto again = dial(2, "spectrangle", "JOIN anna\n");
  EXPECT_NE(cluster_.take(again).find("START "), std::string::npos);
  ASSERT_EQ(cluster_.tables().all().size(), 1);
}

TEST_F(ClusterShards, NewTablesAreWhereItIsLeastBusy) {
  std::vector<Browser> players;
  for (int pair = 0; pair < 9; ++pair) {
    for (const std::uint32_t node : {1, 3}) {
      players.push_back(come(node, fmt::format("{}-{}", pair, node)));
      players.back().ask(kChess);
    }
    cluster_.turn_clock(1s);
  }
  for (const std::uint32_t node : {1, 2, 3}) EXPECT_EQ(tables_at(node), 3U) << node;
  for (std::size_t at = 0; at < players.size(); at += 2) {
    auto* white = &players[at];
    auto* black = &players[at + 1];
    if (white->take("table").at(0).at("you").as_int64() != 0) std::swap(white, black);
    ASSERT_TRUE(move(*white, "e2e4", 0));
    ASSERT_TRUE(move(*black, "e7e5", 1));
    EXPECT_EQ(white->take("update").size(), 2);
    EXPECT_EQ(black->take("update").size(), 2);
  }
  EXPECT_EQ(cluster_.compare_with_journal(), "");
}

TEST_F(ClusterShards, ALobbyThatStandsKeepsItsTables) {
  std::vector<Browser> players;
  for (int pair = 0; pair < 4; ++pair) {
    for (const std::uint32_t node : {1, 3}) {
      players.push_back(come(node, fmt::format("{}-{}", pair, node)));
      players.back().ask(fmt::format(R"({},"lobby":"{}")", kShelfie, pair));
    }
    cluster_.turn_clock(1s);
  }
  EXPECT_EQ(tables_at(3), 4U);
}

TEST_F(ClusterShards, ANodeThatDrainsGivesAllThatItHasToOthers) {
  auto carl = come(3, "carl");
  auto [anna, bert] = play_chess(3, 1);
  carl.ask(kShelfie);
  ASSERT_TRUE(move(anna, "e2e4", 0));
  cluster_.engine(NodeId{3}).node()->drain();
  cluster_.turn_clock(2s);
  EXPECT_TRUE(cluster_.engine(NodeId{3}).node()->is_drained());
  EXPECT_EQ(state_of(3), NodeState::draining);
  EXPECT_EQ(shards_of(3), 0U);
  EXPECT_EQ(shards_of(1), 512U);
  EXPECT_EQ(tables_at(3), 0U);
  ASSERT_TRUE(is_here(anna));
  ASSERT_TRUE(move(bert, "e7e5", 1));
  ASSERT_TRUE(move(anna, "g1f3", 2));
  cluster_.kill(NodeId{3});
  cluster_.turn_clock(10s);
  ASSERT_TRUE(move(bert, "b8c6", 3)) << "the seat of anna waits";
  EXPECT_EQ(cluster_.compare_with_journal(), "");
}

TEST_F(ClusterShards, TheOnlyNodeThatRunsDrainsNothing) {
  cluster_.kill(NodeId{1});
  cluster_.kill(NodeId{2});
  cluster_.turn_clock(10s);
  cluster_.engine(NodeId{3}).node()->drain();
  EXPECT_FALSE(cluster_.engine(NodeId{3}).node()->is_drained()) << "somebody may just have come";
  cluster_.turn_clock(1s);
  EXPECT_TRUE(cluster_.engine(NodeId{3}).node()->is_drained());
  EXPECT_EQ(shards_of(3), 1024U);
}

}  // namespace
