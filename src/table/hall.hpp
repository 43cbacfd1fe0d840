// The hall: who is here, who waits for which kind of table, who sits where. One for all protocols.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "base/rng.hpp"
#include "base/roster.hpp"
#include "table/messages.hpp"
#include "table/table.hpp"

namespace table {

/// From where a player may come back to a seat: whence they came first, or anywhere.
enum class ComeBack : std::uint8_t { same_address, any_address };

struct HallSettings {
  std::uint64_t seed = 0;  ///< of the seeds of all tables
  TableId first_table{1};  ///< ids below it are in the journal already
  base::Duration hold{};   ///< how long a seat of a restored table waits for its player
  base::Duration grace{};  ///< how long the seat of a player with a name waits whose connection broke
  ComeBack come_back = ComeBack::same_address;
};

/// Names have 1 to 32 characters and none that cannot be seen. Code::bad_name says what is wrong.
Result<void> check_name(std::string_view name);

/// What happened at a table as a viewer may know it, act by act.
Result<std::vector<Happened>> history(const games::Kits& kits, const Header& header,
                                      std::span<const Entry> entries, games::Viewer viewer);

/// All that players share. It never does anything by itself: time comes in, effects go out.
class Hall {
 public:
  Hall(const games::Kits& kits, const HallSettings& settings);

  /// A visitor arrives by a protocol, whose name must last, from an address (without port). Ids are never
  /// used twice.
  void arrive(PlayerId player, std::string_view protocol, std::string_view address);
  /// A visitor goes: leaves the queue, and a running game for good.
  void depart(PlayerId player, Time now, Effects& effects);
  /// A visitor's connection broke: as `depart`, but the seat of one with a name waits as long as the settings
  /// say.
  void lose(PlayerId player, Time now, Effects& effects);

  /// Adds what is to be done to `effects`; a refusal adds nothing but the Refused.
  void handle(PlayerId player, const Request& request, Time now, Effects& effects);

  /// Ends the waiting of seats to which nobody came back in time. To be called when `next_wake` has passed.
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
    std::string address;
    std::string name;
    Sitting* sitting = nullptr;
    Seat seat;
    bool waiting = false;
    bool named = false;  ///< chose the name, and can so come back
  };
  /// A table and the people around it.
  struct Sitting {
    Table table;
    std::vector<std::optional<PlayerId>> players;  ///< by seat; nobody when away
    std::vector<std::optional<Wish>> wishes;       ///< by seat, once the game is over
    std::vector<std::optional<Time>> held;         ///< by seat: how long it waits for its player
  };
  /// What two who wait must want in common: game, options, number of seats.
  using Kind = std::tuple<std::string, std::string, int>;
  struct Place {
    TableId table;
    Seat seat;
  };

  Result<void> name(PlayerId player, const Name& request, Effects& effects);
  Result<void> seek(PlayerId player, const Seek& request, Time now, Effects& effects);
  Result<void> play(PlayerId player, const Play& request, Time now, Effects& effects);
  Result<void> rematch(PlayerId player, const Rematch& request, Time now, Effects& effects);
  Result<void> leave(PlayerId player, Time now, Effects& effects);
  Result<void> say(PlayerId player, const Say& request, Effects& effects);

  Visitor& visitor(PlayerId player) { return *visitors_.find(player.value); }
  Result<Sitting*> sitting_of(PlayerId player);
  bool is_running(std::string_view game, std::string_view options) const;
  std::optional<int> other_queue(PlayerId player, const Kind& kind) const;
  void wait(PlayerId player, const Kind& kind, Time now, Effects& effects);
  Result<void> seat_together(const Kind& kind, const std::vector<PlayerId>& players, Time now,
                             Effects& effects);
  void record(Sitting& sitting, Step step, Effects& effects);
  void settle_wishes(Sitting& sitting, Time now, Effects& effects);
  void tell_queue(const Kind& kind, Effects& effects) const;
  void stop_waiting(PlayerId player, Effects& effects);
  void get_up(PlayerId player, Time now, Effects& effects);
  void vacate(Sitting& sitting, Seat seat, Time now, Effects& effects);
  void hold_seat(Sitting& sitting, Seat seat, Time until);
  void lead_back(PlayerId player, Place place, Effects& effects);
  void give_up(Sitting& sitting, Seat seat, Time now, Effects& effects);
  void release_seat(Sitting& sitting, Seat seat);
  void release_seats(Sitting& sitting);
  std::string guest_name();
  void erase_visitor(PlayerId player);
  void close(Sitting& sitting);

  const games::Kits& kits_;
  base::Duration hold_;
  base::Duration grace_;
  ComeBack come_back_;
  base::Rng seeds_;
  std::uint64_t next_table_;
  std::uint64_t next_guest_ = 1;
  base::Roster<Visitor> visitors_;
  std::map<std::string, PlayerId, std::less<>> names_;  ///< of everybody who is here
  std::map<std::string, Place, std::less<>> reserved_;  ///< names for which seats wait
  std::unordered_map<TableId, Sitting> sittings_;
  std::map<Kind, std::vector<PlayerId>> queues_;
  std::multimap<Time, Place> holds_;
  std::array<std::uint64_t, games::All::size> moves_{};  ///< by game
};

}  // namespace table
