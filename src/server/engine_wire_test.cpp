// The engine on a journal in memory and a wire that behaves badly.
#include "server/engine.hpp"

#include <gtest/gtest.h>

#include "store/memory.hpp"

namespace server {
namespace {

/// Gives up every peer that is in the list as soon as something is sent to it.
class GivingUp final : public Wire {
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

}  // namespace
}  // namespace server
