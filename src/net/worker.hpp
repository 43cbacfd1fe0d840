// A thread of its own for work that would keep everybody waiting: bots that think, passwords that are hashed.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "net/loop.hpp"

namespace net {

class Worker {
 public:
  /// What is called on the loop's thread once the work is done.
  using Then = std::function<void()>;
  using Work = std::function<Then()>;

  explicit Worker(Loop& loop);
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() { stop(); }

  /// Has the work done, piece by piece: everybody's in the order in which it was given, and those who have
  /// work waiting in turns, so that nobody waits for all that another has given. Work for which there is no
  /// memory, so that it throws std::bad_alloc, is given up, and `failed` is called instead of what it
  /// returns.
  void give(Work work, Then failed, const std::string& whose = {});
  /// Waits until what is being done is done; what waits is dropped, as is all that is given later.
  void stop();

 private:
  struct Job {
    Work work;
    Then failed;
  };

  void labour();
  Job take_next();
  static Then perform(Job job);
  void hand_over(Then then);

  Loop& loop_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::deque<Job>> waiting_;  ///< by whose it is
  std::deque<std::string> turns_;                   ///< whose is next; each once
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace net
