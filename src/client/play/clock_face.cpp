// The players' time as it is shown.
#include "client/play/clock_face.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "table/clock.hpp"

namespace client::play {
namespace {

using base::Duration;
using std::chrono::seconds;

/// Under so much, tenths are shown.
constexpr Duration kNearlyOver = seconds(10);
constexpr Duration kTenth(100);
constexpr Duration kSecond(1000);

std::string amount(seconds time) {
  const auto count = time.count();
  if (count % 60 == 0) return fmt::format("{} min", count / 60);
  return count > 60 ? fmt::format("{}:{:02} min", count / 60, count % 60) : fmt::format("{} s", count);
}

}  // namespace

std::optional<Duration> ClockFace::left(base::Seat seat, base::Time now) const {
  if (seat.value >= times_->left.size()) return std::nullopt;
  const auto spent = times_->running == seat ? std::max(now - heard_, Duration{}) : Duration{};
  return std::max(times_->left[seat.value] - spent, Duration{});
}

void ClockFace::stop(base::Time now) {
  if (!times_->running) return;
  auto stopped = *times_;
  stopped.left[stopped.running->value] = *left(*stopped.running, now);
  stopped.running.reset();
  times_ = std::make_shared<const table::Times>(std::move(stopped));
}

std::optional<Duration> ClockFace::until_change(base::Time now) const {
  const auto time = times_->running ? left(*times_->running, now) : std::nullopt;
  if (!time || *time == Duration{}) return std::nullopt;
  return *time % (*time < kNearlyOver ? kTenth : kSecond) + Duration(1);
}

std::string figures(Duration left) {
  const auto whole = std::chrono::floor<seconds>(left).count();
  if (left < kNearlyOver) return fmt::format("0:{:02}.{}", whole, (left % kSecond) / kTenth);
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string rule_in_words(std::string_view rule) {
  const auto read = table::read_clock(rule);
  if (!read || read->kind == table::ClockRule::Kind::none) return "";
  if (read->kind == table::ClockRule::Kind::per_move) return fmt::format("{} a turn", amount(read->time));
  if (read->increment == seconds{}) return amount(read->time);
  return fmt::format("{} + {} s", amount(read->time), read->increment.count());
}

}  // namespace client::play
