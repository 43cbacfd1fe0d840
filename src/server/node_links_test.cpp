// Two nodes on one loop, and the directory's pictures by which they find each other.
#include "server/node_links.hpp"

#include <gtest/gtest.h>

#include "net/loop_fixture.hpp"
#include "server/log.hpp"

namespace server {
namespace {

using cluster::NodeFacts;
using cluster::NodeId;
using cluster::NodeState;
using std::chrono::milliseconds;

/// A node that writes down what it hears.
struct Station final : cluster::LinkListener {
  Station(net::Loop& loop, std::uint32_t number, const std::string& games)
      : links(loop,
              {.self = {number},
               .secret = "secret",
               .version = "1",
               .games = games,
               .ping = milliseconds(20),
               .patience = 500},
              [this] { ++settled; }) {
    links.set_listener(*this);
    const auto listening = links.listen({"127.0.0.1", 0});
    EXPECT_TRUE(listening);
    address = net::write_address(*listening);
  }
  void up(NodeId node, cluster::Epoch epoch) override { neighbours[node.value] = epoch; }
  void down(NodeId node) override {
    neighbours.erase(node.value);
    ++broke;
  }
  void line(NodeId node, std::string_view text) override {
    lines.push_back(std::to_string(node.value) + ": " + std::string(text));
  }

  std::map<std::uint32_t, cluster::Epoch> neighbours;
  std::vector<std::string> lines;
  int broke = 0;
  int settled = 0;
  std::string address;
  NodeLinks links;
};

class NodeLinksTest : public testing::Test {
 protected:
  void SetUp() override { set_log("off", LogFormat::text); }
  void TearDown() override { set_log("info", LogFormat::text); }

  void show(cluster::Epoch first, cluster::Epoch second, NodeState state = NodeState::up) {
    const cluster::Picture picture{
        {NodeFacts{.node = {1}, .epoch = first, .address = one.address, .state = state},
         NodeFacts{.node = {2}, .epoch = second, .address = two.address}}};
    one.links.see(picture);
    two.links.see(picture);
  }
  template <class Condition>
  bool comes_true(Condition condition) {
    return net::comes_true(loop, condition);
  }
  bool meet(cluster::Epoch first, cluster::Epoch second) {
    return comes_true([&] {
      return one.neighbours == std::map<std::uint32_t, cluster::Epoch>{{2, second}} &&
             two.neighbours == std::map<std::uint32_t, cluster::Epoch>{{1, first}};
    });
  }

  net::Loop loop;
  Station one{loop, 1, "chess:1"};
  Station two{loop, 2, "chess:1"};
};

TEST_F(NodeLinksTest, CarryLinesBetweenThoseWhomTheDirectoryShows) {
  show(4, 7);
  one.links.begin(4);
  two.links.begin(7);
  ASSERT_TRUE(meet(4, 7));
  one.links.send({2}, "hello");
  two.links.send({1}, "good day");
  EXPECT_TRUE(comes_true([&] { return !one.lines.empty() && !two.lines.empty(); }));
  EXPECT_EQ(two.lines, std::vector<std::string>{"1: hello"});
  EXPECT_EQ(one.lines, std::vector<std::string>{"2: good day"});
  EXPECT_GT(one.settled, 0);
}

TEST_F(NodeLinksTest, AreMadeAnewWhenANodeHasJoinedAnew) {
  show(4, 7);
  one.links.begin(4);
  two.links.begin(7);
  ASSERT_TRUE(meet(4, 7));
  show(5, 7);
  one.links.begin(5);
  ASSERT_TRUE(meet(5, 7)) << "and the other knows it";
  two.links.begin(8);
  show(5, 8);
  EXPECT_TRUE(meet(5, 8));
}

TEST_F(NodeLinksTest, EndWithANodeThatIsDown) {
  show(4, 7);
  one.links.begin(4);
  two.links.begin(7);
  ASSERT_TRUE(meet(4, 7));
  show(5, 7, NodeState::down);
  EXPECT_TRUE(comes_true([&] { return two.neighbours.empty() && one.neighbours.empty(); }));
}

TEST_F(NodeLinksTest, AreRefusedToWhoWasTakenOver) {
  show(4, 8);
  one.links.begin(4);
  two.links.begin(7);
  two.links.see({{NodeFacts{.node = {1}, .epoch = 4, .address = one.address}}});
  net::Loop::Timer later(loop);
  later.set(milliseconds(100), [&] {
    show(4, 8);
    two.links.begin(8);
  });
  ASSERT_TRUE(meet(4, 8)) << "before it has joined anew there is none";
  EXPECT_EQ(one.broke, 0);
}

TEST(GamesPlayed, AreAllNamedOnOneLine) {
  const games::Kits usual;
  const auto text = games_played(usual);
  for (const auto game : games::names()) EXPECT_NE(text.find(game), std::string::npos) << text;
  EXPECT_EQ(text.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace server
