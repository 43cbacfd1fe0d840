// Spectrangle as a browser sees it.
#include "games/spectrangle/notation.hpp"
#include "games/spectrangle/rules.hpp"
#include "protocols/web/state.hpp"

namespace protocols::web {
namespace {

using namespace games::spectrangle;

std::string write_cells(const Board& board) {
  std::vector<std::string> cells;
  for (std::uint8_t cell = 0; cell < kCells; ++cell) {
    const auto tile = tile_at(board, Location{cell});
    cells.push_back(tile ? write_text(write_tile(*tile)) : "null");
  }
  return write_list(cells);
}

std::string write_bonuses() {
  std::vector<int> bonuses;
  for (std::uint8_t cell = 0; cell < kCells; ++cell) bonuses.push_back(bonus_of(Location{cell}));
  return write_numbers(bonuses);
}

std::string write_hands(const Position& position) {
  std::vector<std::string> hands;
  for (std::size_t seat = 0; seat < position.players; ++seat) {
    std::vector<std::string> tiles;
    for (const auto tile : position.hands[seat].tiles()) tiles.push_back(write_text(write_tile({tile, 0})));
    hands.push_back(write_list(tiles));
  }
  return write_list(hands);
}

std::string write_values() {
  Members members;
  for (const auto& print : kPrints) members.emplace_back(print.letters, write_number(print.value));
  return write_object(members);
}

/// For the player on turn: what may be done, and what it brings.
std::string write_moves(const View& view) {
  std::vector<std::string> list;
  for (const auto& move : Rules::moves(view)) {
    Members members{{"move", write_text(Rules::write(move))}};
    if (const auto* play = std::get_if<Play>(&move)) {
      members.emplace_back("tile", write_text(write_tile(play->tile)));
      members.emplace_back("location", write_number(play->location.value));
      members.emplace_back("points",
                           write_number(points_for(view.position.board, play->tile.tile, play->location)));
    } else {
      const auto* swap = std::get_if<Swap>(&move);
      members.emplace_back("tile", swap != nullptr ? write_text(write_tile(swap->tile)) : "null");
      members.emplace_back("location", "null");
      members.emplace_back("points", "0");
    }
    list.push_back(write_object(members));
  }
  return write_list(list);
}

}  // namespace

void describe(const View& view, const Past& past, Members& members) {
  const auto& position = view.position;
  std::vector<int> order;
  for (const auto seat : turn_order(position)) order.push_back(seat.value);
  members.emplace_back("cells", write_cells(position.board));
  members.emplace_back("bonus", write_bonuses());
  members.emplace_back("hands", write_hands(position));
  members.emplace_back("values", write_values());
  members.emplace_back("scores", write_numbers(std::span(position.scores).first(position.players)));
  members.emplace_back("bag", write_number(std::popcount(position.bag)));
  members.emplace_back("order", write_numbers(order));
  members.emplace_back("last", past.last);
  members.emplace_back("moves", write_moves(view));
}

}  // namespace protocols::web
