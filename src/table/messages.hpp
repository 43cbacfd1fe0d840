// What players ask for and what they are told, whatever protocol they speak.
#pragma once

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

/// Be known by this name from now on. Whoever left a seat that waits for that name is led back to it.
struct Name {
  std::string name;
};

/// How many games of a kind there may be at once: any number, or one after the other.
enum class Rooms : std::uint8_t { many, one };

/// Wait for a table of this kind and sit down when enough others do. Who waits already changes the queue; who
/// sits at a table whose game is over gets up.
struct Seek {
  std::string game;
  std::string options;
  int seats = 0;
  Rooms rooms = Rooms::many;
};

/// Get up from the table, which leaves a running game for good; or wait no longer.
struct Leave {};

/// Say something to everybody at one's table, or, sitting at none, to everybody else who sits at none.
struct Say {
  std::string text;
};

/// Make a move at one's table.
struct Play {
  games::AnyMove move;
};

/// Whether one wants another game with the same people, once a game is over.
enum class Wish : std::uint8_t { again, enough };

struct Rematch {
  Wish wish;
};

using Request = std::variant<Seek, Play, Rematch, Name, Leave, Say>;

// Notices. What they hold is already redacted for the one who is told.

/// The answer to a request that was taken.
struct Accepted {};

/// The answer to a request that changed nothing.
struct Refused {
  base::Error error;
  int seats = 0;  ///< of Code::other_queue: how many players the game is for that others wait for
};

/// So many wait for the table that the told player waits for.
struct Waiting {
  int present = 0;
  int seats = 0;
};

/// A game begins and the told player has a seat in it.
struct Started {
  TableId table;
  Seat seat;
  std::vector<std::string> players;  ///< names by seat
  std::shared_ptr<const games::AnyView> view;
};

/// Something happened in the game, by whose act, and whose turn it is now.
struct Happened {
  Seat who;
  games::AnyEvent event;
  std::optional<Seat> to_move;
  bool last = true;  ///< nothing more happened by the same act
};

/// The told player is back at a table that went on, or stood still, without them.
struct Resumed {
  Started seat;                ///< the view is the present one
  std::uint64_t acts = 0;      ///< how many acts there were
  std::vector<Happened> past;  ///< all of them, in order
};

/// Somebody said something; those who speak hear it too.
struct Said {
  std::string from;
  std::string text;
};

/// The game has ended.
struct Over {
  Outcome outcome;
};

/// Everybody has said whether they want another game. `again` is followed by Started.
struct Agreed {
  Wish wish;
};

using Notice = std::variant<Accepted, Refused, Started, Happened, Over, Agreed, Waiting, Resumed, Said>;

/// What handling a request asks the server to do: first make the records durable, then tell.
struct Effects {
  std::vector<Record> journal;
  std::vector<std::pair<PlayerId, Notice>> tell;
};

}  // namespace table
