// What tests of this room share: a time, two seats, and what is found among notices.
#pragma once

#include "table/messages.hpp"

namespace table::testing {

inline const Time kNow = base::from_millis(1'700'000'000'000);
inline constexpr Seat kFirst{0};
inline constexpr Seat kSecond{1};

/// All notices of a kind, and to whom.
template <class What>
std::vector<std::pair<PlayerId, What>> told_in(const Effects& effects) {
  std::vector<std::pair<PlayerId, What>> list;
  for (const auto& [player, notice] : effects.tell) {
    if (const auto* one = std::get_if<What>(&notice)) list.emplace_back(player, *one);
  }
  return list;
}

}  // namespace table::testing
