// My Shelfie as it is shown.
#include "games/face.hpp"

#include <fmt/format.h>

#include "games/shelfie/rules.hpp"

namespace games::shelfie {
namespace {

char letter_of(TileId tile) {
  return tile == kNoTile ? ' ' : kTypeLetters[static_cast<std::size_t>(type_of(tile))];
}

base::Value describe_board(const Open& open) {
  base::List rows;
  for (int row = 0; row < kBoardSide; ++row) {
    std::string line;
    for (int column = 0; column < kBoardSide; ++column) {
      const int cell = index_of({row, column});
      line += in_use(open, cell) ? letter_of(open.board[static_cast<std::size_t>(cell)]) : '.';
    }
    rows.emplace_back(std::move(line));
  }
  return rows;
}

base::Value describe_shelf(const Shelf& shelf) {
  base::List rows;
  for (std::size_t row = 0; row < kShelfRows; ++row) {
    std::string line;
    for (std::size_t column = 0; column < kShelfColumns; ++column)
      line += letter_of(shelf[row * kShelfColumns + column]);
    rows.emplace_back(std::move(line));
  }
  return rows;
}

base::Value describe_card(const RulesFile& rules, std::optional<std::uint8_t> card) {
  if (!card) return nullptr;
  base::List places;
  for (std::size_t type = 0; type < kTypes; ++type) {
    const int place = rules.cards[*card][type];
    places.push_back(base::object({{"row", place / kShelfColumns},
                                   {"column", place % kShelfColumns},
                                   {"tile", kTypeLetters.substr(type, 1)}}));
  }
  return places;
}

base::Value describe_cards(const View& view) {
  if (view.open.ending == Ending::none) return nullptr;
  base::List cards;
  for (std::size_t seat = 0; seat < view.open.seats; ++seat)
    cards.push_back(describe_card(*view.open.rules, view.cards[seat]));
  return cards;
}

base::Value describe_points(const View& view, Seat seat) {
  const auto own = points(view, seat);
  return base::object({{"tokens", own.tokens[0] + own.tokens[1]},
                       {"groups", own.groups},
                       {"full", own.full},
                       {"personal", own.personal ? base::Value(*own.personal) : nullptr},
                       {"total", own.total()}});
}

std::string_view name_of(Phase phase) {
  switch (phase) {
    case Phase::select:
      return "select";
    case Phase::order:
      return "order";
    case Phase::column:
      return "column";
  }
  std::unreachable();
}

/// The moves that the viewer may make now, in notation: each as it is.
base::Value describe_moves(const View& view) {
  base::List list;
  for (const auto& move : Rules::moves(view)) list.emplace_back(Rules::write(move));
  return list;
}

base::Value describe_goals(const Open& open) {
  base::List goals;
  for (int goal = 0; goal < kGoalsInGame; ++goal) {
    goals.push_back(
        base::object({{"id", open.goals[static_cast<std::size_t>(goal)]}, {"top", top_token(open, goal)}}));
  }
  return goals;
}

}  // namespace

base::Value Rules::describe(const View& view) {
  const auto& open = view.open;
  base::List shelves;
  base::List tokens;
  base::List all_points;
  base::List away;
  for (std::uint8_t seat = 0; seat < open.seats; ++seat) {
    shelves.push_back(describe_shelf(open.players[seat].shelf));
    tokens.push_back(base::list_of(open.players[seat].tokens));
    all_points.push_back(describe_points(view, {seat}));
    if (!is_here(open, {seat})) away.emplace_back(seat);
  }
  std::string hand;
  for (const auto tile : open.hand.taken()) hand += letter_of(tile);
  const auto own = view.viewer ? view.cards[view.viewer->value] : std::nullopt;
  return base::object({{"board", describe_board(open)},
                       {"shelves", std::move(shelves)},
                       {"phase", name_of(open.phase)},
                       {"hand", std::move(hand)},
                       {"goals", describe_goals(open)},
                       {"tokens", std::move(tokens)},
                       {"card", describe_card(*open.rules, own)},
                       {"cards", describe_cards(view)},
                       {"points", std::move(all_points)},
                       {"moves", describe_moves(view)},
                       {"most", view.viewer ? most_tiles(open, *view.viewer) : 0},
                       {"first", open.first.value},
                       {"full", describe_seat(open.full)},
                       {"away", std::move(away)},
                       {"paused", is_paused(open)},
                       {"bag", view.in_bag}});
}

Line Rules::line(const Event& event) {
  if (const auto* selected = std::get_if<Selected>(&event)) {
    const int count = selected->hand.count;
    return {.label = fmt::format("took {} {}", count, count == 1 ? "tile" : "tiles")};
  }
  if (std::holds_alternative<Ordered>(event)) return {.label = "ordered them"};
  if (const auto* placed = std::get_if<Placed>(&event))
    return {.label = fmt::format("column {}", placed->column + 1)};
  if (const auto* moved = std::get_if<AttendanceChanged>(&event)) {
    return {.label = moved->presence == Presence::here   ? "is back"
                     : moved->presence == Presence::gone ? std::string(kLeft)
                                                         : "went away",
            .is_move = false};
  }
  return {};
}

View Rules::while_asked(View view) {
  view.open.turn.value = static_cast<std::uint8_t>((view.open.turn.value + 1) % view.open.seats);
  return view;
}

}  // namespace games::shelfie
