// Generates whole turns on bits and types, much faster than by playing moves.
#include "bots/shelfie/plan.hpp"

#include <algorithm>
#include <bit>

namespace bots::shelfie {

namespace {

using namespace games::shelfie;

bool is_tile(const Types& board, Cell cell) { return on_board(cell) && board[index_of(cell)] >= 0; }

int free_sides(const Types& board, Cell at) {
  int free = 0;
  for (const Cell next : {Cell{at.row - 1, at.column}, Cell{at.row + 1, at.column},
                          Cell{at.row, at.column - 1}, Cell{at.row, at.column + 1}}) {
    free += is_tile(board, next) ? 0 : 1;
  }
  return free;
}

bool can_be_taken(const Types& board, Cell cell) {
  return is_tile(board, cell) && free_sides(board, cell) > 0;
}

int room_in(const Layout& shelf, int column) {
  return kShelfRows - std::popcount(shelf.filled() & (kColumn << column));
}

/// The types taken, the first in the plan's order lowest, fall into the plan's column.
Layout fallen(Layout shelf, std::span<const std::int8_t> types, const Plan& plan) {
  int row = room_in(shelf, plan.column) - 1;
  for (int i = 0; i < plan.count; ++i, --row) {
    shelf.of[types[plan.order[i]]] |= 1U << (row * kShelfColumns + plan.column);
  }
  return shelf;
}

void add_columns(const Layout& shelf, std::span<const std::int8_t> types, Plan plan,
                 std::vector<Plan>& plans) {
  for (int column = 0; column < kShelfColumns; ++column) {
    if (room_in(shelf, column) < plan.count) continue;
    plan.column = static_cast<std::uint8_t>(column);
    plan.after = fallen(shelf, types, plan);
    plans.push_back(plan);
  }
}

/// Every order that differs by types, in every column.
void add_orders(const Layout& shelf, std::span<const std::int8_t> types, Plan plan,
                std::vector<Plan>& plans) {
  const auto order = std::span(plan.order).first(plan.count);
  for (std::uint8_t i = 0; i < plan.count; ++i) order[i] = i;
  const auto by_type = [&](std::uint8_t a, std::uint8_t b) { return types[a] < types[b]; };
  std::ranges::sort(order, by_type);
  do {
    add_columns(shelf, types, plan, plans);
  } while (std::ranges::next_permutation(order, by_type).found);
}

/// Lines that begin in this cell and go down or right; the other way round they are the same tiles.
void add_lines(const Types& board, const Layout& shelf, Cell from, int most, std::vector<Plan>& plans) {
  for (const bool down : {false, true}) {
    Plan plan;
    std::array<std::int8_t, kMaxTaken> types{};
    for (Cell at = from; plan.count < most && can_be_taken(board, at); down ? ++at.row : ++at.column) {
      types[plan.count] = board[index_of(at)];
      plan.cells[plan.count++] = static_cast<std::uint8_t>(index_of(at));
      if (plan.count > 1 || !down) add_orders(shelf, types, plan, plans);
    }
  }
}

}  // namespace

Types types_of(const Board& board) {
  Types types{};
  std::ranges::transform(board, types.begin(), [](TileId tile) {
    return static_cast<std::int8_t>(tile == kNoTile ? -1 : static_cast<int>(type_of(tile)));
  });
  return types;
}

std::vector<Plan> plans_from(const Types& board, const Layout& shelf, int most) {
  std::vector<Plan> plans;
  for (int cell = 0; cell < kBoardCells; ++cell) {
    if (board[cell] >= 0) add_lines(board, shelf, cell_at(cell), most, plans);
  }
  return plans;
}

std::vector<Plan> plans_of(const View& view) {
  const Open& open = view.open;
  const Layout shelf = layout_of(open.players[open.turn.value].shelf);
  if (open.phase == Phase::select)
    return plans_from(types_of(open.board), shelf, most_tiles(open, open.turn));
  std::vector<Plan> plans;
  Plan plan{.count = open.hand.count, .order = {0, 1, 2}};
  std::array<std::int8_t, kMaxTaken> types{};
  for (int i = 0; i < plan.count; ++i) types[i] = static_cast<std::int8_t>(type_of(open.hand.tiles[i]));
  open.phase == Phase::order ? add_orders(shelf, types, plan, plans) : add_columns(shelf, types, plan, plans);
  return plans;
}

int most_tiles_for(const RulesFile& rules, const Layout& shelf) {
  int most = 0;
  for (int column = 0; column < kShelfColumns; ++column) most = std::max(most, room_in(shelf, column));
  return std::min(most, rules.max_selectable_tiles);
}

Types without(Types board, const Plan& plan) {
  for (int i = 0; i < plan.count; ++i) board[plan.cells[i]] = -1;
  return board;
}

bool is_scattered(const Types& board) {
  for (int cell = 0; cell < kBoardCells; ++cell) {
    if (board[cell] >= 0 && free_sides(board, cell_at(cell)) != 4) return false;
  }
  return true;
}

Move move_of(const Plan& plan, Phase phase) {
  Move move{phase, {}};
  if (phase == Phase::column) move.values.push_back(plan.column);
  for (int i = 0; i < plan.count && phase != Phase::column; ++i) {
    if (phase == Phase::order) {
      move.values.push_back(plan.order[i]);
    } else {
      const Cell cell = cell_at(plan.cells[i]);
      move.values.insert(move.values.end(), {cell.row, cell.column});
    }
  }
  return move;
}

Move pick(std::span<const Plan> plans, Phase phase, std::span<const Move> candidates) {
  for (const Plan& plan : plans) {
    const Move move = move_of(plan, phase);
    if (std::ranges::find(candidates, move) != candidates.end()) return move;
  }
  return candidates.front();
}

}  // namespace bots::shelfie
