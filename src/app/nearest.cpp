// What somebody may have meant.
#include "app/nearest.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace app {
namespace {

/// How many letters must be added, left out or changed.
std::size_t distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  std::iota(row.begin(), row.end(), 0U);
  for (std::size_t i = 1; i <= from.size(); ++i) {
    auto diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const auto changed = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row[to.size()];
}

}  // namespace

std::string nearest(std::string_view text, std::span<const std::string_view> names) {
  std::string best;
  // More than that would be far-fetched.
  std::size_t fewest = (text.size() < 4 ? 1 : std::max<std::size_t>(2, text.size() / 3)) + 1;
  for (const auto name : names) {
    const bool part = text.size() > 2 && name.find(text) != std::string_view::npos;
    const auto changes = part ? 1 : distance(text, name);
    if (changes < fewest) {
      fewest = changes;
      best = name;
    }
  }
  return best;
}

}  // namespace app
