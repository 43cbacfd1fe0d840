// What a host reads: each thing once, and the rest as a number.
#include "server/event_log.hpp"

#include <gtest/gtest.h>

#include "server/log.hpp"

namespace server {
namespace {

using namespace std::chrono_literals;

class EventLogTest : public testing::Test {
 protected:
  void SetUp() override {
    set_log("info", LogFormat::text);
    testing::internal::CaptureStderr();
  }
  void TearDown() override { set_log("info", LogFormat::text); }

  /// The lines so far without their times.
  static std::string lines() {
    std::string text;
    std::istringstream all(testing::internal::GetCapturedStderr());
    for (std::string line; std::getline(all, line);) text += line.substr(line.find(' ') + 1) + '\n';
    testing::internal::CaptureStderr();
    return text;
  }
  ~EventLogTest() override { testing::internal::GetCapturedStderr(); }

  EventLog events_;
  const protocols::Protocol& chess_ = *protocols::find("chess");
};

TEST_F(EventLogTest, TheFirstRefusalIsTheOnlyOne) {
  for (int times = 0; times < 3; ++times) events_.refused(chess_, {7}, {base::Code::malformed, "what?"});
  events_.refused(chess_, {8}, {base::Code::not_your_turn, ""});
  EXPECT_EQ(lines(),
            "info  refused protocol=chess player=7 code=malformed why=what?\n"
            "info  refused protocol=chess player=8 code=not_your_turn why=\"\"\n");
  events_.disconnected(chess_, {7});
  EXPECT_EQ(lines(), "info  disconnected protocol=chess player=7 refused=3 slowed=0\n");
  events_.disconnected(chess_, {8});
  EXPECT_EQ(lines(), "") << "there is nothing more to say";
}

TEST_F(EventLogTest, WhatAsksForNothingIsNoRefusal) {
  events_.refused(chess_, {7}, {std::nullopt, "hm"});
  events_.connected(chess_, {7}, "127.0.0.1");
  events_.disconnected(chess_, {7});
  EXPECT_EQ(lines(), "");
}

TEST_F(EventLogTest, ALimitIsALineAMinute) {
  const auto now = base::from_millis(1'000'000);
  for (int times = 0; times < 100; ++times)
    events_.limited(Reached::connections_per_address, "10.0.0.1", now + times * 10ms);
  events_.limited(Reached::unread, "player 3", now);
  EXPECT_EQ(lines(),
            "warn  limit reached limit=connections-per-address by=10.0.0.1 times=1\n"
            "warn  limit reached limit=unread by=\"player 3\" times=1\n");
  events_.limited(Reached::connections_per_address, "10.0.0.1", now + 2min);
  EXPECT_EQ(lines(), "warn  limit reached limit=connections-per-address by=10.0.0.1 times=100\n");
}

TEST_F(EventLogTest, GamesBeginAndEnd) {
  table::Header header;
  header.table = {5};
  header.game = "chess";
  header.chairs = {{"anna b", "web", "token:secret"}, {"bert", "chess", "10.0.0.1"}};
  events_.begun(header);
  events_.ended({.table = {5}, .outcome = {{{0}}, {}, "time"}});
  EXPECT_EQ(lines(),
            "info  game begun table=5 game=chess players=\"anna%20b/web bert/chess\"\n"
            "info  game ended table=5 result=\"time winners=0\"\n");
}

TEST_F(EventLogTest, SignInsAreSeen) {
  events_.asked_account("sign-in", {{}, "anna"});
  events_.asked_account("sign-in", {{{protocols::AccountFault::too_often, "later"}}, ""});
  EXPECT_EQ(lines(),
            "info  account act=sign-in account=anna code=-\n"
            "info  account refused act=sign-in account=- code=too_often\n");
}

}  // namespace
}  // namespace server
