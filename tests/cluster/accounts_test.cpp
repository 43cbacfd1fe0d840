// Accounts, whichever node their owners are connected to.
#include "harness/cluster_test.hpp"

namespace {

using namespace std::chrono_literals;
using cluster::NodeId;

class ClusterAccounts : public harness::ClusterTest {
 protected:
  ClusterAccounts() : ClusterTest({.seed = 1}) {}

  /// Says it at a node from the network address of all browsers; what was answered.
  std::string join(base::PlayerId player, std::string_view name) {
    cluster_.receive(player, fmt::format("JOIN {}\n", name));
    cluster_.settle();
    return cluster_.take(player);
  }
  base::PlayerId dial_from(std::uint32_t node, std::string_view address) {
    return cluster_.connect_at(NodeId{node}, *protocols::find("spectrangle"), address);
  }
  /// How that node calls whoever has the token.
  std::string name_at(std::uint32_t node, std::string_view token) {
    const auto* person =
        cluster_.engine(NodeId{node}).hall().people().find_token("token:" + std::string(token));
    return person == nullptr ? "" : person->name;
  }
  static constexpr std::string_view kRegister =
      R"("ask":"register","name":"anna","password":"correct horse")";
  static constexpr std::string_view kSignIn = R"("ask":"sign_in","name":"anna","password":"correct horse")";
  static constexpr std::string_view kNo = "ERROR 4";
  static constexpr std::string_view kYes = "LOBBY anna";
};

TEST_F(ClusterAccounts, AClientMayUseTheNameWhereTheOwnerIsSignedIn) {
  for (const std::uint32_t node : {1, 2, 3}) {
    auto owner = come(2, fmt::format("owner{}", node));
    ASSERT_TRUE(is_granted(owner.ask(node == 1 ? kRegister : kSignIn)));
    cluster_.settle();
    owner.take("renamed");
    const auto stranger = dial_from(node, "10.0.0.2");
    EXPECT_TRUE(join(stranger, "anna").starts_with(kNo)) << node;
    const auto client = dial(node, "spectrangle");
    EXPECT_TRUE(join(client, "anna").starts_with(kYes)) << node;
    ASSERT_EQ(owner.take("renamed").size(), 1) << "the page gives way";
    const auto second = dial(node, "spectrangle");
    EXPECT_TRUE(join(second, "anna").starts_with(kNo)) << "one at a time";
    EXPECT_TRUE(owner.take("renamed").empty());
    cluster_.hang_up(client);
    cluster_.settle();
    const auto renamed = owner.take("renamed");
    ASSERT_EQ(renamed.size(), 1) << "and has it again";
    EXPECT_EQ(renamed.at(0).at("to").as_string(), "anna");
    ASSERT_TRUE(is_granted(owner.ask(R"("ask":"sign_out")")));
    cluster_.hang_up(stranger);
    cluster_.hang_up(second);
    cluster_.settle();
  }
}

TEST_F(ClusterAccounts, AllNodesKnowAtOnceOfANewOne) {
  auto owner = come(1, "owner");
  ASSERT_TRUE(is_granted(owner.ask(kRegister)));
  cluster_.settle();
  for (const std::uint32_t node : {1, 2, 3})
    EXPECT_TRUE(cluster_.engine(NodeId{node}).hall().people().names().is_account("anna")) << node;
  ASSERT_TRUE(is_granted(owner.ask(R"("ask":"close_account","password":"correct horse")")));
  cluster_.settle();
  for (const std::uint32_t node : {1, 2, 3})
    EXPECT_FALSE(cluster_.engine(NodeId{node}).hall().people().names().is_account("anna")) << node;
}

TEST_F(ClusterAccounts, ASeatIsFoundByWhoeverIsSignedIn) {
  const auto for_ever = base::from_millis(1'700'000'000'000) + 1000h;
  ASSERT_TRUE(cluster_.accounts().create({"Anna B", "hash", {}}, {"one", "Anna B", for_ever}));
  ASSERT_TRUE(cluster_.accounts().sign_in({"two", "Anna B", for_ever}, {}));
  cluster_.restart();  // so that all nodes know of it
  cluster_.turn_clock(10s);
  auto owner = come(1, "one");
  auto bert = come(2, "bert");
  owner.ask(kChess);
  bert.ask(kChess);
  ASSERT_EQ(owner.take("table").size(), 1);
  cluster_.hang_up(owner.player());
  cluster_.settle();
  auto elsewhere = come(2, "two");
  EXPECT_EQ(elsewhere.take("table").size(), 1) << "in another browser";
}

TEST_F(ClusterAccounts, WhoMakesOneWhilePlayingIsCalledSoAtTheTable) {
  auto [anna, bert] = play_chess(1, 2);
  ASSERT_TRUE(is_granted(anna.ask(kRegister)));
  const auto renamed = bert.take("renamed");
  ASSERT_EQ(renamed.size(), 1);
  EXPECT_EQ(renamed.at(0).at("to").as_string(), "anna");
  ASSERT_EQ(anna.take("renamed").size(), 1);
  EXPECT_FALSE(is_granted(anna.ask(R"("ask":"sign_out")"))) << "she plays";
  ASSERT_TRUE(is_granted(anna.ask(R"("ask":"resign")")));
  ASSERT_TRUE(is_granted(anna.ask(R"("ask":"leave")")));
  EXPECT_EQ(name_at(1, "anna"), "anna");
  ASSERT_TRUE(is_granted(anna.ask(R"("ask":"sign_out")")));
  EXPECT_NE(name_at(1, "anna"), "anna");
}

TEST_F(ClusterAccounts, WhoGathersIsCalledByItThereToo) {
  auto anna = come(1, "anna");
  ASSERT_TRUE(is_granted(anna.ask(kRegister)));
  ASSERT_TRUE(is_granted(anna.ask(R"("ask":"sign_out")")));
  anna.ask(kChess);
  ASSERT_TRUE(is_granted(anna.ask(R"("ask":"sign_in","name":"anna","password":"correct horse")")));
  EXPECT_EQ(name_at(3, "anna"), "anna") << "where the lobby is";
  ASSERT_TRUE(is_granted(anna.ask(R"("ask":"sign_out")")));
  EXPECT_NE(name_at(3, "anna"), "anna");
}

TEST_F(ClusterAccounts, WhoSignsInElsewhereIsInOneBrowserAtATime) {
  auto one = come(1, "one");
  ASSERT_TRUE(is_granted(one.ask(kRegister)));
  auto two = come(2, "two");
  ASSERT_TRUE(is_granted(two.ask(kSignIn)));
  ASSERT_EQ(one.take("elsewhere").size(), 1);
  EXPECT_NE(name_at(1, "one"), "anna");
  EXPECT_EQ(name_at(2, "two"), "anna");
}

TEST_F(ClusterAccounts, WhoSignsInElsewhereTakesOverThePlace) {
  for (const std::uint32_t node : {1, 3}) {  // beside a lobby that is far, and where it is
    auto one = come(node, fmt::format("one{}", node));
    ASSERT_TRUE(is_granted(one.ask(node == 1 ? kRegister : kSignIn)));
    one.ask(kChess);
    auto two = come(2, fmt::format("two{}", node));
    ASSERT_TRUE(is_granted(two.ask(kSignIn)));
    EXPECT_EQ(one.take("elsewhere").size(), 1);
    EXPECT_EQ(two.take("lobby").size(), 1) << node;
    come(1, "bert").ask(kChess);
    ASSERT_EQ(two.take("table").size(), 1) << node;
    EXPECT_TRUE(one.take("table").empty());
    ASSERT_TRUE(is_granted(two.ask(R"("ask":"resign")")));
    ASSERT_TRUE(is_granted(two.ask(R"("ask":"leave")")));
    ASSERT_TRUE(is_granted(two.ask(R"("ask":"sign_out")")));
    cluster_.hang_up(two.player());
  }
}

TEST_F(ClusterAccounts, TabsThatWatchSomethingBesideThatPlaceGiveWayToo) {
  const auto [carl, dora] = play_chess(1, 2, "carl", "dora");
  cluster_.turn_clock(1s);
  auto [eve, fred] = play_chess(1, 2, "eve", "fred");
  cluster_.turn_clock(1s);  // the second is not where the first is
  const auto table = eve.take("table").at(0).at("table").as_int64();
  const auto has_it = [&](std::uint32_t node) {
    return cluster_.engine(NodeId{node})
        .hall()
        .tables()
        .all()
        .contains(base::TableId{static_cast<std::uint64_t>(table)});
  };
  const std::uint32_t near = has_it(1) ? 1 : 2;
  ASSERT_TRUE(has_it(near)) << "not where the lobby is";
  auto one = come(near, "one");
  ASSERT_TRUE(is_granted(one.ask(kRegister)));
  auto watching = come(near, "one");
  ASSERT_TRUE(is_granted(watching.ask(fmt::format(R"("ask":"watch","table":{})", table))));
  one.ask(kChess);
  auto two = come(3 - near, "two");
  ASSERT_TRUE(is_granted(two.ask(kSignIn)));
  EXPECT_EQ(one.take("elsewhere").size(), 1);
  EXPECT_EQ(watching.take("elsewhere").size(), 1);
}

TEST_F(ClusterAccounts, WhoIsReplacedTakesTheSeatBack) {
  auto one = come(1, "one");
  ASSERT_TRUE(is_granted(one.ask(kRegister)));
  one.ask(kChess);
  come(2, "bert").ask(kChess);
  ASSERT_EQ(one.take("table").size(), 1);
  auto two = come(2, "two");
  ASSERT_TRUE(is_granted(two.ask(kSignIn)));
  ASSERT_EQ(two.take("table").size(), 1);
  ASSERT_EQ(one.take("elsewhere").size(), 1);
  cluster_.hang_up(one.player());
  auto again = come(1, "one");
  EXPECT_EQ(again.take("table").size(), 1);
  EXPECT_EQ(two.take("elsewhere").size(), 1);
  ASSERT_TRUE(is_granted(again.ask(R"("ask":"move","move":"e2e4","after":0)")) ||
              is_granted(again.ask(R"("ask":"resign")")));
}

TEST_F(ClusterAccounts, TabsAtOtherNodesComeAgainWithTheNewCookie) {
  auto one = come(1, "anna");
  auto two = come(2, "anna");
  ASSERT_TRUE(is_granted(one.ask(kRegister)));
  EXPECT_TRUE(cluster_.is_closed(two.player()));
  EXPECT_FALSE(cluster_.is_closed(one.player()));
  auto again = come(2, "anna");
  EXPECT_EQ(name_at(2, "anna"), "anna");
  ASSERT_TRUE(is_granted(again.ask(R"("ask":"sign_out")")));
  EXPECT_TRUE(cluster_.is_closed(one.player()));
}

TEST_F(ClusterAccounts, AnOwnerWhoPlaysKeepsTheName) {
  auto owner = come(2, "owner");
  ASSERT_TRUE(is_granted(owner.ask(kRegister)));
  cluster_.settle();
  owner.ask(kChess);
  EXPECT_TRUE(join(dial(1, "spectrangle"), "anna").starts_with(kNo));
}

TEST_F(ClusterAccounts, WhatADeadNodeHasBorrowedIsTheOwnersAgain) {
  auto owner = come(2, "owner");
  ASSERT_TRUE(is_granted(owner.ask(kRegister)));
  cluster_.settle();
  ASSERT_TRUE(join(dial(1, "spectrangle"), "anna").starts_with(kYes));
  owner.take("renamed");
  cluster_.kill(NodeId{1});
  cluster_.turn_clock(10s);
  const auto renamed = owner.take("renamed");
  ASSERT_EQ(renamed.size(), 1);
  EXPECT_EQ(renamed.at(0).at("to").as_string(), "anna");
}

TEST_F(ClusterAccounts, WhoBorrowsANamePlaysUnderItAtAnyNode) {
  auto owner = come(2, "owner");
  ASSERT_TRUE(is_granted(owner.ask(kRegister)));
  cluster_.settle();
  const auto client = dial(1, "spectrangle", "JOIN anna\n");
  cluster_.settle();
  EXPECT_TRUE(cluster_.take(client).starts_with("LOBBY anna"));
  const auto other = dial(2, "spectrangle", "JOIN bert\n");
  cluster_.settle();
  cluster_.receive(client, "READY\n");
  cluster_.receive(other, "READY\n");
  cluster_.settle();
  EXPECT_NE(cluster_.take(other).find("anna"), std::string::npos);
  cluster_.hang_up(client);
  cluster_.settle();
  auto back = dial(3, "spectrangle", "JOIN anna\n");
  cluster_.settle();
  EXPECT_FALSE(cluster_.take(back).starts_with("ERROR")) << "their seat waits";
}

}  // namespace
