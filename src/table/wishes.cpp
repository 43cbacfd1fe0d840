// Wishes at one table: what comes of them.
#include "table/wishes.hpp"

#include <algorithm>
#include <cassert>

namespace table {

void Wishes::answer(Seat seat, Wish wish) {
  assert(!has_answered(seat));
  wishes_[seat.value] = wish;
}

std::optional<Wish> Wishes::agreed() const {
  if (!std::ranges::all_of(wishes_, &std::optional<Wish>::has_value)) return std::nullopt;
  const bool again = std::ranges::all_of(wishes_, [](const auto& wish) { return wish == Wish::again; });
  return again ? Wish::again : Wish::enough;
}

}  // namespace table
