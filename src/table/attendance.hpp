// Attendance: who gets up, goes, is cut off, stays for the next game, or is led back to a seat.
#pragma once

#include <optional>

#include "table/course.hpp"
#include "table/renaming.hpp"

namespace table {

/// Where people go. Somebody is in one place: who is led to a seat or into a lobby has got up first, and who
/// is gone is in none.
class Attendance {
 public:
  /// The parts and the rest outlive it.
  Attendance(Parts& parts, Openings& openings, Course& course, Renaming& renaming,
             const HallSettings& settings)
      : parts_(parts),
        openings_(openings),
        course_(course),
        renaming_(renaming),
        grace_(settings.grace),
        hold_(settings.hold) {}

  /// A connection was closed: a person goes with the last tab. Who goes leaves the lobby, and a running game
  /// for good unless it has presence.
  void depart(PlayerId player, Time now, Effects& effects);
  /// A connection broke: as `depart`, but the seat of one with a name waits for the time of grace; with a
  /// node, as long as after a restart.
  void lose(PlayerId player, Loss loss, Time now, Effects& effects);
  /// Code::not_at_table.
  Result<void> leave(PlayerId tab, const Leave& request, Time now, Effects& effects);
  /// Ready for the next game in the lobby; of the last one the player has seen the end.
  void stay(PlayerId player, Time now, Effects& effects);

  /// Afterwards the visitor is in no lobby, sits nowhere and watches nothing.
  void get_up(PlayerId player, Time now, Effects& effects);
  /// To a seat that waits for the player.
  void lead_back(PlayerId player, Place place, Time now, Effects& effects);
  /// Tells a tab where its person is.
  void show_place(PlayerId tab, Time now, Effects& effects) const;

 private:
  std::optional<PlayerId> close(PlayerId connection);
  void go(PlayerId player, Time now, Effects& effects);
  void erase(PlayerId player);
  void stop_watching(PlayerId tab, Time now, Effects& effects);
  std::optional<Time> seen_for(const Visitor& someone, const Sitting& sitting, Time now) const;
  base::Duration grace_of(const Visitor& someone, Loss loss) const;

  Parts& parts_;
  Openings& openings_;
  Course& course_;
  Renaming& renaming_;
  base::Duration grace_;
  base::Duration hold_;
};

}  // namespace table
