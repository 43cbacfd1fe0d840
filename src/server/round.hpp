// How long peers are looked after before it is listened again, and how far appends are apart.
#pragma once

#include <chrono>

namespace server {

/// Asked after each peer; looks at the clock after a few of them.
class Round {
 public:
  bool operator()() { return ++peers_ % kPeersAtOnce == 0 && Clock::now() >= end_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kLength = std::chrono::microseconds(100);
  static constexpr int kPeersAtOnce = 4;

  Clock::time_point end_ = Clock::now() + kLength;
  int peers_ = 0;
};

/// How far appends are apart under load: each is a synced transaction, and rounds are many and short. One
/// after a quiet time is made at once.
class Spacing {
 public:
  /// Whether the last append, when this was made, was just now.
  bool is_close() const { return Clock::now() < end_; }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr auto kLeast = std::chrono::milliseconds(4);

  Clock::time_point end_ = Clock::now() + kLeast;
};

}  // namespace server
