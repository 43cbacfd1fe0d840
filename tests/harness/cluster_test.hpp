// Three nodes to test, and people who come to them.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <utility>

#include "harness/browser.hpp"
#include "harness/virtual_cluster.hpp"

namespace harness {

class ClusterTest : public testing::Test {
 protected:
  using Browser = BrowserAt<VirtualCluster>;

  static constexpr std::string_view kChess = R"("ask":"seek","game":"chess","seats":2)";

  static bool is_granted(const boost::json::object& answer) { return answer.at("ok").as_bool(); }

  explicit ClusterTest(const server::EngineSettings& settings) : cluster_(settings, 3) {}

  Browser come(std::uint32_t node, std::string_view token) {
    return Browser(cluster_, cluster_.connect_at(cluster::NodeId{node}, *protocols::find("web"),
                                                 "token:" + std::string(token)));
  }
  /// A wire connection that has said this.
  base::PlayerId dial(std::uint32_t node, std::string_view protocol, std::string_view says = "") {
    const auto player = cluster_.connect_at(cluster::NodeId{node}, *protocols::find(protocol));
    cluster_.receive(player, says);
    return player;
  }
  /// Two come to these nodes and begin a game.
  std::pair<Browser, Browser> play_chess(std::uint32_t annas_node, std::uint32_t berts_node,
                                         std::string_view anna = "anna", std::string_view bert = "bert") {
    std::pair pair{come(annas_node, anna), come(berts_node, bert)};
    pair.first.ask(kChess);
    pair.second.ask(kChess);
    return pair;
  }

  VirtualCluster cluster_;
};

}  // namespace harness
