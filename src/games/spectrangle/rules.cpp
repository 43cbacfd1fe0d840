// The rules of Spectrangle: start, turns, refusals and end.
#include "games/spectrangle/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "games/spectrangle/notation.hpp"

namespace games::spectrangle {
namespace {

/// Takes a tile out of a bag that is not empty, each with equal chance.
Tile draw(TileSet& bag, Rng& rng) {
  TileSet rest = bag;
  for (auto skipped = rng.below(static_cast<std::uint64_t>(std::popcount(bag))); skipped > 0; --skipped) {
    rest &= rest - 1;
  }
  const Tile drawn{static_cast<std::uint8_t>(std::countr_zero(rest))};
  bag &= ~only(drawn);
  return drawn;
}

/// The starting draw: each draws one, the highest value starts, ties among the highest draw again. What was
/// drawn goes back before every further draw and before dealing, so that all hands are dealt from the whole
/// bag.
Seat draw_for_start(int players, Rng& rng) {
  std::vector<Seat> drawing;
  drawing.reserve(static_cast<std::size_t>(players));
  for (int seat = 0; seat < players; ++seat) drawing.push_back(Seat{static_cast<std::uint8_t>(seat)});
  while (drawing.size() > 1) {
    TileSet bag = kAllTiles;
    std::vector<Seat> highest;
    int most = 0;
    for (const Seat seat : drawing) {
      const int value = value_of(draw(bag, rng));
      if (value > most) highest.clear();
      if (value >= most) highest.push_back(seat);
      most = std::max(most, value);
    }
    drawing = std::move(highest);
  }
  return drawing.front();
}

/// Ruling "Start": who won the draw first, the others follow in lobby order, which is that of the seats.
void set_order(Position& position, Seat first) {
  std::size_t at = 0;
  position.order[at++] = first;
  for (std::uint8_t seat = 0; seat < position.players; ++seat) {
    if (Seat{seat} != first) position.order[at++] = Seat{seat};
  }
  position.turn = first;
}

/// Where a side is, for people: side 0 is the horizontal one, then counterclockwise.
std::string_view side_name(Location location, int side) {
  if (side == 0) return points_up(location) ? "bottom" : "top";
  return points_up(location) == (side == 1) ? "right" : "left";
}

/// Names the first side that meets another colour; there must be one.
std::string describe_mismatch(const Board& board, const Play& play) {
  for (int side = 0; side < kSides; ++side) {
    const auto neighbour = neighbour_of(play.location, side);
    const auto beside = neighbour ? tile_at(board, *neighbour) : std::nullopt;
    if (!beside) continue;
    const Colour ours = colours_of(play.tile)[static_cast<std::size_t>(side)];
    const Colour theirs = colours_of(*beside)[static_cast<std::size_t>(side)];
    if (ours == theirs || ours == Colour::white || theirs == Colour::white) continue;
    return fmt::format("the {} side of {} is {}, but {} at {} shows {} there", side_name(play.location, side),
                       write_tile(play.tile), letter_of(ours), write_tile(*beside), neighbour->value,
                       letter_of(theirs));
  }
  std::unreachable();
}

/// Why the rules forbid a placement; none if they allow it.
std::optional<std::string> objection(const Position& position, const Play& play) {
  const auto& board = position.board;
  if (play.location.value >= kCells) return "there is no such location";
  const CellSet here = only(play.location);
  if ((fitting_cells(board, play.tile) & here) != 0) return std::nullopt;
  if (board.taken == 0)
    return fmt::format("the first tile may not lie on the bonus cell {}", play.location.value);
  if ((board.taken & here) != 0) {
    return fmt::format("{} is taken by {}", play.location.value, write_tile(*tile_at(board, play.location)));
  }
  if ((open_cells(board) & here) == 0) return fmt::format("{} is beside no tile", play.location.value);
  return describe_mismatch(board, play);
}

/// Why the seat to move cannot play or swap this tile; none if it holds it.
std::optional<std::string> objection(const Position& position, Turned turned) {
  if (turned.tile.value >= kTiles || turned.rotation >= kSides) return "there is no such tile";
  if (position.hands[position.turn.value].holds(turned.tile)) return std::nullopt;
  return fmt::format("{} is not in your hand", letters_of(turned.tile));
}

/// Ruling "A player who can place must place", with an example for the player who overlooked it.
std::optional<std::string> must_place(const Position& position) {
  for (const Tile tile : position.hands[position.turn.value].tiles()) {
    for (std::uint8_t rotation = 0; rotation < kSides; ++rotation) {
      CellSet cells = fitting_cells(position.board, Turned{tile, rotation});
      if (cells == 0) continue;
      return fmt::format("you can place a tile, such as {} at {}, and so must", write_tile({tile, rotation}),
                         take_first(cells).value);
    }
  }
  return std::nullopt;
}

Result<Event> carry_out(State& state, const Play& play) {
  auto& position = state.position;
  auto problem = objection(position, play.tile);
  if (!problem) problem = objection(position, play);
  if (problem) return fail(Code::illegal_move, *std::move(problem));
  const Seat seat = position.turn;
  auto& hand = position.hands[seat.value];
  const int points = points_for(position.board, play.tile.tile, play.location);
  lay(position.board, play.tile, play.location);
  position.scores[seat.value] = static_cast<std::uint16_t>(position.scores[seat.value] + points);
  position.passes = 0;
  hand.remove(play.tile.tile);
  std::optional<Tile> drawn;
  if (position.bag != 0) hand.add(*(drawn = draw(position.bag, state.rng)));
  return Placed{seat, play.tile, play.location, points, drawn};
}

void count_pass(Position& position) {
  if (position.passes < position.players) ++position.passes;
}

/// Ruling "A swap draws first, then returns the old tile", so one never gets the same tile back.
Result<Event> carry_out(State& state, const Swap& swap) {
  auto& position = state.position;
  auto problem = objection(position, swap.tile);
  if (!problem) problem = must_place(position);
  if (!problem && position.bag == 0) problem = "the bag is empty";
  if (problem) return fail(Code::illegal_move, *std::move(problem));
  auto& hand = position.hands[position.turn.value];
  const Tile drawn = draw(position.bag, state.rng);
  hand.remove(swap.tile.tile);
  hand.add(drawn);
  position.bag |= only(swap.tile.tile);
  count_pass(position);
  return Swapped{position.turn, swap.tile, drawn};
}

Result<Event> carry_out(State& state, const Skip&) {
  if (auto problem = must_place(state.position)) return fail(Code::illegal_move, *std::move(problem));
  count_pass(state.position);
  return Skipped{state.position.turn};
}

Ended end(Position& position) {
  position.over = true;
  Ended ended;
  for (std::size_t seat = 0; seat < position.players; ++seat) {
    ended.deductions.push_back(position.hands[seat].value());
  }
  ended.scores = final_scores(position);
  return ended;
}

}  // namespace

Result<Options> Rules::read_options(std::string_view text) {
  if (!text.empty()) return fail(Code::bad_options, "spectrangle has no options");
  return Options{};
}

std::string Rules::write_options(const Options&) { return {}; }

Result<State> Rules::start(const Kit&, const Options&, int players, const Seed& seed) {
  if (players < min_seats || players > max_seats) {
    return fail(Code::bad_seats, fmt::format("spectrangle is for {} to {} players", min_seats, max_seats));
  }
  State state{.position = {}, .rng = Rng(seed)};
  auto& position = state.position;
  position.players = static_cast<std::uint8_t>(players);
  set_order(position, draw_for_start(players, state.rng));
  position.bag = kAllTiles;
  for (const Seat seat : turn_order(position)) {
    for (int held = 0; held < kHandSize; ++held)
      position.hands[seat.value].add(draw(position.bag, state.rng));
  }
  return state;
}

Result<std::vector<Event>> Rules::play(State& state, Seat seat, const Move& move) {
  auto& position = state.position;
  if (position.over) return fail(Code::game_over);
  if (seat != position.turn) return fail(Code::not_your_turn);
  auto event = std::visit([&](const auto& chosen) { return carry_out(state, chosen); }, move);
  if (!event) return std::unexpected(std::move(event.error()));
  position.turn = next_seat(position, seat);
  std::vector<Event> events{*std::move(event)};
  if (is_finished(position)) events.emplace_back(end(position));
  return events;
}

std::vector<Event> Rules::leave(State& state, Seat seat) {
  auto& position = state.position;
  if (position.over || seat.value >= position.players) return {};
  position.left = seat;
  return {Left{seat}, end(position)};
}

std::optional<Outcome> Rules::outcome(const Position& position) {
  if (!position.over) return std::nullopt;
  Outcome outcome{
      .winners = {}, .scores = final_scores(position), .reason = position.left ? "left" : "finished"};
  int most = 0;
  for (std::uint8_t seat = 0; seat < position.players; ++seat) {
    if (position.left == Seat{seat}) continue;
    if (outcome.scores[seat] > most) outcome.winners.clear();
    if (outcome.scores[seat] >= most) outcome.winners.push_back(Seat{seat});
    most = std::max(most, outcome.scores[seat]);
  }
  return outcome;
}

View Rules::view(const State& state, Viewer viewer) { return {state.position, viewer}; }

Event Rules::redact(const Event& event, Viewer) { return event; }

std::vector<Move> Rules::moves(const View& view) {
  const auto& position = view.position;
  std::vector<Move> moves;
  if (position.over || view.viewer != position.turn) return moves;
  const auto hand = position.hands[position.turn.value].tiles();
  for (const Tile tile : hand) {
    for (std::uint8_t rotation = 0; rotation < rotations_of(tile); ++rotation) {
      const Turned turned{tile, rotation};
      for (CellSet cells = fitting_cells(position.board, turned); cells != 0;) {
        moves.emplace_back(Play{turned, take_first(cells)});
      }
    }
  }
  if (!moves.empty()) return moves;
  moves.emplace_back(Skip{});
  if (position.bag == 0) return moves;
  for (const Tile tile : hand) moves.emplace_back(Swap{{tile, 0}});
  return moves;
}

State Rules::imagine(const View& view, Rng& rng) { return {view.position, Rng(rng.next())}; }

std::string Rules::write(const Move& move) { return write_move(move); }

std::string Rules::write_position(const State& state) { return spectrangle::write_position(state.position); }

Result<Move> Rules::read(std::string_view text) { return read_move(text); }

}  // namespace games::spectrangle
