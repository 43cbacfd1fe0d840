// One table: a game in progress, advanced only through acts that can be journalled and replayed.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "games/any.hpp"
#include "table/clock.hpp"
#include "table/records.hpp"

namespace table {

/// What one act did: the entry to make durable, and what happened, not yet redacted.
struct Step {
  Entry entry;
  std::vector<games::AnyEvent> events;
};

/// When an act was done, and how long whoever is to move thought until then, where a clock runs.
struct Moment {
  // NOLINTNEXTLINE(google-explicit-constructor): mostly, the time is all there is to say
  Moment(Time when, base::Duration spent = {}, base::Duration stood = {})
      : at(when), charged(spent), forgiven(stood) {}

  Time at;
  base::Duration charged;
  base::Duration forgiven;  ///< the server itself did not run for so long meanwhile
};

/// A table changes only by its acts and by `advance`, which plays one again; a refused act changes nothing.
class Table {
 public:
  /// Opens the table that the header describes. Code::other_kit if it needs another kit.
  static Result<Table> open(const games::Kits& kits, Header header);
  /// A table at which the game stands so, without a past and without a clock.
  static Table at(Header header, games::AnyState state) { return {std::move(header), std::move(state), {}}; }

  const Header& header() const { return header_; }
  const games::AnyState& state() const { return state_; }
  std::uint64_t next_seq() const { return next_seq_; }
  /// How many moves stand.
  std::uint64_t standing_moves() const { return standing_moves_; }
  std::size_t seats() const { return header_.chairs.size(); }

  /// The name that the seat's player has now.
  const std::string& name_of(Seat seat) const { return names_[seat.value]; }
  const std::vector<std::string>& names() const { return names_; }

  /// Who is to move; nobody when the game is over.
  std::optional<Seat> to_move() const;
  /// The time of all seats, as the last act left it.
  const Clock& clock() const { return clock_; }
  /// How much time all acts together were forgiven.
  base::Duration forgiven() const { return forgiven_; }
  /// How many moves would have to be taken back for the seat to be on turn again; none if it has made none,
  /// or the game does not allow it.
  std::optional<int> plies_to(Seat seat) const;
  /// Set once the game has ended, by its rules, because somebody's time was up, or because it was abandoned.
  std::optional<Outcome> outcome() const;
  /// Whether the seat's player left the game for good, or has seen its end.
  bool has_left(Seat seat) const { return ((left_ >> seat.value) & 1U) != 0; }

  Result<Step> play(Seat seat, const games::AnyMove& move, Moment now);
  Result<Step> leave(Seat seat, Moment now);
  /// The seat's time is up.
  Result<Step> flag(Seat seat, Moment now);
  /// The seat's player agrees to a draw that was offered.
  Result<Step> agree(Seat seat, Moment now);
  /// The seat's player gives the game up.
  Result<Step> resign(Seat seat, Moment now);
  /// The seat gets back its last move, and what came after it.
  Result<Step> take_back(Seat seat, Moment now);
  /// Ends a game that waits in vain.
  Result<Step> abandon(Moment now);
  /// Refused where it makes no difference to the game.
  Result<Step> away(Seat seat, Moment now);
  Result<Step> back(Seat seat, Moment now);
  /// The seat's player knows how the game ended.
  Result<Step> see(Seat seat, Moment now);
  Result<Step> rename(Seat seat, std::string name, Moment now);

  /// Plays a journalled entry again. Code::corrupt if it does not follow or the rules refuse it.
  Result<std::vector<games::AnyEvent>> advance(const Entry& entry);

  friend bool operator==(const Table&, const Table&) = default;

 private:
  Table(Header header, games::AnyState state, const ClockRule& rule);
  Result<Step> repeat(const Entry& entry);
  Result<Step> repeat_name(const Entry& entry);
  Result<Step> take_back(Seat seat, int plies, Moment now);
  void keep_time(base::Duration charged, bool is_move);
  Step recorded(Seat seat, Moment now, std::string text, std::vector<games::AnyEvent> events);

  Header header_;
  games::AnyState state_;
  std::vector<std::string> names_;
  std::uint64_t next_seq_ = 0;
  std::uint64_t standing_moves_ = 0;
  std::uint64_t left_ = 0;  ///< a bit a seat
  bool abandoned_ = false;
  bool flagged_ = false;  ///< ended because somebody's time was up
  Clock clock_;
  base::Duration forgiven_{};
  std::optional<Seat> on_turn_;     ///< after the last act
  std::vector<std::string> moves_;  ///< all that stand, where they can be taken back
};

/// The table that header and entries describe: the same `advance` that a running server uses.
Result<Table> replay(const games::Kits& kits, const Header& header, std::span<const Entry> entries);

}  // namespace table
