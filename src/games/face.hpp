// How a game is shown, told in words and read back: what it says of itself, and what holds where it says
// nothing.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "games/game.hpp"

namespace games {

/// One act as a game tells it to people and to programs.
struct Line {
  std::string text{};           ///< the move in notation; empty if it is none, or not everybody may know it
  std::string label{};          ///< for people: "e4"; empty: nothing but more of what the act was already
  std::optional<int> points{};  ///< what it brought, in games with points
  int takes_back = 0;           ///< how many moves before it no longer stand
  bool is_move = true;          ///< false: somebody left, came back, resigned, agreed to something ...
  base::Members more{};         ///< what only this game says of it
  base::Members shown{};        ///< members that a description has from now on, in place of its own
};

/// Labels of those who end a game otherwise than by a move, by their own doing or not.
inline constexpr std::string_view kLeft = "left";
inline constexpr std::string_view kTimeUp = "ran out of time";
inline constexpr std::string_view kResigned = "resigned";

/// A line as it stands in a log.
struct LogLine : Line {
  std::uint64_t seq = 0;
  Seat who{};

  bool is_time_up() const { return label == kTimeUp; }
};

/// What somebody was told of a game: a viewer's description, and what is known besides it.
struct Description {
  base::Value state;
  std::string_view options;
  int seats = 0;
  Viewer viewer{};
  std::optional<Seat> to_move{};
  std::optional<Outcome> outcome{};
  std::span<const LogLine> log{};  ///< from the beginning; may be missing
};

/// A game that tells of each event by itself ...
template <class G>
concept TellsEvents = requires(const typename G::Event& event) {
  { G::line(event) } -> std::same_as<Line>;
};

/// ... or by the course of the game, which a story follows from its beginning.
template <class G>
concept TellsStories = std::constructible_from<typename G::Story, const typename G::Options&> &&
                       requires(typename G::Story& story, const typename G::Event& event) {
                         { story.note(event) } -> std::same_as<Line>;
                       };

/// A game that can be shown, as every game of the list must be.
///
/// Contract, tested for every member of the list in all.hpp:
/// - Of every act one event has a line with a label, which says whether it was a move; only what a viewer may
/// know is in description and lines.
/// - What is described is read back: as a view with the same description, moves, turn and outcome.
template <class G>
concept Shown = Game<G> && (TellsEvents<G> || TellsStories<G>) && requires(const LogLine& line) {
  /// The event that a line tells of; none if it is of nothing in the game. What is not in the line is left as
  /// it is (UnfoldsEvents).
  { G::read_event(line) } -> std::same_as<std::optional<typename G::Event>>;
};

/// A game that reads a view out of what was told. The others have no chance in them: they are played again
/// from the log (games::replay_view in face.hpp).
template <class G>
concept ReadsViews = Game<G> && requires(const typename G::Kit& kit, const Description& told) {
  /// Code::malformed if no game can stand so.
  { G::read_view(kit, told) } -> std::same_as<Result<typename G::View>>;
};

/// A game in which an act has more events than its line tells: tiles drawn, an end.
template <class G>
concept UnfoldsEvents = Game<G> && requires(typename G::Event act, const typename G::View& before,
                                            const typename G::View& after) {
  /// All events of the act, by the views around it.
  { G::unfold(act, before, after) } -> std::same_as<std::vector<typename G::Event>>;
};

/// A game that says how things look to somebody who has sent a move and waits for the answer: there is
/// nothing to do. In the others the move is made, or they are seen as a watcher sees them.
template <class G>
concept HidesTurns = Game<G> && requires(typename G::View view) {
  { G::while_asked(view) } -> std::same_as<typename G::View>;
};

/// A game of which one cannot see beforehand what a move brings.
template <class G>
concept HasPreviews = Game<G> && requires(const typename G::View& view, const typename G::Move& move) {
  /// Members of an answer to who sits there, or why the move would be refused.
  { G::preview(view, move) } -> std::same_as<Result<base::Members>>;
};

/// A game whose first seat is White's and whose second is Black's.
template <class G>
concept HasColors = Game<G> && requires { requires G::has_colors; };

/// A game whose lobbies keep their name and people while these play.
template <class G>
concept HasStandingLobbies = Game<G> && requires { requires G::has_standing_lobbies; };

inline base::Value describe_seat(std::optional<Seat> seat) {
  return seat ? base::Value(seat->value) : base::Value();
}

/// The member `moves` of a description, as plain faces want it: [["e2e4","e4"],...], each move of who looks
/// in notation and in the words of `label`.
template <class G, class Label>
base::Value list_moves(const typename G::View& view, Label label) {
  base::List list;
  for (const auto& move : G::moves(view)) list.push_back(base::list({G::write(move), label(move)}));
  return list;
}

/// The same with the notation as label.
template <class G>
base::Value list_moves(const typename G::View& view) {
  return list_moves<G>(view, [](const typename G::Move& move) { return G::write(move); });
}

/// Reads a view of a game without chance: its log is played again. Code::malformed if that leads elsewhere
/// than to what was described, as it does where the log is missing.
template <Game G>
  requires(!HasChance<G>)
Result<typename G::View> replay_view(const typename G::Kit& kit, const Description& told) {
  const auto elsewhere = [] { return fail(Code::malformed, "the log does not lead there"); };
  const auto options = G::read_options(told.options);
  if (!options) return std::unexpected(options.error());
  auto state = G::start(kit, *options, told.seats, 0);
  if (!state) return std::unexpected(std::move(state).error());
  std::vector<const LogLine*> acts;
  for (const auto& line : told.log) {
    if (line.takes_back <= 0) {
      acts.push_back(&line);
    } else {
      acts.resize(acts.size() - std::min(acts.size(), static_cast<std::size_t>(line.takes_back)));
    }
  }
  for (const auto* act : acts) {
    const auto move = G::read(act->text);
    if (act->text.empty()) {
      static_cast<void>(G::leave(*state, act->who));
    } else if (!move || !G::play(*state, act->who, *move)) {
      return elsewhere();
    }
  }
  auto view = G::view(*state, told.viewer);
  const auto described = G::describe(view);
  for (const auto& [name, value] : described.members()) {
    if (!value.is_null() && value != told.state[name]) return elsewhere();
  }
  return view;
}

/// How things look to somebody whose move was sent and is not yet answered (HidesTurns): as after it, if only
/// the move decides on that and somebody else is to move then; else as to a watcher.
template <Game G>
typename G::View while_asked(const typename G::View& view, Seat asker, const typename G::Move& move) {
  if constexpr (HidesTurns<G>) {
    return G::while_asked(view);
  } else {
    Rng rng(0);
    auto state = G::imagine(view, rng);
    if constexpr (!HasChance<G>) static_cast<void>(G::play(state, asker, move));
    auto after = G::view(state, asker);
    return G::moves(after).empty() ? after : G::view(state, std::nullopt);
  }
}

}  // namespace games
