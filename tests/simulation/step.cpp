// Steps by chance.
#include "simulation/step.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "base/rng.hpp"

namespace simulation {
namespace {

struct Habit {
  Deed deed;
  unsigned weight;
  std::string_view name;
};

/// In the order of the enum.
constexpr std::array<Habit, kDeeds> kHabits{{
    {Deed::connect, 80, "connect"},
    {Deed::ask, 320, "ask"},
    {Deed::garble, 8, "garble"},
    {Deed::send, 80, "send"},
    {Deed::send_all, 300, "send_all"},
    {Deed::read, 260, "read"},
    {Deed::hang_up, 14, "hang_up"},
    {Deed::settle, 160, "settle"},
    {Deed::settle_all, 90, "settle_all"},
    {Deed::fail, 10, "fail"},
    {Deed::think, 120, "think"},
    {Deed::run_account_job, 30, "run_account_job"},
    {Deed::look_up, 90, "look_up"},
    {Deed::tell_past, 90, "tell_past"},
    {Deed::pass_time, 60, "pass_time"},
    {Deed::freeze, 8, "freeze"},
    {Deed::compute, 4, "compute"},
    {Deed::restart, 3, "restart"},
}};

constexpr unsigned kAllWeights = [] {
  unsigned sum = 0;
  for (const auto& habit : kHabits) sum += habit.weight;
  return sum;
}();

Deed deed_at(std::uint64_t point) {
  for (const auto& habit : kHabits) {
    if (point < habit.weight) return habit.deed;
    point -= habit.weight;
  }
  return Deed::read;
}

}  // namespace

std::vector<Step> plan(std::uint64_t seed, std::size_t steps) {
  base::Rng rng(seed);
  std::vector<Step> list;
  list.reserve(steps);
  while (list.size() < steps) {
    const auto deed = deed_at(rng.below(kAllWeights));
    list.push_back({deed, rng.next()});
  }
  return list;
}

std::string describe(const Step& step) {
  return fmt::format("{} {}", kHabits[static_cast<std::size_t>(step.deed)].name, step.chance);
}

}  // namespace simulation
