// Clocks: how much time there is to think, and how much of it is left.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/ids.hpp"
#include "base/time.hpp"

namespace table {

/// What time the players of a table have.
struct ClockRule {
  enum class Kind : std::uint8_t {
    none,      ///< as much as they like
    per_move,  ///< so much for each turn
    fischer,   ///< so much for the game, and more after each turn
  };

  Kind kind = Kind::none;
  std::chrono::seconds time{};
  std::chrono::seconds increment{};  ///< of Kind::fischer

  friend bool operator==(const ClockRule&, const ClockRule&) = default;
};

/// "none", "move=60" (each turn) or "300+5" (for the game, and for each turn on top), in seconds. The empty
/// text is "none", and "none" is written as the empty text. Code::bad_options says what is meant.
base::Result<ClockRule> read_clock(std::string_view text);
std::string write_clock(const ClockRule& rule);

/// The clock of new tables by game, where the host has set one, as it is written.
using Clocks = std::map<std::string, std::string, std::less<>>;

/// The time that is left to each seat. Without a rule there is none, and nothing runs out.
class Clock {
 public:
  Clock() = default;
  Clock(const ClockRule& rule, std::size_t seats);

  bool is_set() const { return rule_.kind != ClockRule::Kind::none; }
  /// By seat; empty without a rule.
  const std::vector<base::Duration>& left() const { return left_; }
  base::Duration left(base::Seat seat) const { return is_set() ? left_[seat.value] : base::Duration::max(); }

  /// The seat has used so much, or all that it had.
  void charge(base::Seat seat, base::Duration spent);
  /// The seat has made its turn.
  void press(base::Seat seat);
  /// The turn went from the seat without being made.
  void pass(base::Seat seat);

  friend bool operator==(const Clock&, const Clock&) = default;

 private:
  ClockRule rule_;
  std::vector<base::Duration> left_;
};

}  // namespace table
