// My Shelfie as a game: see games/game.hpp for the contract.
#pragma once

#include <array>
#include <memory>

#include "games/boxed.hpp"
#include "games/face.hpp"
#include "games/game.hpp"
#include "games/shelfie/state.hpp"

namespace games::shelfie {

/// What a table needs besides its seed: the rules file. Without one, the rules that are built in.
struct Kit {
  std::shared_ptr<const RulesFile> rules = standard_rules();  ///< never null
};

/// There is nothing to choose at a table; what may vary is in the rules file, which the options name.
struct Options {
  std::optional<std::uint64_t> rules;  ///< its fingerprint; none: whatever rules there are

  friend bool operator==(const Options&, const Options&) = default;
};

struct Rules {
  using State = shelfie::State;
  using Move = shelfie::Move;
  using Event = shelfie::Event;
  using View = shelfie::View;
  using Options = shelfie::Options;
  using Kit = shelfie::Kit;

  static constexpr std::string_view name = "shelfie";
  static constexpr int revision = 1;
  static constexpr int min_seats = 2;
  static constexpr int max_seats = kMaxSeats;
  static constexpr bool has_standing_lobbies = true;
  static constexpr std::array<std::string_view, 3> reasons{"finished", "left", "abandoned"};
  static constexpr std::array kinds{Kind{"", "standard"}};

  static Result<Options> read_options(std::string_view text);
  static std::string write_options(const Options& options);

  static Options complete(const Kit& kit, Options options);

  /// The seed decides bag, board, goals, cards and who begins. Refuses a number of seats that the rules file
  /// excludes, and options that name another one (Code::other_kit).
  static Result<State> start(const Kit& kit, const Options& options, int seats, const Seed& seed);

  /// The seat on turn, also while the game is paused; none when it is over.
  static std::optional<Seat> to_move(const State& state);
  static std::optional<Seat> to_move(const View& view);
  static Result<std::vector<Event>> play(State& state, Seat seat, const Move& move);

  /// Away for ever. When only one player has not left for good, that one wins.
  static std::vector<Event> leave(State& state, Seat seat);

  /// The seat goes away: a turn of its own is given up, what was taken goes back, and its turns are skipped
  /// from now. No effect on a seat that is not here or in a game that is over.
  static std::vector<Event> away(State& state, Seat seat);

  /// The seat comes back. No effect unless it is away and the game goes on.
  static std::vector<Event> back(State& state, Seat seat);

  /// Tiles were taken and do not lie in the shelf yet.
  static bool within_turn(const State& state);

  /// Not over, but fewer than two are here.
  static bool paused(const State& state);

  /// Ends a paused game: the one who stayed wins, or nobody if nobody is here. No effect on a game that is
  /// not paused.
  static std::vector<Event> abandon(State& state);

  static std::optional<Outcome> outcome(const State& state);
  static std::optional<Outcome> outcome(const View& view);
  static View view(const State& state, Viewer viewer);
  static Event redact(const Event& event, Viewer viewer);
  static std::vector<Move> moves(const View& view);
  static State imagine(const View& view, Rng& rng);

  /// Notation: docs/formats/shelfie-notation.md.
  static std::string write(const Move& move);
  static Result<Move> read(std::string_view text);
  static base::Value describe(const View& view);  ///< face.cpp
  static Line line(const Event& event);
  static Result<View> read_view(const Kit& kit, const Description& told);
  static std::optional<Event> read_event(const LogLine& line);
  static std::vector<Event> unfold(const Event& act, const View& before, const View& after);
  static View while_asked(View view);
};
template <class T>
Rules rules_of(Part<T>);

static_assert(Shown<Rules> && ReadsViews<Rules> && UnfoldsEvents<Rules> && HidesTurns<Rules> &&
              HasStandingLobbies<Rules>);

}  // namespace games::shelfie
