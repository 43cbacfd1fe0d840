// The audience: who sees a table, with whose eyes, and who in a room hears what; all of it redacted here.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "table/people.hpp"
#include "table/sitting.hpp"

namespace table {

/// Whether it is about the seat of a person, which a tab that watches another table does not show.
bool is_about_seat(const Notice& notice);

/// The events of one act as a viewer may know them.
std::vector<Happened> seen_by(games::Viewer viewer, const Entry& entry,
                              std::span<const games::AnyEvent> events, std::optional<Seat> to_move);

/// What happened at a table as a viewer may know it, act by act.
Result<std::vector<Happened>> history(const games::Kits& kits, const Header& header,
                                      std::span<const Entry> entries, games::Viewer viewer);

/// Turns what happens into notices. Players see with the eyes of their seat, who watches with those that they
/// came with (Visitor::eyes): of a seat, or nobody's. What a person is told goes to all tabs that show it.
class Audience {
 public:
  /// The people outlive it.
  explicit Audience(const People& people) : people_(people) {}

  /// To all who see the table: first those who sit there, by seat, then who watches.
  void tell(const Sitting& sitting, const Notice& notice, Effects& effects) const;
  /// What the act did, as each of them may know it.
  void tell_step(const Sitting& sitting, const Step& step, Effects& effects) const;
  /// To those of them who hear more than the game.
  void tell_hearers(const Sitting& sitting, const Notice& notice, Effects& effects) const;
  /// To one who hears offers, and is another than who wishes.
  void tell_wish(PlayerId other, const Wished& wished, Effects& effects) const;
  void tell_wish(const Sitting& sitting, const Wished& wished, Effects& effects) const;
  /// Who comes back is told again what waits for an answer.
  void remind_of_offer(const Sitting& sitting, PlayerId player, Effects& effects) const;

  /// Everybody at the same table or else in the same lobby, the player included.
  std::vector<PlayerId> company_of(PlayerId player) const;
  /// Whether somebody speaks and is spoken to at a table or in a standing lobby only.
  static bool is_apart(const Visitor& someone);

  /// What a person is told, all tabs are told that show it. Who has gone is told nothing.
  void spread(Effects& effects) const;

 private:
  void tell_step_to(PlayerId player, games::Viewer viewer, const Sitting& sitting, const Step& step,
                    const std::shared_ptr<const Times>& times, Effects& effects) const;

  const People& people_;
};

}  // namespace table
