// Whose bots there are, and how many.
#include <gtest/gtest.h>

#include "harness/browser.hpp"

namespace server {
namespace {

using harness::Browser;
using harness::VirtualServer;

TEST(EngineBots, OneAddressHasSoMany) {
  VirtualServer server(EngineSettings{.seed = 1, .bots_per_address = 2});
  Browser anna(server);
  anna.ask(R"("ask":"seek","game":"spectrangle","seats":4,"bots":["greedy","greedy","greedy"])");
  EXPECT_EQ(server.engine().connections(), 3U) << "Anna and two bots";
  anna.ask(R"("ask":"leave")");
  server.turn_clock(std::chrono::minutes(5));
  EXPECT_EQ(server.engine().connections(), 1U);
  anna.ask(R"("ask":"seek","game":"chess","seats":2,"bots":["newcomer"])");
  EXPECT_FALSE(anna.take("table").empty()) << "those who have gone do not count";
}

}  // namespace
}  // namespace server
