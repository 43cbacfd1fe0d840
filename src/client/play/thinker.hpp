// A thread on which bots think, so that the screen stays alive.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "bots/all.hpp"
#include "net/loop.hpp"

namespace client::play {

class Thinker {
 public:
  /// What was thought is told on the thread of the loop, which must outlive the thinker.
  explicit Thinker(net::Loop& loop, std::uint64_t seed);
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;
  /// Waits for the thought that is going on; it is not told any more.
  ~Thinker();

  /// Chooses a move of those that the view allows; `done` is not called if there is none.
  void choose(const bots::Bot& bot, games::AnyView view, std::function<void(const games::AnyMove&)> done);

 private:
  struct Task {
    const bots::Bot* bot;
    games::AnyView view;
    std::function<void(const games::AnyMove&)> done;
  };
  void run();

  net::Loop& loop_;
  base::Rng rng_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Task> tasks_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace client::play
