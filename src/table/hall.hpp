// The hall: all that players share, whatever protocol they speak.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "table/identity.hpp"
#include "table/lobby_requests.hpp"
#include "table/parts.hpp"
#include "table/table_requests.hpp"
#include "table/talk.hpp"
#include "table/timekeeper.hpp"
#include "table/view_requests.hpp"

namespace table {

/// The door to all parts. It never does anything by itself: time comes in, effects go out, told to
/// connections and not to persons. It knows nothing of its own.
class Hall {
 public:
  Hall(const games::Kits& kits, const HallSettings& settings);

  /// A visitor arrives by a protocol, whose name must last, from an address (without port). Ids are never
  /// used twice.
  void arrive(PlayerId player, std::string_view protocol, std::string_view address, Views views = Views::no,
              Hears hears = Hears::game_only, const Browser& browser = {}, const Named& named = {});
  /// A visitor goes: leaves the lobby, and a running game for good unless it has presence. A person goes with
  /// the last tab.
  void depart(PlayerId player, Time now, Effects& effects);
  /// A visitor's connection broke, or their node is gone: as `depart`, but the seat of one with a name waits
  /// as long as the settings say; in a game with presence, as long as the game lasts.
  void lose(PlayerId player, Loss loss, Time now, Effects& effects);

  /// Adds what is to be done to `effects`; a refusal adds nothing but the Refused. A request may have arrived
  /// before it can be handled: thinking ends when it did.
  void handle(PlayerId player, const Request& request, Time now, Effects& effects,
              std::optional<Time> arrived = {});
  /// How things stand for who looks around, or stood a moment ago. Who is signed in is seen by their
  /// account's name from now on, if it is free.
  std::shared_ptr<const Overview> look_around(PlayerId player, Time now, Effects& effects);
  /// How the clocks stand of the table that the visitor sees: Accepted, and a ClockReading if there are any.
  void read_clocks(PlayerId player, Time now, Effects& effects);
  /// The visitor owns the account: has its name from now on, takes the place of who was signed in to it
  /// elsewhere, and is led back to the seat that waits for it. Nothing happens if the visitor has gone.
  void sign_in(PlayerId player, std::string_view account, Time now, Effects& effects);
  /// The visitor is a guest again.
  void sign_out(PlayerId player, Time now, Effects& effects);

  // Where the hall is that of several nodes.

  /// From now on acts are told as the journal keeps them, too (Recorded).
  void tell_records() { parts_.people.tell_records(); }
  /// The visitor is at another node from now on, which tells them what they hear; and is here again, called
  /// so.
  void send_away(PlayerId player);
  void take_home(PlayerId player, const Named& named);
  /// The visitor gets up here, since they have a place elsewhere.
  void get_up(PlayerId player, Time now, Effects& effects);
  /// The tab watches something elsewhere.
  void stop_watching(PlayerId tab) { parts_.places.stop_watching(tab); }
  /// The visitor, who is nowhere, has a place at this table that they took before it was rebuilt: a seat that
  /// waits, or watching. They are told Resumed, and nobody else anything. Without such a place they have
  /// none.
  void attach(PlayerId player, TableId table, std::optional<Seat> seat, games::Viewer eyes, Time now,
              Effects& effects);
  /// The tab, which was told nothing yet, is told the place of its person, if there is one.
  void show_place(PlayerId tab, Time now, Effects& effects);
  /// As that, where another node knows of the place: it may also be that of the same person in another
  /// browser, who gives way, or a seat that waits.
  void lead(PlayerId tab, Time now, Effects& effects);
  /// The account of the tab's person is used by another browser, at another node: they are told that, and are
  /// a guest.
  void give_way(PlayerId tab, Time now, Effects& effects);
  /// Names of accounts between nodes: an owner shares theirs, and is called otherwise meanwhile; a visitor
  /// may use the name of the account of that key ("": of none any more); nobody uses it any more.
  void lend_name(PlayerId owner, std::string_view name, Time now, Effects& effects);
  void borrow_name(PlayerId player, std::string key) { parts_.people.at(player).lent = std::move(key); }
  void take_name_back(std::string_view name, Time now, Effects& effects);
  /// The person has chosen that name in a tab at another node, and is called so here, too, if nobody else is.
  void share_name(PlayerId person, std::string_view name, Time now, Effects& effects);
  /// The visitor, who sits at the table of a finished game, said so before it was rebuilt.
  void wish_again(PlayerId player, Wish wish, Time now, Effects& effects);
  /// The lobbies of a game are at another node from now on; all connections of who was in them, who are told
  /// nothing and are nowhere.
  std::vector<PlayerId> disband(std::string_view game);
  /// How things stand in this part of the hall, or stood a moment ago.
  std::shared_ptr<const Overview> overview(Time now) {
    return parts_.lookout.look(now, parts_.gatherings, parts_.tables);
  }
  /// Somebody of another node says something to everybody.
  void hear(const Said& said, Effects& effects);

  /// Ends waiting and time that is up. To be called when `next_wake` of the timekeeper has passed.
  void wake(Time now, Effects& effects, const UnheardSince& unheard_since = {});
  /// For so long until now nothing could happen: it is charged to nobody whose time runs. To be called before
  /// whatever is done next.
  void forgive(base::Duration gap, Pause why, Time now, Effects& effects);

  /// Takes in a table rebuilt from the journal; its seats wait for their players.
  void restore(Table table, Time now) { course_.restore(std::move(table), now); }
  /// A bot that has just come takes a seat that waits for it. Whether it is called as that seat is: somebody
  /// else may be, since nodes name their bots alike.
  bool lead_back(PlayerId bot, const Place& place, Time now, Effects& effects);
  /// Forgets a table whose journal failed, also among the finished ones; returns who sat there, with all
  /// tabs, or watched, and is now nowhere.
  std::vector<PlayerId> evict(TableId table);

  const People& people() const { return parts_.people; }
  /// Names can be reserved for accounts and released at any time.
  NameBook& names() { return parts_.people.names(); }
  const Tables& tables() const { return parts_.tables; }
  const Places& places() const { return parts_.places; }
  /// It can be told at any time of games that ended before.
  Lookout& lookout() { return parts_.lookout; }
  /// Clocks can be started at any time.
  Timekeeper& timekeeper() { return timekeeper_; }
  const Timekeeper& timekeeper() const { return timekeeper_; }

 private:
  Result<void> answer(PlayerId tab, const Request& request, Time arrived, Time now, Effects& effects);

  Parts parts_;
  Recorder recorder_;
  Openings openings_;
  Course course_;
  Renaming renaming_;
  Attendance attendance_;
  Identity identity_;
  Talk talk_;
  TableRequests table_requests_;
  LobbyRequests lobby_requests_;
  ViewRequests view_requests_;
  Timekeeper timekeeper_;
};

}  // namespace table
