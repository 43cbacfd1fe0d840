// The hall: the rules between people, lobbies and tables. One for all protocols.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "table/audience.hpp"
#include "table/gatherings.hpp"
#include "table/lookout.hpp"
#include "table/messages.hpp"
#include "table/tables.hpp"

namespace table {

struct HallSettings {
  base::Seed seed{};       ///< of the seeds of all tables, to repeat a test
  TableId first_table{1};  ///< ids below it are in the journal already
  base::Duration hold{};   ///< how long a seat of a restored table waits for its player
  base::Duration grace{};  ///< how long the seat of a player with a name waits whose connection broke
  base::Duration abandon = std::chrono::minutes(10);  ///< how long a paused game waits for players to return
  ComeBack come_back = ComeBack::same_address;
  Clocks clocks{};              ///< of new tables, where nobody asks for another
  Seeds::Source fresh_seed{};   ///< gives each table its own; none: all come from `seed`
  std::uint64_t most_acts = 0;  ///< so many acts end a game without a result; 0: none do
};

/// How long the table of a finished game with presence waits for those who have not seen its end.
inline constexpr base::Duration kUnseen = std::chrono::hours(24);

/// All that players share. It never does anything by itself: time comes in, effects go out. What it knows is
/// in its parts. Who sits at a table knows so (Visitor::sitting), and the table does (Sitting::players); so
/// it is with those who watch it, as long as it is there.
class Hall {
 public:
  Hall(const games::Kits& kits, const HallSettings& settings);
  Hall(const Hall&) = delete;  // its parts know each other
  Hall& operator=(const Hall&) = delete;

  /// A visitor arrives by a protocol, whose name must last, from an address (without port). Ids are never
  /// used twice.
  void arrive(PlayerId player, std::string_view protocol, std::string_view address, Views views = Views::no,
              Hears hears = Hears::game_only, const Browser& browser = {});
  /// A visitor goes: leaves the lobby, and a running game for good unless it has presence. A person goes with
  /// the last tab.
  void depart(PlayerId player, Time now, Effects& effects);
  /// A visitor's connection broke: as `depart`, but the seat of one with a name waits as long as the settings
  /// say; in a game with presence, as long as the game lasts.
  void lose(PlayerId player, Time now, Effects& effects);

  /// Adds what is to be done to `effects`; a refusal adds nothing but the Refused. A request may have arrived
  /// before it can be handled: thinking ends when it did.
  void handle(PlayerId player, const Request& request, Time now, Effects& effects,
              std::optional<Time> arrived = {});

  /// Ends the waiting of seats and games to which nobody came back in time, and the games of those whose time
  /// is up. To be called when `next_wake` has passed.
  /// Nobody's time is up of whom something waits, unheard, that came in time.
  using UnheardSince = std::function<std::optional<Time>(PlayerId)>;
  void wake(Time now, Effects& effects, const UnheardSince& unheard_since = {});
  std::optional<Time> next_wake() const;
  /// Whether somebody's time is up, or a wait is over.
  bool is_due(Time now) const;

  /// For so long until now nothing could happen: it is charged to nobody whose time runs. To be called before
  /// whatever is done next.
  void forgive(base::Duration gap, Pause why, Time now, Effects& effects);
  /// Everybody was told (Effects::clocks): time runs for whoever is to move.
  void start_clock(const ClockStart& start, Time now);
  /// Who has to be told before that, each in a tab of their own: whoever is to move. Nobody if they are away,
  /// or look elsewhere, or if the clock does not start any more.
  std::vector<PlayerId> told_before(const ClockStart& start) const;
  /// Whether a visitor is told what happens at the seat that they, or the person whose tab it is, may have.
  bool shows_seat(PlayerId player) const { return audience_.shows_seat(player); }

  /// Remembers a finished game for those who look around; to be called from old to new.
  void remember(TableFacts finished) { lookout_.remember(std::move(finished)); }
  /// Takes in a table rebuilt from the journal; its seats wait for their players.
  void restore(Table table, Time now);
  /// Forgets a table whose journal failed, also among the finished ones; returns who sat there, with all
  /// tabs, or watched, and is now nowhere.
  std::vector<PlayerId> evict(TableId table);

  /// Accounts (hall_accounts.cpp). The name of an account is its owner's, however it is spelled
  /// (accounts.hpp): who is signed in to it by a browser, or who comes by another protocol from the network
  /// address of a browser that is signed in to it and here. An account is in one place at a time, and has its
  /// name wherever nobody else of its owner's uses it.
  void reserve(std::string_view account) { people_.names().reserve(account); }
  void release(std::string_view account) { people_.names().release(account); }
  /// Whether the visitor may make an account of that name: Code::bad_name or Code::name_taken says why not.
  Result<void> check_account(PlayerId player, std::string_view name) const {
    return people_.check_account(player, name);
  }
  /// The visitor owns the account: has its name from now on, takes the place of who was signed in to it
  /// elsewhere, and is led back to the seat that waits for it. Nothing happens if the visitor has gone.
  void sign_in(PlayerId player, std::string_view account, Time now, Effects& effects);
  /// The visitor is a guest again.
  void sign_out(PlayerId player, Time now, Effects& effects);
  /// What the hall knows of a visitor who asks about accounts.
  struct Guest {
    std::string_view address;
    std::string_view host;
    std::string_view account;
    bool plays = false;
  };
  Guest guest(PlayerId player) const;

  using Place = table::Place;
  /// Where a visitor sits, or the person whose tab it is.
  std::optional<Place> place_of(PlayerId player) const;
  /// Whether a visitor has another seat at the table, be it one that waits for them, or watches it, in any
  /// tab, with other eyes than those of the place.
  bool is_other(PlayerId player, const Place& place) const;
  /// Whether a visitor looks, in any tab, with the eyes of the place, whose player has given them the link,
  /// and is no other at the table.
  bool has_eyes_of(PlayerId player, const Place& place) const;
  /// "" for who is not here.
  std::string name_of(PlayerId player) const;

  /// The table of that id while it is in the hall.
  const Table* find(TableId table) const {
    const auto* sitting = tables_.find(table);
    return sitting == nullptr ? nullptr : &sitting->table;
  }
  /// How many tables of a game there are now, and how many moves were made since the hall stands.
  std::size_t count_tables(std::string_view game) const { return tables_.count(game); }
  std::uint64_t count_moves(std::string_view game) const { return tables_.count_moves(game); }

 private:
  Result<void> answer(PlayerId player, const Request& request, Time arrived, Time now, Effects& effects);
  Result<void> name(PlayerId player, const Name& request, Time now, Effects& effects);
  Result<void> seek(PlayerId player, const Seek& request, Time now, Effects& effects);
  Result<void> ready(PlayerId player, Time now, Effects& effects);
  Result<void> play(PlayerId player, const Play& request, Time arrived, Time now, Effects& effects);
  Result<void> stay(PlayerId player, Time now, Effects& effects);
  Result<void> leave(PlayerId player, const Leave& request, Time now, Effects& effects);
  Result<void> say(PlayerId player, const Say& request, Effects& effects);
  /// Tabs (hall_tabs.cpp).
  std::optional<PlayerId> close_tab(PlayerId player);
  void turn_to_seat(PlayerId player);
  void show_place(PlayerId tab, Time now, Effects& effects) const;
  void catch_up(PlayerId tab, Time now, Effects& effects);
  Resumed resumed_at(const Sitting& sitting, const Visitor& someone, Time now) const;
  void go(PlayerId player, Time now, Effects& effects);
  /// Offers (hall_offers.cpp).
  Result<void> offer(PlayerId player, const Offer& request, Time now, Effects& effects);
  Result<void> reply(PlayerId player, const Reply& request, Time now, Effects& effects);
  Result<void> resign(PlayerId player, Time now, Effects& effects);
  Result<void> check_offer(const Sitting& sitting, Seat seat, Proposal what) const;
  void accept_offer(Sitting& sitting, Seat seat, Time now, Effects& effects);
  /// Clocks (hall_clocks.cpp).
  Result<void> glance(PlayerId player, Time now, Effects& effects);
  void look_at_flags(Time now, const UnheardSince& unheard_since, Effects& effects);
  void flag(Sitting& sitting, Time now, Effects& effects);
  /// Visits (hall_visits.cpp).
  Result<void> come_again(PlayerId player, Time now, Effects& effects);
  Result<void> watch(PlayerId player, const Watch& request, Time now, Effects& effects);
  Result<void> screen(PlayerId player, const Screen& request, Time now, Effects& effects);
  void look_on(PlayerId player, Sitting& sitting, games::Viewer eyes, Time now, Effects& effects);
  Result<void> survey(PlayerId player, Time now, Effects& effects);
  void replace(PlayerId old, PlayerId player, Time now, Effects& effects);
  void stop_watching(PlayerId player);
  base::Duration grace_of(const Visitor& someone) const;
  Result<Sitting*> sitting_of(PlayerId player);
  bool plays(const Visitor& someone) const;
  /// Names (hall.cpp, hall_accounts.cpp).
  Result<std::optional<Place>> claim(PlayerId player, std::string_view name, Naming naming) const;
  void take_name(PlayerId player, std::string_view name, Naming naming, Time now, Effects& effects);
  void rename(PlayerId player, std::string_view name, Naming naming, Time now, Effects& effects);
  void erase_visitor(PlayerId player);
  bool take_account_name(PlayerId player, Time now, Effects& effects);
  void give_back(std::string_view name, Time now, Effects& effects);
  void tell_account(PlayerId tab, Effects& effects) const;
  /// Lobbies (hall_lobbies.cpp).
  Result<void> look(PlayerId player, const Look& request, Effects& effects);
  void leave_lobby(PlayerId player, Time now, Effects& effects);
  void be_ready(PlayerId player, Time now, Effects& effects);
  void begin_if_complete(Lobby& lobby, Time now, Effects& effects);
  /// Another game (hall_rematch.cpp).
  Result<void> rematch(PlayerId player, const Rematch& request, Time now, Effects& effects);
  void settle_wishes(Sitting& sitting, Time now, Effects& effects);
  void tell_wish(const Lobby& lobby, const Wished& wished, Effects& effects) const;
  /// Tables (hall_tables.cpp).
  Result<Sitting*> seat_together(const Kind& kind, const std::string& lobby,
                                 const std::vector<PlayerId>& players, Time now, Effects& effects);
  void record(Sitting& sitting, Step step, Effects& effects);
  void end_if_endless(Sitting& sitting, Time now, Effects& effects);
  void after_act(Sitting& sitting, Time now, Effects& effects);
  void get_up(PlayerId player, Time now, Effects& effects);
  void vacate(Sitting& sitting, Seat seat, Time now, Effects& effects);
  void clear_away(Sitting& sitting, Time now, Effects& effects);
  std::optional<Time> seen_for(const Visitor& someone, const Sitting& sitting, Time now) const;
  void step_away(Sitting& sitting, Seat seat, std::optional<Time> until, Time now, Effects& effects);
  void close_if_seen(Sitting& sitting, Time now, Effects& effects);
  void hold_seat(Sitting& sitting, Seat seat, std::optional<Time> until);
  void lead_back(PlayerId player, Place place, Time now, Effects& effects);
  void give_up(Sitting& sitting, Seat seat, Time now, Effects& effects);
  void release_seat(Sitting& sitting, Seat seat);
  void release_seats(Sitting& sitting);
  void close(Sitting& sitting, Effects& effects);

  base::Duration hold_;
  base::Duration grace_;
  base::Duration abandon_;
  std::uint64_t most_acts_;
  Seeds seeds_;
  People people_;
  Audience audience_;
  Lookout lookout_;
  Tables tables_;
  Gatherings gatherings_;
  RunningClocks clocks_;
};

}  // namespace table
