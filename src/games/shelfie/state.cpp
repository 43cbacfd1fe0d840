// Questions about what lies open on the table.
#include "games/shelfie/state.hpp"

#include <algorithm>

#include "games/shelfie/goals.hpp"

namespace games::shelfie {

bool in_use(const Open& open, int cell) {
  const int least = open.rules->board[cell];
  return least != 0 && least <= open.seats;
}

int free_edges(const Open& open, int cell) {
  if (open.board[cell] == kNoTile) return 0;
  const auto [row, column] = cell_at(cell);
  int free = 0;
  for (const Cell next :
       {Cell{row - 1, column}, Cell{row + 1, column}, Cell{row, column - 1}, Cell{row, column + 1}}) {
    free += !on_board(next) || open.board[index_of(next)] == kNoTile ? 1 : 0;
  }
  return free;
}

int most_tiles(const Open& open, Seat seat) {
  int room = 0;
  for (int column = 0; column < kShelfColumns; ++column) {
    room = std::max(room, free_in_column(open.players[seat.value].shelf, column));
  }
  return std::min(room, open.rules->max_selectable_tiles);
}

int top_token(const Open& open, int goal) {
  const auto won =
      std::ranges::count_if(open.players, [goal](const Player& player) { return player.tokens[goal] != 0; });
  return won < open.seats ? open.rules->tokens[open.seats - 2][won] : 0;
}

bool is_here(const Open& open, Seat seat) { return open.players[seat.value].presence == Presence::here; }

int present(const Open& open) {
  int here = 0;
  for (std::uint8_t seat = 0; seat < open.seats; ++seat) here += is_here(open, Seat{seat}) ? 1 : 0;
  return here;
}

bool is_paused(const Open& open) { return open.ending == Ending::none && present(open) < 2; }

Points points(const View& view, Seat seat) {
  const Open& open = view.open;
  const Player& player = open.players[seat.value];
  const Layout layout = layout_of(player.shelf);
  Points points{.tokens = {player.tokens[0], player.tokens[1]},
                .groups = group_points(*open.rules, layout),
                .full = open.full == seat ? open.rules->full_shelf_points : 0,
                .personal = {}};
  if (const auto card = view.cards[seat.value]) points.personal = personal_points(*open.rules, *card, layout);
  return points;
}

std::vector<Seat> turn_order(const Open& open) {
  std::vector<Seat> order;
  order.reserve(open.seats);
  for (std::uint8_t i = 0; i < open.seats; ++i) {
    order.push_back(Seat{static_cast<std::uint8_t>((open.first.value + i) % open.seats)});
  }
  return order;
}

}  // namespace games::shelfie
