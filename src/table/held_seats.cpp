// Held seats: waiting begins and ends.
#include "table/held_seats.hpp"

#include <cassert>

namespace table {

void HeldSeats::hold(Sitting& sitting, Seat seat, std::optional<Time> until) {
  tables_.hold(sitting, seat, until);
  const auto& chair = sitting.table.header().chairs[seat.value];
  const auto& name = sitting.table.name_of(seat);
  names_.keep(name, {{sitting.table.header().table, seat}, chair.protocol, chair.address});
  assert(names_.seat_for(name) != nullptr);
}

void HeldSeats::release(Sitting& sitting, Seat seat) {
  if (!tables_.release(sitting, seat)) return;
  const Place place{sitting.table.header().table, seat};
  names_.let_go(sitting.table.name_of(seat), place);
  assert(names_.seat_for(sitting.table.name_of(seat)) == nullptr ||
         names_.seat_for(sitting.table.name_of(seat))->place != place);
}

void HeldSeats::release_all(Sitting& sitting) {
  for (std::size_t at = 0; at < sitting.held.size(); ++at) release(sitting, seat_at(at));
}

}  // namespace table
