// What a game is: pure functions over plain, comparable values.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/error.hpp"
#include "base/ids.hpp"
#include "base/rng.hpp"
#include "base/value.hpp"

namespace games {

using base::Code;
using base::fail;
using base::Result;
using base::Rng;
using base::Seat;
using base::Seed;

/// Who looks: a seat, or nobody's seat (a watcher, who may know only what everybody may).
using Viewer = std::optional<Seat>;

/// How a finished game ended.
struct Outcome {
  std::vector<Seat> winners;  ///< one: the winner; several: a shared win or draw; none: nobody won
  std::vector<int> scores;    ///< one a seat where the game has points, else empty
  std::string reason;         ///< one lower-case word such as "checkmate" or "left"

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

/// A rule set that people can choose.
struct Kind {
  std::string_view options;
  std::string_view label;
};

/// A game that was played, for those who write it down (HasExports).
struct Played {
  std::uint64_t table = 0;
  std::string day{};                         ///< on which it began: "2026.11.17"
  std::vector<std::string> players{};        ///< names by seat
  std::string time_control{};                ///< "300+5", "*60" for so long a move; empty: there was none
  std::vector<std::string> moves{};          ///< those that stand, in the game's notation
  std::vector<std::chrono::seconds> left{};  ///< by move: what was left to whoever made it; empty: no clock
  std::optional<Outcome> outcome{};          ///< once it is over
};

/// A way in which a game is written down for other programs.
template <class State>
struct Export {
  std::string_view format;  ///< "pgn": what such files end with
  std::string_view about;   ///< of which games, for people
  Result<std::string> (*write)(const Played& played, const State& begun, const State& now);
  std::string_view media_type = "text/plain; charset=utf-8";
};

/// A game is a type with nothing but types and static functions.
///
/// Contract, tested for every member of the list in all.hpp:
/// - Chance comes only from the seed given to `start` and lives in the state, so seed and moves replay a
/// game.
/// - `play` and `leave` change the state in place; a refused `play` leaves it equal to what it was.
/// - `moves(view)` lists exactly the moves that `play` would accept from the seat that the view is of.
/// - Two states that differ only in what a viewer may not know give that viewer equal views and equal events.
/// - A view says whose turn it is and how the game ended, as the state does.
/// - `read(write(move)) == move`, and the notation is one word without spaces or control characters, never
///   starting with '!' (the journal's own acts do).
/// - Nothing throws, logs, reads a clock or keeps anything outside the state. The kit outlives all states.
template <class G>
concept Game =
    std::equality_comparable<typename G::State> && std::copyable<typename G::State> &&
    std::equality_comparable<typename G::Move> && std::copyable<typename G::Move> &&
    std::equality_comparable<typename G::Event> && std::copyable<typename G::Event> &&
    std::equality_comparable<typename G::View> && std::copyable<typename G::View> &&
    std::equality_comparable<typename G::Options> && std::copyable<typename G::Kit> &&
    requires(const typename G::Kit& kit, const typename G::Options& options, typename G::State& state,
             const typename G::State& fixed, const typename G::Move& move, const typename G::Event& event,
             const typename G::View& view, Rng& rng, Seat seat, Viewer viewer, std::string_view text) {
      { G::name } -> std::convertible_to<std::string_view>;  ///< key in journal, URL and configuration
      { G::revision } -> std::convertible_to<int>;  ///< raised when an old journal would replay differently
      { G::reasons } -> std::convertible_to<std::span<const std::string_view>>;  ///< of all its outcomes
      { G::kinds } -> std::convertible_to<std::span<const Kind>>;                ///< the usual one first
      { G::min_seats } -> std::convertible_to<int>;
      { G::max_seats } -> std::convertible_to<int>;
      /// Options are words key=value; the empty text is the default, and writing gives the shortest text.
      { G::read_options(text) } -> std::same_as<Result<typename G::Options>>;
      { G::write_options(options) } -> std::same_as<std::string>;
      /// Kit: what a game needs besides options and seed (a lexicon, a rules file). Made once by the server.
      { G::start(kit, options, int{}, Seed{}) } -> std::same_as<Result<typename G::State>>;
      { G::to_move(fixed) } -> std::same_as<std::optional<Seat>>;  ///< none: the game is over
      { G::to_move(view) } -> std::same_as<std::optional<Seat>>;
      { G::play(state, seat, move) } -> std::same_as<Result<std::vector<typename G::Event>>>;
      { G::leave(state, seat) } -> std::same_as<std::vector<typename G::Event>>;
      { G::outcome(fixed) } -> std::same_as<std::optional<Outcome>>;
      { G::outcome(view) } -> std::same_as<std::optional<Outcome>>;
      { G::view(fixed, viewer) } -> std::same_as<typename G::View>;
      { G::redact(event, viewer) } -> std::same_as<typename G::Event>;
      { G::moves(view) } -> std::same_as<std::vector<typename G::Move>>;
      /// A whole state that fits the view: for searching bots and for the secrecy test.
      { G::imagine(view, rng) } -> std::same_as<typename G::State>;
      { G::write(move) } -> std::same_as<std::string>;
      { G::read(text) } -> std::same_as<Result<typename G::Move>>;
      /// What a viewer sees, as an object of plain data: the game's own part of STATE in docs/formats/web.md.
      /// A face that does not know the game draws the member `board`, a list of texts, as a grid of letters;
      /// offers the member `moves`, [[notation, label], ...] (list_moves in face.hpp), to who is to move; and
      /// shows every other member by its name.
      { G::describe(view) } -> std::same_as<base::Value>;
    };

/// A game whose kit matters to what is played: `complete` puts into the options which kit it is, so that a
/// table that needs another is known (Code::other_kit of `start`) and not taken for a damaged one.
template <class G>
concept NamesItsKit = Game<G> && requires(const typename G::Kit& kit, typename G::Options options) {
  { G::complete(kit, options) } -> std::same_as<typename G::Options>;
};

/// A game that still knows how it was played by earlier revisions, from `oldest` on: journals of theirs
/// replay as they did.
template <class G>
concept KnowsItsPast = Game<G> && requires(typename G::State& state) {
  { G::oldest } -> std::convertible_to<int>;
  G::go_by(state, int{});  ///< a fresh state is played by the rules of that revision
};

/// A game in which the seed matters: its state holds the generator.
template <class G>
concept HasChance = Game<G> && requires(const typename G::State& state) {
  { state.rng } -> std::same_as<const Rng&>;
};

/// A game that refuses things for reasons that no other game has: `Refusals::all` lists them, each with a
/// word of its own.
template <class G>
concept HasRefusals = Game<G> && requires {
  { G::Refusals::all } -> std::convertible_to<std::span<const base::Reason>>;
};

/// A game of which one line says how it stands.
template <class G>
concept HasPosition = Game<G> && requires(const typename G::State& fixed) {
  { G::write_position(fixed) } -> std::same_as<std::string>;
};

/// A game that other programs know by files of their own.
template <class G>
concept HasExports = Game<G> && requires {
  { G::exports() } -> std::same_as<std::span<const Export<typename G::State>>>;
};

/// A game that goes on while players are away and waits when too few are here.
template <class G>
concept Presence = Game<G> && requires(typename G::State& state, const typename G::State& fixed, Seat seat) {
  /// Nothing happens, and no events are given, where it makes no difference.
  { G::away(state, seat) } -> std::same_as<std::vector<typename G::Event>>;
  { G::back(state, seat) } -> std::same_as<std::vector<typename G::Event>>;
  { G::paused(fixed) } -> std::same_as<bool>;                             ///< too few are here
  { G::abandon(state) } -> std::same_as<std::vector<typename G::Event>>;  ///< ends a paused game
};

/// A game whose turns have several moves.
template <class G>
concept HasSteps = Game<G> && requires(const typename G::State& fixed) {
  { G::within_turn(fixed) } -> std::same_as<bool>;  ///< who is to move has begun the turn already
};

/// A game in which players may resign, agree on a draw and on taking moves back, and that knows itself what
/// becomes of one whose time is up. Its kit is empty, so that options and moves give any state back.
template <class G>
concept HasOffers =
    Game<G> && std::is_empty_v<typename G::Kit> &&
    requires(typename G::State& state, const typename G::State& before, Seat seat, int plies) {
      { G::flag(state, seat) } -> std::same_as<std::vector<typename G::Event>>;
      { G::agree(state, seat) } -> std::same_as<std::vector<typename G::Event>>;
      { G::resign(state, seat) } -> std::same_as<std::vector<typename G::Event>>;
      /// The state is what it was before so many moves; `seat` had asked for it.
      { G::take_back(state, before, seat, plies) } -> std::same_as<std::vector<typename G::Event>>;
    };

}  // namespace games
