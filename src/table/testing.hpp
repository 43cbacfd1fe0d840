// What tests of this room share: a time, and two seats.
#pragma once

#include "table/messages.hpp"

namespace table::testing {

inline const Time kNow = base::from_millis(1'700'000'000'000);
inline constexpr Seat kFirst{0};
inline constexpr Seat kSecond{1};

}  // namespace table::testing
