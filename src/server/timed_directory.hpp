// A directory of which it is known how long it takes to answer.
#pragma once

#include <chrono>
#include <utility>

#include "cluster/directory.hpp"
#include "server/node_watcher.hpp"

namespace server {

class TimedDirectory final : public cluster::Directory {
 public:
  /// Both outlive it.
  TimedDirectory(cluster::Directory& directory, NodeWatcher& watcher)
      : directory_(directory), watcher_(watcher) {}

  void join(Then<cluster::Joined> then) override {
    directory_.join(timed(DirectoryAct::join, std::move(then)));
  }
  void beat(std::uint32_t load, Then<cluster::Picture> then) override {
    directory_.beat(load, timed(DirectoryAct::beat, std::move(then)));
  }
  void take_over(cluster::NodeId dead, cluster::Epoch seen,
                 std::vector<std::pair<cluster::ShardId, cluster::NodeId>> heirs, Then<bool> then) override {
    directory_.take_over(dead, seen, std::move(heirs), timed(DirectoryAct::take_over, std::move(then)));
  }
  void hand_over(std::vector<cluster::ShardId> shards, cluster::NodeId to, Then<void> then) override {
    directory_.hand_over(std::move(shards), to, timed(DirectoryAct::hand_over, std::move(then)));
  }
  void show(cluster::NodeState state, Then<void> then) override {
    directory_.show(state, timed(DirectoryAct::show, std::move(then)));
  }
  void claim(cluster::Claim claim, Then<cluster::Claimed> then) override {
    directory_.claim(std::move(claim), timed(DirectoryAct::claim, std::move(then)));
  }
  void release(std::vector<std::string> names) override { directory_.release(std::move(names)); }
  void find_seat(std::string address, std::string account, Then<std::optional<base::TableId>> then) override {
    directory_.find_seat(std::move(address), std::move(account),
                         timed(DirectoryAct::find_seat, std::move(then)));
  }
  void take_table_numbers(Then<std::uint64_t> then) override {
    directory_.take_table_numbers(timed(DirectoryAct::numbers, std::move(then)));
  }
  void take_guest_numbers(Then<std::uint64_t> then) override {
    directory_.take_guest_numbers(timed(DirectoryAct::numbers, std::move(then)));
  }

 private:
  template <class Answer>
  Answer timed(DirectoryAct act, Answer then) {
    const auto begun = std::chrono::steady_clock::now();
    return [this, act, begun, then = std::move(then)](auto answer) {
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
      watcher_.asked_directory(act, took.count());
      then(std::move(answer));
    };
  }

  cluster::Directory& directory_;
  NodeWatcher& watcher_;
};

}  // namespace server
