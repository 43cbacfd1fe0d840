// What people see of the hall, whichever node they are connected to.
#include "harness/cluster_test.hpp"

namespace {

using namespace std::chrono_literals;
using boost::json::object;
using cluster::NodeId;

class ClusterHall : public harness::ClusterTest {
 protected:
  /// Nodes 1 and 2 have the connections, node 3 the tables.
  ClusterHall() : ClusterTest({.seed = 1, .link_secret = "secret"}) {}

  /// The hall as a browser is told of it, once all nodes have told each other.
  object look(Browser& browser) {
    browser.ask(R"("ask":"hall","on":true)");
    cluster_.turn_clock(3s);
    const auto told = browser.take("hall");
    return told.empty() ? object{} : told.back();
  }
  static std::vector<std::string> names_in(const boost::json::value& people) {
    std::vector<std::string> names;
    for (const auto& one : people.as_array()) names.emplace_back(one.at("name").as_string());
    return names;
  }
};

TEST_F(ClusterHall, ShowsTheLobbiesAndTablesOfAllNodes) {
  auto anna = come(1, "anna");
  auto bert = come(2, "bert");
  auto carl = come(2, "carl");
  auto eve = come(1, "eve");
  anna.ask(R"("ask":"name","name":"anna")");
  bert.ask(R"("ask":"name","name":"bert")");
  carl.ask(R"("ask":"name","name":"carl")");
  anna.ask(kChess);
  bert.ask(kChess);
  carl.ask(kChess);
  const auto hall = look(eve);
  ASSERT_EQ(hall.at("tables").as_array().size(), 1);
  EXPECT_EQ(names_in(hall.at("tables").at(0).at("players")), (std::vector<std::string>{"anna", "bert"}));
  EXPECT_TRUE(hall.at("tables").at(0).as_object().contains("state")) << "with its picture";
  EXPECT_EQ(hall.at("running").as_int64(), 1);
  ASSERT_EQ(hall.at("lobbies").as_array().size(), 1);
  EXPECT_EQ(names_in(hall.at("lobbies").at(0).at("present")), (std::vector<std::string>{"carl"}));
}

TEST_F(ClusterHall, ForgetsThePartOfANodeThatIsGone) {
  auto eve = come(1, "eve");
  auto carl = come(3, "carl");
  carl.ask(kChess);
  EXPECT_EQ(look(eve).at("lobbies").as_array().size(), 1);
  cluster_.kill(NodeId{3});
  cluster_.turn_clock(10s);
  EXPECT_TRUE(eve.take("hall").back().at("lobbies").as_array().empty());
}

TEST_F(ClusterHall, NamesOfANodeThatIsGoneAreFreeAgain) {
  auto anna = come(1, "anna");  // where there are no tables
  auto other = come(2, "other");
  ASSERT_TRUE(is_granted(anna.ask(R"("ask":"name","name":"anna")")));
  EXPECT_FALSE(is_granted(other.ask(R"("ask":"name","name":"anna")")));
  cluster_.kill(NodeId{1});
  cluster_.turn_clock(10s);
  EXPECT_TRUE(is_granted(other.ask(R"("ask":"name","name":"anna")")));
}

TEST_F(ClusterHall, ShowsGamesThatEndedAtOtherNodes) {
  auto eve = come(1, "eve");
  auto [anna, bert] = play_chess(3, 2);
  anna.ask(R"("ask":"resign")");
  const auto hall = look(eve);
  EXPECT_TRUE(hall.at("tables").as_array().empty());
  ASSERT_EQ(hall.at("finished").as_array().size(), 1);
  EXPECT_FALSE(hall.at("finished").at(0).at("outcome").is_null());
  const auto table = hall.at("finished").at(0).at("table").as_int64();
  EXPECT_TRUE(is_granted(eve.ask(fmt::format(R"("ask":"replay","table":{})", table))));
}

TEST_F(ClusterHall, WhatIsSaidInItIsHeardAtAllNodesOnce) {
  auto anna = come(1, "anna");
  auto bert = come(2, "bert");
  auto carl = come(3, "carl");
  bert.ask(kChess);  // gathers at node 3
  anna.ask(R"("ask":"say","text":"hello")");
  bert.ask(R"("ask":"say","text":"hi")");
  for (auto* one : {&anna, &bert, &carl}) EXPECT_EQ(one->take("said").size(), 2);
}

TEST_F(ClusterHall, ATableOfAnotherNodeIsWatched) {
  auto eve = come(1, "eve");
  auto [anna, bert] = play_chess(1, 2);
  const auto table = anna.take("table").at(0).at("table").as_int64();
  ASSERT_TRUE(is_granted(eve.ask(fmt::format(R"("ask":"watch","table":{})", table))));
  EXPECT_TRUE(eve.take("table").at(0).at("you").is_null());
  ASSERT_TRUE(is_granted(anna.ask(R"("ask":"move","move":"e2e4","after":0)")));
  EXPECT_EQ(eve.take("update").size(), 1);
}

TEST_F(ClusterHall, AChallengeIsTakenUpAtAnotherNode) {
  auto anna = come(1, "anna");
  auto bert = come(2, "bert");
  const auto challenge = std::string(kChess) + R"(,"lobby":"-between us")";
  anna.ask(challenge);
  bert.ask(challenge + R"(,"make":"never")");
  ASSERT_EQ(anna.take("table").size(), 1);
  ASSERT_EQ(bert.take("table").size(), 1);
  auto eve = come(3, "eve");
  const auto hall = look(eve);
  EXPECT_TRUE(hall.at("tables").as_array().empty()) << "nobody else sees it";
}

TEST_F(ClusterHall, TabsAtDifferentNodesShowTheSameSeat) {
  auto one = come(1, "anna");
  auto bert = come(2, "bert");
  one.ask(kChess);
  bert.ask(kChess);
  auto two = come(2, "anna");
  const auto shown = two.take("table");
  ASSERT_EQ(shown.size(), 1);
  EXPECT_EQ(shown.at(0).at("you").as_int64(), one.take("table").at(0).at("you").as_int64());
  ASSERT_TRUE(is_granted(two.ask(R"("ask":"move","move":"e2e4","after":0)")));
  EXPECT_EQ(one.take("update").size(), 1);
  EXPECT_EQ(two.take("update").size(), 1);
}

TEST_F(ClusterHall, TabsThatShowNothingAreShownWhatAnotherTabHasComeInto) {
  auto near = come(1, "anna");  // beside the one that asks
  auto far = come(2, "anna");
  auto owner = come(3, "anna");  // where the lobby is
  auto asking = come(1, "anna");
  asking.ask(kChess);
  for (auto* tab : {&near, &far, &owner, &asking}) {
    const auto lobby = tab->take("lobby");
    ASSERT_EQ(lobby.size(), 1);
    const auto renamed = tab->take("renamed");
    const auto welcome = tab->take("welcome");
    const auto name = renamed.empty() ? welcome.at(0).at("name") : renamed.back().at("to");
    EXPECT_EQ(name, lobby.at(0).at("present").at(0)) << "the page knows how it is called there";
  }
  come(2, "bert").ask(kChess);
  for (auto* tab : {&near, &far, &owner, &asking}) {
    EXPECT_EQ(tab->take("lobby").size(), 1) << "with both";
    EXPECT_EQ(tab->take("table").size(), 1);
  }
  ASSERT_TRUE(is_granted(far.ask(R"("ask":"leave")")));
  for (auto* tab : {&near, &owner, &asking}) EXPECT_EQ(tab->take("left").size(), 1);
  far.ask(kChess);
  for (auto* tab : {&near, &far, &owner, &asking}) EXPECT_EQ(tab->take("lobby").size(), 1) << "and again";
}

TEST_F(ClusterHall, ATabThatComesIsShownTheLobbyWhereAnotherWaits) {
  auto one = come(1, "anna");
  one.ask(kChess);
  for (const std::uint32_t node : {1, 2, 3}) {
    auto other = come(node, "anna");
    EXPECT_EQ(other.take("lobby").size(), 1) << node;
  }
  auto stranger = come(2, "bert");
  EXPECT_TRUE(stranger.take("lobby").empty());
}

TEST_F(ClusterHall, ATabHearsOfItsGameWhateverTheOthersDoThere) {
  auto [carl, dora] = play_chess(1, 2);
  const auto table = carl.take("table").at(0).at("table").as_int64();
  auto idle = come(3, "anna");
  auto watching = come(2, "anna");
  ASSERT_TRUE(is_granted(watching.ask(fmt::format(R"("ask":"watch","table":{})", table))));
  auto asking = come(1, "anna");
  asking.ask(kChess);
  come(2, "bert").ask(kChess);
  EXPECT_EQ(asking.take("table").size(), 1);
}

TEST_F(ClusterHall, ATabThatWatchesGoesOnWatching) {
  auto [bert, carl] = play_chess(1, 2);
  const auto table = bert.take("table").at(0).at("table").as_int64();
  auto watching = come(2, "anna");
  ASSERT_TRUE(is_granted(watching.ask(fmt::format(R"("ask":"watch","table":{})", table))));
  auto asking = come(1, "anna");
  asking.ask(kChess);
  ASSERT_TRUE(is_granted(bert.ask(R"("ask":"move","move":"e2e4","after":0)")));
  EXPECT_EQ(watching.take("update").size(), 1);
  EXPECT_TRUE(watching.take("left").empty());
}

TEST_F(ClusterHall, TabsAtDifferentNodesAreCalledAlike) {
  auto one = come(1, "anna");
  auto two = come(2, "anna");
  auto stranger = come(3, "bert");
  constexpr auto kZoe = R"("ask":"name","name":"Zoe")";
  ASSERT_TRUE(is_granted(one.ask(kZoe)));
  ASSERT_EQ(two.take("renamed").size(), 1);
  auto late = come(3, "anna");
  EXPECT_TRUE(is_granted(late.ask(kZoe))) << "as the page remembers";
  EXPECT_FALSE(is_granted(stranger.ask(kZoe)));
  cluster_.hang_up(one.player());
  cluster_.settle();
  EXPECT_FALSE(is_granted(stranger.ask(kZoe))) << "other tabs have it still";
}

TEST_F(ClusterHall, ClocksAreReadAtTheFront) {
  auto anna = come(1, "anna");
  auto bert = come(2, "bert");
  const auto seek = std::string(kChess) + R"(,"clock":"60+0")";
  anna.ask(seek);
  bert.ask(seek);
  cluster_.turn_clock(10s);
  ASSERT_TRUE(is_granted(anna.ask(R"("ask":"since","table":1,"seq":0)")));
  EXPECT_EQ(anna.take("clock").at(0).at("remaining").at(0).as_int64(), 50'000);
}

TEST_F(ClusterHall, ThePageOfASeatIsOpenedFromAnyNode) {
  dial(2, "chess", "");
  dial(1, "chess", "");
  auto eve = come(2, "eve");
  const auto connections = eve.ask(R"("ask":"connections")");
  ASSERT_TRUE(is_granted(connections));
  const auto listed = eve.take("connections").back().at("connections").as_array();
  ASSERT_FALSE(listed.empty());
  const std::string link(listed.at(0).at("link").as_string());
  ASSERT_FALSE(link.empty());
  for (const std::uint32_t node : {1, 2, 3}) {
    auto looker = come(node, fmt::format("looker{}", node));
    ASSERT_TRUE(is_granted(looker.ask(fmt::format(R"("ask":"screen","link":"{}")", link)))) << node;
    EXPECT_TRUE(looker.take("table").at(0).at("screen").as_bool()) << node;
  }
  EXPECT_FALSE(is_granted(eve.ask(R"("ask":"screen","link":"1-0-guessed")")));
}

}  // namespace
