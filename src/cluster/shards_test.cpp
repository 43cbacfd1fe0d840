// What changes with the owners of shards, and who inherits them.
#include "cluster/shards.hpp"

#include <gtest/gtest.h>

#include <map>

namespace cluster {
namespace {

constexpr NodeId kHere{1};
constexpr NodeId kThere{2};
constexpr NodeId kElsewhere{3};

std::vector<NodeId> all(NodeId node) { return std::vector<NodeId>(kShards, node); }

TEST(Shards, TablesSayTheirShard) {
  const auto shard = shard_of_game("chess");
  EXPECT_EQ(shard_of(table_in(shard, 12)), shard);
  EXPECT_NE(table_in(shard, 12), table_in(shard, 13));
  EXPECT_NE(shard_of_game("chess"), shard_of_game("scrabble"));
}

TEST(Shards, AShardIsHereOnceItWasRead) {
  Shards shards(kHere);
  EXPECT_FALSE(shards.is_own(ShardId{5}));
  const auto moves = shards.take(all(kHere));
  EXPECT_EQ(moves.gained.size(), kShards);
  EXPECT_TRUE(shards.is_own(ShardId{5}));
  EXPECT_FALSE(shards.is_here(ShardId{5}));
  shards.arrived(moves.gained);
  EXPECT_TRUE(shards.is_here(ShardId{5}));
  EXPECT_TRUE(shards.take(all(kHere)).gained.empty());
}

TEST(Shards, WhatIsLostAndWhatPassesIsTold) {
  Shards shards(kHere);
  auto owners = all(kHere);
  owners[7] = kThere;
  shards.arrived(shards.take(owners).gained);
  owners[5] = kThere;
  owners[7] = kElsewhere;
  const auto moves = shards.take(owners);
  EXPECT_EQ(moves.lost, std::vector<ShardId>{ShardId{5}});
  EXPECT_EQ(moves.passed, std::vector<ShardId>{ShardId{7}});
  EXPECT_FALSE(shards.is_here(ShardId{5}));
  owners[5] = kHere;
  EXPECT_EQ(shards.take(owners).gained, std::vector<ShardId>{ShardId{5}});
  EXPECT_FALSE(shards.is_here(ShardId{5})) << "another wrote there meanwhile";
}

TEST(Shards, OneThatIsGivenAwayAndBackAtOnceIsReadAnew) {
  Shards shards(kHere);
  shards.arrived(shards.take(all(kHere)).gained);
  const std::vector given{ShardId{5}};
  shards.leave(given);
  EXPECT_TRUE(shards.take(all(kHere)).gained.empty()) << "nobody knows yet whose it is";
  EXPECT_EQ(shards.owner(ShardId{5}), kNobody);
  EXPECT_EQ(shards.count(), kShards) << "the node is not free to go";
  shards.left(given);
  EXPECT_EQ(shards.count(), kShards - 1);
  EXPECT_EQ(shards.take(all(kHere)).gained, given);
  EXPECT_FALSE(shards.is_here(ShardId{5}));
}

TEST(Shards, WhoIsFencedHasNone) {
  Shards shards(kHere);
  shards.arrived(shards.take(all(kHere)).gained);
  shards.forsake();
  EXPECT_FALSE(shards.is_own(ShardId{1}));
  EXPECT_EQ(shards.take(all(kHere)).gained.size(), kShards) << "and reads them anew if it gets them back";
}

TEST(Shards, ThoseWhoLiveInheritInTurnsTheLeastBusyFirst) {
  Picture picture{{{kHere, 1}, {kThere, 1}, {kElsewhere, 1}}, all(kThere)};
  picture.owners[0] = kHere;
  picture.nodes[0].load = 9;
  const auto heirs = heirs_of(kThere, picture, picture.nodes);
  ASSERT_EQ(heirs.size(), kShards - 1);
  EXPECT_EQ(heirs[0], std::pair(ShardId{1}, kElsewhere));
  EXPECT_EQ(heirs[1], std::pair(ShardId{2}, kHere));
  std::map<NodeId, int> counts;
  for (const auto& [shard, node] : heirs) ++counts[node];
  EXPECT_EQ(counts.size(), 2U);
  picture.nodes[2].state = NodeState::draining;
  EXPECT_EQ(heirs_of(kThere, picture, picture.nodes)[0].second, kHere);
  EXPECT_TRUE(heirs_of(kThere, picture, {}).empty());
}

}  // namespace
}  // namespace cluster
