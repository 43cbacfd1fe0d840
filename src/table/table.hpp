// One table: a game in progress, advanced only through acts that can be journalled and replayed.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "games/any.hpp"
#include "table/records.hpp"

namespace table {

/// What one act did: the entry to make durable, and what happened, not yet redacted.
struct Step {
  Entry entry;
  std::vector<games::AnyEvent> events;
};

/// A table changes only by its acts and by `advance`, which plays one again; a refused act changes nothing.
class Table {
 public:
  /// Opens the table that the header describes. Code::other_kit if it needs another kit.
  static Result<Table> open(const games::Kits& kits, Header header);

  const Header& header() const { return header_; }
  const games::AnyState& state() const { return state_; }
  std::uint64_t next_seq() const { return next_seq_; }
  std::size_t seats() const { return header_.chairs.size(); }

  /// The name that the seat's player has now.
  const std::string& name_of(Seat seat) const { return names_[seat.value]; }
  const std::vector<std::string>& names() const { return names_; }

  /// Who is to move; nobody when the game is over.
  std::optional<Seat> to_move() const;
  /// Set once the game has ended, by its rules or because it was abandoned.
  std::optional<Outcome> outcome() const;
  /// Whether the seat's player left the game for good, or has seen its end.
  bool has_left(Seat seat) const { return ((left_ >> seat.value) & 1U) != 0; }

  Result<Step> play(Seat seat, const games::AnyMove& move, Time now);
  Result<Step> leave(Seat seat, Time now);
  /// Ends a game that waits in vain.
  Result<Step> abandon(Time now);
  /// Refused where it makes no difference to the game.
  Result<Step> away(Seat seat, Time now);
  Result<Step> back(Seat seat, Time now);
  /// The seat's player knows how the game ended.
  Result<Step> see(Seat seat, Time now);
  Result<Step> rename(Seat seat, std::string name, Time now);

  /// Plays a journalled entry again. Code::corrupt if it does not follow or the rules refuse it.
  Result<std::vector<games::AnyEvent>> advance(const Entry& entry);

  friend bool operator==(const Table&, const Table&) = default;

 private:
  Table(Header header, games::AnyState state);
  Result<Step> repeat(const Entry& entry);
  Step recorded(Seat seat, Time now, std::string text, std::vector<games::AnyEvent> events);

  Header header_;
  games::AnyState state_;
  std::vector<std::string> names_;
  std::uint64_t next_seq_ = 0;
  std::uint64_t left_ = 0;  ///< a bit a seat
  bool abandoned_ = false;
};

/// The table that header and entries describe: the same `advance` that a running server uses.
Result<Table> replay(const games::Kits& kits, const Header& header, std::span<const Entry> entries);

}  // namespace table
