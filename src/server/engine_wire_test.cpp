// The engine on a journal in memory and a wire that behaves badly.
#include "server/engine.hpp"

#include <gtest/gtest.h>

#include "store/memory.hpp"

namespace server {
namespace {

/// Gives up every peer that is in the list as soon as something is sent to it.
class GivingUp final : public Peers {
 public:
  void send(PlayerId player, std::string_view /*bytes*/) override {
    if (std::erase(unheard, player) > 0) engine->closed(player, {});
  }
  void close(PlayerId player) override { closed.push_back(player); }
  void think(PlayerId /*bot*/, const server::Question& /*question*/) override {}
  void set_reading(PlayerId /*player*/, bool /*wanted*/) override {}

  Engine* engine = nullptr;
  std::vector<PlayerId> unheard;
  std::vector<PlayerId> closed;
};

class EngineWireTest : public testing::Test {
 protected:
  EngineWireTest() { wire_.engine = &engine_; }

  const games::Kits kits_;
  GivingUp wire_;
  Observer observer_;
  store::MemoryJournal journal_{[this](const store::Settled& settled) { engine_.settled(settled, {}); }};
  Engine engine_{kits_, journal_, wire_, observer_, {}};
};

TEST_F(EngineWireTest, APeerMayBeGivenUpWhileItIsSentSomething) {
  const PlayerId white{1};
  const PlayerId black{2};
  engine_.open(white, *protocols::find("chess"), {});
  engine_.open(black, *protocols::find("chess"), {});
  engine_.settle({});
  wire_.unheard = {black};
  engine_.receive(black, "NONSENSE\n");
  engine_.settle({});
  EXPECT_EQ(engine_.connections(), 0U);
  EXPECT_EQ(wire_.closed, std::vector{white});  // ruling 12: its opponent has left
}

/// Has no memory for anything.
class Exhausted final : public Peers {
 public:
  void send(PlayerId /*player*/, std::string_view bytes) override { sent += bytes; }
  void close(PlayerId player) override { closed.push_back(player); }
  void think(PlayerId bot, const server::Question& /*question*/) override { thinking.push_back(bot); }
  void set_reading(PlayerId /*player*/, bool /*wanted*/) override {}
  void look_up(Look look, const std::string& /*address*/) override { looks.push_back(std::move(look)); }

  std::string sent;
  std::vector<PlayerId> closed;
  std::vector<PlayerId> thinking;
  std::vector<Look> looks;
};

class WithoutMemory : public testing::Test {
 protected:
  WithoutMemory() {
    engine_.open(kAnna, *protocols::find("web"), {}, "token:a", 0, "127.0.0.1");
    engine_.settle({});
  }
  void ask(const std::string& message) {
    engine_.receive(kAnna, message + "\n");
    engine_.settle({});
  }

  static constexpr PlayerId kAnna{1};
  const games::Kits kits_;
  Exhausted wire_;
  Observer observer_;
  store::MemoryJournal journal_{[this](const store::Settled& settled) { engine_.settled(settled, {}); }};
  Engine engine_{kits_, journal_, wire_, observer_, {}};
};

TEST_F(WithoutMemory, WhoCannotBeAnsweredIsLetGo) {
  ask(R"({"id":1,"ask":"replay","table":1})");
  ASSERT_EQ(wire_.looks.size(), 1U);
  EXPECT_FALSE(engine_.quiet());
  wire_.looks.front().failed();
  engine_.settle({});
  EXPECT_EQ(wire_.closed, std::vector{kAnna});
  EXPECT_EQ(engine_.connections(), 0U);
  EXPECT_TRUE(engine_.quiet());
}

TEST_F(WithoutMemory, ABotThatCannotThinkLeaves) {
  ask(R"({"id":1,"ask":"seek","game":"chess","seats":2,"color":"black","bots":["newcomer"]})");
  ASSERT_FALSE(wire_.thinking.empty()) << wire_.sent;
  wire_.sent.clear();
  engine_.gave_up(wire_.thinking.front());
  engine_.settle({});
  EXPECT_EQ(engine_.connections(), 1U);
  EXPECT_NE(wire_.sent.find(R"("reason":"left")"), std::string::npos) << wire_.sent;
}

}  // namespace
}  // namespace server
