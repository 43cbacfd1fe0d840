// All legal moves of a view, and a whole state that fits it.
#include <algorithm>
#include <array>
#include <numeric>

#include "games/shelfie/rules.hpp"

namespace games::shelfie {

namespace {

struct Step {
  int down;
  int right;
};

/// Every line of tiles with free sides that begins in this cell and goes this way, the shorter ones first.
void add_lines(const Open& open, int cell, Step step, int most, std::vector<Move>& moves) {
  Move move{Phase::select, {}};
  Cell at = cell_at(cell);
  for (int length = 1; length <= most; ++length) {
    if (!on_board(at) || free_edges(open, index_of(at)) == 0) return;
    move.values.push_back(at.row);
    move.values.push_back(at.column);
    if (length > 1) moves.push_back(move);
    at = {at.row + step.down, at.column + step.right};
  }
}

std::vector<Move> selections(const Open& open, Seat seat) {
  std::vector<Move> moves;
  const int most = most_tiles(open, seat);
  for (int cell = 0; cell < kBoardCells; ++cell) {
    if (free_edges(open, cell) == 0) continue;
    const Cell at = cell_at(cell);
    moves.push_back({Phase::select, {at.row, at.column}});
    for (const Step step : {Step{-1, 0}, Step{1, 0}, Step{0, -1}, Step{0, 1}}) {
      add_lines(open, cell, step, most, moves);
    }
  }
  return moves;
}

std::vector<Move> orders(const Hand& hand) {
  std::vector<Move> moves;
  std::vector<int> order(hand.count);
  std::iota(order.begin(), order.end(), 0);
  do {
    moves.push_back({Phase::order, order});
  } while (std::ranges::next_permutation(order).found);
  return moves;
}

std::vector<Move> columns(const Open& open, Seat seat) {
  std::vector<Move> moves;
  for (int column = 0; column < kShelfColumns; ++column) {
    if (free_in_column(open.players[seat.value].shelf, column) >= open.hand.count) {
      moves.push_back({Phase::column, {column}});
    }
  }
  return moves;
}

/// Tiles that lie nowhere in the open are in the bag.
std::vector<TileId> tiles_in_bag(const Open& open) {
  std::array<bool, kTiles> seen{};
  const auto see = [&](TileId tile) {
    if (tile != kNoTile) seen[tile] = true;
  };
  std::ranges::for_each(open.board, see);
  for (const Player& player : open.players) std::ranges::for_each(player.shelf, see);
  std::ranges::for_each(open.hand.taken(), see);
  std::vector<TileId> bag;
  for (TileId tile = 0; tile < kTiles; ++tile) {
    if (!seen[tile]) bag.push_back(tile);
  }
  return bag;
}

}  // namespace

std::vector<Move> Rules::moves(const View& view) {
  const Open& open = view.open;
  if (!view.viewer || open.ending != Ending::none || *view.viewer != open.turn || is_paused(open)) return {};
  switch (open.phase) {
    case Phase::select:
      return selections(open, *view.viewer);
    case Phase::order:
      return orders(open.hand);
    case Phase::column:
      return columns(open, *view.viewer);
  }
  return {};
}

State Rules::imagine(const View& view, Rng& rng) {
  State state{.open = view.open, .rng = Rng(rng.next()), .bag = tiles_in_bag(view.open), .cards = {}};
  rng.shuffle(std::span(state.bag));
  std::vector<std::uint8_t> others;
  for (std::uint8_t card = 0; card < kPersonalCards; ++card) {
    if (std::ranges::count(view.cards, std::optional(card)) == 0) others.push_back(card);
  }
  rng.shuffle(std::span(others));
  for (int seat = 0; seat < view.open.seats; ++seat) {
    if (view.cards[seat]) {
      state.cards[seat] = *view.cards[seat];
    } else {
      state.cards[seat] = others.back();
      others.pop_back();
    }
  }
  return state;
}

}  // namespace games::shelfie
