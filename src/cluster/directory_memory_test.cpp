// What a directory does, and what a node that was taken over can do no more.
#include "cluster/directory_memory.hpp"

#include <gtest/gtest.h>

namespace cluster {
namespace {

constexpr NodeId kOne{1};
constexpr NodeId kTwo{2};

struct MemoryDirectoryTest : testing::Test {
  MemoryDirectory all;

  template <class T, class Call>
  Result<T> ask(NodeId node, Call call, MemoryDirectory::Fate fate = MemoryDirectory::Fate::done) {
    std::optional<Result<T>> answer;
    call(all.of(node), [&](Result<T> found) { answer = std::move(found); });
    EXPECT_FALSE(answer) << "never before the call has returned";
    all.work(node, fate);
    return *answer;
  }
  Joined join(NodeId node) {
    return *ask<Joined>(node, [](Directory& to, auto then) { to.join(then); });
  }
  Result<Claimed> claim(NodeId node, const std::string& name, std::uint64_t player) {
    return ask<Claimed>(node, [&](Directory& to, auto then) { to.claim({name, name, player}, then); });
  }
  Result<Picture> beat(NodeId node) {
    return ask<Picture>(node, [](Directory& to, auto then) { to.beat(3, then); });
  }
  Result<bool> take_over(NodeId node, NodeId dead, Epoch seen) {
    return ask<bool>(node, [&](Directory& to, auto then) {
      to.take_over(dead, seen, {{ShardId{0}, kTwo}, {ShardId{1}, kTwo}}, then);
    });
  }
};

TEST_F(MemoryDirectoryTest, TheFirstNodeHasAllShardsAndTheNextNone) {
  EXPECT_EQ(join(kOne).epoch, 1U);
  const auto second = join(kTwo);
  EXPECT_EQ(second.picture.owners, std::vector<NodeId>(kShards, kOne));
  EXPECT_EQ(second.picture.nodes.size(), 2U);
}

TEST_F(MemoryDirectoryTest, ABeatIsCountedAndSeen) {
  join(kOne);
  const auto before = beat(kOne)->nodes[0].beat;
  const auto after = beat(kOne);
  EXPECT_EQ(after->nodes[0].beat, before + 1);
  EXPECT_EQ(after->nodes[0].load, 3U);
}

TEST_F(MemoryDirectoryTest, WhoWasTakenOverIsFencedUntilItJoinsAgain) {
  join(kOne);
  join(kTwo);
  EXPECT_EQ(take_over(kTwo, kOne, 7), Result<bool>(false)) << "another epoch was seen";
  EXPECT_EQ(take_over(kTwo, kOne, 1), Result<bool>(true));
  EXPECT_EQ(take_over(kTwo, kOne, 1), Result<bool>(false)) << "somebody was first";
  EXPECT_EQ(all.picture().owners[0], kTwo);
  EXPECT_EQ(all.picture().owners[2], kOne) << "only those with an heir";
  ASSERT_FALSE(beat(kOne));
  EXPECT_EQ(beat(kOne).error().code, base::Code::corrupt);
  EXPECT_EQ(claim(kOne, "anna", 1).error().code, base::Code::corrupt);
  EXPECT_EQ(join(kOne).epoch, 3U);
  EXPECT_TRUE(beat(kOne));
}

TEST_F(MemoryDirectoryTest, ANameHasOneOwnerWhileItsNodeRuns) {
  join(kOne);
  join(kTwo);
  EXPECT_EQ(claim(kOne, "anna", 1), Result<Claimed>(Yours{}));
  EXPECT_EQ(claim(kOne, "anna", 1), Result<Claimed>(Yours{})) << "again";
  EXPECT_EQ(claim(kOne, "anna", 2), Result<Claimed>(Taken{}));
  EXPECT_EQ(claim(kTwo, "anna", 1), Result<Claimed>(Taken{}));
  join(kOne);
  EXPECT_EQ(claim(kTwo, "anna", 1), Result<Claimed>(Yours{})) << "that run of the node is over";
  all.of(kTwo).release({"anna"});
  all.work(kTwo);
  EXPECT_EQ(claim(kOne, "anna", 5), Result<Claimed>(Yours{}));
}

TEST_F(MemoryDirectoryTest, SeatsAreKeptWithTheJournal) {
  join(kOne);
  const base::TableId table{1024};
  all.note(
      table::Header{table, "chess", "", {}, 1, {}, {{"anna", "chess", "::1"}, {"bert", "web", "token:x"}}});
  EXPECT_EQ(claim(kOne, "anna", 1), Result<Claimed>(SeatAt{table}));
  all.note(table::Entry{table, 0, {}, base::Seat{0}, "!name=carl"});
  EXPECT_EQ(claim(kOne, "anna", 1), Result<Claimed>(Yours{}));
  EXPECT_EQ(claim(kOne, "carl", 1), Result<Claimed>(SeatAt{table}));
  const auto find = [&](const std::string& address) {
    return *ask<std::optional<base::TableId>>(
        kOne, [&](Directory& to, auto then) { to.find_seat(address, "", then); });
  };
  EXPECT_EQ(find("token:x"), table);
  EXPECT_EQ(find("token:y"), std::nullopt);
  all.note(table::Closing{.table = table, .at = {}, .outcome = {}});
  EXPECT_EQ(find("token:x"), std::nullopt);
}

TEST_F(MemoryDirectoryTest, NumbersAreGivenOnce) {
  join(kOne);
  join(kTwo);
  const auto take = [&](NodeId node) {
    return *ask<std::uint64_t>(node, [](Directory& to, auto then) { to.take_table_numbers(then); });
  };
  const auto first = take(kOne);
  EXPECT_GE(take(kTwo), first + Directory::kTableBlock);
}

TEST_F(MemoryDirectoryTest, WhatIsInDoubtMayBeDoneOrNot) {
  join(kOne);
  const auto hand_over = [&](MemoryDirectory::Fate fate) {
    return ask<void>(kOne, [](Directory& to, auto then) { to.hand_over({ShardId{5}}, kTwo, then); }, fate);
  };
  EXPECT_EQ(hand_over(MemoryDirectory::Fate::refused).error().code, base::Code::storage);
  EXPECT_EQ(all.picture().owners[5], kOne);
  EXPECT_EQ(hand_over(MemoryDirectory::Fate::in_doubt).error().code, base::Code::storage);
  EXPECT_EQ(all.picture().owners[5], kTwo);
}

}  // namespace
}  // namespace cluster
