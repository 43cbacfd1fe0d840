// The hall: who is here, who waits for which kind of table, who sits where. One for all protocols.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "base/rng.hpp"
#include "base/roster.hpp"
#include "table/messages.hpp"
#include "table/table.hpp"

namespace table {

struct HallSettings {
  std::uint64_t seed = 0;  ///< of the seeds of all tables
  TableId first_table{1};  ///< ids below it are in the journal already
  base::Duration hold{};   ///< how long a seat of a restored table waits for its player
};

/// All that players share. It never does anything by itself: time comes in, effects go out.
class Hall {
 public:
  Hall(const games::Kits& kits, const HallSettings& settings);

  /// A visitor arrives by a protocol, whose name must last. Ids are never used twice.
  void arrive(PlayerId player, std::string_view protocol);
  /// A visitor is gone: leaves the queue, and a running game for good.
  void depart(PlayerId player, Time now, Effects& effects);

  /// Adds what is to be done to `effects`; a refusal adds nothing but the Refused.
  void handle(PlayerId player, const Request& request, Time now, Effects& effects);

  /// Ends the tables to which nobody came back in time. To be called when `next_wake` has passed.
  void wake(Time now, Effects& effects);
  std::optional<Time> next_wake() const;

  /// Takes in a table rebuilt from the journal; its seats wait for their players.
  void restore(Table table, Time now);
  /// Forgets a table whose journal failed; returns who sat there and is now nowhere.
  std::vector<PlayerId> evict(TableId table);

  /// The table of that id while it is in the hall.
  const Table* find(TableId table) const;
  /// How many tables of a game there are now, and how many moves were made since the hall stands.
  std::size_t count_tables(std::string_view game) const;
  std::uint64_t count_moves(std::string_view game) const;

 private:
  struct Sitting;
  struct Visitor {
    std::string_view protocol;
    std::string name;
    Sitting* sitting = nullptr;
    Seat seat;
    bool waiting = false;
  };
  /// A table and the people around it.
  struct Sitting {
    Table table;
    std::vector<std::optional<PlayerId>> players;  ///< by seat; nobody when away
    std::vector<std::optional<Wish>> wishes;       ///< by seat, once the game is over
  };
  /// What two who wait must want in common: game, options, number of seats.
  using Kind = std::tuple<std::string, std::string, int>;

  Result<void> seek(PlayerId player, const Seek& request, Time now, Effects& effects);
  Result<void> play(PlayerId player, const Play& request, Time now, Effects& effects);
  Result<void> rematch(PlayerId player, const Rematch& request, Time now, Effects& effects);

  Visitor& visitor(PlayerId player) { return *visitors_.find(player.value); }
  Result<Sitting*> sitting_of(PlayerId player);
  Result<void> seat_together(const Kind& kind, const std::vector<PlayerId>& players, Time now,
                             Effects& effects);
  void record(Sitting& sitting, Step step, Effects& effects);
  void settle_wishes(Sitting& sitting, Time now, Effects& effects);
  void stop_waiting(PlayerId player);
  void close(Sitting& sitting);

  const games::Kits& kits_;
  base::Duration hold_;
  base::Rng seeds_;
  std::uint64_t next_table_;
  std::uint64_t next_guest_ = 1;
  base::Roster<Visitor> visitors_;
  std::unordered_map<TableId, Sitting> sittings_;
  std::map<Kind, std::vector<PlayerId>> queues_;
  std::multimap<Time, TableId> holds_;
  std::array<std::uint64_t, games::All::size> moves_{};  ///< by game
};

}  // namespace table
