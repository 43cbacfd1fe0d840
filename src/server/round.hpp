// How long peers are looked after before it is listened again.
#pragma once

#include <chrono>

namespace server {

/// Asked after each peer; looks at the clock after a few of them.
class Round {
 public:
  bool operator()() { return ++peers_ % kPeersAtOnce == 0 && Clock::now() >= end_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kLength = std::chrono::microseconds(250);
  static constexpr int kPeersAtOnce = 4;

  Clock::time_point end_ = Clock::now() + kLength;
  int peers_ = 0;
};

}  // namespace server
