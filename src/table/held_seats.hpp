// Held seats: those that wait for their players, at their tables and in the book of names.
#pragma once

#include <optional>

#include "table/name_book.hpp"
#include "table/tables.hpp"

namespace table {

/// A seat that waits at a table is found by its player's name, and by a name no seat is found that does not
/// wait.
class HeldSeats {
 public:
  /// Tables and names outlive it.
  HeldSeats(Tables& tables, NameBook& names) : tables_(tables), names_(names) {}

  /// The seat, on which nobody sits, waits for its player; without a time, as long as the table is there.
  void hold(Sitting& sitting, Seat seat, std::optional<Time> until);
  /// The seat waits no more, if it did.
  void release(Sitting& sitting, Seat seat);
  /// No seat of the table waits any more.
  void release_all(Sitting& sitting);

 private:
  Tables& tables_;
  NameBook& names_;
};

}  // namespace table
