// The contract of the directory, on PostgreSQL: nodes, shards, takeover, names, seats, numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>

#include "harness/postgres.hpp"
#include "harness/stores.hpp"
#include "store/postgres/accounts.hpp"
#include "store/postgres/batch.hpp"
#include "store/postgres/directory.hpp"
#include "store/postgres/schema.hpp"
#include "table/accounts.hpp"

namespace {

using cluster::Claim;
using cluster::Claimed;
using cluster::NodeId;
using cluster::NodeState;
using cluster::Picture;
using cluster::ShardId;
using namespace harness;
using namespace store::postgres;

/// What is done on the loop's thread, which is the test's.
class Answers {
 public:
  void post(std::function<void()> work) {
    const std::lock_guard guard(mutex_);
    waiting_.push_back(std::move(work));
    changed_.notify_one();
  }
  void do_next() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !waiting_.empty(); });
    const auto work = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    work();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
};

/// A node that waits for every answer.
class Node {
 public:
  explicit Node(const std::string& url, NodePlace place = {}) {
    auto connection = connect_to(url);
    EXPECT_TRUE(make_schema(connection));
    const auto node = number_of(folder_.path(), connection);
    EXPECT_TRUE(node) << node.error().detail;
    id = {static_cast<std::uint32_t>(*node)};
    const store::postgres::Claim how{.node = *node, .place = std::move(place), .company = Company::others};
    directory = std::make_unique<PostgresDirectory>(
        DirectorySettings{url, how, [this](auto work) { answers_.post(std::move(work)); },
                          [this](const Hold& held) { hold = held; }});
  }

  template <class T, class Question>
  base::Result<T> ask(Question question) {
    std::optional<base::Result<T>> answer;
    question([&](base::Result<T> found) { answer = std::move(found); });
    EXPECT_FALSE(answer) << "answered before the call has returned";
    while (!answer) answers_.do_next();
    return *std::move(answer);
  }

  cluster::Joined join() {
    auto joined = ask<cluster::Joined>([&](auto then) { directory->join(std::move(then)); });
    EXPECT_TRUE(joined) << joined.error().detail;
    return joined.value_or(cluster::Joined{});
  }
  base::Result<Picture> beat(std::uint32_t load = 0) {
    return ask<Picture>([&](auto then) { directory->beat(load, std::move(then)); });
  }
  base::Result<bool> take_over(NodeId dead, cluster::Epoch seen, const std::vector<std::uint16_t>& shards,
                               NodeId heir) {
    std::vector<std::pair<ShardId, NodeId>> heirs;
    for (const auto shard : shards) heirs.emplace_back(ShardId{shard}, heir);
    return ask<bool>([&](auto then) { directory->take_over(dead, seen, std::move(heirs), std::move(then)); });
  }
  base::Result<void> hand_over(const std::vector<ShardId>& shards, NodeId to) {
    return ask<void>([&](auto then) { directory->hand_over(shards, to, std::move(then)); });
  }
  base::Result<void> show(NodeState state) {
    return ask<void>([&](auto then) { directory->show(state, std::move(then)); });
  }
  base::Result<Claimed> claim(const Claim& claim) {
    return ask<Claimed>([&](auto then) { directory->claim(claim, std::move(then)); });
  }
  base::Result<Claimed> claim(const std::string& name, std::uint64_t player = 1) {
    return claim(Claim{name, table::account_key(name), player, "10.0.0.1"});
  }
  std::optional<base::TableId> find_seat(const std::string& address, const std::string& account) {
    return ask<std::optional<base::TableId>>(
               [&](auto then) { directory->find_seat(address, account, std::move(then)); })
        .value_or(std::nullopt);
  }
  std::uint64_t tables() {
    return ask<std::uint64_t>([&](auto then) { directory->take_table_numbers(std::move(then)); }).value_or(0);
  }
  std::uint64_t guests() {
    return ask<std::uint64_t>([&](auto then) { directory->take_guest_numbers(std::move(then)); }).value_or(0);
  }

  NodeId id;
  Hold hold;
  std::unique_ptr<PostgresDirectory> directory;

 private:
  Folder folder_;
  Answers answers_;
};

class PostgresDirectoryTest : public testing::Test {
 protected:
  void append(const Node& node, const std::vector<store::Record>& records) {
    auto connection = connect_to(url_);
    Batch batch;
    for (const auto& record : records) batch.add(record);
    base::Error why;
    EXPECT_EQ(batch.append(connection, node.hold, why), Fate::durable) << why.detail;
  }
  static std::size_t shards_of(const Picture& picture, NodeId node) {
    return static_cast<std::size_t>(std::ranges::count(picture.owners, node));
  }

  std::string url_ = make_database();
};

TEST_F(PostgresDirectoryTest, TheFirstHasAllShardsAndLaterOnesNone) {
  Node one(url_, {.host = "a", .address = "10.0.0.1:7310", .version = "0.3"});
  Node two(url_);
  const auto first = one.join();
  EXPECT_EQ(shards_of(first.picture, one.id), cluster::kShards);
  const auto second = two.join();
  EXPECT_EQ(shards_of(second.picture, one.id), cluster::kShards);
  ASSERT_EQ(second.picture.nodes.size(), 2);
  EXPECT_EQ(second.picture.nodes[0], (cluster::NodeFacts{one.id, first.epoch, "10.0.0.1:7310", "0.3",
                                                         NodeState::up, second.picture.nodes[0].beat}));
}

TEST_F(PostgresDirectoryTest, ABeatIsCountedAndShowsHowThingsStand) {
  Node one(url_);
  Node two(url_);
  one.join();
  two.join();
  const auto before = one.beat(7);
  ASSERT_TRUE(before);
  EXPECT_EQ(before->nodes[0].load, 7);
  ASSERT_TRUE(one.beat(9));
  const auto after = two.beat();
  ASSERT_TRUE(after);
  EXPECT_EQ(after->nodes[0].beat, before->nodes[0].beat + 1);
  EXPECT_EQ(after->nodes[0].load, 9);
  EXPECT_EQ(after->nodes[1].beat, before->nodes[1].beat + 1);
}

TEST_F(PostgresDirectoryTest, WhoJoinsAnewKeepsItsShardsAndHasAnotherEpoch) {
  Node one(url_);
  const auto before = one.join();
  ASSERT_TRUE(std::holds_alternative<cluster::Yours>(*one.claim("anna")));
  const auto after = one.join();
  EXPECT_GT(after.epoch, before.epoch);
  EXPECT_EQ(static_cast<cluster::Epoch>(one.hold.epoch), after.epoch);
  EXPECT_EQ(shards_of(after.picture, one.id), cluster::kShards);
  EXPECT_TRUE(std::holds_alternative<cluster::Yours>(*one.claim("anna", 2))) << "names of before are free";
}

TEST_F(PostgresDirectoryTest, ADeadNodesShardsHaveHeirs) {
  Node one(url_);
  Node two(url_);
  Node three(url_);
  const auto dead = one.join();
  two.join();
  three.join();
  ASSERT_TRUE(two.take_over(one.id, dead.epoch, {1, 2, 3}, three.id).value());
  const auto picture = two.beat();
  ASSERT_TRUE(picture);
  EXPECT_EQ(shards_of(*picture, three.id), 3);
  EXPECT_EQ(shards_of(*picture, one.id), cluster::kShards - 3) << "what nobody was named for";
  EXPECT_EQ(picture->nodes[0].state, NodeState::down);
  EXPECT_GT(picture->nodes[0].epoch, dead.epoch);
  EXPECT_FALSE(three.take_over(one.id, dead.epoch, {4}, three.id).value()) << "somebody was first";
  EXPECT_EQ(shards_of(*two.beat(), three.id), 3);
}

TEST_F(PostgresDirectoryTest, WhoWasTakenOverCanDoNothingBeforeItJoinsAnew) {
  Node one(url_);
  Node two(url_);
  const auto dead = one.join();
  two.join();
  ASSERT_TRUE(two.take_over(one.id, dead.epoch, {1}, two.id).value());
  const auto fenced = [](const auto& answer) {
    return !answer && answer.error().code == base::Code::corrupt;
  };
  EXPECT_TRUE(fenced(one.beat()));
  EXPECT_TRUE(fenced(one.hand_over({ShardId{5}}, two.id)));
  EXPECT_TRUE(fenced(one.show(NodeState::up)));
  EXPECT_TRUE(fenced(one.claim("anna")));
  EXPECT_TRUE(fenced(one.take_over(two.id, 1, {1}, one.id)));
  one.join();
  EXPECT_TRUE(one.beat());
  EXPECT_EQ(shards_of(*one.beat(), two.id), 1);
}

TEST_F(PostgresDirectoryTest, OwnShardsCanBeGivenAway) {
  Node one(url_);
  Node two(url_);
  one.join();
  two.join();
  ASSERT_TRUE(one.hand_over({ShardId{0}, ShardId{1023}}, two.id));
  ASSERT_TRUE(two.hand_over({ShardId{5}}, two.id)) << "which is nobody else's to take";
  const auto picture = *one.beat();
  EXPECT_EQ(shards_of(picture, two.id), 2);
  EXPECT_EQ(picture.owners[1023], two.id);
  EXPECT_EQ(picture.owners[5], one.id);
}

TEST_F(PostgresDirectoryTest, ANodeSaysHowItIs) {
  Node one(url_);
  one.join();
  for (const auto state : {NodeState::draining, NodeState::down, NodeState::up}) {
    ASSERT_TRUE(one.show(state));
    EXPECT_EQ(one.beat()->nodes[0].state, state);
  }
}

TEST_F(PostgresDirectoryTest, ANameIsOneVisitorsAmongAllNodes) {
  Node one(url_);
  Node two(url_);
  const auto epoch = one.join().epoch;
  two.join();
  EXPECT_TRUE(std::holds_alternative<cluster::Yours>(*one.claim("anna", 1)));
  EXPECT_TRUE(std::holds_alternative<cluster::Yours>(*one.claim("anna", 1))) << "again";
  EXPECT_TRUE(std::holds_alternative<cluster::Taken>(*one.claim("anna", 2)));
  EXPECT_TRUE(std::holds_alternative<cluster::Taken>(*two.claim("anna", 1)));
  two.directory->release({"anna"});
  EXPECT_TRUE(std::holds_alternative<cluster::Taken>(*two.claim("anna", 1))) << "nobody else can let it go";
  one.directory->release({"anna", "nobody"});
  ASSERT_TRUE(one.beat()) << "which is answered after it";
  EXPECT_TRUE(std::holds_alternative<cluster::Yours>(*two.claim("anna", 1)));
  EXPECT_TRUE(std::holds_alternative<cluster::Yours>(*one.claim("bert", 1)));
  ASSERT_TRUE(two.take_over(one.id, epoch, {}, two.id).value());
  EXPECT_TRUE(std::holds_alternative<cluster::Yours>(*two.claim("bert", 9)))
      << "a dead node's names are free";
}

TEST_F(PostgresDirectoryTest, AnAccountsNameIsForWhoIsSignedIn) {
  Node one(url_);
  Node two(url_);
  one.join();
  two.join();
  const auto now = base::from_millis(1000);
  const auto accounts = PostgresAccounts::open(url_);
  ASSERT_TRUE(accounts);
  ASSERT_TRUE((*accounts)->create({"Anna", "hash", now}, {"t", "Anna", now + std::chrono::hours(1)}));
  const auto key = table::account_key("Anna");
  EXPECT_TRUE(std::holds_alternative<cluster::OfAccount>(*one.claim("Anna")));
  EXPECT_TRUE(
      std::holds_alternative<cluster::OfAccount>(*one.claim({"anna", key, 1, "10.0.0.1", "", "other"})));
  EXPECT_TRUE(
      std::holds_alternative<cluster::Yours>(*one.claim({"Anna", key, 1, "token:t", "10.0.0.7", key})));
  EXPECT_TRUE(std::holds_alternative<cluster::OfAccount>(*two.claim({"anna", key, 1, "10.0.0.1"})));
  EXPECT_TRUE(std::holds_alternative<cluster::Yours>(*two.claim({"anna", key, 1, "10.0.0.7"})))
      << "from where the browser is";
}

TEST_F(PostgresDirectoryTest, SeatsAreFoundWhileTheirTableGoesOn) {
  Node one(url_);
  one.join();
  auto opened = header(5);
  opened.chairs = {{"anna", "chess", "10.0.0.1"}, {"Bert", "web", "token:b"}};
  append(one, {opened, entry(5, 0, "a")});
  const auto seat = cluster::SeatAt{{5}};
  EXPECT_EQ(*one.claim("anna"), Claimed(seat));
  EXPECT_EQ(one.find_seat("token:b", ""), base::TableId{5});
  EXPECT_EQ(one.find_seat("", table::account_key("Bert")), base::TableId{5});
  EXPECT_EQ(one.find_seat("10.0.0.9", ""), std::nullopt);
  EXPECT_EQ(one.find_seat("", ""), std::nullopt);
  auto named = entry(5, 1, "!name=Anna%20B");
  named.who = {0};
  append(one, {named});
  EXPECT_EQ(*one.claim("Anna B"), Claimed(seat));
  EXPECT_TRUE(std::holds_alternative<cluster::Yours>(*one.claim("anna")));
  append(one, {closing(5)});
  EXPECT_EQ(one.find_seat("token:b", ""), std::nullopt);
  EXPECT_TRUE(std::holds_alternative<cluster::Yours>(*one.claim("Anna B", 3)));
}

/// In whatever groups records come, the seats are the same afterwards.
TEST_F(PostgresDirectoryTest, SeatsDoNotDependOnHowRecordsAreGrouped) {
  Node one(url_);
  one.join();
  auto named = entry(5, 0, "!name=Carla");
  named.who = {1};
  auto closed = entry(6, 0, "!name=Dora");
  append(one, {header(5), named, header(6), closed, closing(6), header(7)});
  append(one, {entry(7, 0, "!name=Emil"), closing(7)});
  auto connection = connect_to(url_);
  const auto rows =
      connection.run("SELECT string_agg(table_id || ' ' || name, ',' ORDER BY seat) FROM seats");
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->text(0, 0), "5 " + header(5).chairs[0].name + ",5 Carla");
}

TEST_F(PostgresDirectoryTest, NumbersAreNobodyElses) {
  Node one(url_);
  Node two(url_);
  one.join();
  append(one, {header(200'000'000'000)});  // of a server that counted one by one
  const auto first = one.tables();
  EXPECT_GT(first, 200'000'000'000 / cluster::kShards);
  EXPECT_GE(two.tables(), first + cluster::Directory::kTableBlock);
  const auto guests = two.guests();
  EXPECT_GE(one.guests(), guests + cluster::Directory::kGuestBlock);
}

TEST_F(PostgresDirectoryTest, GoesOnWhenItsConnectionsWereCut) {
  Node one(url_);
  one.join();
  ASSERT_TRUE(one.beat());
  ASSERT_TRUE(connect_to(url_).execute(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = "
      "current_database()"));
  auto beaten = one.beat();
  if (!beaten) {
    EXPECT_EQ(beaten.error().code, base::Code::storage) << "nobody knows whether it was counted";
    beaten = one.beat();
  }
  EXPECT_TRUE(beaten) << beaten.error().detail;
  EXPECT_TRUE(one.show(NodeState::up) || one.show(NodeState::up));
}

}  // namespace
