// Spectrangle as it is shown.
#include "games/face.hpp"

#include <fmt/format.h>

#include <bit>

#include "games/spectrangle/notation.hpp"
#include "games/spectrangle/rules.hpp"

namespace games::spectrangle {
namespace {

base::Value describe_cells(const Board& board) {
  base::List cells;
  for (std::uint8_t cell = 0; cell < kCells; ++cell) {
    const auto tile = tile_at(board, Location{cell});
    cells.push_back(tile ? base::Value(write_tile(*tile)) : nullptr);
  }
  return cells;
}

/// The same for every game.
const base::Value& bonuses() {
  static const base::Value kBonuses = [] {
    base::List list;
    for (std::uint8_t cell = 0; cell < kCells; ++cell) list.emplace_back(bonus_of(Location{cell}));
    return base::Value(std::move(list));
  }();
  return kBonuses;
}

const base::Value& values() {
  static const base::Value kValues = [] {
    base::Members members;
    for (const auto& print : kPrints) members.push_back({std::string(print.letters), print.value});
    return base::Value(std::move(members));
  }();
  return kValues;
}

base::Value describe_hands(const Position& position) {
  base::List hands;
  for (std::size_t seat = 0; seat < position.players; ++seat) {
    base::List tiles;
    for (const auto tile : position.hands[seat].tiles()) tiles.emplace_back(write_tile({tile, 0}));
    hands.emplace_back(std::move(tiles));
  }
  return hands;
}

/// For the player on turn: what may be done, and what it brings.
base::Value describe_moves(const View& view) {
  base::List list;
  for (const auto& move : Rules::moves(view)) {
    base::Value tile;
    base::Value location;
    int points = 0;
    if (const auto* play = std::get_if<Play>(&move)) {
      tile = write_tile(play->tile);
      location = play->location.value;
      points = points_for(view.position.board, play->tile.tile, play->location);
    } else if (const auto* swap = std::get_if<Swap>(&move)) {
      tile = write_tile(swap->tile);
    }
    list.push_back(base::object(
        {{"move", Rules::write(move)}, {"tile", tile}, {"location", location}, {"points", points}}));
  }
  return list;
}

}  // namespace

base::Value Rules::describe(const View& view) {
  const auto& position = view.position;
  base::List order;
  for (const auto seat : turn_order(position)) order.emplace_back(seat.value);
  return base::object({{"cells", describe_cells(position.board)},
                       {"bonus", bonuses()},
                       {"hands", describe_hands(position)},
                       {"values", values()},
                       {"scores", base::list_of(std::span(position.scores).first(position.players))},
                       {"bag", std::popcount(position.bag)},
                       {"order", std::move(order)},
                       {"last", nullptr},
                       {"moves", describe_moves(view)}});
}

Line Rules::line(const Event& event) {
  if (const auto* placed = std::get_if<Placed>(&event)) {
    return {.text = write(Play{placed->tile, placed->location}),
            .label = fmt::format("{} on {}", write_tile(placed->tile), placed->location.value),
            .points = placed->points,
            .shown = {{"last", placed->location.value}}};
  }
  if (const auto* swapped = std::get_if<Swapped>(&event)) {
    return {.text = write(Swap{swapped->tile}),
            .label = fmt::format("swapped {}", write_tile(swapped->tile)),
            .points = 0};
  }
  if (std::holds_alternative<Skipped>(event)) return {.text = "skip", .label = "skipped", .points = 0};
  if (std::holds_alternative<Left>(event)) return {.label = std::string(kLeft), .is_move = false};
  return {};
}

View Rules::while_asked(View view) {
  view.position.turn = next_seat(view.position, view.position.turn);
  return view;
}

}  // namespace games::spectrangle
