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

/// Wait for a table of this kind and sit down when enough others do.
struct Seek {
  std::string game;
  std::string options;
  int seats = 0;
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

using Request = std::variant<Seek, Play, Rematch>;

// Notices. What they hold is already redacted for the one who is told.

/// The answer to a request that was taken.
struct Accepted {};

/// The answer to a request that changed nothing.
struct Refused {
  base::Error error;
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
};

/// The game has ended.
struct Over {
  Outcome outcome;
};

/// Everybody has said whether they want another game. `again` is followed by Started.
struct Agreed {
  Wish wish;
};

using Notice = std::variant<Accepted, Refused, Started, Happened, Over, Agreed>;

/// What handling a request asks the server to do: first make the records durable, then tell.
struct Effects {
  std::vector<Record> journal;
  std::vector<std::pair<PlayerId, Notice>> tell;
};

}  // namespace table
