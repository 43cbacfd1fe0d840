// Weighing moves.
#include "bots/scrabble/choices.hpp"

#include "bots/scrabble/leave.hpp"
#include "games/scrabble/listing.hpp"
#include "games/scrabble/placing.hpp"
#include "games/scrabble/rack_table.hpp"

namespace bots::scrabble {
namespace {

using namespace games::scrabble;

constexpr double kPassing = -10;  // a turn for nothing; an exchange at least brings other tiles

/// The points of all tiles that the viewer does not see, or as many as the others can hold of them.
double points_of_others(const View& view) {
  int seen = points_in_hand(view.rack);
  for (const Tile tile : view.open.board.tiles) seen += value_of(tile);
  int all = 0;
  for (std::size_t letter = 1; letter <= 26; ++letter) all += kCounts[letter] * kValues[letter];
  return std::max(0, all - seen);
}

// While tiles can be drawn, what is kept matters. Then only what is left in hand at the end does, where it
// counts.
double value_of_keeping(const View& view, const Rack& kept, MoveKind kind) {
  if (view.bag > 0) {
    const double share = view.bag >= kRackSize ? 1.0 : 0.5;
    return share * leave_value(kept) + (kind == MoveKind::pass ? kPassing : 0);
  }
  if (!book_of(view.open.options.rules).leftovers) return 0;
  return kept.empty() ? points_of_others(view) : -points_in_hand(kept);
}

Choice choice_of(const View& view, const Move& move, int points, const Rack& kept) {
  return {.move = move,
          .points = points,
          .kept = kept,
          .value = points + value_of_keeping(view, kept, move.kind)};
}

std::optional<Choice> weigh(const View& view, const Move& move) {
  Rack kept = view.rack;
  switch (move.kind) {
    case MoveKind::pass:
      return choice_of(view, move, 0, kept);
    case MoveKind::exchange:
      if (!kept.remove_all(move.letters())) return std::nullopt;
      return choice_of(view, move, 0, kept);
    case MoveKind::place: {
      const auto placing = check_placing(view.open.board, view.rack, *view.open.lexicon, move);
      if (!placing) return std::nullopt;
      for (const Spot& spot : new_tiles(view.open.board, move)) kept.remove(in_hand(spot.tile));
      return choice_of(view, move, placing->points, kept);
    }
    case MoveKind::word:
    case MoveKind::spots:
    case MoveKind::forfeit:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::vector<Choice> weigh(const View& view, std::span<const Move> candidates) {
  std::vector<Choice> choices;
  for (const Move& move : candidates)
    if (auto choice = weigh(view, move)) choices.push_back(*choice);
  return choices;
}

std::vector<Choice> weigh_all(const View& view) {
  std::vector<Choice> choices;
  if (view.open.outcome || view.viewer != view.open.turn) return choices;
  const RackTable table(view.rack);
  std::vector<Play> plays;
  generate(Position(*view.open.lexicon, view.open.board), view.rack, Opening::across, plays);
  for (const Play& play : plays)
    choices.push_back(
        choice_of(view, move_of(view.open.board, play), play.points, table.tiles_of(play.kept)));
  for (const Move& move : list_exchanges(view)) choices.push_back(*weigh(view, move));
  choices.push_back(*weigh(view, pass_move()));
  return choices;
}

}  // namespace bots::scrabble
