// Any game of the list behind one set of functions: what tables, journals and bots call. The games themselves
// are not seen from here, so that a new one is compiled alone.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/boxed.hpp"
#include "games/game.hpp"
#include "games/kits.hpp"

namespace games {

using AnyState = Boxed<Role::state>;
using AnyMove = Boxed<Role::move>;
using AnyEvent = Boxed<Role::event>;
using AnyView = Boxed<Role::view>;

/// What games there are, by name.
std::span<const std::string_view> names();

/// The facts about a game that a lobby needs.
struct Facts {
  std::string_view name;
  int revision;
  int oldest;  ///< the first revision whose journals replay
  int min_seats;
  int max_seats;
  bool has_chance;  ///< whether the seed matters
};

/// Code::unknown_game if there is no such game.
Result<Facts> facts_of(std::string_view game);

/// The rule sets that people can choose, the usual one first; none of an unknown game.
std::span<const Kind> kinds_of(std::string_view game);

/// The options of a new table: in their shortest form, and with the name of the kit where the game has one
/// (games::NamesItsKit in game.hpp). Code::bad_options says what is wrong with them.
Result<std::string> complete_options(const Kits& kits, std::string_view game, std::string_view options);

Result<AnyState> start(const Kits& kits, std::string_view game, std::string_view options, int seats,
                       const Seed& seed);
/// A fresh state is played by the rules of that revision, which `facts_of` must span.
void go_by(AnyState& state, int revision);

std::string_view game_of(const AnyState& state);
std::string_view game_of(const AnyView& view);
std::string_view game_of(const AnyMove& move);
/// The place of the game in names().
std::size_t index_of(const AnyMove& move);
std::optional<Seat> to_move(const AnyState& state);
std::optional<Seat> to_move(const AnyView& view);
std::optional<Outcome> outcome(const AnyState& state);
std::optional<Outcome> outcome(const AnyView& view);

/// As the game's own `play`; a move of another game is Code::malformed.
Result<std::vector<AnyEvent>> play(AnyState& state, Seat seat, const AnyMove& move);
std::vector<AnyEvent> leave(AnyState& state, Seat seat);

/// Whether the game knows players who are away (games::Presence in game.hpp). The others have no such events
/// and are never paused.
bool has_presence(const AnyState& state);
bool has_presence(const AnyView& view);
std::vector<AnyEvent> away(AnyState& state, Seat seat);
std::vector<AnyEvent> back(AnyState& state, Seat seat);
bool is_paused(const AnyState& state);
std::vector<AnyEvent> abandon(AnyState& state);

/// Whether who is to move has begun the turn already (games::HasSteps).
bool is_within_turn(const AnyState& state);

/// The seat's time is up: as leaving, unless the game has a rule of its own.
std::vector<AnyEvent> flag(AnyState& state, Seat seat);

/// Whether players may resign, agree on a draw and on taking moves back (games::HasOffers). The other games
/// have no such events.
bool has_offers(const AnyState& state);
std::vector<AnyEvent> resign(AnyState& state, Seat seat);
std::vector<AnyEvent> agree(AnyState& state, Seat seat);
/// The state is what it was before the last so many of these moves, which are all that were made by now, in
/// the game's notation.
Result<std::vector<AnyEvent>> take_back(AnyState& state, std::string_view options,
                                        std::span<const std::string> moves, Seat seat, int plies);

AnyView view(const AnyState& state, Viewer viewer);
AnyEvent redact(const AnyEvent& event, Viewer viewer);
std::vector<AnyMove> moves(const AnyView& view);
AnyState imagine(const AnyView& view, Rng& rng);

/// How the game stands, in one line, if it knows such a line (games::HasPosition).
bool has_positions(std::string_view game);
std::optional<std::string> position_of(const AnyState& state);

/// The files by which other programs know games (games::HasExports).
struct Format {
  std::string_view name;   ///< "pgn"
  std::string_view about;  ///< of which games, for people
  std::string_view game;
  std::string_view media_type;
};
std::vector<Format> all_formats();
/// The game that was played from one state to the other. Code::unknown_game if it has no such format.
Result<std::string> write_as(std::string_view format, const Played& played, const AnyState& begun,
                             const AnyState& now);

/// What the viewer sees, as plain data (games::Game).
base::Value describe(const AnyView& view);

std::string write(const AnyMove& move);
Result<AnyMove> read(std::string_view game, std::string_view text);

}  // namespace games
