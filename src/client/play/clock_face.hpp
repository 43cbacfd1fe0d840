// The players' time as it is shown: what is left by now, in figures and in words.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "table/messages.hpp"

namespace client::play {

/// Under so much, time is short.
inline constexpr base::Duration kShort = std::chrono::seconds(30);

/// How the clocks stood when that was heard; what runs is counted on.
class ClockFace {
 public:
  ClockFace(std::shared_ptr<const table::Times> times, base::Time heard)
      : times_(std::move(times)), heard_(heard) {}

  /// Nothing of a seat without a clock.
  std::optional<base::Duration> left(base::Seat seat, base::Time now) const;
  std::optional<base::Seat> running() const { return times_->running; }
  /// All clocks stand still from now on.
  void stop(base::Time now);
  /// How long it is until the figures of the clock that runs change; nothing if they do not.
  std::optional<base::Duration> until_change(base::Time now) const;

 private:
  std::shared_ptr<const table::Times> times_;
  base::Time heard_;
};

/// 1:02:03, 4:05, and tenths when time is nearly over: 0:09.8.
std::string figures(base::Duration left);

/// A clock's rule (table/clock.hpp) for people: "5 min + 3 s", "1 min a turn"; "" without a clock.
std::string rule_in_words(std::string_view rule);

}  // namespace client::play
