// The refusals of all games.
#include "games/refusals.hpp"

#include <algorithm>

#include "games/all.hpp"

namespace games {
namespace {

template <class G>
void add(std::string_view game, std::vector<base::Reason>& list) {
  if constexpr (HasRefusals<G>) {
    if (game.empty() || game == G::name)
      list.insert(list.end(), G::Refusals::all.begin(), G::Refusals::all.end());
  }
}

}  // namespace

std::vector<base::Reason> refusals_of(std::string_view game) {
  std::vector<base::Reason> list;
  for (std::size_t at = 0; at < All::size; ++at)
    All::with(at, [&](auto index) { add<All::At<index>>(game, list); });
  return list;
}

std::optional<base::Reason> find_refusal(std::string_view word) {
  const auto all = refusals_of({});
  const auto found = std::ranges::find(all, word, &base::Reason::own);
  return found == all.end() ? std::nullopt : std::optional(*found);
}

}  // namespace games
