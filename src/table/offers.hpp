// Offers at one table: a draw, a move taken back, and what was declined. None is journalled before it is
// agreed on.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "table/messages.hpp"
#include "table/table.hpp"

namespace table {

/// What the two at a table propose to each other. One offer waits at a time; who was declined does not offer
/// the same again before the next act. Knows seats, no people.
class Offers {
 public:
  /// Whether something can be offered in this game at all. Code::game_over, Code::illegal_move.
  static Result<void> check_game(const Table& table);
  /// Whether the seat may offer that now; what waits already may only be what the other offers, too.
  Result<void> check(const Table& table, Seat seat, Proposal what) const;

  /// The offer that waits for its answer.
  const std::optional<Offered>& waiting() const { return waiting_; }

  /// The seat offers what it may; nothing waits yet. What is to be told.
  Offered make(Seat seat, Proposal what);
  /// Takes out the offer that waits, to be accepted.
  Offered take();
  /// The seat declines the offer that waits, or takes its own back. What is to be told.
  Offered decline(const Table& table, Seat seat);
  /// After an act: an offer may have lapsed by it. What is to be told, if anything.
  std::optional<Offered> lapse(const Table& table, const Entry& entry);

 private:
  struct Declined {
    Proposal what;
    std::uint64_t seq;  ///< how many acts there were
  };
  Offered end(Offered::Fate fate);

  std::optional<Offered> waiting_;
  std::array<std::optional<Declined>, 2> declined_{};  ///< by seat: what was declined last
};

}  // namespace table
