// The course of a game: what follows at a table when somebody acts, goes, comes back, or stays away too long.
#pragma once

#include <optional>

#include "table/openings.hpp"
#include "table/recorder.hpp"

namespace table {

/// How long the table of a finished game with presence waits for those who have not seen its end.
inline constexpr base::Duration kUnseen = std::chrono::hours(24);

/// What becomes of a table, from act to act until it goes: it goes when nobody sits there and no seat waits,
/// and with the end of its game if it is one of a standing lobby, or, with presence, once all have seen the
/// end. All but `see_end` may close the table: the sitting is not to be used afterwards.
class Course {
 public:
  /// The parts and the rest outlive it.
  Course(Parts& parts, Recorder& recorder, Openings& openings, const HallSettings& settings);

  /// A player has acted at the table.
  void carry_out(Sitting& sitting, Step step, Time now, Effects& effects);
  /// What follows once something was recorded: a pause begins or ends, a finished game of a standing lobby is
  /// cleared away.
  void go_on(Sitting& sitting, Time now, Effects& effects);
  /// The seat's player has seen the end of a game with presence, and is about to get up.
  void see_end(Sitting& sitting, Seat seat, Time now, Effects& effects);
  /// The seat's player has got up for good; `player` if they are still in the hall.
  void vacate(Sitting& sitting, Seat seat, std::optional<PlayerId> player, Time now, Effects& effects);
  /// The seat of a game with presence was left. It waits for its player, without a time as long as the table
  /// is there, unless they have seen the end.
  void step_away(Sitting& sitting, Seat seat, std::optional<Time> until, Time now, Effects& effects);
  /// The node of whoever has that seat was lost: no time is charged before they are back.
  void miss(Sitting& sitting, Seat seat, Time now, Effects& effects);
  /// Somebody who is nowhere comes back to the seat that waits for them.
  void come_back(PlayerId player, Sitting& sitting, Seat seat, Time now, Effects& effects);
  /// The same by one tab of somebody whom nobody has missed: none but their other tabs are told.
  void attach(PlayerId tab, Sitting& sitting, Seat seat, Time now, Effects& effects);
  /// Once all have answered: another game for the same people, or everybody is free to go.
  void settle_wishes(Sitting& sitting, Time now, Effects& effects);

  /// Nobody came back to the seat in time. Where nobody came back at all the game ends without a result.
  void give_up(Sitting& sitting, Seat seat, Time now, Effects& effects);
  /// A paused game has waited in vain.
  void abandon(Sitting& sitting, Time now, Effects& effects);
  /// Time is up for whoever is to move, whose clock runs.
  void flag(Sitting& sitting, Time now, Effects& effects);

  /// Takes in a table rebuilt from the journal; its seats wait for their players.
  void restore(Table table, Time now);
  /// Takes the table out of the hall; whoever sits there is free again, and in the lobby if it stands. Who
  /// watched it looks at its end until they turn away.
  void close(Sitting& sitting, Effects& effects);

 private:
  void end_if_endless(Sitting& sitting, Time now, Effects& effects);
  void clear_away(Sitting& sitting, Time now, Effects& effects);
  void close_if_seen(Sitting& sitting, Time now, Effects& effects);
  bool has_lobby(const Sitting& sitting) const;

  Parts& parts_;
  Recorder& recorder_;
  Openings& openings_;
  base::Duration hold_;
  base::Duration abandon_;
  std::uint64_t most_acts_;
};

}  // namespace table
