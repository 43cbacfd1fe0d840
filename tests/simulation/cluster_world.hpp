// A simulated world of several nodes: kills, pauses, cuts, and everything that waits done in any order.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "harness/virtual_cluster.hpp"
#include "harness/witness.hpp"
#include "simulation/peer.hpp"

namespace simulation {

enum class ClusterDeed : std::uint8_t {
  connect,        ///< a peer comes to some node, or comes again
  ask,            ///< wants something
  send,           ///< all that was said arrives
  read,           ///< takes what the server has sent
  hang_up,        ///< the connection breaks
  work,           ///< some of what waits at any node is done: lines, commits, answers of the directory, reads
  settle,         ///< all of it is
  pass_time,      ///< a little
  kill,           ///< a node dies; what it has appended may become durable or not
  start,          ///< a node that is not there begins
  pause,          ///< a node stands still
  go_on,          ///< one that did goes on
  cut,            ///< a link breaks
  mend,           ///< and is there again
  drain,          ///< a node gives what it has to others, as one that is to stop
  lose_database,  ///< it cannot be reached
  find_database,  ///< and can be again
  give_up,        ///< a node that cannot write gives up
};
inline constexpr int kClusterDeeds = static_cast<int>(ClusterDeed::give_up) + 1;

struct ClusterStep {
  ClusterDeed deed;
  std::uint64_t chance;  ///< who, and what exactly
};

std::vector<ClusterStep> plan_cluster(std::uint64_t seed, std::size_t steps);
std::string describe(const ClusterStep& step);

/// Nobody is told what is not durable, nor anything twice, nor out of order: what a peer hears of its table
/// is a beginning of the journal. Every table that is played equals what is kept of it, and is at its owner.
class ClusterWorld {
 public:
  ClusterWorld(std::uint64_t seed, std::uint32_t nodes);

  /// Takes the step; what is wrong then, "" if nothing is.
  std::string take(const ClusterStep& step);
  /// All nodes run, all links are there, and time passes: what is wrong then, "" if nothing is.
  std::string end();

 private:
  using Database = harness::NodeJournal::Database;
  using Kept = harness::NodeJournal::Kept;

  void act(const ClusterStep& step);
  void set_database(Database database);
  void connect(Peer& peer, base::Rng& rng);
  void listen();
  void forget(Peer& peer);
  std::string wait_for_answers();

  harness::VirtualCluster cluster_;
  harness::NodeJournal kept_;
  harness::Witness witness_;
  std::deque<Peer> peers_;
  Database database_ = Database::there;
};

}  // namespace simulation
