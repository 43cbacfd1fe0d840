// The rules of Spectrangle for two to four players, as the rulings settle them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "games/boxed.hpp"
#include "games/face.hpp"
#include "games/game.hpp"
#include "games/spectrangle/position.hpp"

namespace games::spectrangle {

/// A position and the chance that decides which tiles come out of the bag.
struct State {
  Position position;
  Rng rng;

  friend bool operator==(const State&, const State&) = default;
};

/// What a viewer may know: everything but the chance to come.
struct View {
  Position position;
  Viewer viewer;

  friend bool operator==(const View&, const View&) = default;
};

/// A tile was laid; the hand was refilled unless the bag was empty.
struct Placed {
  Seat seat;
  Turned tile;  ///< as it was named in the move
  Location location;
  int points = 0;
  std::optional<Tile> drawn;

  friend bool operator==(const Placed&, const Placed&) = default;
};

/// A tile went to the bag, and the one drawn before came for it.
struct Swapped {
  Seat seat;
  Turned tile;  ///< as it was named in the move
  Tile drawn;

  friend bool operator==(const Swapped&, const Swapped&) = default;
};

struct Skipped {
  Seat seat;

  friend bool operator==(const Skipped&, const Skipped&) = default;
};

/// Somebody left, which ends the game.
struct Left {
  Seat seat;

  friend bool operator==(const Left&, const Left&) = default;
};

/// The game is over. Always the last event.
struct Ended {
  std::vector<int> deductions;  ///< by seat: the value of the tiles left in hand
  std::vector<int> scores;      ///< by seat: final, after deduction, never below 0; who left has 0

  friend bool operator==(const Ended&, const Ended&) = default;
};

using Event = std::variant<Placed, Swapped, Skipped, Left, Ended>;

/// Spectrangle has no options and needs nothing but a seed.
struct Options {
  friend bool operator==(const Options&, const Options&) = default;
};
struct Kit {};

struct Rules {
  using State = spectrangle::State;
  using Move = spectrangle::Move;
  using Event = spectrangle::Event;
  using View = spectrangle::View;
  using Options = spectrangle::Options;
  using Kit = spectrangle::Kit;

  static constexpr std::string_view name = "spectrangle";
  static constexpr int revision = 1;
  static constexpr int min_seats = 2;
  static constexpr int max_seats = kMostPlayers;
  static constexpr bool has_standing_lobbies = true;
  static constexpr std::array<std::string_view, 2> reasons{"finished", "left"};
  static constexpr std::array kinds{Kind{"", "standard"}};

  static Result<Options> read_options(std::string_view text);
  static std::string write_options(const Options& options);

  /// Draws for the start, then deals: `order` of the position says who starts, each hand is in dealing order.
  static Result<State> start(const Kit& kit, const Options& options, int players, const Seed& seed);
  static std::optional<Seat> to_move(const State& state) { return to_move(state.position); }
  static std::optional<Seat> to_move(const View& view) { return to_move(view.position); }

  /// Refuses with `game_over`, `not_your_turn`, or `illegal_move` and the reason.
  static Result<std::vector<Event>> play(State& state, Seat seat, const Move& move);

  /// Ends the game; who left has 0 and cannot win. Nothing happens once the game is over.
  static std::vector<Event> leave(State& state, Seat seat);
  static std::optional<Outcome> outcome(const State& state) { return outcome(state.position); }
  static std::optional<Outcome> outcome(const View& view) { return outcome(view.position); }

  static View view(const State& state, Viewer viewer);
  static Event redact(const Event& event, Viewer viewer);  ///< hands are open: the event itself

  /// Of moves that do the same only the canonical one. Placements if there are any, else skip and swaps.
  static std::vector<Move> moves(const View& view);
  static State imagine(const View& view, Rng& rng);

  static std::string write(const Move& move);
  static Result<Move> read(std::string_view text);
  static base::Value describe(const View& view);  ///< face.cpp
  static Line line(const Event& event);
  static Result<View> read_view(const Kit& kit, const Description& told);
  static std::optional<Event> read_event(const LogLine& line);
  static std::vector<Event> unfold(Event act, const View& before, const View& after);
  static View while_asked(View view);
  static std::string write_position(const State& state);

 private:
  static std::optional<Seat> to_move(const Position& position) {
    return position.over ? std::nullopt : std::optional(position.turn);
  }
  static std::optional<Outcome> outcome(const Position& position);
};

template <class T>
Rules rules_of(Part<T>);

static_assert(Shown<Rules> && HasPosition<Rules> && ReadsViews<Rules> && UnfoldsEvents<Rules> &&
              HidesTurns<Rules> && HasStandingLobbies<Rules>);

}  // namespace games::spectrangle
