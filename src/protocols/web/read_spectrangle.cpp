// Spectrangle as a client reads it.
#include <algorithm>
#include <boost/json.hpp>

#include "games/spectrangle/notation.hpp"
#include "protocols/web/told.hpp"

namespace protocols::web {
namespace {

using namespace games::spectrangle;
namespace json = boost::json;

std::unexpected<base::Error> impossible() {
  return base::fail(base::Code::malformed, "no game of Spectrangle can stand so");
}

/// Takes a tile out of the bag; every tile exists once.
base::Result<Turned> take(const json::value& text, TileSet& bag) {
  auto tile = parse_tile(text.as_string());
  if (!tile) return tile;
  if ((bag & only(tile->tile)) == 0) return impossible();
  bag &= ~only(tile->tile);
  return tile;
}

base::Result<void> read_cells(const json::array& cells, Position& position) {
  if (cells.size() != kCells) return impossible();
  for (std::uint8_t cell = 0; cell < kCells; ++cell) {
    if (cells[cell].is_null()) continue;
    const auto tile = take(cells[cell], position.bag);
    if (!tile) return std::unexpected(tile.error());
    lay(position.board, *tile, Location{cell});
  }
  return {};
}

base::Result<void> read_hands(const json::array& hands, Position& position) {
  if (hands.size() != position.players) return impossible();
  for (std::size_t seat = 0; seat < hands.size(); ++seat) {
    const auto& tiles = hands[seat].as_array();
    if (tiles.size() > kHandSize) return impossible();
    for (const auto& text : tiles) {
      const auto tile = take(text, position.bag);
      if (!tile) return std::unexpected(tile.error());
      position.hands[seat].add(tile->tile);
    }
  }
  return {};
}

base::Result<void> read_order(const json::array& order, Position& position) {
  if (order.size() != position.players) return impossible();
  for (std::size_t at = 0; at < order.size(); ++at)
    position.order[at] = {order[at].to_number<std::uint8_t>()};
  for (std::uint8_t seat = 0; seat < position.players; ++seat) {
    if (std::ranges::count(turn_order(position), Seat{seat}) != 1) return impossible();
  }
  return {};
}

base::Result<void> read_scores(const json::array& scores, Position& position) {
  if (scores.size() != position.players) return impossible();
  for (std::size_t seat = 0; seat < scores.size(); ++seat)
    position.scores[seat] = scores[seat].to_number<std::uint16_t>();
  return {};
}

/// What only the course of the game says.
void read_course(const std::vector<LogLine>& log, Position& position) {
  for (const auto& line : log) {
    const auto act = read_spectrangle_event(line);
    if (!act) continue;
    if (std::holds_alternative<Placed>(*act)) position.passes = 0;
    const bool passed = std::holds_alternative<Skipped>(*act) || std::holds_alternative<Swapped>(*act);
    if (passed && position.passes < position.players) ++position.passes;
    if (position.over && std::holds_alternative<Left>(*act)) position.left = line.who;
  }
}

}  // namespace

base::Result<View> read_spectrangle(const Told& told, const games::Kits& /*kits*/) {
  View view{.position = {}, .viewer = told.viewer};
  auto& position = view.position;
  position.players = static_cast<std::uint8_t>(told.seats);
  position.bag = kAllTiles;
  const auto& state = told.state;
  if (auto read = read_cells(state.at("cells").as_array(), position); !read) return impossible();
  if (auto read = read_hands(state.at("hands").as_array(), position); !read) return impossible();
  if (auto read = read_order(state.at("order").as_array(), position); !read) return impossible();
  if (auto read = read_scores(state.at("scores").as_array(), position); !read) return impossible();
  position.turn = read_seat(state.at("turn")).value_or(position.order.front());
  position.over = read_outcome(state.at("outcome")).has_value();
  read_course(told.log, position);
  return view;
}

std::optional<Event> read_spectrangle_event(const LogLine& line) {
  if (line.text.empty()) {
    if (line.label == kLeft || line.is_time_up()) return Left{line.who};
    return std::nullopt;
  }
  const auto move = read_move(line.text);
  if (!move) return std::nullopt;
  if (const auto* play = std::get_if<Play>(&*move))
    return Placed{line.who, play->tile, play->location, line.points.value_or(0), std::nullopt};
  if (const auto* swap = std::get_if<Swap>(&*move)) return Swapped{line.who, swap->tile, swap->tile.tile};
  return Skipped{line.who};
}

std::vector<Event> complete(Event act, Between<View> views) {
  const auto& [before, after] = views;
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

}  // namespace protocols::web
