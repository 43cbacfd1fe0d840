// Who has whose part where a server lets others begin.
#include "protocols/adapter.hpp"

#include <algorithm>

namespace protocols {

std::optional<Cast> make_cast(std::size_t at, const std::map<char, std::string>& names,
                              const std::vector<std::string>& wanted, const std::vector<std::string>& found) {
  if (!std::ranges::is_permutation(wanted, found)) return std::nullopt;
  Cast cast{.at = at, .parts = {}};
  const auto peer_of = [&](const std::string& name) {
    return std::ranges::find(names, name, &std::pair<const char, std::string>::second);
  };
  for (std::size_t part = 0; part < wanted.size(); ++part) {
    if (peer_of(wanted[part]) == names.end() || peer_of(found[part]) == names.end()) return std::nullopt;
    cast.parts[peer_of(wanted[part])->first] = peer_of(found[part])->first;
  }
  return cast;
}

std::vector<std::string> order_from(std::vector<std::string> names, std::string_view first) {
  std::ranges::rotate(names, std::ranges::find(names, first));
  return names;
}

}  // namespace protocols
