// Scrabble as it is read by who was told of it.
#include <algorithm>
#include <numeric>

#include "base/text.hpp"
#include "games/scrabble/rules.hpp"

namespace games::scrabble {
namespace {

std::optional<Board> read_board(const base::Value& rows) {
  const auto lines = rows.list();
  if (lines.size() != kSide) return std::nullopt;
  Board board;
  for (int row = 0; row < kSide; ++row) {
    const auto line = lines[static_cast<std::size_t>(row)].text().value_or("");
    if (line.size() != kSide) return std::nullopt;
    for (int column = 0; column < kSide; ++column) {
      const char tile = line[static_cast<std::size_t>(column)];
      if (tile != '.' && !is_letter(tile)) return std::nullopt;
      board[Square{row, column}] = tile == '.' ? kNone : tile;
    }
  }
  return board;
}

std::optional<Rack> read_rack(const base::Value& rack) {
  const auto tiles = rack.text();
  const auto is_tile = [](char tile) { return is_upper(tile) || tile == kBlank; };
  if (!tiles || tiles->size() > kRackSize || !std::ranges::all_of(*tiles, is_tile)) return std::nullopt;
  return Rack(*tiles);
}

template <class Number>
std::optional<BySeat<Number>> read_by_seat(const base::Value& list, int seats) {
  const auto numbers = list.list();
  if (numbers.size() != static_cast<std::size_t>(seats)) return std::nullopt;
  BySeat<Number> read{};
  for (std::size_t seat = 0; seat < numbers.size(); ++seat) {
    const auto number = numbers[seat].number<Number>();
    if (!number) return std::nullopt;
    read[seat] = *number;
  }
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
void read_course(std::span<const LogLine> log, Open& open) {
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

Result<View> Rules::read_view(const Kit& kit, const Description& told) {
  const auto options = read_options(told.options);
  if (!options) return std::unexpected(options.error());
  const auto board = read_board(told.state["board"]);
  const auto rack = read_rack(told.state["rack"]);
  const auto held = read_by_seat<std::uint8_t>(told.state["held"], told.seats);
  const auto scores = read_by_seat<int>(told.state["scores"], told.seats);
  const auto bag = told.state["bag"].number<int>();
  if (!board || !rack || !held || !scores || !bag)
    return fail(Code::malformed, "no game of Scrabble can stand so");
  View view{.open = {.lexicon = kit.lexicon, .options = *options, .seats = told.seats, .board = *board},
            .viewer = told.viewer,
            .rack = *rack,
            .held = *held,
            .bag = *bag};
  view.open.scores = *scores;
  view.open.turn = told.to_move.value_or(Seat{});
  view.open.outcome = told.outcome;
  read_course(told.log, view.open);
  if (!adds_up(view)) return fail(Code::malformed, "the tiles of the table are not 100");
  return view;
}

std::optional<Event> Rules::read_event(const LogLine& line) {
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
std::vector<Event> Rules::unfold(const Event& act, const View& before, const View& after) {
  std::vector<Event> events;
  events.reserve(3);  // what follows points to the first
  events.push_back(act);
  auto* placed = std::get_if<Placed>(&events.front());
  auto* exchange = std::get_if<Exchanged>(&events.front());
  const auto seat = placed != nullptr ? placed->seat : exchange != nullptr ? exchange->seat : Seat{};
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
    for (int at = 0; at < placed->move.count; ++at) {
      const auto square = step(placed->move.start(), placed->move.direction, at);
      if (!before.open.board.has(square)) kept.remove(in_hand(after.open.board[square]));
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

}  // namespace games::scrabble
