// What comes to a player's mind: some of all that is possible.
#pragma once

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "base/rng.hpp"

namespace bots {

/// For a player to whom all comes to mind that is possible.
inline constexpr std::size_t kEverything = std::numeric_limits<std::size_t>::max();

/// Keeps so many of the items, each with the same chance; all of them if there are no more.
template <class T>
void keep_some(std::vector<T>& items, std::size_t count, base::Rng& rng) {
  if (items.size() <= count) return;
  for (std::size_t at = 0; at < count; ++at) std::swap(items[at], items[at + rng.below(items.size() - at)]);
  items.erase(items.begin() + static_cast<std::ptrdiff_t>(count), items.end());
}

}  // namespace bots
