// Spectrangle as it is read by who was told of it.
#include <algorithm>

#include "games/spectrangle/notation.hpp"
#include "games/spectrangle/rules.hpp"

namespace games::spectrangle {
namespace {

/// Takes a tile out of the bag, where every tile is once; none if it is not there.
std::optional<Turned> take(const base::Value& text, TileSet& bag) {
  const auto tile = parse_tile(text.text().value_or(""));
  if (!tile || (bag & only(tile->tile)) == 0) return std::nullopt;
  bag &= ~only(tile->tile);
  return *tile;
}

bool read_cells(std::span<const base::Value> cells, Position& position) {
  if (cells.size() != kCells) return false;
  for (std::uint8_t cell = 0; cell < kCells; ++cell) {
    if (cells[cell].is_null()) continue;
    const auto tile = take(cells[cell], position.bag);
    if (!tile) return false;
    lay(position.board, *tile, Location{cell});
  }
  return true;
}

bool read_hands(std::span<const base::Value> hands, Position& position) {
  if (hands.size() != position.players) return false;
  for (std::size_t seat = 0; seat < hands.size(); ++seat) {
    const auto tiles = hands[seat].list();
    if (!hands[seat].is_list() || tiles.size() > kHandSize) return false;
    for (const auto& text : tiles) {
      const auto tile = take(text, position.bag);
      if (!tile) return false;
      position.hands[seat].add(tile->tile);
    }
  }
  return true;
}

bool read_order(std::span<const base::Value> order, Position& position) {
  if (order.size() != position.players) return false;
  for (std::size_t at = 0; at < order.size(); ++at)
    position.order[at] = {order[at].number<std::uint8_t>().value_or(position.players)};
  for (std::uint8_t seat = 0; seat < position.players; ++seat) {
    if (std::ranges::count(turn_order(position), Seat{seat}) != 1) return false;
  }
  return true;
}

bool read_scores(std::span<const base::Value> scores, Position& position) {
  if (scores.size() != position.players) return false;
  for (std::size_t seat = 0; seat < scores.size(); ++seat) {
    const auto score = scores[seat].number<std::uint16_t>();
    if (!score) return false;
    position.scores[seat] = *score;
  }
  return true;
}

/// What only the course of the game says.
void read_course(std::span<const LogLine> log, Position& position) {
  for (const auto& line : log) {
    const auto act = Rules::read_event(line);
    if (!act) continue;
    if (std::holds_alternative<Placed>(*act)) position.passes = 0;
    const bool passed = std::holds_alternative<Skipped>(*act) || std::holds_alternative<Swapped>(*act);
    if (passed && position.passes < position.players) ++position.passes;
    if (position.over && std::holds_alternative<Left>(*act)) position.left = line.who;
  }
}

}  // namespace

Result<View> Rules::read_view(const Kit& /*kit*/, const Description& told) {
  View view{.position = {}, .viewer = told.viewer};
  auto& position = view.position;
  position.players = static_cast<std::uint8_t>(told.seats);
  position.bag = kAllTiles;
  const auto& state = told.state;
  if (!read_cells(state["cells"].list(), position) || !read_hands(state["hands"].list(), position) ||
      !read_order(state["order"].list(), position) || !read_scores(state["scores"].list(), position))
    return fail(Code::malformed, "no game of Spectrangle can stand so");
  position.turn = told.to_move.value_or(position.order.front());
  position.over = told.outcome.has_value();
  read_course(told.log, position);
  return view;
}

std::optional<Event> Rules::read_event(const LogLine& line) {
  if (line.text.empty()) {
    if (line.label == kLeft || line.is_time_up()) return Left{line.who};
    return std::nullopt;
  }
  const auto move = read(line.text);
  if (!move) return std::nullopt;
  if (const auto* play = std::get_if<Play>(&*move))
    return Placed{line.who, play->tile, play->location, line.points.value_or(0), std::nullopt};
  if (const auto* swap = std::get_if<Swap>(&*move)) return Swapped{line.who, swap->tile, swap->tile.tile};
  return Skipped{line.who};
}

std::vector<Event> Rules::unfold(Event act, const View& before, const View& after) {
  const auto drawn_by = [&](Seat seat) -> std::optional<Tile> {
    for (const Tile tile : after.position.hands[seat.value].tiles()) {
      if (!before.position.hands[seat.value].holds(tile)) return tile;
    }
    return std::nullopt;
  };
  if (auto* placed = std::get_if<Placed>(&act)) placed->drawn = drawn_by(placed->seat);
  if (auto* swapped = std::get_if<Swapped>(&act)) swapped->drawn = drawn_by(swapped->seat).value_or(Tile{});
  std::vector<Event> events{std::move(act)};
  if (!after.position.over || before.position.over) return events;
  Ended ended{.deductions = {}, .scores = final_scores(after.position)};
  for (std::size_t seat = 0; seat < after.position.players; ++seat)
    ended.deductions.push_back(after.position.hands[seat].value());
  events.emplace_back(std::move(ended));
  return events;
}

}  // namespace games::spectrangle
