// Which sentence of postal.md a refused line broke.
#include "protocols/postal/citations.hpp"

#include <algorithm>

#include "protocols/postal/words.hpp"

namespace protocols::postal {
namespace {

constexpr std::array<Rule, kTroubles.size()> kRules{{
    {"postal.md, 2", "A card that is illegal is answered by `ERROR illegal`; the same player may try again."},
    {"postal.md, 3",
     "A card that comes before the game, or while the opponent thinks, is answered by `ERROR early`."},
    {"postal.md, 4", "A line that is no card is answered by `ERROR unread`."},
}};

}  // namespace

std::optional<Rule> rule(std::string_view answer, Reason why) {
  const auto found = std::ranges::find(kTroubles, answer);
  if (found == kTroubles.end() || is_our_own(why)) return std::nullopt;
  return kRules[static_cast<std::size_t>(found - kTroubles.begin())];
}

std::vector<std::string> refusals() { return {kTroubles.begin(), kTroubles.end()}; }

}  // namespace protocols::postal
