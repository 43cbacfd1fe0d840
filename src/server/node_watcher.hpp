// Who is told what a node does among others: metrics.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>

#include "cluster/ids.hpp"

namespace server {

/// What came of a name that somebody wanted.
enum class ClaimAnswer : std::uint8_t { yours, taken, account, seat, unknown };
inline constexpr std::array<std::string_view, 5> kClaimAnswers{"yours", "taken", "account", "seat",
                                                               "unknown"};

/// What the directory is asked.
enum class DirectoryAct : std::uint8_t { join, beat, take_over, hand_over, show, claim, find_seat, numbers };
inline constexpr std::array<std::string_view, 8> kDirectoryActs{"join", "beat",  "take_over", "hand_over",
                                                                "show", "claim", "find_seat", "numbers"};

class NodeWatcher {
 public:
  virtual ~NodeWatcher() = default;

  /// This node was the first to take over one that is dead.
  virtual void took_over() {}
  /// Shards have come here, with so many tables, which took so long to read.
  virtual void took_tables(std::size_t /*tables*/, double /*seconds*/) {}
  /// It has lost its right to write.
  virtual void fenced() {}
  /// An act is missing in the shadow of a table.
  virtual void missed_act() {}
  /// Somebody takes their place up at another owner, where what they have asked is asked again.
  virtual void asks_again() {}
  /// So long after the place was lost it is theirs again.
  virtual void attached(double /*seconds*/) {}
  virtual void asked_directory(DirectoryAct /*act*/, double /*seconds*/) {}
  virtual void claimed(ClaimAnswer /*answer*/) {}
};

/// How things stand at a node.
struct NodeStanding {
  cluster::Epoch epoch = 0;
  std::size_t shards = 0;
  std::size_t shadows = 0;
  std::map<cluster::NodeId, std::size_t> guests{};  ///< by front
  struct Link {
    bool up = false;
    double round_trip = 0;  ///< in seconds
    std::size_t waiting = 0;
  };
  std::map<cluster::NodeId, Link> links{};  ///< to every other node that runs
};

}  // namespace server
