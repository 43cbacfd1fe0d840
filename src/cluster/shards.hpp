// Shards: which node has which, as far as this one knows, and which of its own are not there yet.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "cluster/directory.hpp"

namespace cluster {

/// What another picture of the shards has changed for this node.
struct Moves {
  std::vector<ShardId> gained{};  ///< are this node's, and have to be read
  std::vector<ShardId> lost{};    ///< were
  std::vector<ShardId> passed{};  ///< from one other node to another
};

/// A shard that became this node's is on its way until its tables were read.
class Shards {
 public:
  explicit Shards(NodeId self)
      : self_(self),
        owners_(kShards, kNobody),
        here_(kShards, false),
        leaving_(kShards, false),
        turns_(kShards) {}

  NodeId owner(ShardId shard) const { return owners_[shard.value]; }
  bool is_own(ShardId shard) const { return owner(shard) == self_; }
  /// Its own, and here with all that it holds.
  bool is_here(ShardId shard) const { return is_own(shard) && here_[shard.value]; }

  /// Shards that are passed over in the list, or nobody's, change nothing.
  Moves take(const std::vector<NodeId>& owners);
  /// Counts how often a shard has changed hands, as far as this node knows.
  std::uint32_t turn(ShardId shard) const { return turns_[shard.value]; }
  /// All tables of these were read.
  void arrived(std::span<const ShardId> shards);
  /// It gives these away: they are nobody's that it knows of, whatever is said of them, until `left`.
  void leave(std::span<const ShardId> shards);
  void left(std::span<const ShardId> shards);
  /// How many are its own, or just leave it.
  std::size_t count() const;
  /// This node has lost its right to all of them; what it knew of others stands.
  void forsake();

 private:
  NodeId self_;
  std::vector<NodeId> owners_;
  std::vector<bool> here_;     ///< of its own: read
  std::vector<bool> leaving_;  ///< nobody knows yet whether they have been given away
  std::vector<std::uint32_t> turns_;
};

/// Who gets the shards of a dead node: all who live, in turns, the least busy first; those that are about to
/// stop only where there are no others.
std::vector<std::pair<ShardId, NodeId>> heirs_of(NodeId dead, const Picture& picture,
                                                 std::vector<NodeFacts> living);

}  // namespace cluster
