// What a browser is shown of any game.
#include "protocols/web/state.hpp"

#include <fmt/format.h>

#include "games/face.hpp"

namespace protocols::web {

base::Value describe(const games::AnyView& view, const base::Members& shown,
                     const std::optional<games::Outcome>& outcome) {
  const auto ended = outcome ? outcome : games::outcome(view);
  base::Members state{{"turn", games::describe_seat(ended ? std::nullopt : games::to_move(view))},
                      {"outcome", describe_outcome(ended)}};
  const auto own = games::describe(view);
  state.insert(state.end(), own.members().begin(), own.members().end());
  for (const auto& [name, value] : shown) base::set(state, name, value);
  return state;
}

base::Value changes(const base::Value& before, const base::Value& after) {
  base::Members changed;
  const auto was = before.members();
  const auto is = after.members();
  for (std::size_t at = 0; at < is.size(); ++at) {
    if (at >= was.size() || was[at] != is[at]) changed.push_back(is[at]);
  }
  return changed;
}

base::Value describe_outcome(const std::optional<games::Outcome>& outcome) {
  if (!outcome) return nullptr;
  base::List winners;
  for (const auto seat : outcome->winners) winners.emplace_back(seat.value);
  return base::object({{"winners", std::move(winners)},
                       {"scores", base::list_of(outcome->scores)},
                       {"reason", outcome->reason}});
}

base::Value describe_durations(const std::vector<base::Duration>& durations) {
  base::List list;
  list.reserve(durations.size());
  for (const auto one : durations) list.emplace_back(one.count());
  return list;
}

std::string hash_of(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return fmt::format("{:08x}", hash);
}

}  // namespace protocols::web
