// All that lies on the table in a game of Spectrangle: hands, turn order, end and final scores.
#include "games/spectrangle/position.hpp"

#include <algorithm>
#include <bit>

namespace games::spectrangle {

Move canonical(const Move& move) {
  Move same = move;
  if (auto* play = std::get_if<Play>(&same); play != nullptr && rotations_of(play->tile.tile) == 1) {
    play->tile.rotation = 0;
  }
  if (auto* swap = std::get_if<Swap>(&same)) swap->tile.rotation = 0;
  return same;
}

bool Hand::holds(Tile tile) const { return std::ranges::find(tiles(), tile) != tiles().end(); }

void Hand::add(Tile tile) { tiles_[size_++] = tile; }

void Hand::remove(Tile tile) {
  const auto end = tiles_.begin() + size_;
  *std::remove(tiles_.begin(), end, tile) = Tile{};
  --size_;
}

int Hand::value() const {
  int sum = 0;
  for (const Tile tile : tiles()) sum += value_of(tile);
  return sum;
}

Seat next_seat(const Position& position, Seat seat) {
  const auto order = turn_order(position);
  const auto at = std::ranges::find(order, seat);
  return at == order.end() || at + 1 == order.end() ? order.front() : *(at + 1);
}

bool can_place(const Board& board, std::span<const Tile> tiles) {
  return std::ranges::any_of(tiles, [&](Tile tile) { return fitting_cells(board, tile) != 0; });
}

bool can_place(const Board& board, TileSet tiles) {
  for (; tiles != 0; tiles &= tiles - 1) {
    const Tile tile{static_cast<std::uint8_t>(std::countr_zero(tiles))};
    if (fitting_cells(board, tile) != 0) return true;
  }
  return false;
}

bool is_finished(const Position& position) {
  for (const Seat seat : turn_order(position)) {
    if (can_place(position.board, position.hands[seat.value].tiles())) return false;
  }
  return position.passes >= position.players || !can_place(position.board, position.bag);
}

std::vector<int> final_scores(const Position& position) {
  std::vector<int> scores;
  scores.reserve(position.players);
  for (std::size_t seat = 0; seat < position.players; ++seat) {
    scores.push_back(std::max(0, position.scores[seat] - position.hands[seat].value()));
  }
  if (position.left) scores[position.left->value] = 0;
  return scores;
}

}  // namespace games::spectrangle
