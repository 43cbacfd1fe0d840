// A finished game as a browser is told of it.
#include "protocols/web/replay.hpp"

#include "protocols/web/overview.hpp"
#include "protocols/web/scribe.hpp"

namespace protocols::web {

std::string write_replay(const table::Recalled& recalled, std::size_t from, std::size_t most) {
  Scribe scribe(games::index_of(recalled.steps.front().view), recalled.table.options);
  Members before;
  std::vector<std::string> steps;
  std::size_t size = 0;
  std::size_t next = 0;
  for (; next < recalled.steps.size() && size <= most; ++next) {
    const auto& step = recalled.steps[next];
    for (const auto& happened : step.events) scribe.note(happened);
    const bool is_last = next + 1 == recalled.steps.size();
    auto state = describe(step.view, scribe.past(), is_last ? recalled.table.outcome : std::nullopt);
    if (next >= from) {
      const bool silent = step.events.empty() || scribe.line().empty();
      Members members{{"seq", write_number(static_cast<long long>(scribe.seq()))},
                      {"log", silent ? "[]" : write_list({scribe.line()})},
                      {before.empty() ? "state" : "patch",
                       write_object(before.empty() ? state : changes(before, state))}};
      if (!step.left.empty()) members.emplace_back("remaining", write_durations(step.left));
      steps.push_back(write_object(members));
      size += steps.back().size();
    }
    before = std::move(state);
  }
  auto facts = facts_of(recalled.table);
  facts.emplace_back("opened", write_number(base::millis(recalled.opened)));
  facts.emplace_back("closed", write_number(base::millis(recalled.table.closed)));
  facts.emplace_back("steps", write_list(steps));
  facts.emplace_back("next",
                     next < recalled.steps.size() ? write_number(static_cast<long long>(next)) : "null");
  return write_object(facts);
}

}  // namespace protocols::web
