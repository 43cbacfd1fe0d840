// Wishes at one table: who wants another game with the same people, once theirs is over.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "table/messages.hpp"

namespace table {

/// What the players of a finished game want next. Each answers once; who is gone wants no other game,
/// whatever they have said. Knows seats, no people.
class Wishes {
 public:
  explicit Wishes(std::size_t seats) : wishes_(seats) {}

  bool has_answered(Seat seat) const { return wishes_[seat.value].has_value(); }
  std::optional<Wish> answer_of(Seat seat) const { return wishes_[seat.value]; }
  /// The seat's player answers, who has not done so yet.
  void answer(Seat seat, Wish wish);
  /// The seat's player is gone.
  void give_up(Seat seat) { wishes_[seat.value] = Wish::enough; }

  /// What comes of it: nothing before all have answered, and another game only if all want one.
  std::optional<Wish> agreed() const;

 private:
  std::vector<std::optional<Wish>> wishes_;  ///< by seat
};

}  // namespace table
