// Plays many seeds; of a seed that fails it says how to repeat it, and the shortest list of steps it finds.
#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "simulation/cluster_world.hpp"
#include "simulation/world.hpp"

namespace simulation {
namespace {

constexpr std::size_t kSteps = 1'500;

struct Failure {
  std::size_t step;  ///< how many steps were taken
  std::string what;
};

/// One server, or several nodes that are one hall.
struct OneServer {
  using Step = simulation::Step;
  static World make(std::uint64_t seed) { return World(seed); }
  static std::vector<Step> plan(std::uint64_t seed) { return simulation::plan(seed, kSteps); }
  static std::string flags() { return ""; }
};
struct Nodes {
  using Step = ClusterStep;
  std::uint32_t count;
  ClusterWorld make(std::uint64_t seed) const { return {seed, count}; }
  static std::vector<Step> plan(std::uint64_t seed) { return plan_cluster(seed, kSteps); }
  std::string flags() const { return fmt::format(" --nodes {}", count); }
};

template <class Setting>
using StepsOf = std::vector<typename Setting::Step>;

template <class Setting>
std::optional<Failure> run(const Setting& setting, std::uint64_t seed, const StepsOf<Setting>& steps) {
  auto world = setting.make(seed);
  for (std::size_t at = 0; at < steps.size(); ++at) {
    if (auto wrong = world.take(steps[at]); !wrong.empty()) return Failure{at + 1, std::move(wrong)};
  }
  if (auto wrong = world.end(); !wrong.empty()) return Failure{steps.size(), std::move(wrong)};
  return std::nullopt;
}

/// What went wrong, whatever the numbers in it.
std::string kind_of(const Failure& failure) {
  auto kind = failure.what;
  std::erase_if(kind, [](char letter) { return letter >= '0' && letter <= '9'; });
  return kind;
}

/// Leaves out whatever is not needed for it to fail in the same way: halves first, then ever smaller parts.
template <class Setting>
StepsOf<Setting> shrink(const Setting& setting, std::uint64_t seed, StepsOf<Setting> steps,
                        const std::string& kind) {
  for (auto part = steps.size() / 2; part > 0; part /= 2) {
    for (std::size_t at = 0; at < steps.size();) {
      auto fewer = steps;
      const auto first = fewer.begin() + static_cast<std::ptrdiff_t>(at);
      fewer.erase(first, first + static_cast<std::ptrdiff_t>(std::min(part, fewer.size() - at)));
      if (const auto failure = run(setting, seed, fewer); failure && kind_of(*failure) == kind) {
        fewer.resize(failure->step);
        steps = std::move(fewer);
      } else {
        at += part;
      }
    }
  }
  return steps;
}

template <class Setting>
void report(const Setting& setting, std::uint64_t seed, const Failure& failure, StepsOf<Setting> steps) {
  fmt::print("seed {} fails after {} steps: {}\n", seed, failure.step, failure.what);
  steps.resize(failure.step);
  steps = shrink(setting, seed, std::move(steps), kind_of(failure));
  const auto still = run(setting, seed, steps);
  fmt::print("the shortest list of steps that was found ({}): {}\n", steps.size(), still ? still->what : "?");
  for (const auto& step : steps) fmt::print("  {}\n", describe(step));
  fmt::print("to repeat it: ./dev simulate{} 1 --from {}\n", setting.flags(), seed);
}

template <class Setting>
int simulate(const Setting& setting, std::uint64_t seeds, std::uint64_t from) {
  const bool shows = isatty(fileno(stderr)) != 0;
  std::uint64_t failed = 0;
  for (auto seed = from; seed < from + seeds; ++seed) {
    if (shows) fmt::print(stderr, "\rseed {} of {}", seed - from + 1, seeds);
    auto steps = setting.plan(seed);
    const auto failure = run(setting, seed, steps);
    if (!failure) continue;
    if (failed++ == 0)
      report(setting, seed, *failure, std::move(steps));
    else
      fmt::print("seed {} fails after {} steps: {}\n", seed, failure->step, failure->what);
  }
  if (shows) fmt::print(stderr, "\r\n");
  fmt::print("{} passed, {} failed\n", seeds - failed, failed);
  return failed == 0 ? 0 : 1;
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace
}  // namespace simulation

int main(int count, char** words) {
  const std::span<char*> given(words + 1, static_cast<std::size_t>(count - 1));
  std::uint64_t seeds = 200;
  std::uint64_t from = 1;
  std::uint64_t nodes = 1;
  for (std::size_t at = 0; at < given.size(); ++at) {
    const std::string_view word(given[at]);
    const bool is_flag = word == "--from" || word == "--nodes";
    const auto value = is_flag && ++at == given.size() ? std::nullopt : simulation::number(given[at]);
    if (!value) {
      fmt::print(stderr, "usage: simulate [SEEDS] [--from SEED] [--nodes NODES]\n");
      return 2;
    }
    (word == "--from" ? from : word == "--nodes" ? nodes : seeds) = *value;
  }
  if (nodes == 1) return simulation::simulate(simulation::OneServer{}, seeds, from);
  return simulation::simulate(simulation::Nodes{static_cast<std::uint32_t>(nodes)}, seeds, from);
}
