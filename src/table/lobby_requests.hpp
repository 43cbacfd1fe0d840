// What those ask who want to play: to come into a lobby, to be ready, which lobbies there are.
#pragma once

#include "table/attendance.hpp"

namespace table {

/// A refusal changes nothing: all is checked before anybody gets up. Accepted is told before all that
/// follows.
class LobbyRequests {
 public:
  /// The parts and the rest outlive it.
  LobbyRequests(Parts& parts, Openings& openings, Renaming& renaming, Attendance& attendance)
      : parts_(parts), openings_(openings), renaming_(renaming), attendance_(attendance) {}

  /// Code::already_seated, Code::game_running, Code::other_queue and what names and lobbies say.
  Result<void> seek(PlayerId player, const Seek& request, Time now, Effects& effects);
  /// Code::already_seated, Code::not_at_table.
  Result<void> ready(PlayerId player, Time now, Effects& effects);
  Result<void> list(PlayerId tab, const ListLobbies& request, Effects& effects) const;

 private:
  void enter(PlayerId player, const Seek& request, const Kind& kind, Time now, Effects& effects);

  Parts& parts_;
  Openings& openings_;
  Renaming& renaming_;
  Attendance& attendance_;
};

}  // namespace table
