// Who asks for more than they may waits; nobody else does.
#include <gtest/gtest.h>

#include "harness/browser.hpp"
#include "server/allowance.hpp"

namespace {

using namespace std::chrono_literals;
using harness::VirtualServer;

TEST(Allowance, GrowsWithTimeAndNotForEver) {
  server::Allowance allowance(10);
  auto now = base::from_millis(1'000'000);
  allowance.spend(20, now);
  EXPECT_EQ(allowance.wait(now), 0ms) << "two seconds' worth is there from the beginning";
  allowance.spend(5, now);
  EXPECT_GE(allowance.wait(now), 500ms);
  EXPECT_EQ(allowance.wait(now + 501ms), 0ms);
  now += 1h;
  allowance.spend(20, now);
  EXPECT_EQ(allowance.wait(now), 0ms);
  allowance.spend(1, now);
  EXPECT_GT(allowance.wait(now), 0ms) << "an hour's worth is not";
}

TEST(Allowance, MayBeWithoutLimit) {
  server::Allowance allowance(0);
  allowance.spend(1'000'000, {});
  EXPECT_EQ(allowance.wait({}), 0ms);
}

class EnginePace : public testing::Test {
 protected:
  void SetUp() override {
    wild_ = server_.connect(*protocols::find("chess"));
    calm_ = server_.connect(*protocols::find("chess"));
    server_.take(wild_);
    server_.take(calm_);
  }
  std::size_t answers() {
    const auto said = server_.take(wild_);
    return static_cast<std::size_t>(std::ranges::count(said, '\n'));
  }

  VirtualServer server_{server::EngineSettings{.seed = 1, .requests_per_second = 50}};
  base::PlayerId wild_;
  base::PlayerId calm_;
};

TEST_F(EnginePace, WhoSaysNonsenseIsHeardMoreSlowly) {
  std::string much;
  for (int line = 0; line < 40; ++line) much += "NONSENSE\n";
  server_.receive(wild_, much);
  EXPECT_FALSE(server_.is_read(wild_));
  EXPECT_TRUE(server_.is_read(calm_));
  const auto at_once = answers();
  EXPECT_LE(at_once, 40U);
  server_.receive(wild_, "NONSENSE\n");
  EXPECT_EQ(answers(), 0U) << "what comes now waits";
  server_.turn_clock(60s);
  EXPECT_EQ(answers(), 41U - at_once) << "nothing is lost";
  EXPECT_TRUE(server_.is_read(wild_));
}

TEST_F(EnginePace, TheOpponentPlaysOn) {
  server_.receive(wild_, "MOVE 4 1 4 3\n");
  for (int line = 0; line < 40; ++line) server_.receive(wild_, "NONSENSE\n");
  server_.take(wild_);
  server_.receive(calm_, "MOVE 4 6 4 4\n");
  EXPECT_EQ(server_.take(wild_), "MOVE 4 6 4 4\n") << "who waits still hears";
}

TEST_F(EnginePace, WhoDoesNotReadIsNotHeardBeforeItDoes) {
  server_.fall_behind(wild_);
  server_.receive(wild_, "MOVE 4 1 4 3\n");
  EXPECT_EQ(server_.take(calm_), "");
  server_.receive(calm_, "NONSENSE\n");
  EXPECT_NE(server_.take(calm_), "") << "others are";
  server_.catch_up(wild_);
  EXPECT_EQ(server_.take(calm_), "MOVE 4 1 4 3\n") << "nothing is lost";
}

TEST_F(EnginePace, WhoDoesNotReadStillHears) {
  server_.receive(wild_, "MOVE 4 1 4 3\n");
  server_.fall_behind(wild_);
  server_.receive(calm_, "MOVE 4 6 4 4\n");
  EXPECT_EQ(server_.take(wild_), "MOVE 4 6 4 4\n");
}

/// Pings are short.
std::ptrdiff_t count_long_lines(std::string_view text) {
  return std::ranges::count_if(base::split(text, '\n'), [](auto line) { return line.size() > 1000; });
}

TEST(EngineAddress, LongAnswersCostMore) {
  VirtualServer server(server::EngineSettings{.seed = 1, .address_requests_per_second = 100});
  const auto& shelfie = *protocols::find("shelfie");
  std::vector<base::PlayerId> pair;
  for (const std::string name : {"anna", "bert"}) {
    pair.push_back(server.connect(shelfie));
    server.receive(pair.back(),
                   fmt::format(R"({{"header":{{"type":"CONNECTION","nickname":"{0}"}},"payload":{{)"
                               R"("key":"CONNECTION_CREATION","data":{{"VALUE_CLIENT":null}}}}}})"
                               "\n"
                               R"({{"header":{{"type":"LOBBY","nickname":"{0}"}},"payload":{{)"
                               R"("key":"JOIN_RANDOM_GAME_LOBBY","data":{{"VALUE_CLIENT":-1}}}}}})"
                               "\n",
                               name));
  }
  server.turn_clock(60s);
  server.take(pair[0]);
  std::string much;
  for (int times = 0; times < 60; ++times)
    much +=
        R"({"header":{"type":"ERROR","nickname":"anna"},"payload":{"key":"ERROR_DATA","data":{"VALUE_CLIENT":null}}})"
        "\n";
  server.receive(pair[0], much);
  const auto said = server.take(pair[0]);
  const auto answers = count_long_lines(said);
  EXPECT_GT(said.size(), 10'000U) << "it is told everything";
  EXPECT_LT(answers, 40) << "but not sixty times at once";
  server.turn_clock(60s);
  EXPECT_EQ(count_long_lines(server.take(pair[0])) + answers, 60) << "nothing is lost";
}

void say_often(VirtualServer& server, const harness::Browser& browser, int times) {
  for (int line = 0; line < times; ++line)
    server.receive(browser.player(), fmt::format(R"({{"id":{},"ask":"say","text":"hello"}})"
                                                 "\n",
                                                 line));
}

TEST(EngineChat, WhoSaysMuchInTheHallWaits) {
  VirtualServer server(server::EngineSettings{.seed = 1, .chat_per_second = 2});
  harness::Browser anna(server, "a");
  harness::Browser bert(server, "b");
  say_often(server, anna, 20);
  EXPECT_LE(bert.take("said").size(), 5U);
  EXPECT_TRUE(server.is_read(anna.player())) << "or its pongs would be missed";
  EXPECT_EQ(bert.ask(R"("ask":"say","text":"hi")").at("ok"), true) << "others are heard";
  server.turn_clock(30s);
  EXPECT_GE(bert.take("said").size(), 15U) << "nothing is lost";
}

TEST(EngineChat, AllWindowsOfAnAccountSpeakAsOne) {
  VirtualServer server(server::EngineSettings{.seed = 1, .chat_per_second = 2});
  harness::Browser anna(server, "a");
  ASSERT_EQ(anna.ask(R"("ask":"register","name":"Anna","password":"twelve letters")").at("ok"), true);
  harness::Browser again(server, "a");
  harness::Browser bert(server, "b");
  for (int line = 0; line < 10; ++line) {
    for (const auto window : {anna.player(), again.player()})
      server.receive(window, fmt::format(R"({{"id":{},"ask":"say","text":"hello"}})"
                                         "\n",
                                         line + 100));
  }
  EXPECT_LE(bert.take("said").size(), 6U);
  server.turn_clock(30s);
  EXPECT_EQ(server.engine().connections(), 3U);
}

TEST(EngineAccount, AllItsWindowsShareWhatItMayAskFor) {
  VirtualServer server(server::EngineSettings{.seed = 1, .account_requests_per_second = 5});
  harness::Browser anna(server, "a");
  ASSERT_EQ(anna.ask(R"("ask":"register","name":"Anna","password":"twelve letters")").at("ok"), true);
  harness::Browser again(server, "a");
  for (int times = 0; times < 20; ++times)
    server.receive(again.player(), fmt::format(R"({{"id":{},"ask":"since"}})"
                                               "\n",
                                               times + 100));
  EXPECT_LT(again.take("answer").size(), 15U);
  EXPECT_TRUE(anna.take("answer").empty());
  server.receive(anna.player(), R"({"id":200,"ask":"since"})"
                                "\n");
  server.turn_clock(60s);
  EXPECT_FALSE(anna.take("answer").empty()) << "nothing is lost";
}

TEST(EngineChat, TheMoreHearItTheSlowerItGoes) {
  VirtualServer server(server::EngineSettings{.seed = 1, .chat_heard_per_second = 100});
  harness::Browser anna(server, "a");
  for (int listener = 0; listener < 99; ++listener) server.connect(*protocols::find("spectrangle"));
  harness::Browser bert(server, "b");
  say_often(server, anna, 10);
  EXPECT_LE(bert.take("said").size(), 3U);
  server.turn_clock(2s);
  EXPECT_LE(bert.take("said").size(), 3U);
  server.turn_clock(60s);
  EXPECT_GE(bert.take("said").size(), 4U);
}

TEST(EngineAddress, AllOfOneAddressShareWhatTheyMayAskFor) {
  VirtualServer server(server::EngineSettings{.seed = 1, .address_requests_per_second = 20});
  const auto& chess = *protocols::find("chess");
  std::vector<base::PlayerId> crowd;
  for (int count = 0; count < 10; ++count) crowd.push_back(server.connect(chess, "2001:db8::1"));
  for (const auto one : crowd) server.receive(one, "NONSENSE\n");
  const auto late = server.connect(chess, "2001:db8::2");
  EXPECT_EQ(server.take(late), "") << "of the same network: it waits, too";
  const auto white = server.connect(chess, "10.0.0.1");
  server.connect(chess, "10.0.0.1");
  EXPECT_EQ(server.take(white), "COLOR WHITE\n") << "others do not";
  server.turn_clock(60s);
  for (const auto one : crowd) EXPECT_TRUE(server.is_read(one));
}

TEST(EngineAddress, EachHasItsTurn) {
  VirtualServer server(server::EngineSettings{.seed = 1});
  auto& engine = server.engine();
  const auto& chess = *protocols::find("chess");
  std::string much;
  for (int line = 0; line < 100; ++line) much += "NONSENSE\n";
  std::vector<base::PlayerId> crowd;
  for (int count = 0; count < 100; ++count) crowd.push_back(server.connect(chess, "10.0.0.1"));
  const auto white = server.connect(chess, "10.0.0.2");
  const auto black = server.connect(chess, "10.0.0.2");
  server.take(black);
  for (const auto one : crowd) engine.receive(one, much, server.now());
  engine.receive(white, "MOVE 4 1 4 3\n", server.now());
  server.journal().hold();
  int peers = 0;
  const auto never = [] { return false; };
  EXPECT_TRUE(engine.work(server.now(), [&] { return ++peers == 4; }, never)) << "the crowd is not done";
  EXPECT_EQ(engine.hall().tables().count_moves("chess"), 1U) << "but White's move is";
  server.journal().release();
  EXPECT_EQ(server.take(black), "MOVE 4 1 4 3\n");
}

TEST(EngineRounds, WhatIsToBeMadeDurableGathersWhileMoreComes) {
  VirtualServer server(server::EngineSettings{.seed = 1});
  auto& engine = server.engine();
  std::vector<base::PlayerId> players;
  for (int count = 0; count < 4; ++count) players.push_back(server.connect(*protocols::find("chess")));
  const auto appends = server.journal().appends();
  const auto never = [] { return false; };
  for (const auto white : {players[0], players[2]}) {
    engine.receive(white, "MOVE 4 1 4 3\n", server.now());
    engine.work(server.now(), never, [] { return true; });
  }
  server.take(players[1]);
  EXPECT_EQ(server.journal().appends(), appends);
  EXPECT_FALSE(engine.quiet());
  engine.work(server.now(), never, never);
  EXPECT_EQ(server.journal().appends(), appends + 1) << "one for both moves";
  EXPECT_EQ(server.take(players[1]), "MOVE 4 1 4 3\n");
}

TEST(EngineRounds, ManyThatWaitGoOnOneAfterTheOther) {
  VirtualServer server(server::EngineSettings{.seed = 1});
  auto& engine = server.engine();
  std::vector<base::PlayerId> browsers;
  for (int count = 0; count < 250; ++count) {
    browsers.push_back(server.connect(*protocols::find("web"), fmt::format("token:{}", count)));
    server.receive(browsers.back(), "{\"id\":1,\"ask\":\"hall\",\"on\":true}\n");
    server.take(browsers.back());
  }
  const auto told = [&] {
    return std::ranges::count_if(browsers, [&](base::PlayerId one) { return !server.take(one).empty(); });
  };
  for (int count = 0; count < 2; ++count) server.connect(*protocols::find("chess"));  // something to be told
  const auto later = server.now() + 1s;
  engine.wake(later);
  engine.settle(later);
  EXPECT_EQ(told(), 100) << "others are heard before the rest is told how the hall stands";
  EXPECT_LE(engine.next_wake(), later);
  for (int rounds = 0; rounds < 2; ++rounds) {
    engine.wake(later);
    engine.settle(later);
  }
  EXPECT_EQ(told(), 150);
}

TEST(EngineAddress, SoManyTablesAreMade) {
  VirtualServer server(server::EngineSettings{.seed = 1, .address_tables_per_second = 5});
  for (int count = 0; count < 100; ++count) server.connect(*protocols::find("chess"));
  EXPECT_LE(server.engine().hall().tables().count("chess"), 6U);
  server.turn_clock(4s);
  EXPECT_LE(server.engine().hall().tables().count("chess"), 20U);
  server.turn_clock(60s);
  EXPECT_EQ(server.engine().hall().tables().count("chess"), 50U) << "nobody is forgotten";
}

TEST(EngineAddress, PursesAreKeptWhileTheyMatter) {
  server::Purses purses({server::Allowance(10), server::Allowance(0)});
  const auto now = base::from_millis(1'000'000);
  purses.of("spender", now)->requests.spend(100, now);
  const auto used = purses.of("here", now);
  for (int count = 0; count < 5000; ++count) purses.of(std::to_string(count), now);
  EXPECT_LT(purses.size(), 2500U);
  EXPECT_GT(purses.of("spender", now)->wait(now), 0ms) << "coming again forgives no debt";
  EXPECT_EQ(purses.of("here", now), used);
}

TEST(EngineActs, AGameThatNeverEndsIsEnded) {
  VirtualServer server(server::EngineSettings{.seed = 1, .acts_per_game = 4});
  const auto white = server.connect(*protocols::find("chess"));
  harness::Browser black(server, "b");
  EXPECT_EQ(black.ask(R"("ask":"seek","game":"chess","options":"dead=wire","seats":2)").at("ok"), true);
  server.receive(white, "MOVE 0 1 0 2\n");
  EXPECT_EQ(black.ask(R"("ask":"move","move":"a7a6","after":1)").at("ok"), true);
  server.receive(white, "MOVE 1 1 1 2\n");
  EXPECT_EQ(black.ask(R"("ask":"move","move":"b7b6","after":3)").at("ok"), true);
  EXPECT_TRUE(server.is_closed(white)) << "as at any end that its board does not show";
  EXPECT_EQ(server.journal().read({1})->closing->outcome.reason, "abandoned");
  EXPECT_EQ(server.compare_with_journal(), "");
}

TEST(EngineIdle, AConnectionOnWhichNothingIsSaidIsLetGo) {
  VirtualServer server(server::EngineSettings{.seed = 1, .idle = 10min});
  const auto white = server.connect(*protocols::find("chess"));
  const auto black = server.connect(*protocols::find("chess"));
  const auto waiting = server.connect(*protocols::find("chess"));
  server.turn_clock(8min);
  server.receive(white, "MOVE 4 1 4 3\n");
  server.turn_clock(8min);
  EXPECT_TRUE(server.is_closed(waiting));
  EXPECT_FALSE(server.is_closed(white)) << "it has spoken";
  EXPECT_FALSE(server.is_closed(black)) << "it was spoken to";
}

TEST(EngineIdle, ManyAreLetGoAFewAtATime) {
  VirtualServer server(server::EngineSettings{.seed = 1, .idle = 10min});
  for (int count = 0; count < 250; ++count) server.connect(*protocols::find("chess"));
  const auto due = server.now() + 10min;
  server.engine().wake(due);
  EXPECT_EQ(server.engine().connections(), 150U);
  EXPECT_EQ(server.engine().next_wake(), due) << "the rest after whoever speaks was heard";
  server.engine().wake(due);
  server.engine().wake(due);
  EXPECT_EQ(server.engine().connections(), 0U);
}

TEST_F(EnginePace, WhoGoesWhileWaitingIsForgotten) {
  for (int line = 0; line < 40; ++line) server_.receive(wild_, "NONSENSE\n");
  server_.hang_up(wild_);
  server_.turn_clock(60s);
  EXPECT_EQ(server_.engine().next_wake(), std::nullopt);
}

}  // namespace
