// The values of My Shelfie: what everybody sees, what is secret, moves, events and refusals.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "games/game.hpp"
#include "games/shelfie/rules_file.hpp"
#include "games/shelfie/tiles.hpp"

namespace games::shelfie {

/// What the seat on turn does next. Each is a move of its own, so a half-finished turn is a state like any
/// other.
enum class Phase : std::uint8_t { select, order, column };

/// A move in the protocol's own form, so that whatever a client sent can be tried and refused with its own
/// reason. select: row, column, row, column ... in line order; order: a permutation, the lowest tile first;
/// column: one number.
struct Move {
  Phase phase{};
  std::vector<int> values;

  friend bool operator==(const Move&, const Move&) = default;
};

/// Why a move is refused; in the order in which the rulings check.
enum class Refusal : std::uint8_t {
  game_over,                      ///< the game has ended
  illegal_turn,                   ///< another seat is to move
  paused,                         ///< fewer than two players are here
  illegal_phase,                  ///< another phase of the turn comes first
  invalid_input,                  ///< nothing, an odd number of coordinates, a wrong number of positions
  too_many_tiles,                 ///< more than allowed, or than fit into one column
  invalid_coordinates,            ///< off the board, or no tile there
  not_enough_free_edges,          ///< a tile without a free side
  not_same_row_or_column,         ///< not a line in which each tile is next to the one before
  invalid_order_tile_number,      ///< a position that there is not
  invalid_order_tile_repetition,  ///< a position named twice
  invalid_column,                 ///< a column that there is not
  not_enough_free_cells_column,   ///< the tiles do not fit
};
inline constexpr Refusal kLastRefusal = Refusal::not_enough_free_cells_column;

/// The sentence that a refusal's Error carries; different for each.
std::string_view sentence(Refusal refusal);

/// The refusal that an Error of Rules::play stands for; none if it is not one of ours.
std::optional<Refusal> refusal_of(const base::Error& error);

enum class Presence : std::uint8_t { here, away, gone };  ///< gone: for good

struct Player {
  Shelf shelf = empty_shelf();
  std::array<std::uint8_t, kGoalsInGame> tokens{};  ///< points of the token won for each common goal, 0: none
  Presence presence = Presence::here;

  friend bool operator==(const Player&, const Player&) = default;
};

/// The tiles taken in this turn, in the order in which they will fall, and the cells they came from.
struct Hand {
  std::uint8_t count{};
  std::array<TileId, kMaxTaken> tiles{kNoTile, kNoTile, kNoTile};
  std::array<std::uint8_t, kMaxTaken> cells{};

  std::span<const TileId> taken() const { return std::span(tiles).first(count); }
  friend bool operator==(const Hand&, const Hand&) = default;
};

enum class Ending : std::uint8_t { none, finished, left, abandoned };

/// Everything that lies open on the table.
struct Open {
  const RulesFile* rules{};  ///< the kit's; outlives the state
  std::uint8_t seats{};
  Seat first;  ///< starts the game; turns go by ascending seats from there
  Seat turn;
  Phase phase{};
  Ending ending{};
  Board board = empty_board();
  std::array<Player, kMaxSeats> players{};
  std::array<std::uint8_t, kGoalsInGame> goals{};
  Hand hand;
  std::optional<Seat> full;    ///< who filled a shelf first: this is the last round
  std::optional<Seat> stayed;  ///< the winner of a game that the others left or abandoned

  friend bool operator==(const Open&, const Open&) = default;
};

/// A whole game: what lies open, and the secrets.
struct State {
  Open open;
  Rng rng;
  std::vector<TileId> bag;                      ///< drawn from the back
  std::array<std::uint8_t, kMaxSeats> cards{};  ///< personal cards

  friend bool operator==(const State&, const State&) = default;
};

/// What one viewer may know.
struct View {
  Open open;
  Viewer viewer;
  std::uint8_t in_bag{};                                     ///< how many tiles, not which
  std::array<std::optional<std::uint8_t>, kMaxSeats> cards;  ///< one's own; all when the game is over

  friend bool operator==(const View&, const View&) = default;
};

struct Selected {
  Seat seat;
  Hand hand;
  friend bool operator==(const Selected&, const Selected&) = default;
};
struct Ordered {
  Seat seat;
  Hand hand;
  friend bool operator==(const Ordered&, const Ordered&) = default;
};
struct Placed {
  Seat seat;
  std::uint8_t column;
  Hand hand;
  friend bool operator==(const Placed&, const Placed&) = default;
};
struct FilledShelf {
  Seat seat;
  friend bool operator==(const FilledShelf&, const FilledShelf&) = default;
};
/// A turn is over, played or given up by going away; `tokens` are the points won in it for each common goal.
struct TurnEnded {
  Seat seat;
  std::array<std::uint8_t, kGoalsInGame> tokens;
  friend bool operator==(const TurnEnded&, const TurnEnded&) = default;
};
struct Refilled {
  friend bool operator==(const Refilled&, const Refilled&) = default;
};
/// A seat went away, for good or not, or came back.
struct AttendanceChanged {
  Seat seat;
  Presence presence;
  friend bool operator==(const AttendanceChanged&, const AttendanceChanged&) = default;
};
/// Only one player is left here: nobody can move until another comes back.
struct Paused {
  Seat alone;
  friend bool operator==(const Paused&, const Paused&) = default;
};
struct Ended {
  Ending ending;
  friend bool operator==(const Ended&, const Ended&) = default;
};

/// Nothing in an event is secret.
using Event = std::variant<Selected, Ordered, Placed, FilledShelf, TurnEnded, Refilled, AttendanceChanged,
                           Paused, Ended>;

/// The points of one seat, as they stand now.
struct Points {
  std::array<int, kGoalsInGame> tokens{};
  int groups{};
  int full{};                   ///< for the first full shelf
  std::optional<int> personal;  ///< if the viewer may know it

  /// What everybody may know of them.
  int open() const { return tokens[0] + tokens[1] + groups + full; }
  int total() const { return open() + personal.value_or(0); }
  friend bool operator==(const Points&, const Points&) = default;
};

/// True if the cell is one of this table's board (it may be empty).
bool in_use(const Open& open, int cell);

/// Free sides of the tile in that cell, 0 to 4; 0 where there is no tile.
int free_edges(const Open& open, int cell);

/// Most tiles that the seat may take: the rules' limit, or the most that fit into one column.
int most_tiles(const Open& open, Seat seat);

/// Points of the token that lies on top of the common goal (0 or 1); 0 when none is left.
int top_token(const Open& open, int goal);

int present(const Open& open);     ///< players who are here
bool is_paused(const Open& open);  ///< not over, but fewer than two are here
bool is_here(const Open& open, Seat seat);

Points points(const View& view, Seat seat);

/// All seats in turn order, the first player first.
std::vector<Seat> turn_order(const Open& open);

/// Why the move would be refused, in the ruled order; none: Rules::play accepts it.
std::optional<Refusal> check(const Open& open, Seat seat, const Move& move);

}  // namespace games::shelfie
