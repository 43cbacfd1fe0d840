// In which order the tables of shards are read that have just come, and what is not believed.
#include "server/shard_reads.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <deque>
#include <string>

namespace server {
namespace {

using base::TableId;
using cluster::NodeId;
using cluster::ShardId;

constexpr NodeId kSelf{1};
constexpr NodeId kOther{2};

table::Table make_table(TableId id) {
  static const games::Kits kits;
  return *table::Table::open(kits, {id,
                                    "chess",
                                    "",
                                    base::Seed(1),
                                    games::facts_of("chess")->revision,
                                    {},
                                    {{"a", "web"}, {"b", "web"}},
                                    "",
                                    ""});
}

/// Has what is kept, and reads it when it is told to.
class Kept final : public NodeEngine {
 public:
  void read_tables(std::vector<TableId> tables, std::function<void(std::vector<FoundTable>)> then) override {
    waiting.emplace_back([this, tables, then = std::move(then)] {
      std::vector<FoundTable> found;
      for (const auto id : tables) {
        log += fmt::format("[{}]", id.value);
        if (open.contains(id)) found.push_back({make_table(id)});
      }
      return [then, found = std::make_shared<std::vector<FoundTable>>(std::move(found))] {
        then(std::move(*found));
      };
    });
  }
  void read_piece(store::Journal::Piece piece, std::function<void(OpenTables)> then) override {
    waiting.emplace_back([this, piece, then = std::move(then)] {
      auto found = std::make_shared<OpenTables>();
      for (const auto id : open) {
        if (id <= piece.after || piece.but.contains(id) || !piece.shards.contains(cluster::shard_of(id)))
          continue;
        found->tables.push_back(make_table(id));
        if (found->tables.size() < 2) continue;  // a piece of ours, whatever was wanted
        found->last = id;
        break;
      }
      log += fmt::format("piece:{}", found->tables.size());
      return [then, found] { then(std::move(*found)); };
    });
  }

  void handle_here(base::PlayerId, table::Request, base::Time, base::Time) override {}
  void read_table(TableId, std::function<void(std::optional<store::StoredTable>)>) override {}
  void read_again() override {}
  bool is_durable(const IsOne&) const override { return true; }
  void forsake(const IsOne&, May, base::Time) override {}
  void write_again(std::function<void(base::Result<void>)>) override {}
  std::uint32_t load() const override { return 0; }
  void look_for_finished() override {}
  Inspector& inspector() override { std::abort(); }

  std::set<TableId> open;
  std::deque<std::function<std::function<void()>()>> waiting;
  std::string log;
};

class ShardReading : public testing::Test, protected ShardReads::Listener, protected NodeWatcher {
 protected:
  ShardReading() { own(kSelf); }

  void restore(table::Table table) override { engine_.log += fmt::format(" {}", table.header().table.value); }
  bool was_read(TableId id, std::optional<FoundTable> found) override {
    engine_.log += fmt::format(" {}{}", found ? "!" : "?", id.value);
    return found.has_value();
  }
  void took_tables(std::size_t tables, double /*seconds*/) override {
    engine_.log += fmt::format(" took {}:", tables);
  }
  void arrived(const std::vector<ShardId>& shards) override {
    engine_.log += fmt::format(" {} here", shards.size());
  }
  /// Whose the shards 1 and 2 are from now on, as far as is known.
  void own(NodeId owner) {
    std::vector<NodeId> owners(cluster::kShards, cluster::kNobody);
    owners[1] = owners[2] = owner;
    const auto moves = shards_.take(owners);
    reads_.lose(moves.lost);
  }
  void begin() { reads_.read(std::vector{ShardId{1}, ShardId{2}}); }
  static TableId table(std::uint64_t number, std::uint16_t shard = 1) {
    return cluster::table_in({shard}, number);
  }
  /// What waits is read, and known; returns what came of it.
  std::string step() {
    engine_.log.clear();
    const auto known = engine_.waiting.front()();
    engine_.waiting.pop_front();
    known();
    return std::exchange(engine_.log, "");
  }

  Kept engine_;
  cluster::Shards shards_{kSelf};
  ShardReads reads_{engine_, shards_, *this, *this};
};

TEST_F(ShardReading, GoesOnUntilAllIsHere) {
  engine_.open = {table(0), table(0, 2), table(1), table(0, 3)};
  begin();
  EXPECT_EQ(step(), "piece:2 1 2");
  EXPECT_EQ(step(), "piece:1 1025 took 3: 2 here");
  EXPECT_TRUE(engine_.waiting.empty());
}

TEST_F(ShardReading, WhatSomebodyWaitsForComesFirst) {
  engine_.open = {table(0), table(1), table(2), table(3), table(4)};
  begin();
  reads_.want(table(4));
  reads_.want(table(9));
  EXPECT_EQ(step(), "piece:2 1 1025") << "was under way";
  EXPECT_EQ(step(), "[4097][9217] !4097 ?9217");
  EXPECT_EQ(step(), "piece:2 2049 3073");
  EXPECT_EQ(step(), "piece:0 took 5: 2 here") << "and is not read twice";
}

TEST_F(ShardReading, RunsTakeTurns) {
  engine_.open = {table(0), table(1), table(2), table(0, 2)};
  reads_.read(std::vector{ShardId{1}});
  reads_.read(std::vector{ShardId{2}});
  EXPECT_EQ(step(), "piece:2 1 1025");
  EXPECT_EQ(step(), "piece:1 2 took 1: 1 here");
  EXPECT_EQ(step(), "piece:1 2049 took 3: 1 here");
}

TEST_F(ShardReading, WhatIsOpenedMeanwhileIsNotTakenForOneOfBefore) {
  engine_.open = {table(0), table(1)};
  begin();
  reads_.know(table(1));
  EXPECT_EQ(step(), "piece:2 1") << "it may be closed by now";
}

TEST_F(ShardReading, WhatWasAnothersMeanwhileIsReadAnew) {
  engine_.open = {table(0), table(1)};
  begin();
  reads_.want(table(1));
  const auto piece = engine_.waiting.front()();
  engine_.waiting.pop_front();
  own(kOther);
  own(kSelf);
  begin();
  piece();
  EXPECT_EQ(std::exchange(engine_.log, ""), "piece:2") << "nothing of it is restored";
  const auto wanted = engine_.waiting.front()();
  engine_.waiting.pop_front();
  wanted();
  EXPECT_EQ(std::exchange(engine_.log, ""), "[1025]") << "was asked for under another turn";
  EXPECT_EQ(step(), "[1025] !1025");
  EXPECT_EQ(step(), "piece:1 1 took 2: 2 here");
  EXPECT_EQ(step(), "piece:0 took 0: 0 here") << "the rest of what was begun before";
}

TEST_F(ShardReading, NobodyHearsOfWhatWasForgotten) {
  engine_.open = {table(0)};
  begin();
  reads_.want(table(0));
  reads_.forget();
  EXPECT_EQ(step(), "piece:1");
  EXPECT_TRUE(engine_.waiting.empty());
}

}  // namespace
}  // namespace server
