// Clocks: their rules as text, and the counting.
#include "table/clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.hpp"

namespace table {
namespace {

using std::chrono::seconds;

constexpr int kLongest = 24 * 60 * 60;
constexpr int kLongestIncrement = 60 * 60;

std::optional<seconds> read_seconds(std::string_view text, int least, int most) {
  const auto number = base::to_number<int>(text);
  if (!number || *number < least || *number > most) return std::nullopt;
  return seconds(*number);
}

}  // namespace

base::Result<ClockRule> read_clock(std::string_view text) {
  if (text.empty() || text == "none") return ClockRule{};
  auto rest = text;
  if (rest.starts_with("move=")) {
    if (const auto time = read_seconds(rest.substr(5), 1, kLongest))
      return ClockRule{ClockRule::Kind::per_move, *time, {}};
  } else if (rest.find('+') != std::string_view::npos) {
    const auto time = read_seconds(base::cut(rest, '+'), 1, kLongest);
    const auto increment = read_seconds(rest, 0, kLongestIncrement);
    if (time && increment) return ClockRule{ClockRule::Kind::fischer, *time, *increment};
  }
  return base::fail(
      base::Code::bad_options,
      fmt::format("'{}' is no clock: none, move=60 (seconds for each turn) or 300+5 (seconds for "
                  "the game, and for each turn on top) is meant",
                  text));
}

std::string write_clock(const ClockRule& rule) {
  switch (rule.kind) {
    case ClockRule::Kind::none:
      return "";
    case ClockRule::Kind::per_move:
      return fmt::format("move={}", rule.time.count());
    case ClockRule::Kind::fischer:
      return fmt::format("{}+{}", rule.time.count(), rule.increment.count());
  }
  std::unreachable();
}

Clock::Clock(const ClockRule& rule, std::size_t seats)
    : rule_(rule), left_(is_set() ? seats : 0, base::Duration(rule.time)) {}

void Clock::charge(base::Seat seat, base::Duration spent) {
  if (is_set()) left_[seat.value] -= std::clamp(spent, base::Duration{}, left_[seat.value]);
}

void Clock::press(base::Seat seat) {
  if (rule_.kind == ClockRule::Kind::fischer) left_[seat.value] += rule_.increment;
  pass(seat);
}

void Clock::pass(base::Seat seat) {
  if (rule_.kind == ClockRule::Kind::per_move) left_[seat.value] = rule_.time;
}

}  // namespace table
