// The timekeeper: when clocks start, whose time is up, and who has waited long enough.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "table/course.hpp"

namespace table {

/// Since when something waits, unheard, that a connection has sent.
using UnheardSince = std::function<std::optional<Time>(PlayerId)>;

/// What happens because time passes, and nothing else does. It never looks at a clock: time comes in.
class Timekeeper {
 public:
  /// Both outlive it.
  Timekeeper(Parts& parts, Course& course) : parts_(parts), course_(course) {}

  /// Ends the waiting of seats and games to which nobody came back in time, and the games of those whose time
  /// is up. Nobody's time is up of whom something waits, unheard, that came in time.
  void wake(Time now, const UnheardSince& unheard_since, Effects& effects);
  /// When that is to be done next.
  std::optional<Time> next_wake() const;
  /// Whether somebody's time is up, or a wait is over.
  bool is_due(Time now) const;

  /// Everybody was told (Effects::clocks): time runs for whoever is to move.
  void start_clock(const ClockStart& start, Time now);
  /// Who has to be told before that, each in a tab of their own: whoever is to move. Nobody if they are away,
  /// or look elsewhere, or if the clock does not start any more.
  std::vector<PlayerId> told_before(const ClockStart& start) const;
  /// For so long until now nothing could happen: it is charged to nobody whose time runs.
  void forgive(base::Duration gap, Pause why, Time now, Effects& effects);

 private:
  void look_at_flags(Time now, const UnheardSince& unheard_since, Effects& effects);

  Parts& parts_;
  Course& course_;
};

}  // namespace table
