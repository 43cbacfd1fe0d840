// Shards: who has which.
#include "cluster/shards.hpp"

#include <algorithm>

namespace cluster {

Moves Shards::take(const std::vector<NodeId>& owners) {
  Moves moves;
  for (std::size_t at = 0; at < std::min(owners.size(), owners_.size()); ++at) {
    if (leaving_[at]) continue;
    const auto before = std::exchange(owners_[at], owners[at]);
    const ShardId shard{static_cast<std::uint16_t>(at)};
    if (before == owners[at]) continue;
    here_[at] = false;
    ++turns_[at];
    if (owners[at] == self_) {
      moves.gained.push_back(shard);
    } else if (before == self_) {
      moves.lost.push_back(shard);
    } else if (before != kNobody) {
      moves.passed.push_back(shard);
    }
  }
  return moves;
}

void Shards::arrived(std::span<const ShardId> shards) {
  for (const auto shard : shards) {
    if (is_own(shard)) here_[shard.value] = true;
  }
}

/// So that who gets one back at once knows that it was away.
void Shards::leave(std::span<const ShardId> shards) {
  for (const auto shard : shards) {
    here_[shard.value] = false;
    leaving_[shard.value] = true;
    owners_[shard.value] = kNobody;
    ++turns_[shard.value];
  }
}

void Shards::left(std::span<const ShardId> shards) {
  for (const auto shard : shards) leaving_[shard.value] = false;
}

std::size_t Shards::count() const {
  return static_cast<std::size_t>(std::ranges::count(owners_, self_) + std::ranges::count(leaving_, true));
}

void Shards::forsake() {
  for (std::size_t at = 0; at < owners_.size(); ++at) {
    if (owners_[at] == self_) owners_[at] = kNobody;
    here_[at] = leaving_[at] = false;
  }
}

std::vector<std::pair<ShardId, NodeId>> heirs_of(NodeId dead, const Picture& picture,
                                                 std::vector<NodeFacts> living) {
  std::erase_if(living, [&](const auto& one) { return one.node == dead; });
  const auto stops = [](const auto& one) { return one.state != NodeState::up; };
  if (!std::ranges::all_of(living, stops)) std::erase_if(living, stops);
  std::ranges::sort(living, {}, [](const auto& one) { return std::pair(one.load, one.node); });
  std::vector<std::pair<ShardId, NodeId>> heirs;
  if (living.empty()) return heirs;
  for (std::size_t at = 0; at < picture.owners.size(); ++at) {
    if (picture.owners[at] != dead) continue;
    heirs.emplace_back(static_cast<std::uint16_t>(at), living[heirs.size() % living.size()].node);
  }
  return heirs;
}

}  // namespace cluster
