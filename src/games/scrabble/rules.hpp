// The rules of Scrabble, in the three rule sets that the two protocols and tables for both need.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "games/boxed.hpp"
#include "games/face.hpp"
#include "games/game.hpp"
#include "games/scrabble/move.hpp"
#include "games/scrabble/refusals.hpp"
#include "games/scrabble/state.hpp"

namespace games::scrabble {

/// Where somebody typed a word, and its tiles as they lie; smaller than a Move, since events are kept small.
struct TypedWord {
  Direction direction = Direction::across;
  std::uint8_t row = 0;
  std::uint8_t column = 0;
  std::uint8_t count = 0;
  std::array<Tile, kSide> tiles{};

  std::string_view letters() const { return {tiles.data(), count}; }

  friend bool operator==(const TypedWord&, const TypedWord&) = default;
};

/// A word was laid.
struct Placed {
  Seat seat;
  Move move;  ///< as MoveKind::place, however it was typed
  int points = 0;
  TypedWord typed{};  ///< where that is not the whole word in that direction; else without letters

  friend bool operator==(const Placed&, const Placed&) = default;
};

/// Tiles were given back. Their owner sees which, others how many.
struct Exchanged {
  Seat seat;
  int count = 0;
  Rack tiles;

  friend bool operator==(const Exchanged&, const Exchanged&) = default;
};

struct Passed {
  Seat seat;

  friend bool operator==(const Passed&, const Passed&) = default;
};

/// A turn was lost by a refused move.
struct Forfeited {
  Seat seat;

  friend bool operator==(const Forfeited&, const Forfeited&) = default;
};

/// Tiles came out of the bag; follows Placed or Exchanged. Who drew sees which, others how many.
struct Drew {
  Seat seat;
  int count = 0;
  Rack tiles;

  friend bool operator==(const Drew&, const Drew&) = default;
};

/// Somebody left, which ends the game.
struct Left {
  Seat seat;

  friend bool operator==(const Left&, const Left&) = default;
};

/// The game is over. Always the last event.
struct Ended {
  BySeat<int> leftovers = {};  ///< points deducted (below 0) or gained for tiles left in hand

  friend bool operator==(const Ended&, const Ended&) = default;
};

using Event = std::variant<Placed, Exchanged, Passed, Forfeited, Drew, Left, Ended>;

/// The words that count.
struct Kit {
  std::shared_ptr<const Lexicon> lexicon;
};

struct Rules {
  using State = scrabble::State;
  using Move = scrabble::Move;
  using Event = scrabble::Event;
  using View = scrabble::View;
  using Options = scrabble::Options;
  using Kit = scrabble::Kit;
  using Refusals = scrabble::Refusals;

  static constexpr std::string_view name = "scrabble";
  static constexpr int revision = kRevision;
  static constexpr int oldest = kOldestRevision;
  static constexpr int min_seats = 1;
  static constexpr int max_seats = kMostSeats;
  static constexpr std::array<std::string_view, 5> reasons{"out", "scoreless", "passed", "stuck", "left"};
  static constexpr std::array kinds{Kind{"rules=twente", "with blanks"},
                                    Kind{"rules=clarkson", "without blanks, one to eight players"},
                                    Kind{"rules=common", "without blanks, for all protocols"}};

  static Result<Options> read_options(std::string_view text);
  static std::string write_options(const Options& options);
  /// Names the words of the kit, unless words are named already.
  static Options complete(const Kit& kit, Options options);

  /// Refuses with `bad_seats` what the rule set does not take, with `bad_options` a kit without words, and
  /// with `other_kit` one with other words than the options name.
  static Result<State> start(const Kit& kit, const Options& options, int players, const Seed& seed);
  static void go_by(State& state, int past);
  static std::optional<Seat> to_move(const State& state) { return to_move(state.open); }
  static std::optional<Seat> to_move(const View& view) { return to_move(view.open); }

  /// Refuses with `game_over`, `not_your_turn`; a placing as check_placing does; an exchange with
  /// `tiles_not_held`, `illegal_move` (not one or all where the rule set wants that), `bag_too_small`, in
  /// this order; a forfeit with `illegal_move` where the rule set has none.
  static Result<std::vector<Event>> play(State& state, Seat seat, const Move& move);

  /// Ends the game; the best of those who stay wins. Nothing happens once it is over.
  static std::vector<Event> leave(State& state, Seat seat);
  static std::optional<Outcome> outcome(const State& state) { return state.open.outcome; }
  static std::optional<Outcome> outcome(const View& view) { return view.open.outcome; }

  static View view(const State& state, Viewer viewer);
  static Event redact(const Event& event, Viewer viewer);

  /// Of moves that do the same only the canonical one (MoveKind::place, and a tile that makes words both ways
  /// is laid across); placings first, best first; then exchanges, then pass. Never a forfeit.
  static std::vector<Move> moves(const View& view);
  static State imagine(const View& view, Rng& rng);

  static std::string write(const Move& move);
  static Result<Move> read(std::string_view text);
  static base::Value describe(const View& view);  ///< face.cpp
  static games::Line line(const Event& event);
  static Result<View> read_view(const Kit& kit, const Description& told);
  static std::optional<Event> read_event(const LogLine& line);
  static std::vector<Event> unfold(const Event& act, const View& before, const View& after);
  static View while_asked(View view);
  static Result<base::Members> preview(const View& view, const Move& move);
  static std::string write_position(const State& state);  ///< exports.cpp
  static std::span<const Export<State>> exports();

 private:
  static std::optional<Seat> to_move(const Open& open) {
    return open.outcome ? std::nullopt : std::optional(open.turn);
  }
};

template <class T>
Rules rules_of(Part<T>);

static_assert(Shown<Rules> && KnowsItsPast<Rules> && HasPosition<Rules> && HasExports<Rules> &&
              ReadsViews<Rules> && UnfoldsEvents<Rules> && HidesTurns<Rules> && HasPreviews<Rules>);

}  // namespace games::scrabble
