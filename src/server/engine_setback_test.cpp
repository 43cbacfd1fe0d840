// What is durable is read elsewhere after a failed append: until it was, everybody waits.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "harness/virtual_server.hpp"
#include "server/engine.hpp"
#include "store/memory.hpp"

namespace server {
namespace {

/// Looks nothing up before it is told to.
class Slow final : public Peers {
 public:
  void send(PlayerId player, std::string_view bytes) override { sent[player] += bytes; }
  void close(PlayerId player) override { closed.push_back(player); }
  void think(PlayerId /*bot*/, const server::Question& /*question*/) override {}
  void set_reading(PlayerId /*player*/, bool /*wanted*/) override {}
  void look_up(Look look, const std::string& /*address*/) override { looks.push_back(std::move(look)); }

  std::map<PlayerId, std::string> sent;
  std::vector<PlayerId> closed;
  std::vector<Look> looks;
};

class Waits final : public Observer {
 public:
  void stalled(const base::Error& /*error*/) override { story += "stalled "; }
  void went_on() override { story += "went on "; }

  std::string story;
};

class ReadElsewhere : public testing::Test {
 protected:
  /// Two games; the first move of the first one is not kept.
  void SetUp() override {
    for (const auto player : {kOne, kTwo, kThree, kFour})
      engine_.open(player, *protocols::find("chess"), now_, "127.0.0.1");
    engine_.settle(now_);
    wire_.sent.clear();
    journal_.fail_at(journal_.appends() + 1, 0);
    engine_.receive(kOne, "MOVE 4 1 4 3\n", now_);
    engine_.settle(now_);
    ASSERT_EQ(wire_.closed, (std::vector{kOne, kTwo}));
    ASSERT_EQ(wire_.looks.size(), 1U);
  }

  Peers::Look take_look() { return std::exchange(wire_.looks, {}).front(); }

  static constexpr PlayerId kOne{1};
  static constexpr PlayerId kTwo{2};
  static constexpr PlayerId kThree{3};
  static constexpr PlayerId kFour{4};
  base::Time now_ = base::from_millis(1'000'000);
  const games::Kits kits_;
  Slow wire_;
  Waits observer_;
  store::MemoryJournal journal_{[this](const store::Settled& settled) { engine_.settled(settled, now_); }};
  Engine engine_{kits_, journal_, wire_, observer_, {.clocks = {{"chess", "60+0"}}}};
};

TEST_F(ReadElsewhere, NothingIsDoneMeanwhile) {
  EXPECT_TRUE(engine_.is_stalled());
  EXPECT_FALSE(engine_.quiet());
  EXPECT_EQ(engine_.next_wake(), std::nullopt) << "whoever reads says when it is done";
  now_ += std::chrono::minutes(5);
  engine_.wake(now_);
  engine_.receive(kThree, "MOVE 4 1 4 3\n", now_);
  engine_.settle(now_);
  EXPECT_TRUE(wire_.looks.size() == 1 && wire_.sent.empty()) << "neither a move nor a flag";
  EXPECT_EQ(engine_.hall().tables().find_table({1}), nullptr);

  take_look()()();
  engine_.settle(now_);
  EXPECT_FALSE(engine_.is_stalled());
  EXPECT_EQ(wire_.sent[kFour], "MOVE 4 1 4 3\n");
  ASSERT_NE(engine_.hall().tables().find_table({1}), nullptr);
  EXPECT_EQ(engine_.hall().tables().find_table({1})->next_seq(), 0U);
  EXPECT_EQ(journal_.read({2})->entries.at(0).forgiven, std::chrono::minutes(5));
  EXPECT_TRUE(engine_.quiet());
  EXPECT_EQ(observer_.story, "") << "it could be read at once";
}

TEST_F(ReadElsewhere, ItIsTriedAgainWhereThereWasNoMemory) {
  take_look().failed();
  engine_.settle(now_);
  EXPECT_TRUE(engine_.is_stalled());
  EXPECT_TRUE(wire_.looks.empty());
  EXPECT_EQ(engine_.next_wake(), now_ + std::chrono::milliseconds(100));
  now_ += std::chrono::milliseconds(100);
  engine_.wake(now_);
  engine_.wake(now_);
  ASSERT_EQ(wire_.looks.size(), 1U) << "one at a time";
  take_look()()();
  engine_.settle(now_);
  EXPECT_FALSE(engine_.is_stalled());
  EXPECT_EQ(observer_.story, "stalled went on ");
}

/// Anna, who is White, plays in a browser; others play on the wire.
class SetBack : public testing::Test {
 protected:
  PlayerId come(std::string_view token) {
    return server_.connect(*protocols::find("web"), fmt::format("token:{}", token));
  }
  void say(PlayerId player, std::string_view what) {
    server_.receive(player, fmt::format("{{\"id\":{},\"ask\":{}}}\n", ++asked_, what));
  }
  void begin() {
    for (const auto* token : {"a", "b"}) say(come(token), R"("seek","game":"chess","seats":2)");
  }
  /// Somebody else makes a move.
  void move_elsewhere() {
    const auto white = server_.connect(*protocols::find("chess"));
    server_.connect(*protocols::find("chess"));
    server_.receive(white, "MOVE 4 1 4 3\n");
  }

  harness::VirtualServer server_{EngineSettings{.seed = 1, .clocks = {{"chess", "60+0"}}}};
  int asked_ = 0;
};

/// Her letters go with those of somebody else's move, and her clock does not wait for them for ever.
TEST_F(SetBack, AClockOfATableThatGoesOnStartsAllTheSame) {
  begin();
  server_.restart();
  server_.journal().hold();
  move_elsewhere();
  const auto anna = come("a");  // and back to her table, which she is told after the move
  server_.journal().fail_at(server_.journal().appends() + 1, 0);
  server_.journal().release();
  ASSERT_TRUE(server_.is_closed(anna));
  server_.turn_clock(std::chrono::milliseconds(1));  // the tables are read again
  server_.turn_clock(std::chrono::seconds(7));
  const auto again = come("a");
  say(again, R"("move","move":"e2e4","after":0)");
  EXPECT_GE(server_.journal().read({1})->entries.at(0).charged, std::chrono::seconds(7));
}

/// Whoever signs in meanwhile, and has her place then, is told the time that she has.
TEST_F(SetBack, ASignInWhileNothingCanBeWrittenChargesNobody) {
  const auto anna = come("a");
  say(anna, R"("register","name":"Anna","password":"correct horse")");
  begin();
  const auto other = come("c");
  server_.journal().fail_with(base::Error{base::Code::system, "no space left"});
  move_elsewhere();
  server_.turn_clock(std::chrono::seconds(20));
  std::optional<table::Times> told;
  server_.on_told([&](PlayerId player, const table::Notice& notice) {
    const auto* resumed = std::get_if<table::Resumed>(&notice);
    if (player == other && resumed != nullptr) told = *resumed->seat.times;
  });
  server_.engine().finish_account_job(other, {.account = "Anna", .change = AccountResult::Change::signed_in},
                                      server_.now());
  server_.journal().fail_with(std::nullopt);
  server_.turn_clock(std::chrono::seconds(10));
  ASSERT_TRUE(told);
  EXPECT_EQ(told->left.at(0), std::chrono::seconds(60));
}

}  // namespace
}  // namespace server
