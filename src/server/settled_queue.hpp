// What the journal's thread reports, on its way to the loop's.
#pragma once

#include <functional>
#include <mutex>
#include <vector>

#include "net/loop.hpp"
#include "store/journal.hpp"

namespace server {

/// What the journal's thread reports, handed over to the loop's.
class SettledQueue {
 public:
  explicit SettledQueue(net::Loop& loop) : loop_(loop) {}

  void deliver_to(std::function<void()> work) { work_ = std::move(work); }

  void push(const store::Settled& settled) {
    const std::lock_guard guard(mutex_);
    queue_.push_back(settled);
    if (queue_.size() == 1) loop_.post([this] { work_(); });
  }

  std::vector<store::Settled> take() {
    const std::lock_guard guard(mutex_);
    return std::exchange(queue_, {});
  }

 private:
  net::Loop& loop_;
  std::function<void()> work_;
  std::mutex mutex_;
  std::vector<store::Settled> queue_;
};

}  // namespace server
