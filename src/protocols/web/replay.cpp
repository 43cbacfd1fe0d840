// A finished game as a browser is told of it.
#include "protocols/web/replay.hpp"

#include <fmt/format.h>

#include "base/json.hpp"
#include "protocols/web/overview.hpp"
#include "protocols/web/scribe.hpp"
#include "protocols/web/state.hpp"

namespace protocols::web {

std::string write_replay(const Replay& replay, std::size_t from, std::size_t most) {
  Scribe scribe(games::game_of(replay.steps.front().view), replay.table.options);
  base::Value before;
  std::string steps;  // written one by one: how long they become decides how many there are
  std::size_t next = 0;
  for (; next < replay.steps.size() && steps.size() <= most; ++next) {
    const auto& step = replay.steps[next];
    for (const auto& happened : step.events) scribe.note(happened);
    const bool is_last = next + 1 == replay.steps.size();
    auto state = describe(step.view, scribe.shown(), is_last ? replay.table.outcome : std::nullopt);
    if (next >= from) {
      const bool silent = step.events.empty() || scribe.line().is_null();
      base::Members members{
          {"seq", scribe.seq()},
          {"log", silent ? base::list({}) : base::list({scribe.line()})},
          {before.is_null() ? "state" : "patch", before.is_null() ? state : changes(before, state)}};
      if (!step.left.empty()) members.push_back({"remaining", describe_durations(step.left)});
      if (!steps.empty()) steps += ',';
      steps += base::write_json(std::move(members));
    }
    before = std::move(state);
  }
  auto facts = facts_of(replay.table);
  facts.push_back({"opened", base::millis(replay.opened)});
  facts.push_back({"closed", base::millis(replay.table.closed)});
  auto text = base::write_json(std::move(facts));
  text.pop_back();
  const auto rest = next < replay.steps.size() ? base::Value(next) : base::Value();
  return text + fmt::format(R"(,"steps":[{}],"next":{}}})", steps, base::write_json(rest));
}

}  // namespace protocols::web
