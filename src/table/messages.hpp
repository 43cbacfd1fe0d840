// What players ask for and what they are told, whatever protocol they speak.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "games/any.hpp"
#include "table/records.hpp"

namespace table {

// Requests. Each is answered by exactly one Accepted or Refused, told before anything else it causes.

/// Be known by this name from now on, also in the middle of a game. Whoever left a seat that waits for that
/// name is led back to it.
struct Name {
  std::string name;
  bool chosen = true;  ///< by a person; nobody comes back to a seat by a name that was given to them
};

/// How many games of a kind there may be at once: any number, or one after the other.
enum class Rooms : std::uint8_t { many, one };

/// Whether a lobby is made for who seeks one.
enum class Make : std::uint8_t { if_none, always, never };

/// Who has the first seat of a table for two (White): as they came, who asks, the other, or whom chance
/// picks.
enum class First : std::uint8_t { as_they_came, seeker, other, random };

/// Come into a lobby, where people gather for a table. The game begins when all in it are ready and as many
/// as it is for, or, if it is for any number, enough for the game. Who is in a lobby already changes; who
/// sits at a table whose game is over gets up.
struct Seek {
  std::string game;
  std::string options = {};
  int seats = 0;  ///< 0: for any number
  Rooms rooms = Rooms::many;
  bool ready = true;
  bool standing = false;               ///< the lobby made keeps its name and its people while they play
  std::string lobby = {};              ///< its name; empty: the first that fits of those made without one
  Make make = Make::if_none;           ///< unnamed lobbies are called by the smallest free number from 1
  std::vector<std::string> bots = {};  ///< the levels of bots that come into the lobby, too
  std::string name = {};               ///< take this name with it, as by Name; empty: keep one's own
  std::string clock = {};  ///< the players' time (clock.hpp); empty: what the host has set for the game
  /// The first in the lobby who asks for something gets it, where all hear offers (visitor.hpp): other
  /// protocols have rules of their own. Only for games of two.
  First first = First::as_they_came;
  /// Of one who comes again into a lobby that is made anew: so many games have begun in it before.
  int begun = 0;
};

/// Be ready for the game to begin.
struct Ready {};

/// Get up from the table, which leaves a running game for good; and leave the lobby. One who sat at the table
/// of a finished game with `presence` (games/any.hpp) has seen its end.
struct Leave {
  bool forget_name = false;    ///< be nobody again, so that the name is free
  bool only_watching = false;  ///< stop watching, and leave nothing else
};

/// Ask who gathers and plays where in the standing lobbies of a game.
struct ListLobbies {
  std::string game;
};

/// Be who one is by one's token (visitor.hpp): with other tabs of the same browser, in the place of another
/// browser that is signed in to the same account, or on the seat that waits. Nothing happens where there is
/// none.
struct ReturnByToken {};

/// See what happens at a table with the eyes of a visitor, or of a seat whose key was shown to the server
/// before. Whoever watches another stops doing so. A tab of somebody who sits there shows the seat again.
struct Watch {
  TableId table;
  std::optional<Seat> eyes{};
};

/// Say something to everybody at one's table or in one's standing lobby; who is at neither, to everybody who
/// is not either.
struct Say {
  std::string text;
};

/// Make a move at one's table.
struct Play {
  games::AnyMove move;
};

/// What the players of a game may agree on (games::HasOffers).
enum class Proposal : std::uint8_t { draw, takeback };

/// Propose something to the other player, who must be here and hear offers (visitor.hpp). One offer at a
/// time; who proposes what was proposed to them accepts. A draw that is offered lapses when the other moves,
/// a takeback when anybody does.
struct Offer {
  Proposal what;
};

/// Whether one takes what was offered. Who has offered it takes the offer back by `decline`.
enum class Consent : std::uint8_t { accept, decline };

struct Reply {
  Consent consent;
};

/// Give a running game up (games::HasOffers), and stay at the table.
struct Resign {};

/// Whether one wants another game with the same people, once a game is over. Where a standing lobby brought
/// them together, `again` is being ready there and `enough` leaving it.
enum class Wish : std::uint8_t { again, enough };

struct Rematch {
  Wish wish;
};

using Request = std::variant<Seek, Play, Rematch, Name, Leave, Say, Ready, ListLobbies, ReturnByToken, Watch,
                             Offer, Reply, Resign>;

// Notices. What they hold is already redacted for the one who is told.

/// The answer to a request that was taken.
struct Accepted {};

/// The answer to a request that changed nothing.
struct Refused {
  base::Error error;
  int seats = 0;  ///< of Code::other_queue: how many players the game is for that others wait for
};

/// Somebody said something; those who speak hear it too.
struct Said {
  std::string from;
  std::string text;
};

/// Who is in the told player's lobby has changed, or the told player has come in.
struct Gathered {
  enum class Change : std::uint8_t { came, left };

  Change change = Change::came;
  std::string who;                   ///< came or left
  std::string lobby;                 ///< its name
  std::vector<std::string> present;  ///< names in joining order
  int seats = 0;                     ///< how many it is for; 0: any number
  bool playing = false;              ///< its game is going on
  int bots = 0;                      ///< how many of those present are bots
  std::string game = {};             ///< of its tables; so are the next two
  std::string options = {};
  std::string clock = {};
  bool ready = false;           ///< the told player is
  std::vector<Said> said = {};  ///< of late, for a browser that has come in
};

/// Somebody in the told player's lobby or at the same table, or the told player, has another name now.
struct Renamed {
  std::string from;
  std::string to;
};

/// The standing lobbies of a game, by name.
struct Listed {
  struct Lobby {
    std::string name;
    std::vector<std::string> present;
    int seats = 0;         ///< as of Gathered
    bool playing = false;  ///< its game is going on
  };
  std::vector<Lobby> lobbies;
};

/// Somebody who has a seat at a table, or waits for one.
struct Sitter {
  std::string name;
  std::string protocol;
  bool here = true;  ///< connected

  friend bool operator==(const Sitter&, const Sitter&) = default;
};

/// How much time is left to each seat, and whose time runs.
struct Times {
  std::vector<base::Duration> left;
  std::optional<Seat> running;

  friend bool operator==(const Times&, const Times&) = default;
};

/// How the clocks stand at the table that the told player sees.
struct ClockReading {
  std::shared_ptr<const Times> times;
};

/// A game begins and the told player has a seat in it.
struct Started {
  TableId table;
  Seat seat;
  std::vector<std::string> players;  ///< names by seat
  std::shared_ptr<const games::AnyView> view;
  std::string lobby = {};  ///< of the table, if it stands
  std::string options = {};
  std::vector<Sitter> sitters = {};  ///< by seat
  std::string clock = {};
  std::shared_ptr<const Times> times = {};  ///< if there is a clock
  std::string deal = {};                    ///< the commitment to it (deal.hpp), in hexadecimal digits
};

/// Something happened in the game, by whose act, and whose turn it is now.
struct Happened {
  Seat who;
  games::AnyEvent event;
  std::optional<Seat> to_move;
  bool last = true;  ///< nothing more happened by the same act
  /// With the last event, for those whose protocol asks for views: how things stand after the act.
  std::shared_ptr<const games::AnyView> view = {};
  bool flagged = false;                     ///< it happened because the time of `who` was up
  std::shared_ptr<const Times> times = {};  ///< with the last event, if there is a clock
};

/// The connection of somebody at the table broke while their seat waits for them, or they are back. Those who
/// come back are told, too, after Resumed.
struct Presence {
  Seat seat;
  bool here = false;
};

/// The told player is back at a table that went on, or stood still, without them; or watches it from now on.
struct Resumed {
  Started seat;                ///< the view is the present one
  std::uint64_t acts = 0;      ///< how many acts there were
  std::vector<Happened> past;  ///< all of them, in order
  bool watches = false;        ///< and so has no seat there
  bool screen = false;         ///< watches with the eyes of that seat
  bool shown = false;          ///< another tab of the same browser shows it already
  std::vector<Said> said{};    ///< of late, for a browser
};

/// What the told player has done in another tab, or in another browser.
struct Elsewhere {
  enum class What : std::uint8_t {
    left,       ///< what they were in
    signed_in,  ///< to `account`; empty: has signed out
    replaced,   ///< the other browser is signed in to their account, and has their place now
  };

  What what = What::left;
  std::string account{};

  friend bool operator==(const Elsewhere&, const Elsewhere&) = default;
};

/// What became of an offer. That it was accepted is told by what then happens.
struct Offered {
  enum class Fate : std::uint8_t { made, declined, withdrawn, lapsed };

  Seat who;  ///< has offered
  Proposal what = Proposal::draw;
  Fate fate = Fate::made;

  friend bool operator==(const Offered&, const Offered&) = default;
};

/// Somebody else at the table of a finished game has said whether they want another, or is gone. Of bots,
/// which always want one, it is told only when they are gone; what settles it for all is Agreed.
struct Wished {
  enum class What : std::uint8_t { again, enough, gone };

  std::string who;
  What what = What::again;
  bool possible = true;  ///< another game may still come about

  friend bool operator==(const Wished&, const Wished&) = default;
};

/// The game has ended.
struct Over {
  Outcome outcome;
};

/// Everybody has said whether they want another game. `again` is followed by Started.
struct Agreed {
  Wish wish;
};

/// The told player's table was opened, or there was an act at it, as the journal keeps it: told before what
/// it brings about, and only where other nodes need it (People::tells_records), for whom nothing is redacted.
struct Recorded {
  std::shared_ptr<const Record> record;
  std::shared_ptr<const Times> times{};  ///< after an act, if there is a clock
};

using Notice = std::variant<Accepted, Refused, Started, Happened, Over, Agreed, Gathered, Resumed, Said,
                            Renamed, Listed, Presence, Offered, Wished, ClockReading, Elsewhere, Recorded>;

/// What is told only to browsers, and to those who hear more than the game (visitor.hpp): other sessions may
/// pass it over.
template <class One>
concept BesidesTheGame =
    std::same_as<One, Offered> || std::same_as<One, Wished> || std::same_as<One, ClockReading> ||
    std::same_as<One, Elsewhere> || std::same_as<One, Recorded>;

/// A bot is wanted in a lobby.
struct Invitation {
  std::string game;
  std::string options;
  std::string lobby;
  bool standing = false;  ///< the lobby is
  std::string level;
  std::string clock = {};
};

/// The clock of a table starts once everything before was told, if the same turn still waits for it by then.
struct ClockStart {
  TableId table;
  std::uint64_t seq = 0;  ///< how many acts there were
};

/// What handling a request asks the server to do: first make the records durable, then tell.
struct Effects {
  std::vector<Record> journal;
  std::vector<std::pair<PlayerId, Notice>> tell;
  std::vector<Invitation> invite{};
  std::vector<ClockStart> clocks{};
};

}  // namespace table
