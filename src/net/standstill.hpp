// How long a thread did not run though it wanted to: stopped, or without a processor.
#pragma once

#include <chrono>

namespace net {

/// Shorter gaps are not noticed.
inline constexpr std::chrono::milliseconds kNoticedGap{100};

/// Two things are gaps: a wait that took longer than it was asked to, and work that took longer than the
/// processor was busy with it. What a thread computes is its own doing, however long it takes. Used on the
/// thread that it is about.
class Standstill {
 public:
  Standstill();

  /// The thread is about to wait so long at most; and its wait is over.
  void waits(std::chrono::milliseconds at_most);
  void woke();
  /// The gaps since the last call.
  std::chrono::milliseconds take();

 private:
  using Clock = std::chrono::steady_clock;

  void look();
  void add(std::chrono::nanoseconds gap);

  Clock::time_point seen_;             ///< when it was looked last
  std::chrono::nanoseconds worked_{};  ///< how long the thread has worked since the next was asked for
  std::chrono::nanoseconds cpu_;       ///< how much of the processor the thread had used by then
  std::chrono::milliseconds asked_{};
  std::chrono::nanoseconds gaps_{};
};

}  // namespace net
