// What is counted of a node.
#include "server/node_metrics.hpp"

#include <gtest/gtest.h>

namespace {

using namespace server;

bool says(const std::string& page, std::string_view line) {
  return page.find("\n" + std::string(line) + "\n") != std::string::npos;
}

TEST(NodeMetrics, SayHowThingsStand) {
  NodeMetrics metrics;
  metrics.took_over();
  metrics.took_tables(7, 0.01);
  metrics.fenced();
  metrics.claimed(ClaimAnswer::taken);
  metrics.asked_directory(DirectoryAct::beat, 0.001);
  NodeStanding standing{.epoch = 3, .shards = 512, .shadows = 2};
  standing.guests[cluster::NodeId{2}] = 5;
  standing.links[cluster::NodeId{2}] = {true, 0.25, 100};
  standing.links[cluster::NodeId{4}] = {};
  auto page = metrics.page(standing, 9);
  for (const auto* line :
       {"parlor_epoch 3", "parlor_shards 512", "parlor_shadows 2", "parlor_takeovers_total 1",
        "parlor_taken_tables_total 7", "parlor_fenced_total 1", "parlor_appends_in_doubt_total 9",
        R"(parlor_guests{front="2"} 5)", R"(parlor_link_up{peer="2"} 1)", R"(parlor_link_up{peer="4"} 0)",
        R"(parlor_link_rtt_seconds{peer="2"} 0.25)", R"(parlor_link_waiting_bytes{peer="2"} 100)",
        R"(parlor_claims_total{answer="taken"} 1)", R"(parlor_claims_total{answer="yours"} 0)",
        R"(parlor_directory_seconds_count{what="beat"} 1)", "parlor_takeover_seconds_count 1"})
    EXPECT_TRUE(says(page, line)) << line;
  page = metrics.page({}, 9);
  EXPECT_TRUE(says(page, R"(parlor_guests{front="2"} 0)")) << "they have gone";
  EXPECT_TRUE(says(page, "parlor_appends_in_doubt_total 9"));
  EXPECT_EQ(page.find("parlor_link_up{"), std::string::npos) << "no link is missed to who stopped in order";
}

}  // namespace
