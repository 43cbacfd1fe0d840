// What players are called.
#include "protocols/scrabble-clarkson/names.hpp"

#include <algorithm>

#include "protocols/scrabble-clarkson/words.hpp"

namespace protocols::scrabble_clarkson {

const std::string& Names::shown(const std::string& name) {
  if (const auto known = shown_.find(name); known != shown_.end()) return known->second;
  auto candidate = fill_white_space(name, '_');
  while (is_taken(candidate, name)) candidate += '_';
  return shown_.emplace(name, std::move(candidate)).first->second;
}

bool Names::is_taken(std::string_view shown, std::string_view name) const {
  return std::ranges::any_of(shown_,
                             [&](const auto& one) { return one.second == shown && one.first != name; });
}

}  // namespace protocols::scrabble_clarkson
