// Plays many seeds; of a seed that fails it says how to repeat it, and the shortest list of steps it finds.
#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <cstdio>
#include <optional>
#include <span>
#include <string_view>

#include "simulation/world.hpp"

namespace simulation {
namespace {

constexpr std::size_t kSteps = 1'500;

struct Failure {
  std::size_t step;  ///< how many steps were taken
  std::string what;
};

std::optional<Failure> run(std::uint64_t seed, std::span<const Step> steps) {
  World world(seed);
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
std::vector<Step> shrink(std::uint64_t seed, std::vector<Step> steps, const std::string& kind) {
  for (auto part = steps.size() / 2; part > 0; part /= 2) {
    for (std::size_t at = 0; at < steps.size();) {
      auto fewer = steps;
      const auto first = fewer.begin() + static_cast<std::ptrdiff_t>(at);
      fewer.erase(first, first + static_cast<std::ptrdiff_t>(std::min(part, fewer.size() - at)));
      if (const auto failure = run(seed, fewer); failure && kind_of(*failure) == kind) {
        fewer.resize(failure->step);
        steps = std::move(fewer);
      } else {
        at += part;
      }
    }
  }
  return steps;
}

void report(std::uint64_t seed, const Failure& failure, std::vector<Step> steps) {
  fmt::print("seed {} fails after {} steps: {}\n", seed, failure.step, failure.what);
  steps.resize(failure.step);
  steps = shrink(seed, std::move(steps), kind_of(failure));
  const auto still = run(seed, steps);
  fmt::print("the shortest list of steps that was found ({}): {}\n", steps.size(), still ? still->what : "?");
  for (const auto& step : steps) fmt::print("  {}\n", describe(step));
  fmt::print("to repeat it: ./dev simulate 1 --from {}\n", seed);
}

int simulate(std::uint64_t seeds, std::uint64_t from) {
  const bool shows = isatty(fileno(stderr)) != 0;
  std::uint64_t failed = 0;
  for (auto seed = from; seed < from + seeds; ++seed) {
    if (shows) fmt::print(stderr, "\rseed {} of {}", seed - from + 1, seeds);
    auto steps = plan(seed, kSteps);
    const auto failure = run(seed, steps);
    if (!failure) continue;
    if (failed++ == 0)
      report(seed, *failure, std::move(steps));
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
  for (std::size_t at = 0; at < given.size(); ++at) {
    const bool is_from = std::string_view(given[at]) == "--from";
    if (is_from && ++at == given.size()) break;
    const auto value = simulation::number(given[at]);
    if (!value) {
      fmt::print(stderr, "usage: simulate [SEEDS] [--from SEED]\n");
      return 2;
    }
    (is_from ? from : seeds) = *value;
  }
  return simulation::simulate(seeds, from);
}
