// What nodes and shards are called.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ids.hpp"

namespace cluster {

using NodeId = base::Id<struct NodeKind, std::uint32_t>;    ///< one of several servers, counted from 1
using ShardId = base::Id<struct ShardKind, std::uint16_t>;  ///< a part of all tables and lobbies
using StayId = base::Id<struct StayKind, std::uint64_t>;  ///< one visitor's time with one owner, by its front
using Epoch = std::uint64_t;  ///< counts the runs of a node: who raises it has taken its right to write

inline constexpr NodeId kNobody{0};
inline constexpr std::size_t kShards = 1024;

/// Tables are numbered so that their number says their shard.
inline ShardId shard_of(base::TableId table) { return {static_cast<std::uint16_t>(table.value % kShards)}; }

/// All lobbies of a game, and the tables of those that stand, are in one shard, whatever program computes it
/// (FNV-1a).
constexpr ShardId shard_of_game(std::string_view game) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : game) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return {static_cast<std::uint16_t>(hash % kShards)};
}

/// The table with that number among those of the shard.
inline base::TableId table_in(ShardId shard, std::uint64_t number) {
  return {number * kShards + shard.value};
}

}  // namespace cluster
