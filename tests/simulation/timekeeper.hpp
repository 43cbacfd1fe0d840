// The timekeeper counts what time each seat uses, apart from the server, and compares it with what is
// charged.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "harness/witness.hpp"
#include "store/journal.hpp"
#include "table/hall.hpp"

namespace simulation {

/// A seat's time runs from when its player was told that it is to move until their move has arrived as a
/// whole, less the server's own pauses. No clock loses more than that, and none loses less by more than a
/// beat.
class Timekeeper {
 public:
  explicit Timekeeper(store::Journal& journal) : journal_(journal) {}

  /// The player was told that, and is now at that place, if at any.
  void told(base::PlayerId player, const harness::Witness::Place* place, const table::Notice& notice,
            base::Time now);
  /// A move of the player's has arrived as a whole, or a bot knows it.
  void moved(base::PlayerId player, std::string text, base::Time now);
  /// Something that the player said was no request: it may have been a move.
  void refused(base::PlayerId player);
  /// A request of the player's is on its way: what they say waits until it is answered.
  void asked(base::PlayerId player) { asking_.insert(player); }
  /// The player has that seat, whether they were told so yet or not, and hears of it, or watches another
  /// table; or has none.
  enum class Sight : std::uint8_t { of_seat, elsewhere };
  void sits(base::PlayerId player, base::TableId table, base::Seat seat, Sight sight);
  void stands(base::PlayerId player);
  void gone(base::PlayerId player);

  /// For so long until now the program did not run, or the journal could not be written.
  void paused(table::Pause why, base::Duration gap, base::Time now);
  /// The table, or every table, was rebuilt: no time runs before its players are back. Who comes from now on
  /// has a number from `newcomer` on.
  void rebuilt(base::TableId table, base::PlayerId newcomer);
  void restarted();

  /// How far the server is: something waits for the journal; nothing does; and it has just looked at flags.
  enum class Server : std::uint8_t { behind, abreast, awake };
  /// Takes up what is durable now, and looks at all clocks that run. What is wrong, "" if nothing is.
  std::string look(Server server, base::Time now);

 private:
  /// Somebody thinks.
  struct Turn {
    base::Seat seat;
    std::size_t acts;                       ///< that there were when it began
    base::Duration left;                    ///< that the seat had then
    base::Duration forgiven;                ///< in the whole game, until then
    std::optional<base::Time> may_begin{};  ///< when its player had gone before they could be told
    std::optional<base::Time> began{};  ///< when its player was told, or it was certain that nobody would be
    base::Duration charged{};           ///< until now
  };
  struct Game {
    table::Table table;
    std::vector<bool> silent{};  ///< by act: nobody was told of it
    std::optional<Turn> turn{};  ///< while time runs, or will
    std::uint64_t missing = 0;   ///< a bit for each seat to which nobody came back since it was rebuilt
    base::PlayerId newcomer{};   ///< who came first since then
  };
  struct Place {
    base::TableId table;
    base::Seat seat;

    friend bool operator==(const Place&, const Place&) = default;
  };
  struct Sitter {
    Place place;
    Sight sight;
  };
  struct Arrival {
    base::PlayerId player;  ///< nobody once they are gone
    Place place;
    std::string text;
    base::Time at;
    bool doubtful = false;  ///< it may have been refused
  };
  struct Gap {
    table::Pause why;
    base::Time from;
    base::Time until;
  };
  /// When a move may have arrived: more than one of the same words may have.
  struct Window {
    base::Time first;
    base::Time last;
  };

  void note_told(Game& game, base::Seat seat, std::size_t acts, base::Time now);
  Game* take_up(base::TableId table);
  void take_up(Game& game, const table::Entry& entry);
  void begin_turn(Game& game);
  void check_act(const Game& game, const table::Entry& entry);
  void check_times(base::PlayerId player, const Game& game, std::size_t acts, const table::Times& times,
                   base::Time now);
  void check_flag(const Game& game, base::Time now);
  bool has_moved_in_time(const Game& game) const;
  Window arrival_of(const table::Entry& entry) const;
  void forget_moves(const Place& place, base::Time until);
  void look_for_thinker(Game& game, Server server, base::Time now);
  base::Duration used_at_most(const Turn& turn, base::Time until) const;
  base::Duration used_at_least(const Turn& turn, base::Time until) const;
  base::Duration used(const Turn& turn, base::Time since, base::Time until) const;
  bool will_be_told(const Place& place) const;
  bool is_heard(const Place& place) const;
  void complain(const Game& game, const std::string& what);

  store::Journal& journal_;
  std::map<base::TableId, Game> games_;
  std::map<base::PlayerId, Place> places_;  ///< of those who were told so
  std::map<base::PlayerId, Sitter> seats_;  ///< of all who have one
  std::set<base::PlayerId> asking_;         ///< and wait for the answer
  std::vector<Place> vacated_;              ///< whose players went; until somebody is told to be back
  std::vector<Arrival> arrivals_;           ///< of moves that were not made yet
  std::vector<Gap> gaps_;
  std::string problem_;
};

}  // namespace simulation
