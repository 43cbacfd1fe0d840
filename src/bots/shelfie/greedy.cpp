// Greedy: every turn that is possible now, by the points it leaves on the shelf.
#include "bots/shelfie/greedy.hpp"

#include <algorithm>
#include <tuple>

#include "bots/shelfie/plan.hpp"
#include "bots/shelfie/worth.hpp"

namespace bots::shelfie::greedy {

games::shelfie::Move choose(const games::shelfie::View& view,
                            std::span<const games::shelfie::Move> candidates, base::Rng& rng,
                            std::size_t in_mind) {
  const Outlook outlook = outlook_of(view, *view.viewer);
  std::vector<Plan> plans = plans_of(view);
  rng.shuffle(std::span(plans));
  keep_some(plans, in_mind, rng);
  for (Plan& plan : plans) plan.worth = points_now(outlook, plan.after);
  std::ranges::sort(plans, std::greater{},
                    [](const Plan& plan) { return std::tuple(plan.worth, plan.count); });
  return pick(plans, view.open.phase, candidates);
}

}  // namespace bots::shelfie::greedy
