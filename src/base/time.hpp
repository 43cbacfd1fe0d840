// Time as a value: pure rooms get it as an argument and never ask a clock.
#pragma once

#include <chrono>

namespace base {

struct ParlorClock {
  using duration = std::chrono::milliseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<ParlorClock>;
};

using Duration = ParlorClock::duration;
using Time = ParlorClock::time_point;  ///< milliseconds since 1970, UTC

inline long long millis(Time time) { return time.time_since_epoch().count(); }
inline Time from_millis(long long count) { return Time(Duration(count)); }

}  // namespace base
