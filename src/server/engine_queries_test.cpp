// Queries: what the engine is asked beside the hall.
#include <gtest/gtest.h>

#include "harness/virtual_server.hpp"

namespace {

using harness::VirtualServer;

class Queries : public testing::Test {
 protected:
  Queries() {
    server_.on_answered([this](base::PlayerId player, const protocols::Answer& answer) {
      if (const auto* hall = std::get_if<protocols::HallAnswer>(&answer)) halls_.emplace_back(player, *hall);
    });
  }
  base::PlayerId come() { return server_.connect(*protocols::find("web")); }
  std::string say(base::PlayerId player, std::string_view message) {
    server_.receive(player, std::string(message) + "\n");
    return server_.take(player);
  }

  VirtualServer server_;
  std::vector<std::pair<base::PlayerId, protocols::HallAnswer>> halls_;
};

TEST_F(Queries, TheHallIsWrittenOnceForAllWhoLook) {
  const auto one = come();
  const auto two = come();
  const auto told = say(one, R"({"id":1,"ask":"hall"})");
  say(two, R"({"id":1,"ask":"hall"})");
  ASSERT_EQ(halls_.size(), 2U);
  EXPECT_EQ(halls_[0].first, one);
  EXPECT_EQ(halls_[1].first, two);
  ASSERT_NE(halls_[0].second.written, nullptr);
  EXPECT_NE(told.find(*halls_[0].second.written), std::string::npos);
  EXPECT_EQ(halls_[0].second.written, halls_[1].second.written);
  server_.turn_clock(std::chrono::seconds(2));
  ASSERT_GT(halls_.size(), 3U) << "it is looked at again and again";
  EXPECT_NE(halls_.back().second.written, halls_[0].second.written);
}

TEST_F(Queries, ALinkWithAnotherKeyOpensNoSeat) {
  const auto told = say(come(), R"({"id":1,"ask":"screen","link":"1-0-guessed"})");
  EXPECT_NE(told.find("this link opens no seat"), std::string::npos);
}

}  // namespace
