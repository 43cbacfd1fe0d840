// Places: where people are, on which seat, and which table they watch with whose eyes.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "table/people.hpp"
#include "table/tables.hpp"

namespace table {

/// What somebody sees of a table: as who sits there, or as who watches it with the eyes of a seat or
/// nobody's.
struct Sight {
  base::TableId table;
  games::Viewer eyes{};
  bool watches = false;

  friend bool operator==(const Sight&, const Sight&) = default;
};

/// Whether who sees all this has another seat at the table, or watches it with other eyes, than those of the
/// place.
bool is_other(std::span<const Sight> sights, const Place& place);
/// Whether they look with the eyes of the place, whose player has given them the link, and are no other at
/// the table.
bool has_eyes_of(std::span<const Sight> sights, const Place& place);

/// Who sits at a table knows so (Visitor::sitting), and the table does (Sitting::players); so it is with
/// those who watch it (Visitor::watched, Sitting::watchers), as long as it is there. A person sits, each tab
/// watches.
class Places {
 public:
  /// People and tables outlive it.
  Places(People& people, Tables& tables) : people_(people), tables_(tables) {}

  /// Somebody who sits nowhere has the seat from now on, which is theirs or nobody's. The tab that asked for
  /// it shows it, and no tab watches its table as a stranger.
  void sit(PlayerId player, Sitting& sitting, Seat seat);
  /// Somebody gets up. The table at which they sat, if at any; Visitor::seat still says where.
  Sitting* get_up(PlayerId player);
  /// Nobody sits at the table any more.
  void clear(Sitting& sitting);

  /// A visitor watches this table from now on, and no other, with the eyes of a seat, or nobody's.
  void watch(PlayerId player, Sitting& sitting, games::Viewer eyes);
  void stop_watching(PlayerId player);

  /// Where a visitor sits, or the person whose tab it is; who must not be here.
  std::optional<Place> place_of(PlayerId player) const;
  /// Whether a visitor is told what happens at the seat that they, or the person whose tab it is, may have.
  bool shows_seat(PlayerId player) const;
  /// What a visitor sees in all tabs: the seat that they have, or that waits for them, and what they watch.
  std::vector<Sight> sights_of(PlayerId player) const;

 private:
  void turn_to_seat(const Visitor& someone);

  People& people_;
  Tables& tables_;
};

}  // namespace table
