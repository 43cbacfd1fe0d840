// Nodes on one loop that have links with each other, and strangers who come by.
#include "net/links.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "net/certificates_fixture.hpp"
#include "net/loop_fixture.hpp"
#include "net/tcp.hpp"

namespace net {
namespace {

using std::chrono::milliseconds;

constexpr auto kPing = milliseconds(20);
/// A node that writes down what happens.
class Station : public LinkEvents {
 public:
  Station(Loop& loop, LinkSettings settings) : links(loop, std::move(settings), *this) {}

  std::string objection(const NodeCard& peer) override { return objects(peer); }
  void up(const NodeCard& peer) override { neighbours[peer.node] = peer.about; }
  void heard(Node peer, std::string_view line) override {
    lines.push_back(std::to_string(peer) + ": " + std::string(line));
    if (on_heard) on_heard(peer, line);
  }
  void down(Node peer, std::string_view why) override {
    neighbours.erase(peer);
    reasons.emplace_back(why);
  }
  void unreachable(Node /*peer*/, const Address& /*where*/, std::string_view why) override {
    troubles.emplace_back(why);
  }
  void stranger(const Address& /*who*/, std::string_view why) override { strangers.emplace_back(why); }
  void settle() override {}

  std::map<Node, std::string> neighbours;
  std::vector<std::string> lines;
  std::vector<std::string> reasons;
  std::vector<std::string> troubles;
  std::vector<std::string> strangers;
  std::function<std::string(const NodeCard&)> objects = [](const NodeCard&) { return ""; };
  std::function<void(Node, std::string_view)> on_heard;
  Links links;
};

class LinksTest : public testing::Test {
 protected:
  static LinkSettings settings(Node node) {
    LinkSettings made;
    made.own = {node, "epoch=" + std::to_string(node)};
    made.secret = "secret";
    made.ping = kPing;
    made.patience = 500;
    made.first_pause = milliseconds(5);
    made.longest_pause = milliseconds(20);
    return made;
  }

  Station& add(const LinkSettings& with) {
    auto& made = *stations_.emplace_back(std::make_unique<Station>(loop_, with));
    const auto address = made.links.listen({"127.0.0.1", 0});
    EXPECT_TRUE(address);
    addresses_[with.own.node] = *address;
    return made;
  }
  Station& add(Node node) { return add(settings(node)); }

  void introduce() {
    for (const auto& one : stations_) one->links.set_peers(addresses_);
  }

  template <class Condition>
  bool comes_true(Condition condition) {
    return net::comes_true(loop_, condition);
  }
  /// Node 1, on a loop of its own, runs until it is known to node 2, and no longer.
  void greet_and_stop(Loop& other, Station& one, const Station& two) {
    addresses_[1] = *one.links.listen({"127.0.0.1", 0});
    introduce();
    Loop::Timer turns(loop_);
    turns.repeat(milliseconds(1), [&] {
      if (two.neighbours.contains(1)) return turns.cancel();
      other.post([&] { other.stop(); });
      other.run();
    });
    ASSERT_TRUE(comes_true([&] { return two.neighbours.contains(1); }));
  }

  Loop loop_;
  std::map<Node, Address> addresses_;
  std::vector<std::unique_ptr<Station>> stations_;
};

TEST_F(LinksTest, EverybodyHasOneWithEverybody) {
  for (const Node node : {1, 2, 3, 4}) add(node);
  introduce();
  ASSERT_TRUE(comes_true([&] {
    return std::ranges::all_of(stations_, [](const auto& one) { return one->neighbours.size() == 3; });
  }));
  EXPECT_EQ(stations_[0]->neighbours,
            (std::map<Node, std::string>{{2, "epoch=2"}, {3, "epoch=3"}, {4, "epoch=4"}}));
  EXPECT_TRUE(stations_[1]->reasons.empty());
}

TEST_F(LinksTest, LinesArriveInOrderBothWays) {
  auto& one = add(1);
  auto& two = add(2);
  EXPECT_FALSE(one.links.send(2, "too early"));
  introduce();
  ASSERT_TRUE(comes_true([&] { return one.neighbours.contains(2) && two.neighbours.contains(1); }));
  const std::string large(300'000, 'x');
  std::vector<std::string> sent;
  for (int at = 0; at < 2000; ++at) sent.push_back(std::to_string(at));
  sent.push_back(large);
  sent.emplace_back("");
  for (const auto& line : sent) {
    EXPECT_TRUE(one.links.send(2, line));
    EXPECT_TRUE(two.links.send(1, line));
  }
  ASSERT_TRUE(comes_true([&] { return one.lines.size() >= sent.size() && two.lines.size() >= sent.size(); }));
  for (auto& line : sent) line.insert(0, "1: ");
  EXPECT_EQ(two.lines, sent);
  EXPECT_EQ(one.lines.size(), sent.size());
}

TEST_F(LinksTest, WhatIsSentInAnAnswerGoesAtOnce) {
  auto& one = add(1);
  auto& two = add(2);
  int turns = 0;
  const auto answer = [&](Station& who) {
    return [&](Node peer, std::string_view) {
      if (++turns < 100) who.links.send(peer, "ball");
    };
  };
  one.on_heard = answer(one);
  two.on_heard = answer(two);
  introduce();
  ASSERT_TRUE(comes_true([&] { return one.neighbours.contains(2) && two.neighbours.contains(1); }));
  one.links.send(2, "ball");
  EXPECT_TRUE(comes_true([&] { return turns == 100; }));
}

TEST_F(LinksTest, IsMadeAnewWhenItBroke) {
  auto& two = add(2);
  introduce();
  for (int breaks = 0; breaks < 3; ++breaks) {
    Station one(loop_, settings(1));
    const auto where = one.links.listen(addresses_.contains(1) ? addresses_[1] : Address{"127.0.0.1", 0});
    ASSERT_TRUE(where) << where.error().detail;
    addresses_[1] = *where;
    introduce();
    EXPECT_TRUE(comes_true([&] { return one.neighbours.contains(2) && two.neighbours.contains(1); }));
    two.neighbours.clear();
  }
  EXPECT_EQ(two.reasons.size(), 2) << "and it is told that the one before is gone";
}

TEST_F(LinksTest, WhoIsDroppedIsNoPeerBeforeItIsSetAnew) {
  auto& one = add(1);
  auto& two = add(2);
  introduce();
  ASSERT_TRUE(comes_true([&] { return one.neighbours.contains(2) && two.neighbours.contains(1); }));
  two.links.drop(1);
  EXPECT_FALSE(two.links.send(1, "nobody hears it"));
  EXPECT_TRUE(two.reasons.empty());
  ASSERT_TRUE(comes_true([&] { return !one.neighbours.contains(2); }));
  two.neighbours.clear();
  introduce();
  EXPECT_TRUE(comes_true([&] { return one.neighbours.contains(2) && two.neighbours.contains(1); }));
}

TEST_F(LinksTest, IsDialledUntilSomebodyIsThere) {
  auto& two = add(2);
  {
    Station early(loop_, settings(1));
    addresses_[1] = *early.links.listen({"127.0.0.1", 0});
  }
  introduce();
  ASSERT_TRUE(comes_true([&] { return !two.troubles.empty(); }));
  EXPECT_EQ(two.troubles.size(), 1) << "said once, however often it is tried";
  EXPECT_NE(two.troubles[0].find("refused"), std::string::npos) << two.troubles[0];
  Station late(loop_, settings(1));
  ASSERT_TRUE(late.links.listen(addresses_[1]));
  EXPECT_TRUE(comes_true([&] { return two.neighbours.contains(1) && late.neighbours.contains(2); }));
}

TEST_F(LinksTest, ANodeThatIsNoneAnyMoreIsLetGo) {
  auto& one = add(1);
  auto& two = add(2);
  introduce();
  ASSERT_TRUE(comes_true([&] { return one.neighbours.contains(2) && two.neighbours.contains(1); }));
  two.links.set_peers({});
  EXPECT_FALSE(two.neighbours.contains(1));
  EXPECT_TRUE(comes_true([&] { return !one.neighbours.contains(2); }));
}

TEST_F(LinksTest, TheTimeThereAndBackIsMeasured) {
  auto& one = add(1);
  auto& two = add(2);
  introduce();
  ASSERT_TRUE(comes_true([&] { return one.neighbours.contains(2) && two.neighbours.contains(1); }));
  EXPECT_TRUE(comes_true([&] { return one.links.conditions()[2].round_trip.count() > 0; }));
  EXPECT_TRUE(comes_true([&] { return two.links.conditions()[1].round_trip.count() > 0; }));
  EXPECT_TRUE(one.lines.empty()) << "and nobody hears of it";
}

TEST_F(LinksTest, WithAnotherSecretThereIsNone) {
  auto& one = add(1);
  auto other = settings(2);
  other.secret = "guessed";
  auto& two = add(other);
  introduce();
  ASSERT_TRUE(comes_true([&] { return !one.strangers.empty() && !two.troubles.empty(); }));
  EXPECT_NE(one.strangers[0].find("does not know the cluster's secret"), std::string::npos);
  EXPECT_TRUE(one.neighbours.empty() && two.neighbours.empty());
}

TEST_F(LinksTest, WhoeverDiffersIsRefusedOnBothSides) {
  auto& one = add(1);
  auto& two = add(2);
  const auto differs = [](const NodeCard& peer) {
    return peer.node == 2 || peer.node == 1 ? "other words" : "";
  };
  one.objects = differs;
  two.objects = differs;
  introduce();
  ASSERT_TRUE(comes_true([&] { return !one.strangers.empty() && !two.troubles.empty(); }));
  EXPECT_EQ(two.troubles[0], "other words");
  EXPECT_EQ(one.strangers[0], "other words");
  EXPECT_TRUE(one.neighbours.empty() && two.neighbours.empty());
}

/// Somebody with a plain connection.
class Passer : public Conversations {
 public:
  Passer(Loop& loop, const Address& where, std::string says) : says_(std::move(says)), tcp(loop, *this) {
    EXPECT_TRUE(tcp.dial(where, 0));
  }
  void opened(LinkId link, int /*tag*/, const Address& /*peer*/) override { tcp.send(link, says_); }
  void received(LinkId /*link*/, std::string_view bytes) override { got += bytes; }
  void closed(LinkId /*link*/, std::string_view /*why*/) override { gone = true; }
  void settle() override {}

  std::string says_;
  std::string got;
  bool gone = false;
  Tcp tcp;
};

TEST_F(LinksTest, AStrangerHearsNothingAndIsNotedOnce) {
  auto& one = add(1);
  for (const auto& says : {std::string("GET / HTTP/1.1\r\n\r\n"), std::string(5000, 'x'),
                           std::string("parlor-link 1 2 7 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n")}) {
    Passer passer(loop_, addresses_[1], says);
    EXPECT_TRUE(comes_true([&] { return passer.gone; })) << says;
    EXPECT_EQ(passer.got, "");
  }
  EXPECT_EQ(one.strangers.size(), 1);
}

TEST_F(LinksTest, WhoSaysNothingIsHungUpOn) {
  auto impatient = settings(1);
  impatient.patience = 3;
  auto& one = add(impatient);
  Passer passer(loop_, addresses_[1], "");
  EXPECT_TRUE(comes_true([&] { return passer.gone; }));
  EXPECT_EQ(passer.got, "");
  EXPECT_EQ(one.strangers.size(), 1);
}

/// A node that greets as it should and then neither reads nor speaks.
TEST_F(LinksTest, ANodeThatIsSilentIsGone) {
  auto impatient = settings(2);
  impatient.patience = 5;
  auto& two = add(impatient);
  Loop other;
  Station one(other, settings(1));
  greet_and_stop(other, one, two);
  ASSERT_TRUE(comes_true([&] { return !two.neighbours.contains(1); }));
  EXPECT_EQ(two.reasons[0], "not a word came for too long");
}

TEST_F(LinksTest, WhoDoesNotReadIsHungUpOn) {
  auto small = settings(2);
  small.most_waiting = 200'000;
  auto& two = add(small);
  Loop other;
  Station one(other, settings(1));
  greet_and_stop(other, one, two);
  const std::string line(50'000, 'x');
  std::size_t most = 0;
  while (two.links.send(1, line)) {
    two.links.flush();
    if (!two.links.conditions().empty()) most = std::max(most, two.links.conditions()[1].waiting);
  }
  EXPECT_GT(most, 0);
  EXPECT_EQ(two.reasons, std::vector<std::string>{std::string(kUnread)});
}

class EncryptedLinks : public LinksTest {
 protected:
  LinkSettings encrypted(Node node, const std::string& name, const std::string& authority) {
    auto made = settings(node);
    auto identity = TlsIdentity::load_mutual(folder_.path(name + ".crt"), folder_.path(name + ".key"),
                                             folder_.path(authority + ".crt"));
    EXPECT_TRUE(identity) << identity.error().detail;
    made.identity = *std::move(identity);
    return made;
  }

  Certificates folder_;
};

TEST_F(EncryptedLinks, CarryLines) {
  folder_.make("house");
  folder_.make("one", "house");
  folder_.make("two", "house");
  auto& one = add(encrypted(1, "one", "house"));
  auto& two = add(encrypted(2, "two", "house"));
  introduce();
  ASSERT_TRUE(comes_true([&] { return one.neighbours.contains(2) && two.neighbours.contains(1); }));
  const std::string large(100'000, 'x');
  one.links.send(2, large);
  two.links.send(1, "short");
  ASSERT_TRUE(comes_true([&] { return !one.lines.empty() && !two.lines.empty(); }));
  EXPECT_EQ(two.lines[0], "1: " + large);
  EXPECT_EQ(one.lines[0], "2: short");
}

TEST_F(EncryptedLinks, AreRefusedToACertificateOfAnotherAuthority) {
  folder_.make("house");
  folder_.make("stranger");
  folder_.make("one", "house");
  folder_.make("two", "stranger");
  auto& one = add(encrypted(1, "one", "house"));
  auto& two = add(encrypted(2, "two", "house"));  // which believes the right one, but has another's
  introduce();
  ASSERT_TRUE(comes_true([&] { return !one.strangers.empty() && !two.troubles.empty(); }));
  EXPECT_TRUE(one.strangers[0].starts_with("TLS: ")) << one.strangers[0];
  EXPECT_TRUE(one.neighbours.empty() && two.neighbours.empty());
}

TEST_F(EncryptedLinks, AreRefusedToWhoDoesNotEncrypt) {
  folder_.make("house");
  folder_.make("one", "house");
  auto& one = add(encrypted(1, "one", "house"));
  auto& two = add(2);
  introduce();
  ASSERT_TRUE(comes_true([&] { return !one.strangers.empty() && !two.troubles.empty(); }));
  EXPECT_TRUE(one.neighbours.empty() && two.neighbours.empty());
}

}  // namespace
}  // namespace net
