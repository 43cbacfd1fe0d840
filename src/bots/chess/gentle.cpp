// Chess without harm.
#include "bots/chess/gentle.hpp"

#include <vector>

#include "games/chess/rules.hpp"

namespace bots::chess {
namespace {

namespace rules = games::chess;

bool is_gentle(const rules::View& view, const rules::Move& move) {
  const auto others = view.state.position.of(!view.state.position.turn);
  if (move.act != rules::Act::step || rules::has(others, move.to)) return false;
  auto state = view.state;
  return rules::Rules::play(state, *view.viewer, move) && !rules::Rules::outcome(state);
}

}  // namespace

games::AnyMove choose_gently(const games::AnyView& view, std::span<const games::AnyMove> candidates,
                             base::Rng& rng) {
  const auto& seen = games::get<rules::View>(view);
  std::vector<const games::AnyMove*> gentle;
  for (const auto& candidate : candidates) {
    if (is_gentle(seen, games::get<rules::Move>(candidate))) gentle.push_back(&candidate);
  }
  return gentle.empty() ? candidates[rng.below(candidates.size())] : *gentle[rng.below(gentle.size())];
}

}  // namespace bots::chess
