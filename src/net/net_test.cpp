// The loop, TCP over loopback and addresses.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "net/tcp.hpp"

namespace {

using net::Address;
using net::LinkId;

TEST(Addresses, AreReadAndWritten) {
  for (const auto* text : {"127.0.0.1:80", "[::1]:6343", "localhost:0", "[fe80::1]:65535"}) {
    const auto address = net::read_address(text);
    ASSERT_TRUE(address) << text;
    EXPECT_EQ(net::write_address(*address), text);
  }
  for (const auto* text :
       {"", ":", ":80", "host", "host:", "host:-1", "host:65536", "::1:80", "[]:1", "host:8o"}) {
    EXPECT_FALSE(net::read_address(text)) << text;
  }
  EXPECT_FALSE(net::resolve({"no such host", 1}));
}

TEST(Addresses, OfOneNetworkCountTogether) {
  EXPECT_EQ(net::network_of("10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(net::network_of("::ffff:10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(net::network_of("2001:db8:0:1:ffff::2"), "2001:db8:0:1::/64");
  EXPECT_EQ(net::network_of("::1"), "::/64");
  EXPECT_EQ(net::network_of("token:abc"), "token:abc");
}

TEST(Loop, RunsTimersInOrderAndPostedWork) {
  net::Loop loop;
  net::Loop::Timer first(loop);
  net::Loop::Timer second(loop);
  net::Loop::Timer never(loop);
  std::string order;
  const auto begin = [&] {
    order += "p";
    second.set(std::chrono::milliseconds(20), [&] {
      order += "2";
      loop.stop();
    });
    first.set(std::chrono::milliseconds(5), [&] { order += "1"; });
    never.set(std::chrono::milliseconds(10), [&] { order += "x"; });
    never.cancel();
  };
  std::thread other([&] { loop.post(begin); });
  loop.run();
  other.join();
  EXPECT_EQ(order, "p12");
}

TEST(Loop, ATimerRepeatsUntilItIsCancelled) {
  net::Loop loop;
  net::Loop::Timer often(loop);
  net::Loop::Timer never(loop);
  net::Loop::Timer later(loop);
  int times = 0;
  often.repeat(std::chrono::milliseconds(1), [&] {
    if (++times < 3) return;
    often.cancel();
    later.set(std::chrono::milliseconds(10), [&] { loop.stop(); });
  });
  never.repeat(std::chrono::milliseconds(0), [&] { times += 100; });
  loop.run();
  EXPECT_EQ(times, 3);
}

/// Echoes on the accepting side, gathers on the dialling side.
class Echo : public net::Conversations {
 public:
  void opened(LinkId link, int tag, const Address& /*peer*/) override {
    if (tag == kDialled) dialled = link;
    if (tag == kAccepted) accepted = link;
    if (on_open) on_open(link, tag);
  }
  void received(LinkId link, std::string_view bytes) override {
    if (link == accepted && echo) return tcp.send(link, bytes);
    got += bytes;
    if (got.size() >= wanted) loop.stop();
  }
  void closed(LinkId link, std::string_view why) override {
    lost.push_back(link);
    reason = why;
    loop.stop();
  }
  void turned_away(int /*tag*/, const Address& peer, net::TurnedAway why) override {
    EXPECT_EQ(peer.host, "127.0.0.1");
    away.push_back(why);
    if (on_away) on_away();
  }
  void caught_up(LinkId link) override { current = link; }
  void settle() override { ++rounds; }

  Address listen() { return *tcp.listen({"127.0.0.1", 0}, kAccepted); }
  void run_at_most(std::chrono::milliseconds time) {
    net::Loop::Timer limit(loop);
    limit.set(time, [&] { loop.stop(); });
    loop.run();
  }

  static constexpr int kAccepted = 1;
  static constexpr int kDialled = 2;
  explicit Echo(net::TcpLimits limits = {}) : tcp(loop, *this, limits) {}

  net::Loop loop;
  net::Tcp tcp;
  LinkId dialled = 0;
  LinkId accepted = 0;
  bool echo = true;
  std::string got;
  std::size_t wanted = 1;
  int rounds = 0;
  std::optional<LinkId> current;  ///< who has caught up last
  std::vector<LinkId> lost;
  std::string reason;
  std::function<void(LinkId, int)> on_open;
  std::vector<net::TurnedAway> away;
  std::function<void()> on_away;
};

/// Connections that come at the same time, by dialling.
struct Crowd {
  Crowd(Echo& who, const Address& where, std::size_t count) : echo(who) {
    echo.on_open = [&](LinkId link, int tag) {
      if (tag == Echo::kAccepted) in.push_back(link);
      stop_at(count);
    };
    echo.on_away = [&] { stop_at(count); };
    for (std::size_t at = 0; at < count; ++at) EXPECT_TRUE(echo.tcp.dial(where, Echo::kDialled));
    echo.run_at_most(std::chrono::seconds(20));
    echo.on_open = {};
    echo.on_away = {};
  }
  void stop_at(std::size_t count) {
    if (in.size() + echo.away.size() >= count) echo.loop.stop();
  }

  Echo& echo;
  std::vector<LinkId> in;  ///< those accepted
};

TEST(Tcp, CarriesBytesBothWays) {
  Echo echo;
  const auto address = echo.listen();
  std::string sent(300'000, 'x');
  sent += "end";
  echo.wanted = sent.size();
  echo.on_open = [&](LinkId link, int tag) {
    if (tag == Echo::kDialled) echo.tcp.send(link, sent);
  };
  ASSERT_TRUE(echo.tcp.dial(address, Echo::kDialled));
  echo.run_at_most(std::chrono::seconds(20));
  EXPECT_EQ(echo.got, sent);
  EXPECT_TRUE(echo.lost.empty());
  EXPECT_GT(echo.rounds, 0);
}

TEST(Tcp, SaysThatNobodyListens) {
  Echo echo;
  const auto address = echo.listen();
  echo.tcp.stop_listening(Echo::kAccepted);
  const auto link = echo.tcp.dial(address, Echo::kDialled);
  if (!link) return;  // refused at once
  echo.run_at_most(std::chrono::seconds(20));
  EXPECT_EQ(echo.lost, std::vector{*link});
  EXPECT_EQ(echo.reason, "Connection refused");
}

TEST(Tcp, RefusesATakenPort) {
  Echo echo;
  const auto address = echo.listen();
  const auto again = echo.tcp.listen(address, 0);
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().detail.find("Address already in use"), std::string::npos);
}

TEST(Tcp, StopsListeningInTheRoundInWhichOthersArrive) {
  Echo echo;
  const auto first = echo.listen();
  const auto second = echo.listen();
  int accepted = 0;
  echo.on_open = [&](LinkId /*link*/, int tag) {
    if (tag != Echo::kAccepted) return;
    ++accepted;
    echo.tcp.stop_listening(Echo::kAccepted);
    echo.loop.stop();
  };
  ASSERT_TRUE(echo.tcp.dial(first, Echo::kDialled));
  ASSERT_TRUE(echo.tcp.dial(second, Echo::kDialled));
  echo.run_at_most(std::chrono::seconds(20));
  EXPECT_EQ(accepted, 1);
}

TEST(Tcp, DropsAPeerThatDoesNotRead) {
  Echo echo;
  const auto address = echo.listen();
  echo.on_open = [&](LinkId link, int tag) {
    if (tag == Echo::kDialled) return echo.tcp.set_reading(link, net::Tcp::Reading::off);
    const std::string much(1 << 20, 'x');
    for (int times = 0; times < 64 && echo.lost.empty(); ++times) echo.tcp.send(link, much);
  };
  ASSERT_TRUE(echo.tcp.dial(address, Echo::kDialled));
  echo.run_at_most(std::chrono::seconds(20));
  ASSERT_FALSE(echo.lost.empty());
  EXPECT_EQ(echo.lost.front(), echo.accepted);
  EXPECT_EQ(echo.reason, "the peer does not read");
}

TEST(Tcp, KnowsWhoIsBehindAndWhoHasCaughtUp) {
  Echo echo;
  const auto address = echo.listen();
  constexpr std::size_t kPiece = 16 * 1024;
  echo.wanted = 0;
  echo.on_open = [&](LinkId link, int tag) {
    if (tag == Echo::kDialled) echo.tcp.set_reading(link, net::Tcp::Reading::off);
    if (echo.accepted == 0 || echo.dialled == 0) return;
    while (!echo.tcp.is_behind(echo.accepted)) {
      echo.tcp.send(echo.accepted, std::string(kPiece, 'x'));
      echo.wanted += kPiece;
    }
    EXPECT_EQ(echo.current, std::nullopt);
    echo.tcp.set_reading(echo.dialled, net::Tcp::Reading::on);
  };
  ASSERT_TRUE(echo.tcp.dial(address, Echo::kDialled));
  echo.run_at_most(std::chrono::seconds(20));
  EXPECT_EQ(echo.got.size(), echo.wanted);
  EXPECT_EQ(echo.current, echo.accepted);
  EXPECT_FALSE(echo.tcp.is_behind(echo.accepted));
  EXPECT_TRUE(echo.lost.empty());
}

TEST(Tcp, ANetworkHasSoManyLinks) {
  Echo echo({.links_of_network = 3});
  const Crowd crowd(echo, echo.listen(), 8);
  EXPECT_EQ(crowd.in.size(), 3);
  EXPECT_EQ(echo.away, std::vector(5, net::TurnedAway::network));
}

TEST(Tcp, ALinkThatIsGoneMakesRoom) {
  Echo echo({.links_of_network = 3});
  const auto address = echo.listen();
  const Crowd crowd(echo, address, 4);
  ASSERT_EQ(echo.away.size(), 1);
  echo.tcp.drop(crowd.in.front());
  echo.away.clear();
  EXPECT_EQ(Crowd(echo, address, 1).in.size(), 1);
}

TEST(Tcp, OneNetworkLeavesRoomForOthers) {
  Echo echo({.links = 10});
  const Crowd crowd(echo, echo.listen(), 20);
  EXPECT_LE(crowd.in.size(), 6);
  EXPECT_GE(crowd.in.size(), 5);
}

TEST(Tcp, WhatAProxyOpensCountsForWhomItNames) {
  net::Networks proxies;
  ASSERT_TRUE(proxies.add("127.0.0.0/8"));
  Echo echo({.links_of_network = 2, .proxies = proxies});
  const Crowd crowd(echo, echo.listen(), 5);
  ASSERT_EQ(crowd.in.size(), 5);
  EXPECT_EQ(echo.tcp.count_as(crowd.in[0], "10.0.0.1"), std::nullopt);
  EXPECT_EQ(echo.tcp.count_as(crowd.in[0], "10.0.0.1"), std::nullopt) << "once is enough";
  EXPECT_EQ(echo.tcp.count_as(crowd.in[1], "10.0.0.1"), std::nullopt);
  EXPECT_EQ(echo.tcp.count_as(crowd.in[2], "10.0.0.1"), net::TurnedAway::network);
  EXPECT_EQ(echo.tcp.count_as(crowd.in[3], "10.0.0.2"), std::nullopt);
  echo.tcp.drop(crowd.in[0]);
  EXPECT_EQ(echo.tcp.count_as(crowd.in[2], "10.0.0.1"), std::nullopt);
}

TEST(Tcp, AnOpenDoorHasNoLimits) {
  Echo echo({.links = 2, .links_of_network = 1});
  const auto limited = echo.listen();
  const auto open = *echo.tcp.listen({"127.0.0.1", 0}, Echo::kAccepted, net::Door::open);
  EXPECT_EQ(Crowd(echo, limited, 3).in.size(), 1);
  echo.away.clear();
  EXPECT_EQ(Crowd(echo, open, 5).in.size(), 5);
}

TEST(Tcp, WithoutDescriptorsWhoComesIsLetGo) {
  Echo echo;
  const auto address = echo.listen();
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  // Somebody comes before: sanitizers need descriptors of their own when they meet a type for the first time.
  echo.on_open = [&](LinkId, int tag) {
    if (tag != Echo::kDialled) echo.loop.stop();
  };
  ASSERT_TRUE(echo.tcp.dial(address, Echo::kDialled));
  echo.run_at_most(std::chrono::seconds(20));
  echo.on_open = [](LinkId, int) {};
  echo.on_away = [&] { echo.loop.stop(); };
  ASSERT_TRUE(echo.tcp.dial(address, Echo::kDialled));
  const int next = ::dup(0);  // what would be given out next
  ::close(next);
  auto none = before;
  none.rlim_cur = static_cast<rlim_t>(next);
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  echo.run_at_most(std::chrono::seconds(20));
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_EQ(echo.away, std::vector{net::TurnedAway::descriptors});
}

TEST(Tcp, WhoDoesNotReadHasAShareOfAllThatMayWait) {
  constexpr std::size_t kAll = 1024 * 1024;
  Echo echo({.all_output = kAll});
  const auto address = echo.listen();
  const Crowd crowd(echo, address, 20);
  ASSERT_EQ(crowd.in.size(), 20);
  const std::string bytes(16 * 1024, 'x');
  std::size_t lost = 0;
  for (const auto link : crowd.in) {
    for (int times = 0; times < 1024 && echo.lost.size() == lost; ++times) echo.tcp.send(link, bytes);
    EXPECT_EQ(echo.reason, net::kAllUnread);
    lost = echo.lost.size();
  }
  EXPECT_EQ(lost, crowd.in.size());
  EXPECT_TRUE(echo.tcp.drained()) << "nothing of theirs is kept";
}

TEST(Tcp, SendsEverythingBeforeItCloses) {
  Echo echo;
  const auto address = echo.listen();
  const std::string farewell(500'000, 'z');
  echo.wanted = farewell.size() + 1;
  echo.on_open = [&](LinkId link, int tag) {
    if (tag == Echo::kDialled) return echo.tcp.send(link, "unread input of the closing side");
    echo.tcp.send(link, farewell);
    echo.tcp.close(link);
  };
  ASSERT_TRUE(echo.tcp.dial(address, Echo::kDialled));
  echo.run_at_most(std::chrono::seconds(20));
  EXPECT_EQ(echo.got, farewell);
  EXPECT_EQ(echo.lost, std::vector{echo.dialled}) << "the closing side is not told of its own end";
}

TEST(Tcp, SeesAnEndThatComesWithTheLastBytes) {
  Echo server;
  server.echo = false;
  server.wanted = 1'000;
  const auto address = server.listen();
  server.on_open = [&](LinkId link, int tag) {
    if (tag != Echo::kDialled) return;
    server.tcp.send(link, "last words");
    server.tcp.close(link);
  };
  ASSERT_TRUE(server.tcp.dial(address, Echo::kDialled));
  server.run_at_most(std::chrono::seconds(20));
  EXPECT_EQ(server.got, "last words");
  EXPECT_EQ(server.lost, std::vector{server.accepted});
}

TEST(Tcp, NeverUsesALinkTwice) {
  Echo echo;
  const auto address = echo.listen();
  std::vector<LinkId> seen;
  for (int times = 0; times < 3; ++times) {
    echo.lost.clear();
    echo.on_open = [&](LinkId link, int tag) {
      EXPECT_EQ(std::ranges::count(seen, link), 0);
      seen.push_back(link);
      if (tag == Echo::kAccepted) echo.tcp.close(link);
    };
    ASSERT_TRUE(echo.tcp.dial(address, Echo::kDialled));
    echo.run_at_most(std::chrono::seconds(20));
    EXPECT_EQ(echo.lost.size(), 1);
  }
  echo.tcp.send(seen.front(), "to nobody");
  EXPECT_EQ(seen.size(), 6);
}

}  // namespace
