// How fast somebody may go: so many steps in any stretch of so long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/time.hpp"

namespace server::web {

inline constexpr std::size_t kMostSteps = 200;
inline constexpr base::Duration kStretch = std::chrono::seconds(10);

class Pace {
 public:
  /// Counts a step. False if there were too many.
  bool step(base::Time now) {
    const auto at = static_cast<std::uint32_t>(base::millis(now));
    if (steps_.size() < kMostSteps) {
      steps_.push_back(at);
      return true;
    }
    auto& oldest = steps_[next_];
    if (at - oldest < kStretch.count()) return false;
    oldest = at;
    next_ = (next_ + 1) % kMostSteps;
    return true;
  }

 private:
  std::vector<std::uint32_t> steps_;  ///< the last ones, in a ring, in milliseconds that begin anew
  std::size_t next_ = 0;              ///< where the oldest of a full ring is
};

}  // namespace server::web
