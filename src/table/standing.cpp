// How many moves of a table stand.
#include "table/standing.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace table {

std::uint64_t standing_moves(std::span<const Entry> entries) {
  std::uint64_t count = 0;
  for (const auto& entry : entries) {
    const std::string_view text = entry.text;
    if (text.starts_with(kTakeback)) {
      count -= std::min(count, base::to_number<std::uint64_t>(text.substr(kTakeback.size())).value_or(0));
    } else if (!text.starts_with('!')) {
      ++count;
    }
  }
  return count;
}

}  // namespace table
