// The directory in PostgreSQL: nodes, shards, names and seats that all nodes on one database share.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>

#include "cluster/directory.hpp"
#include "store/postgres/connection.hpp"
#include "store/postgres/node.hpp"

namespace store::postgres {

struct DirectorySettings {
  std::string url;
  Claim how{};  ///< in company; `node` is this node
  /// Has something done on the loop's thread, soon; called on any thread.
  std::function<void(std::function<void()>)> post;
  /// Called on the directory's thread after every `join`, before its answer: under which epoch this node may
  /// write from now on.
  std::function<void(const Hold&)> on_hold = [](const Hold&) {};
  /// Called on the loop's thread with everything that is seen, before who has asked for it.
  std::function<void(const cluster::Picture&)> on_picture = [](const cluster::Picture&) {};
};

/// What is asked is done by a thread of its own, one after the other.
class PostgresDirectory final : public cluster::Directory {
 public:
  /// Needs a database with Parlor's tables.
  explicit PostgresDirectory(DirectorySettings settings);
  /// Waits for what is being done; what waits is dropped.
  ~PostgresDirectory() override;
  PostgresDirectory(const PostgresDirectory&) = delete;
  PostgresDirectory& operator=(const PostgresDirectory&) = delete;

  /// How long ago the last beat that went through was begun.
  std::chrono::milliseconds beat_age() const;

  void join(Then<cluster::Joined> then) override;
  void beat(std::uint32_t load, Then<cluster::Picture> then) override;
  void take_over(cluster::NodeId dead, cluster::Epoch seen,
                 std::vector<std::pair<cluster::ShardId, cluster::NodeId>> heirs, Then<bool> then) override;
  void hand_over(std::vector<cluster::ShardId> shards, cluster::NodeId to, Then<void> then) override;
  void show(cluster::NodeState state, Then<void> then) override;
  void claim(cluster::Claim claim, Then<cluster::Claimed> then) override;
  void release(std::vector<std::string> names) override;
  void find_seat(std::string address, std::string account, Then<std::optional<base::TableId>> then) override;
  void take_table_numbers(Then<std::uint64_t> then) override;
  void take_guest_numbers(Then<std::uint64_t> then) override;

 private:
  using Job = std::function<void()>;
  /// Whether what is done survives a crash of the database.
  enum class Lasts : std::uint8_t { for_ever, perhaps };

  void work();
  void queue(Job job);
  template <class T>
  void ask(std::function<Result<T>()> question, Then<T> then);
  Result<Connection*> open(std::optional<Connection>& connection, Lasts lasts);
  Result<Connection*> durable();
  Result<Connection*> lasting_or_not();
  std::string own_node() const { return std::to_string(settings_.how.node); }
  std::string own_epoch() const { return std::to_string(hold_.epoch); }

  Result<cluster::Joined> do_join();
  Result<cluster::Picture> do_beat(std::uint32_t load);
  Result<bool> do_take_over(cluster::NodeId dead, cluster::Epoch seen,
                            const std::vector<std::pair<cluster::ShardId, cluster::NodeId>>& heirs);
  Result<void> do_hand_over(const std::vector<cluster::ShardId>& shards, cluster::NodeId to);
  Result<void> do_show(cluster::NodeState state);
  Result<cluster::Claimed> do_claim(const cluster::Claim& claim);
  void do_release(const std::vector<std::string>& names);
  Result<std::uint64_t> next_table_numbers();
  Result<std::uint64_t> next_guest_numbers();

  DirectorySettings settings_;
  std::atomic<std::chrono::steady_clock::time_point> last_beat_;
  // Of the directory's thread:
  Hold hold_;
  std::optional<Connection> durable_;
  std::optional<Connection> hasty_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> waiting_;
  bool ending_ = false;
  std::thread thread_;
};

/// Refuses a node that cannot join those that run: one of its number does already, one serves alone, or they
/// play something else.
Result<void> check_node(const std::string& url, const Claim& how);

/// How things stand now.
Result<cluster::Picture> read_picture(Connection& connection);

std::string_view name_of(cluster::NodeState state);

}  // namespace store::postgres
