// Scrabble as a client reads it.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <numeric>

#include "base/text.hpp"
#include "protocols/web/told.hpp"

namespace protocols::web {
namespace {

using namespace games::scrabble;
namespace json = boost::json;

base::Result<Board> read_board(const json::value& rows) {
  const auto wrong = [] { return base::fail(base::Code::malformed, "a board has 15 rows of 15 squares"); };
  if (rows.as_array().size() != kSide) return wrong();
  Board board;
  for (int row = 0; row < kSide; ++row) {
    const std::string_view line = rows.as_array()[static_cast<std::size_t>(row)].as_string();
    if (line.size() != kSide) return wrong();
    for (int column = 0; column < kSide; ++column) {
      const char tile = line[static_cast<std::size_t>(column)];
      if (tile != '.' && !is_letter(tile)) return wrong();
      board[Square{row, column}] = tile == '.' ? kNone : tile;
    }
  }
  return board;
}

base::Result<Rack> read_rack(std::string_view tiles) {
  const auto is_tile = [](char tile) { return is_upper(tile) || tile == kBlank; };
  if (tiles.size() > kRackSize || !std::ranges::all_of(tiles, is_tile))
    return base::fail(base::Code::malformed, "a rack has at most seven tiles");
  return Rack(tiles);
}

template <class Number>
base::Result<BySeat<Number>> read_by_seat(const json::value& list, int seats) {
  const auto& numbers = list.as_array();
  if (numbers.size() != static_cast<std::size_t>(seats))
    return base::fail(base::Code::malformed, "there is one number a seat");
  BySeat<Number> read{};
  for (std::size_t seat = 0; seat < numbers.size(); ++seat) read[seat] = numbers[seat].to_number<Number>();
  return read;
}

bool is_pass(const LogLine& line) { return line.text == "pass"; }

/// How many tiles a line says were exchanged; none if it tells of something else.
std::optional<int> exchanged(const LogLine& line) {
  std::string_view label = line.label;
  if (!line.text.empty() || base::cut(label, ' ') != "exchanged") return std::nullopt;
  return base::to_number<int>(label);
}

bool is_forfeit(const LogLine& line) { return line.text.empty() && line.label == "lost the turn"; }

/// What only the course of the game says: who began, and how often nothing was laid.
void read_course(const std::vector<LogLine>& log, Open& open) {
  open.first = log.empty() ? open.turn : log.front().who;
  for (const auto& line : log) {
    auto& passes = open.passes[line.who.value];
    open.scoreless = is_pass(line) || exchanged(line) ? open.scoreless + 1 : 0;
    if (is_pass(line)) {
      ++passes;
    } else if (!is_forfeit(line)) {
      passes = 0;
    }
  }
}

/// Every tile is somewhere, so that what is hidden can be imagined.
bool adds_up(const View& view) {
  const auto laid = std::ranges::count_if(view.open.board.tiles, is_letter);
  const auto held = std::accumulate(view.held.begin(), view.held.end(), 0);
  const bool racks = std::ranges::all_of(view.held, [](int tiles) { return tiles <= kRackSize; });
  const bool own = !view.viewer || view.held[view.viewer->value] == view.rack.size();
  return racks && own && view.bag >= 0 && laid + held + view.bag == kBagSize;
}

}  // namespace

base::Result<View> read_scrabble(const Told& told, const games::Kits& kits) {
  const auto options = Rules::read_options(told.options);
  const auto board = read_board(told.state.at("board"));
  const auto rack = read_rack(told.state.at("rack").as_string());
  const auto held = read_by_seat<std::uint8_t>(told.state.at("held"), told.seats);
  const auto scores = read_by_seat<int>(told.state.at("scores"), told.seats);
  if (!options) return std::unexpected(options.error());
  if (!board) return std::unexpected(board.error());
  if (!rack) return std::unexpected(rack.error());
  if (!held) return std::unexpected(held.error());
  if (!scores) return std::unexpected(scores.error());
  const auto& lexicon = kits.of<Kit>().lexicon;
  View view{.open = {.lexicon = lexicon, .options = *options, .seats = told.seats, .board = *board},
            .viewer = told.viewer,
            .rack = *rack,
            .held = *held,
            .bag = told.state.at("bag").to_number<int>()};
  view.open.scores = *scores;
  view.open.turn = read_seat(told.state.at("turn")).value_or(base::Seat{});
  view.open.outcome = read_outcome(told.state.at("outcome"));
  read_course(told.log, view.open);
  if (!adds_up(view)) return base::fail(base::Code::malformed, "the tiles of the table are not 100");
  return view;
}

std::optional<Event> read_scrabble_event(const LogLine& line) {
  if (line.text.empty()) {
    if (const auto count = exchanged(line)) return Exchanged{.seat = line.who, .count = *count, .tiles = {}};
    if (is_forfeit(line)) return Forfeited{line.who};
    if (line.label == kLeft || line.is_time_up()) return Left{line.who};
    return std::nullopt;
  }
  const auto move = read_move(line.text);
  if (!move) return std::nullopt;
  if (move->kind == MoveKind::pass) return Passed{line.who};
  return Placed{.seat = line.who, .move = *move, .points = line.points.value_or(0)};
}

/// Tiles come after a word or an exchange; which ones is only known of one's own.
std::vector<Event> complete(Event act, Between<View> views) {
  const auto& [before, after] = views;
  std::vector<Event> events;
  events.reserve(3);  // what follows points to the first
  events.push_back(act);
  auto* placed = std::get_if<Placed>(&events.front());
  auto* exchange = std::get_if<Exchanged>(&events.front());
  const auto seat = placed != nullptr ? placed->seat : exchange != nullptr ? exchange->seat : base::Seat{};
  const bool own = after.viewer == seat;
  if (exchange != nullptr) {
    Rack gone = before.rack;
    for (const Tile tile : after.rack.tiles()) gone.remove(tile);
    if (own) exchange->tiles = gone;
    Rack came = after.rack;
    for (const Tile tile : before.rack.tiles()) came.remove(tile);
    events.emplace_back(Drew{.seat = seat, .count = exchange->count, .tiles = own ? came : Rack()});
  } else if (placed != nullptr && before.bag > after.bag) {
    Rack kept = before.rack;
    for (int step = 0; step < placed->move.count; ++step) {
      const auto at = games::scrabble::step(placed->move.start(), placed->move.direction, step);
      if (!before.open.board.has(at)) kept.remove(in_hand(after.open.board[at]));
    }
    Rack came = after.rack;
    for (const Tile tile : kept.tiles()) came.remove(tile);
    events.emplace_back(Drew{.seat = seat, .count = before.bag - after.bag, .tiles = own ? came : Rack()});
  }
  if (!after.open.outcome || before.open.outcome) return events;
  Ended ended;
  for (std::size_t at = 0; at < kMostSeats; ++at)
    ended.leftovers[at] = after.open.scores[at] - before.open.scores[at];
  if (placed != nullptr) ended.leftovers[placed->seat.value] -= placed->points;
  if (std::holds_alternative<Left>(events.front())) ended = {};
  events.emplace_back(ended);
  return events;
}

}  // namespace protocols::web
