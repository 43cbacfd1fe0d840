// The beat of a node that serves: a thread with a connection of its own.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "store/postgres/node.hpp"

namespace store::postgres {

class Heart {
 public:
  /// `on_lost` is called once, on the heart's thread, if the hold is found to be lost.
  Heart(std::string url, Hold hold, std::function<void(const base::Error&)> on_lost);
  ~Heart();
  Heart(const Heart&) = delete;
  Heart& operator=(const Heart&) = delete;

  /// How long ago the last beat that went through was begun.
  std::chrono::milliseconds age() const;

 private:
  void work();
  bool rest();

  std::string url_;
  Hold hold_;
  std::function<void(const base::Error&)> on_lost_;
  std::atomic<std::chrono::steady_clock::time_point> last_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace store::postgres
