// Tabs that watch a table of another node than where their person has a place.
#include "harness/cluster_test.hpp"
#include "server/node.hpp"

namespace {

using namespace std::chrono_literals;
using cluster::NodeId;

/// Somebody watches a table that is not where they have their place, or where the one is that they watched.
class ClusterWatching : public harness::ClusterTest {
 protected:
  ClusterWatching() : ClusterTest({.seed = 1}) {
    begin("carl", "dora");
    begin("eve", "fred");
  }
  /// Two tables, at different nodes; lobbies are at node 3.
  void begin(std::string_view one, std::string_view other) {
    auto pair = play_chess(1, 2, one, other);
    cluster_.turn_clock(1s);
    const auto told = pair.first.take("table").at(0);
    tables_.push_back(told.at("table").as_int64());
    movers_.push_back(told.at("you").as_int64() == 0 ? pair.first : pair.second);
  }
  /// Two more begin a game, who come there and to node 2.
  std::pair<Browser, Browser> play_at(std::uint32_t node) {
    auto pair = play_chess(node, 2, fmt::format("gina{}", node), fmt::format("hugo{}", node));
    cluster_.turn_clock(1s);
    return pair;
  }
  bool watch(Browser& browser, std::size_t which) {
    return is_granted(browser.ask(fmt::format(R"("ask":"watch","table":{})", tables_.at(which))));
  }
  bool turn_away(Browser& browser) { return is_granted(browser.ask(R"("ask":"watch","off":true)")); }
  bool move(Browser& browser, std::string_view text, int after) {
    return is_granted(browser.ask(fmt::format(R"("ask":"move","move":"{}","after":{})", text, after)));
  }
  /// Which of the two tables is not where somebody who plays or gathers there has their place.
  std::size_t far_from(std::uint32_t node) {
    const base::TableId first{static_cast<std::uint64_t>(tables_.at(0))};
    return cluster_.engine(NodeId{node}).hall().tables().all().contains(first) ? 1 : 0;
  }
  std::vector<std::int64_t> tables_;
  std::vector<Browser> movers_;
};

TEST_F(ClusterWatching, OneTableAfterAnother) {
  auto gina = come(1, "gina");
  for (const std::size_t which : {0, 1, 0}) {
    ASSERT_TRUE(watch(gina, which));
    EXPECT_EQ(gina.take("table").at(0).at("table").as_int64(), tables_[which]);
  }
  ASSERT_TRUE(move(movers_[0], "e2e4", 0));
  ASSERT_TRUE(move(movers_[1], "d2d4", 0));
  const auto updates = gina.take("update");
  ASSERT_EQ(updates.size(), 1) << "of the one that she watches";
  ASSERT_TRUE(turn_away(gina));
  gina.ask(kChess);
  EXPECT_EQ(gina.take("lobby").size(), 1);
}

TEST_F(ClusterWatching, WhoWaitsForAGame) {
  for (const std::uint32_t node : {1, 3}) {  // far from the lobby, and where it is
    auto gina = come(node, fmt::format("gina{}", node));
    gina.ask(kChess);
    EXPECT_EQ(gina.take("lobby").size(), 1);
    ASSERT_TRUE(watch(gina, far_from(3))) << node;
    EXPECT_TRUE(gina.take("table").at(0).at("you").is_null());
    come(2, fmt::format("hugo{}", node)).ask(kChess);
    const auto begun = gina.take("table");
    ASSERT_EQ(begun.size(), 1) << "her own game begins";
    EXPECT_TRUE(begun.at(0).at("you").is_int64());
    EXPECT_TRUE(begun.at(0).at("began").as_bool());
    if (node == 1) ASSERT_TRUE(move(movers_[far_from(3)], "e2e4", 0)) << "of the other";
    EXPECT_TRUE(gina.take("update").empty());
    ASSERT_TRUE(is_granted(gina.ask(R"("ask":"resign")")));
  }
}

TEST_F(ClusterWatching, WhoWaitsTurnsAwayAgain) {
  for (const std::uint32_t node : {1, 3}) {
    auto gina = come(node, fmt::format("gina{}", node));
    gina.ask(kChess);
    ASSERT_TRUE(watch(gina, far_from(3)));
    ASSERT_TRUE(turn_away(gina));
    gina.take("table");
    come(2, fmt::format("hugo{}", node)).ask(kChess);
    EXPECT_EQ(gina.take("table").size(), 1) << node;
    ASSERT_TRUE(is_granted(gina.ask(R"("ask":"resign")")));
  }
}

TEST_F(ClusterWatching, WhoPlays) {
  for (const std::uint32_t node : {1, 3}) {
    auto [gina, hugo] = play_at(node);
    const auto own = gina.take("table").at(0);
    auto* white = own.at("you").as_int64() == 0 ? &gina : &hugo;
    for (const std::size_t other : {0, 1}) {
      ASSERT_TRUE(watch(gina, other)) << node;
      EXPECT_TRUE(gina.take("table").at(0).at("you").is_null());
    }
    if (white == &hugo) ASSERT_TRUE(move(hugo, "e2e4", 0));
    EXPECT_TRUE(gina.take("update").empty()) << "her page shows another table";
    ASSERT_TRUE(turn_away(gina));
    const auto again = gina.take("table");
    ASSERT_EQ(again.size(), 1) << "and her own again";
    EXPECT_EQ(again.at(0).at("you"), own.at("you"));
    EXPECT_EQ(again.at(0).at("seq").as_int64(), white == &hugo ? 1 : 0);
    ASSERT_TRUE(white == &hugo ? move(gina, "e7e5", 1) : move(gina, "e2e4", 0));
    ASSERT_TRUE(is_granted(gina.ask(R"("ask":"resign")")));
  }
}

TEST_F(ClusterWatching, WhoSeeksAnotherGameWaitsForThatAlone) {
  for (const std::uint32_t node : {1, 3}) {
    auto gina = come(node, fmt::format("gina{}", node));
    gina.ask(kChess);
    for (const std::size_t other : {0, 1}) ASSERT_TRUE(watch(gina, other));
    gina.take("lobby");
    ASSERT_TRUE(is_granted(gina.ask(R"("ask":"seek","game":"shelfie","seats":2)")));
    EXPECT_EQ(gina.take("lobby").back().at("game").as_string(), "shelfie");
    auto hugo = come(2, fmt::format("hugo{}", node));
    hugo.ask(kChess);
    EXPECT_TRUE(hugo.take("table").empty()) << node;
    hugo.ask(R"("ask":"seek","game":"shelfie","seats":2)");
    EXPECT_EQ(hugo.take("table").size(), 1) << node;
    EXPECT_EQ(gina.take("table").back().at("game").as_string(), "shelfie");
    ASSERT_TRUE(is_granted(gina.ask(R"("ask":"leave")")));
    ASSERT_TRUE(is_granted(hugo.ask(R"("ask":"leave")")));
  }
}

TEST_F(ClusterWatching, ThePlaceIsKeptWhateverNodeHasIt) {
  for (const std::uint32_t node : {1, 3}) {
    auto [gina, hugo] = play_at(node);
    const auto own = gina.take("table").at(0);
    ASSERT_TRUE(watch(gina, far_from(3)));
    const base::TableId table{static_cast<std::uint64_t>(own.at("table").as_int64())};
    for (std::uint32_t at = 1; at <= 3; ++at) {
      if (cluster_.engine(NodeId{at}).hall().tables().all().contains(table))
        cluster_.engine(NodeId{at}).node()->drain();
    }
    cluster_.turn_clock(2s);
    ASSERT_FALSE(cluster_.is_closed(gina.player())) << node;
    const bool first = own.at("you").as_int64() == 0;
    if (!first) ASSERT_TRUE(move(hugo, "e2e4", 0));
    gina.take("table");
    ASSERT_TRUE(turn_away(gina));
    EXPECT_EQ(gina.take("table").size(), 1) << node;
    ASSERT_TRUE(first ? move(gina, "e2e4", 0) : move(gina, "e7e5", 1));
    ASSERT_TRUE(is_granted(gina.ask(R"("ask":"resign")")));
    cluster_.restart();
    cluster_.turn_clock(1s);
  }
  EXPECT_EQ(cluster_.compare_with_journal(), "");
}

TEST_F(ClusterWatching, WhoFindsNothingToWatchPlaysOn) {
  for (const std::uint32_t node : {1, 3}) {
    auto [gina, hugo] = play_at(node);
    const bool first = gina.take("table").at(0).at("you").as_int64() == 0;
    for (int number = 900; number < 910; ++number)
      ASSERT_FALSE(is_granted(gina.ask(fmt::format(R"("ask":"watch","table":{})", number))));
    if (first) ASSERT_TRUE(move(gina, "e2e4", 0)) << node;
    ASSERT_TRUE(first ? move(hugo, "e7e5", 1) : move(hugo, "e2e4", 0));
    EXPECT_EQ(gina.take("update").size(), first ? 2 : 1) << node;
    ASSERT_TRUE(is_granted(gina.ask(R"("ask":"resign")")));
  }
}

TEST_F(ClusterWatching, WhoIsCutOffMeanwhileHasTheSeatAgain) {
  for (const std::uint32_t node : {1, 3}) {
    auto [gina, hugo] = play_at(node);
    ASSERT_TRUE(watch(gina, far_from(3)));
    cluster_.hang_up(gina.player());
    cluster_.settle();
    EXPECT_FALSE(hugo.take("presence").empty()) << "she is gone";
    auto again = come(node == 1 ? 2 : 1, fmt::format("gina{}", node));
    EXPECT_EQ(again.take("table").size(), 1) << node;
    ASSERT_TRUE(is_granted(again.ask(R"("ask":"resign")")));
  }
  EXPECT_EQ(cluster_.compare_with_journal(), "");
}

}  // namespace
