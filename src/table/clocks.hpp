// The clocks that run: whose time it is at which table, when it will be up, and what of it is nobody's.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "table/messages.hpp"
#include "table/table.hpp"

namespace table {

/// While time runs for somebody, the hall is woken so often: whoever wakes it notices so when they stood
/// still.
inline constexpr base::Duration kBeat = std::chrono::milliseconds(100);

/// Why nothing could happen for a while that is no player's fault: the program did not run, or the journal
/// could not be written.
enum class Pause : std::uint8_t { of_program, of_journal };
/// So much of the program's own pauses is forgiven in one game.
inline constexpr base::Duration kMostForgiven = std::chrono::minutes(10);

/// When time will be up, for every clock that runs.
using Flags = std::multimap<Time, TableId>;

/// Who thinks at a table, and since when. It stands beside its table and is changed by RunningClocks, but for
/// `missing`. Never both `running` and `due`.
struct Thinking {
  /// Time in which nothing could happen.
  struct Gap {
    Time from;
    base::Duration given;
  };
  /// Time that runs.
  struct Running {
    Seat seat;
    Time since;
    Flags::iterator flag;     ///< when it will be up
    std::vector<Gap> gaps{};  ///< from old to new

    /// What of it is nobody's, until then.
    base::Duration forgiven(Time until) const;
  };
  /// Time that will run once whose it is was told so.
  struct Due {
    Seat seat;
    std::uint64_t seq;  ///< as in ClockStart
  };

  std::optional<Running> running{};  ///< nobody's time runs before they were told
  std::optional<Due> due{};          ///< until then
  std::uint64_t missing =
      0;  ///< a bit for each seat to which nobody came back since a restart, or their node was lost

  bool is_missing(Seat seat) const { return ((missing >> seat.value) & 1U) != 0; }
  void miss(Seat seat) { missing |= std::uint64_t{1} << seat.value; }
  void came_back(Seat seat) { missing &= ~(std::uint64_t{1} << seat.value); }
  /// Whether this start is the one that is waited for.
  bool waits_for(const ClockStart& start) const { return due && due->seq == start.seq; }
};

/// Whose time runs, or will once they know. After a restart nobody's does who has not come back; in a paused
/// game it stands still.
std::optional<Seat> clocked_seat(const Table& table, const Thinking& thinking);
/// Now, how long whoever is to move has thought until now, and what of it is forgiven.
Moment moment(const Table& table, const Thinking& thinking, Time now);
/// Nothing where there is no clock.
std::shared_ptr<const Times> times_of(const Table& table, const Thinking& thinking, Time now);

/// All clocks that run. For each there is one flag, and its Thinking knows which. Knows no people.
class RunningClocks {
 public:
  /// Whoever is to move is charged once everybody was told (Effects::clocks), and nobody until then.
  void await(const Table& table, Thinking& thinking, Effects& effects);
  /// After an act: who goes on thinking was charged until then, and is from then on. Who is being told that
  /// they are to move needs not be told again: their time begins no later for what others do meanwhile.
  void turn(const Table& table, Thinking& thinking, const Entry& entry, Effects& effects);
  /// Everybody was told: time runs for who is due.
  void start(const Table& table, Thinking& thinking, Time now);
  /// Nobody's time runs at the table, nor is about to.
  void stop(Thinking& thinking);

  /// For so long until now nothing could happen at a table whose clock runs: it is charged to nobody. How
  /// much of it was given.
  base::Duration forgive(const Table& table, Thinking& thinking, base::Duration gap, Pause why, Time now);

  /// All of them, by when time will be up.
  const Flags& flags() const { return flags_; }
  bool is_due(Time now) const { return !flags_.empty() && flags_.begin()->first <= now; }

  /// Somebody has looked whose time is up.
  void woken(Time now) { seen_ = now; }
  /// When somebody must look next.
  std::optional<Time> next_wake() const;

 private:
  void run(const Table& table, Thinking& thinking, Seat seat, Time since);

  Flags flags_;
  Time seen_{};  ///< when somebody looked last
};

}  // namespace table
