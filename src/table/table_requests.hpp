// What those ask who sit at a table: a move, an offer and its answer, to resign, another game.
#pragma once

#include "table/attendance.hpp"

namespace table {

/// Each answers Code::not_at_table to who sits nowhere; a refusal changes nothing. Accepted is told before
/// all that follows.
class TableRequests {
 public:
  /// The parts and the rest outlive it.
  TableRequests(Parts& parts, Course& course, Attendance& attendance)
      : parts_(parts), course_(course), attendance_(attendance) {}

  /// The move was made when its request arrived, though it is told now.
  Result<void> play(PlayerId player, const Play& request, Time arrived, Time now, Effects& effects);
  Result<void> offer(PlayerId player, const Offer& request, Time now, Effects& effects);
  Result<void> reply(PlayerId player, const Reply& request, Time now, Effects& effects);
  Result<void> resign(PlayerId player, Time now, Effects& effects);
  /// Where a standing lobby brought them together it is asked there.
  Result<void> rematch(PlayerId player, const Rematch& request, Time now, Effects& effects);

 private:
  Result<Sitting*> sitting_of(PlayerId player) const;
  Result<void> check_offer(const Sitting& sitting, Seat seat, Proposal what) const;
  void accept_offer(Sitting& sitting, Seat seat, Time now, Effects& effects);

  Parts& parts_;
  Course& course_;
  Attendance& attendance_;
};

}  // namespace table
