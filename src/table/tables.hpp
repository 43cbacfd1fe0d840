// Tables: all that are in the hall, which of their seats wait for how long, and when to look at them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "table/sitting.hpp"

namespace table {

/// Gives the table that is to be opened a number that none has had; nothing if it has none left.
using TableNumbers = std::function<std::optional<TableId>(const Header&)>;

/// All tables, each with its own number, which is used once. For every seat that waits for a time, and every
/// paused game, there is an alarm; an alarm that was overtaken rings for nothing. Pointers to a sitting last
/// until it is closed. Knows no names and no lobbies.
class Tables {
 public:
  using Players = std::vector<std::optional<PlayerId>>;

  /// Numbers below the first one are in the journal already.
  Tables(const games::Kits& kits, TableId first, TableNumbers numbers = {})
      : kits_(kits), next_(first.value), numbers_(std::move(numbers)) {}

  /// Opens the table that the header describes, but for its number, for players in seat order.
  Result<Sitting*> open(Header header, Players players);
  /// Takes in a table rebuilt from the journal, at which nobody sits.
  Sitting& restore(Table table);
  /// Takes the table out of the hall.
  void close(TableId table) { sittings_.erase(table); }

  /// nullptr for one that is not here.
  Sitting* find(TableId table);
  const Sitting* find(TableId table) const;
  /// The same without the people around it.
  const Table* find_table(TableId table) const;
  /// Which must be here.
  Sitting& at(TableId table) { return sittings_.at(table); }
  const Sitting& at(TableId table) const { return sittings_.at(table); }
  const std::unordered_map<TableId, Sitting>& all() const { return sittings_; }
  /// Whether its game is, or it is not here any more.
  bool is_over(TableId table) const;
  /// How many tables of a game there are.
  std::size_t count(std::string_view game) const;

  /// The seat, on which nobody sits, waits for its player; without a time, as long as the table is there.
  void hold(Sitting& sitting, Seat seat, std::optional<Time> until);
  /// The seat waits no more. Whether it did.
  bool release(Sitting& sitting, Seat seat);
  /// A paused game waits until then, unless it does already; one that goes on does not.
  void watch_pause(Sitting& sitting, Time until);

  /// A seat that has waited in vain, or, without a seat, a paused game.
  struct Alarm {
    TableId table;
    std::optional<Seat> seat;
  };
  /// The next that rings by now.
  std::optional<Alarm> take_alarm(Time now);
  /// When the first will ring, maybe for nothing.
  std::optional<Time> next_alarm() const;

  /// A move was made.
  void count_move(const games::AnyMove& move) { ++moves_[games::index_of(move)]; }
  /// How many there were of a game.
  std::uint64_t count_moves(std::string_view game) const;

 private:
  bool is_due(const Alarm& alarm, Time at) const;

  const games::Kits& kits_;
  std::uint64_t next_;
  TableNumbers numbers_;
  std::unordered_map<TableId, Sitting> sittings_;
  std::multimap<Time, Alarm> alarms_;
  std::vector<std::uint64_t> moves_ = std::vector<std::uint64_t>(games::names().size());  ///< by game
};

}  // namespace table
