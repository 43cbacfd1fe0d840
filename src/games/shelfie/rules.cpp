// The course of a game of My Shelfie: setting up, the three phases of a turn, refilling, the last round.
#include "games/shelfie/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "games/shelfie/goals.hpp"

namespace games::shelfie {

namespace {

using Events = std::vector<Event>;

Player& player_of(State& state, Seat seat) { return state.open.players[seat.value]; }

std::vector<int> cells_in_use(const Open& open) {
  std::vector<int> cells;
  for (int cell = 0; cell < kBoardCells; ++cell) {
    if (in_use(open, cell)) cells.push_back(cell);
  }
  return cells;
}

/// Puts tiles from the bag onto every cell in use; when the bag is too small, onto as many as there are, by
/// chance.
void deal(State& state) {
  std::vector<int> cells = cells_in_use(state.open);
  state.rng.shuffle(std::span(state.bag));
  if (state.bag.size() < cells.size()) state.rng.shuffle(std::span(cells));
  for (const int cell : cells) {
    if (state.bag.empty()) return;
    state.open.board[cell] = state.bag.back();
    state.bag.pop_back();
  }
}

/// True if no tile has a neighbour: every one of them has four free sides.
bool needs_refill(const Open& open) {
  for (int cell = 0; cell < kBoardCells; ++cell) {
    if (open.board[cell] != kNoTile && free_edges(open, cell) != 4) return false;
  }
  return true;
}

void refill(State& state, Events& events) {
  if (!needs_refill(state.open)) return;
  for (TileId& tile : state.open.board) {
    if (tile != kNoTile) state.bag.push_back(std::exchange(tile, kNoTile));
  }
  deal(state);
  events.emplace_back(Refilled{});
}

void end(State& state, Ending ending, Events& events) {
  state.open.ending = ending;
  events.emplace_back(Ended{ending});
}

/// Gives the turn to the next seat that is here. The round ends behind the last seat in turn order, here or
/// not (ruling 15); after a full shelf the game ends with it. With nobody here the turn goes to the next
/// seat.
void pass_turn(State& state, Events& events) {
  Open& open = state.open;
  const auto after = [&](Seat seat) {
    return Seat{static_cast<std::uint8_t>(seat.value + 1 == open.seats ? 0 : seat.value + 1)};
  };
  Seat next = open.turn;
  for (int i = 0; i < open.seats; ++i) {
    next = after(next);
    if (next == open.first && open.full) return end(state, Ending::finished, events);
    if (is_here(open, next)) break;
  }
  open.turn = is_here(open, next) ? next : after(open.turn);
  open.phase = Phase::select;
}

void select(State& state, const std::vector<int>& at) {
  Hand& hand = state.open.hand;
  hand = {};
  for (std::size_t i = 0; i < at.size(); i += 2) {
    const int cell = index_of({at[i], at[i + 1]});
    hand.cells[hand.count] = static_cast<std::uint8_t>(cell);
    hand.tiles[hand.count] = std::exchange(state.open.board[cell], kNoTile);
    ++hand.count;
  }
  state.open.phase = Phase::order;
}

void put_in_order(State& state, const std::vector<int>& order) {
  const Hand before = state.open.hand;
  for (std::size_t i = 0; i < order.size(); ++i) {
    state.open.hand.tiles[i] = before.tiles[order[i]];
    state.open.hand.cells[i] = before.cells[order[i]];
  }
  state.open.phase = Phase::column;
}

/// Common goals are looked at when the tiles lie; both can be won at once, each once by a player.
TurnEnded award(State& state, Seat seat) {
  TurnEnded won{seat, {}};
  const Layout layout = layout_of(player_of(state, seat).shelf);
  for (int goal = 0; goal < kGoalsInGame; ++goal) {
    if (player_of(state, seat).tokens[goal] != 0 || !achieved(state.open.goals[goal], layout)) continue;
    won.tokens[goal] = static_cast<std::uint8_t>(top_token(state.open, goal));
    player_of(state, seat).tokens[goal] = won.tokens[goal];
  }
  return won;
}

void place(State& state, Seat seat, int column, Events& events) {
  Shelf& shelf = player_of(state, seat).shelf;
  for (const TileId tile : state.open.hand.taken()) {
    const int row = free_in_column(shelf, column) - 1;
    shelf[row * kShelfColumns + column] = tile;
  }
  events.emplace_back(Placed{seat, static_cast<std::uint8_t>(column), state.open.hand});
  state.open.hand = {};
  const TurnEnded won = award(state, seat);
  if (!state.open.full && std::ranges::count(shelf, kNoTile) == 0) {
    state.open.full = seat;
    events.emplace_back(FilledShelf{seat});
  }
  events.emplace_back(won);
  pass_turn(state, events);
  if (state.open.ending == Ending::none) refill(state, events);
}

/// What was half-selected goes back (ruling 10).
void put_back(State& state) {
  const Hand hand = std::exchange(state.open.hand, {});
  for (int i = 0; i < hand.count; ++i) state.open.board[hand.cells[i]] = hand.tiles[i];
  state.open.phase = Phase::select;
}

/// The one seat whose presence is no worse than that; none if there are several or none.
std::optional<Seat> only_one(const Open& open, Presence least_bad) {
  std::optional<Seat> found;
  for (std::uint8_t seat = 0; seat < open.seats; ++seat) {
    if (open.players[seat].presence > least_bad) continue;
    if (found) return std::nullopt;
    found = Seat{seat};
  }
  return found;
}

/// Ruling 10: first the turn that is given up, then the news that somebody went.
Events remove(State& state, Seat seat, Presence presence) {
  Events events;
  const Presence before = player_of(state, seat).presence;
  if (state.open.ending != Ending::none || before >= presence) return events;
  player_of(state, seat).presence = presence;
  const bool gives_up = state.open.turn == seat && before == Presence::here;
  if (gives_up) {
    put_back(state);
    events.emplace_back(TurnEnded{seat, {}});
  }
  events.emplace_back(AttendanceChanged{seat, presence});
  if (presence == Presence::gone) state.open.stayed = only_one(state.open, Presence::away);
  if (state.open.stayed) {
    end(state, Ending::left, events);
    return events;
  }
  if (gives_up) pass_turn(state, events);
  if (state.open.ending != Ending::none || before != Presence::here) return events;
  if (const auto alone = only_one(state.open, Presence::here)) events.emplace_back(Paused{*alone});
  return events;
}

base::Code code_of(Refusal refusal) {
  switch (refusal) {
    case Refusal::game_over:
      return Code::game_over;
    case Refusal::illegal_turn:
      return Code::not_your_turn;
    default:
      return Code::illegal_move;
  }
}

/// The most points win; ties go to the later in turn order.
Seat best(const Open& open, const std::vector<int>& scores) {
  Seat winner = open.first;
  for (const Seat seat : turn_order(open)) {
    if (scores[seat.value] >= scores[winner.value]) winner = seat;
  }
  return winner;
}

std::optional<Seat> on_turn(const Open& open) {
  return open.ending == Ending::none ? std::optional(open.turn) : std::nullopt;
}

std::string_view word_of(Ending ending) {
  switch (ending) {
    case Ending::left:
      return "left";
    case Ending::abandoned:
      return "abandoned";
    case Ending::none:
    case Ending::finished:
      break;
  }
  return "finished";
}

}  // namespace

Options Rules::complete(const Kit& kit, Options options) {
  if (!options.rules) options.rules = fingerprint(*kit.rules);
  return options;
}

Result<State> Rules::start(const Kit& kit, const Options& options, int seats, const Seed& seed) {
  if (const auto own = fingerprint(*kit.rules); options.rules.value_or(own) != own) {
    return fail(Code::other_kit, fmt::format("played by another rules file ({:016x}, and this is {:016x})",
                                             *options.rules, own));
  }
  if (!kit.rules->players.holds(seats)) {
    return fail(Code::bad_seats, "My Shelfie is for " + std::to_string(kit.rules->players.min) + " to " +
                                     std::to_string(kit.rules->players.max) + " players");
  }
  State state;
  state.open.rules = kit.rules.get();
  state.open.seats = static_cast<std::uint8_t>(seats);
  state.rng = Rng(seed);
  state.open.first = state.open.turn = Seat{static_cast<std::uint8_t>(state.rng.below(seats))};
  std::array<std::uint8_t, kGoals> goals{};
  std::iota(goals.begin(), goals.end(), std::uint8_t{0});
  state.rng.shuffle<std::uint8_t>(goals);
  std::ranges::copy_n(goals.begin(), kGoalsInGame, state.open.goals.begin());
  std::array<std::uint8_t, kPersonalCards> cards{};
  std::iota(cards.begin(), cards.end(), std::uint8_t{0});
  state.rng.shuffle<std::uint8_t>(cards);
  std::ranges::copy_n(cards.begin(), seats, state.cards.begin());
  state.bag.resize(kTiles);
  std::iota(state.bag.begin(), state.bag.end(), TileId{0});
  deal(state);
  return state;
}

std::optional<Seat> Rules::to_move(const State& state) { return on_turn(state.open); }

std::optional<Seat> Rules::to_move(const View& view) { return on_turn(view.open); }

Result<std::vector<Event>> Rules::play(State& state, Seat seat, const Move& move) {
  if (const auto refusal = check(state.open, seat, move)) {
    return fail(code_of(*refusal), std::string(sentence(*refusal)));
  }
  Events events;
  switch (move.phase) {
    case Phase::select:
      select(state, move.values);
      events.emplace_back(Selected{seat, state.open.hand});
      break;
    case Phase::order:
      put_in_order(state, move.values);
      events.emplace_back(Ordered{seat, state.open.hand});
      break;
    case Phase::column:
      place(state, seat, move.values[0], events);
      break;
  }
  return events;
}

std::vector<Event> Rules::leave(State& state, Seat seat) { return remove(state, seat, Presence::gone); }

std::vector<Event> Rules::away(State& state, Seat seat) { return remove(state, seat, Presence::away); }

std::vector<Event> Rules::back(State& state, Seat seat) {
  Events events;
  if (state.open.ending != Ending::none || player_of(state, seat).presence != Presence::away) return events;
  player_of(state, seat).presence = Presence::here;
  events.emplace_back(AttendanceChanged{seat, Presence::here});
  if (!is_here(state.open, state.open.turn)) pass_turn(state, events);
  if (state.open.ending == Ending::none && present(state.open) == 1) events.emplace_back(Paused{seat});
  return events;
}

bool Rules::within_turn(const State& state) { return state.open.phase != Phase::select; }

bool Rules::paused(const State& state) { return is_paused(state.open); }

std::vector<Event> Rules::abandon(State& state) {
  Events events;
  if (!is_paused(state.open)) return events;
  state.open.stayed = only_one(state.open, Presence::here);
  end(state, Ending::abandoned, events);
  return events;
}

std::optional<Outcome> Rules::outcome(const State& state) {
  if (state.open.ending == Ending::none) return std::nullopt;
  return outcome(view(state, std::nullopt));
}

/// When the game is over all cards are open.
std::optional<Outcome> Rules::outcome(const View& view) {
  const Open& open = view.open;
  if (open.ending == Ending::none) return std::nullopt;
  Outcome outcome{.winners = {}, .scores = {}, .reason = std::string(word_of(open.ending))};
  for (std::uint8_t seat = 0; seat < open.seats; ++seat) {
    outcome.scores.push_back(points(view, Seat{seat}).total());
  }
  if (open.ending == Ending::finished) outcome.winners = {best(open, outcome.scores)};
  if (open.stayed) outcome.winners = {*open.stayed};
  return outcome;
}

View Rules::view(const State& state, Viewer viewer) {
  View view{.open = state.open,
            .viewer = viewer,
            .in_bag = static_cast<std::uint8_t>(state.bag.size()),
            .cards = {}};
  for (std::uint8_t seat = 0; seat < state.open.seats; ++seat) {
    if (viewer == Seat{seat} || state.open.ending != Ending::none) view.cards[seat] = state.cards[seat];
  }
  return view;
}

Event Rules::redact(const Event& event, Viewer /*viewer*/) { return event; }

}  // namespace games::shelfie
