// What those ask who look on: to watch a table or the page of a seat, how clocks stand, how all things stand.
#pragma once

#include "table/attendance.hpp"

namespace table {

/// Nobody looks with the eyes of a stranger, or of another seat, at the table where they have a seat. It is
/// asked by a tab, and told to no other.
class ViewRequests {
 public:
  /// The parts and the rest outlive it.
  ViewRequests(Parts& parts, Renaming& renaming, Attendance& attendance)
      : parts_(parts), renaming_(renaming), attendance_(attendance) {}

  /// Code::already_seated, Code::not_at_table.
  Result<void> watch(PlayerId tab, const Watch& request, Time now, Effects& effects);
  /// As Hall says. Code::already_seated, Code::not_at_table.
  Result<void> show_seat(PlayerId tab, const Place& seat, Time now, Effects& effects);
  void read_clocks(PlayerId tab, Time now, Effects& effects) const;
  std::shared_ptr<const Overview> look_around(PlayerId tab, Time now, Effects& effects);

 private:
  void look_on(PlayerId tab, Sitting& sitting, games::Viewer eyes, Time now, Effects& effects);

  Parts& parts_;
  Renaming& renaming_;
  Attendance& attendance_;
};

}  // namespace table
