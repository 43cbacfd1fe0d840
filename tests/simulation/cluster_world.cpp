// A simulated world of several nodes.
#include "simulation/cluster_world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "server/node.hpp"

namespace simulation {
namespace {

using namespace std::chrono_literals;
using cluster::NodeId;

constexpr std::array<std::string_view, 10> kPeers{
    "web",         "web",     "web",    "chess", "chess", "scrabble-twente", "scrabble-clarkson",
    "spectrangle", "shelfie", "shelfie"};

/// How often each deed is done, in the order of ClusterDeed.
constexpr std::array<int, kClusterDeeds> kWeights{40, 160, 200, 160, 6, 400, 60, 60, 3,
                                                  8,  3,   6,   4,   8, 2,   4,  12, 6};

constexpr std::array<std::string_view, kClusterDeeds> kNames{
    "connect", "ask",   "send",  "read", "hang up", "work",  "settle",        "pass time",     "kill",
    "start",   "pause", "go on", "cut",  "mend",    "drain", "lose database", "find database", "give up"};

}  // namespace

std::vector<ClusterStep> plan_cluster(std::uint64_t seed, std::size_t steps) {
  base::Rng rng(seed);
  int sum = 0;
  for (const int weight : kWeights) sum += weight;
  std::vector<ClusterStep> list;
  for (; steps > 0; --steps) {
    auto at = static_cast<int>(rng.below(static_cast<std::uint64_t>(sum)));
    int deed = 0;
    for (; at >= kWeights[static_cast<std::size_t>(deed)]; ++deed)
      at -= kWeights[static_cast<std::size_t>(deed)];
    list.push_back({static_cast<ClusterDeed>(deed), rng.next()});
  }
  return list;
}

std::string describe(const ClusterStep& step) {
  return fmt::format("{} {}", kNames[static_cast<std::size_t>(step.deed)], step.chance);
}

ClusterWorld::ClusterWorld(std::uint64_t seed, std::uint32_t nodes)
    : cluster_({.seed = seed, .hold = 60s, .grace = 20s, .abandon = 5min}, nodes,
               harness::VirtualCluster::Accounts::none),
      kept_(cluster_.tables(), cluster_.directory(), NodeId{0}, [](const store::Settled&) {}),
      witness_(kept_) {
  cluster_.on_told(
      [this](base::PlayerId player, const table::Notice& notice) { witness_.told(player, notice); });
  for (std::size_t at = 0; at < kPeers.size(); ++at) peers_.emplace_back(*protocols::find(kPeers[at]), at);
  peers_.emplace_back(peers_.front().protocol(), 0);  // another tab of that browser
  cluster_.set_pace(harness::VirtualCluster::Pace::by_steps);
}

std::string ClusterWorld::take(const ClusterStep& step) {
  act(step);
  listen();
  return witness_.problem();
}

void ClusterWorld::act(const ClusterStep& step) {
  base::Rng rng(step.chance);
  auto& peer = peers_[rng.below(peers_.size())];
  const NodeId node{static_cast<std::uint32_t>(1 + rng.below(cluster_.size()))};
  const NodeId other{static_cast<std::uint32_t>(1 + rng.below(cluster_.size()))};
  using Lines = harness::VirtualCluster::Lines;
  const auto under_way = rng.below(2) == 0 ? Lines::lost : Lines::arrive;
  switch (step.deed) {
    case ClusterDeed::connect:
      return connect(peer, rng);
    case ClusterDeed::ask:
      return peer.connected() ? peer.ask(rng) : connect(peer, rng);
    case ClusterDeed::send:
      if (peer.connected()) cluster_.receive(peer.id(), peer.take_output(std::string::npos));
      return;
    case ClusterDeed::read:
      if (peer.connected()) peer.read();
      return;
    case ClusterDeed::hang_up:
      if (!peer.connected()) return;
      cluster_.hang_up(peer.id());
      return forget(peer);
    case ClusterDeed::work:
      for (auto count = 1 + rng.below(12); count > 0; --count) cluster_.step(rng.next());
      return;
    case ClusterDeed::settle:
      return cluster_.settle();
    case ClusterDeed::pass_time:
      return cluster_.turn_clock(std::chrono::milliseconds(1 + rng.below(rng.below(8) == 0 ? 4'000 : 600)));
    case ClusterDeed::kill:
      return cluster_.kill(node, rng.below(3), under_way);
    case ClusterDeed::start:
      if (!cluster_.runs(node) && database_ == Database::there) cluster_.start(node);
      return;
    case ClusterDeed::pause:
      if (cluster_.runs(node)) cluster_.pause(node);
      return;
    case ClusterDeed::go_on:
      if (cluster_.runs(node) && cluster_.is_paused(node)) cluster_.go_on(node);
      return;
    case ClusterDeed::cut:
      return cluster_.cut(node, other, under_way);
    case ClusterDeed::mend:
      return cluster_.mend(node, other);
    case ClusterDeed::drain:
      if (cluster_.runs(node) && !cluster_.is_paused(node)) cluster_.engine(node).node()->drain();
      return;
    case ClusterDeed::lose_database:
      return set_database(Database::away);
    case ClusterDeed::find_database:
      return set_database(Database::there);
    case ClusterDeed::give_up:
      if (database_ == Database::there) return;
      return cluster_.give_up_append(node, rng.below(2) == 0 ? Kept::yes : Kept::no);
  }
}

void ClusterWorld::set_database(Database database) {
  database_ = database;
  cluster_.set_database(database);
}

void ClusterWorld::connect(Peer& peer, base::Rng& rng) {
  const NodeId node{static_cast<std::uint32_t>(1 + rng.below(cluster_.size()))};
  if (peer.connected() || !cluster_.runs(node) || cluster_.is_paused(node)) return;
  peer.connect(cluster_.connect_at(node, peer.protocol(), peer.address()), rng);
}

void ClusterWorld::forget(Peer& peer) {
  witness_.gone(peer.id());
  peer.disconnect();
}

void ClusterWorld::listen() {
  for (auto& peer : peers_) {
    if (!peer.connected()) continue;
    peer.arrive(cluster_.take(peer.id()));
    if (cluster_.is_closed(peer.id())) forget(peer);
  }
}

/// Everything works again: who is here is heard, and every table is where it belongs.
std::string ClusterWorld::end() {
  set_database(Database::there);
  cluster_.set_pace(harness::VirtualCluster::Pace::at_once);
  for (std::uint32_t at = 1; at <= cluster_.size(); ++at) {
    const NodeId node{at};
    for (std::uint32_t to = 1; to <= cluster_.size(); ++to) cluster_.mend(node, NodeId{to});
    if (!cluster_.runs(node)) cluster_.start(node);
    if (cluster_.is_paused(node)) cluster_.go_on(node);
  }
  cluster_.settle();
  cluster_.turn_clock(10s);
  listen();
  if (!witness_.problem().empty()) return witness_.problem();
  if (auto wrong = cluster_.compare_with_journal(); !wrong.empty()) return wrong;
  if (auto wrong = wait_for_answers(); !wrong.empty()) return wrong;
  for (const auto& peer : peers_) {
    if (!peer.connected()) continue;
    if (auto missed = witness_.missed_by(peer.id()); !missed.empty()) return missed;
  }
  return {};
}

/// No request waits for ever: each of those who are still here is answered.
std::string ClusterWorld::wait_for_answers() {
  for (auto& peer : peers_) {
    if (!peer.connected()) continue;
    cluster_.receive(peer.id(), peer.take_output(std::string::npos));
  }
  cluster_.turn_clock(1s);
  listen();
  if (const auto waiting = cluster_.unanswered(); waiting > 0)
    return fmt::format("{} requests are never answered", waiting);
  return witness_.problem();
}

}  // namespace simulation
