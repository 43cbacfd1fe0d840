// Which moves are refused and why: turn, then phase, then content (rulings, "Order of checks").
#include <algorithm>

#include "games/shelfie/state.hpp"

namespace games::shelfie {

namespace {

/// A line in which each tile is next to the one before: the same step, one cell long, again and again.
bool in_line(const std::vector<int>& at) {
  if (at.size() < 4) return true;
  const int down = at[2] - at[0];
  const int right = at[3] - at[1];
  if (std::abs(down) + std::abs(right) != 1) return false;
  for (std::size_t i = 4; i < at.size(); i += 2) {
    if (at[i] - at[i - 2] != down || at[i + 1] - at[i - 1] != right) return false;
  }
  return true;
}

std::optional<Refusal> check_select(const Open& open, Seat seat, const std::vector<int>& at) {
  if (at.empty() || at.size() % 2 != 0) return Refusal::invalid_input;
  if (std::ssize(at) / 2 > most_tiles(open, seat)) return Refusal::too_many_tiles;
  for (std::size_t i = 0; i < at.size(); i += 2) {
    const Cell cell{at[i], at[i + 1]};
    if (!on_board(cell) || open.board[index_of(cell)] == kNoTile) return Refusal::invalid_coordinates;
    if (free_edges(open, index_of(cell)) == 0) return Refusal::not_enough_free_edges;
  }
  if (!in_line(at)) return Refusal::not_same_row_or_column;
  return std::nullopt;
}

std::optional<Refusal> check_order(const Hand& hand, const std::vector<int>& order) {
  if (order.size() != hand.count) return Refusal::invalid_input;
  const auto outside = [&](int position) { return position < 0 || position >= hand.count; };
  if (std::ranges::any_of(order, outside)) return Refusal::invalid_order_tile_number;
  unsigned seen = 0;
  for (const int position : order) {
    if ((seen >> position & 1U) != 0) return Refusal::invalid_order_tile_repetition;
    seen |= 1U << position;
  }
  return std::nullopt;
}

std::optional<Refusal> check_column(const Open& open, Seat seat, const std::vector<int>& values) {
  if (values.size() != 1 || values[0] < 0 || values[0] >= kShelfColumns) return Refusal::invalid_column;
  if (free_in_column(open.players[seat.value].shelf, values[0]) < open.hand.count) {
    return Refusal::not_enough_free_cells_column;
  }
  return std::nullopt;
}

constexpr std::array<std::string_view, static_cast<int>(kLastRefusal) + 1> kSentences{
    "the game has ended",
    "it is another player's turn",
    "the game waits for another player",
    "this is not the phase for that",
    "nothing was chosen, or only half of it",
    "too many tiles for the rules or for the shelf",
    "there is no tile at these coordinates",
    "a chosen tile has no free side",
    "the tiles do not lie in one line, each next to the one before",
    "a position outside the chosen tiles",
    "a position named twice",
    "there is no such column",
    "the tiles do not fit into this column",
};

}  // namespace

std::optional<Refusal> check(const Open& open, Seat seat, const Move& move) {
  if (open.ending != Ending::none) return Refusal::game_over;
  if (seat != open.turn) return Refusal::illegal_turn;
  if (is_paused(open)) return Refusal::paused;
  if (move.phase != open.phase) return Refusal::illegal_phase;
  switch (move.phase) {
    case Phase::select:
      return check_select(open, seat, move.values);
    case Phase::order:
      return check_order(open.hand, move.values);
    case Phase::column:
      return check_column(open, seat, move.values);
  }
  return Refusal::invalid_input;
}

std::string_view sentence(Refusal refusal) { return kSentences[static_cast<int>(refusal)]; }

std::optional<Refusal> refusal_of(const base::Error& error) {
  const auto found = std::ranges::find(kSentences, error.detail);
  if (found == kSentences.end()) return std::nullopt;
  return static_cast<Refusal>(found - kSentences.begin());
}

}  // namespace games::shelfie
