// How a game of Scrabble begins, goes on and ends.
#include "games/scrabble/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "games/scrabble/listing.hpp"
#include "games/scrabble/placing.hpp"
#include "games/scrabble/stuck.hpp"

namespace games::scrabble {
namespace {

using Events = std::vector<Event>;

const RuleBook& book_of(const State& state) { return scrabble::book_of(state.open.options.rules); }
std::size_t index(Seat seat) { return seat.value; }
Seat seat_at(int number) { return Seat{static_cast<std::uint8_t>(number)}; }

// The seats in the order in which they move, from who began.
std::vector<Seat> turn_order(const Open& open) {
  std::vector<Seat> order;
  order.reserve(kMostSeats);
  for (int step = 0; step < open.seats; ++step)
    order.push_back(seat_at((open.first.value + step) % open.seats));
  return order;
}

int points_in_hand(const Rack& rack) {
  const auto tiles = rack.tiles();
  return std::accumulate(tiles.begin(), tiles.end(), 0,
                         [](int sum, Tile tile) { return sum + value_of(tile); });
}

// Tiles left are deducted; who went out gains them (twente ruling 14).
BySeat<int> take_leftovers(State& state) {
  BySeat<int> changes = {};
  if (!book_of(state).leftovers) return changes;
  int total = 0;
  const auto seats = static_cast<std::size_t>(state.open.seats);
  for (std::size_t seat = 0; seat < seats; ++seat) {
    changes[seat] = -points_in_hand(state.racks[seat]);
    total -= changes[seat];
  }
  for (std::size_t seat = 0; seat < seats; ++seat) {
    if (state.racks[seat].empty()) changes[seat] += total;
    state.open.scores[seat] += changes[seat];
  }
  return changes;
}

std::vector<Seat> best_of(const Open& open, std::span<const Seat> seats, Tie tie) {
  std::vector<Seat> best;
  for (const Seat seat : seats) {
    const int lead = best.empty() ? 1 : open.scores[index(seat)] - open.scores[index(best.front())];
    if (lead > 0) best.clear();
    if (lead > 0 || (lead == 0 && tie == Tie::shared)) best.push_back(seat);
  }
  std::ranges::sort(best);
  return best;
}

void end(State& state, std::string_view reason, std::vector<Seat> winners) {
  const auto scores = std::span(state.open.scores).first(static_cast<std::size_t>(state.open.seats));
  state.open.outcome = Outcome{.winners = std::move(winners),
                               .scores = std::vector<int>(scores.begin(), scores.end()),
                               .reason = std::string(reason)};
}

bool is_stuck(const State& state) {
  return scrabble::is_stuck(*state.open.lexicon, state.open.board,
                            std::span(state.racks).first(static_cast<std::size_t>(state.open.seats)));
}

// Why the game is over after this turn; empty while it goes on. Whether anybody can play changes only by a
// word laid.
std::string_view reason_to_end(const State& state, Seat mover, MoveKind kind) {
  const RuleBook& book = book_of(state);
  if (kind == MoveKind::place && state.bag.size == 0) {
    if (state.racks[index(mover)].empty()) return "out";
    if (is_stuck(state)) return "stuck";
  }
  if (book.own_passes > 0 && state.open.passes[index(mover)] >= book.own_passes) return "passed";
  if (book.scoreless_rounds > 0 && state.open.scoreless >= book.scoreless_rounds * state.open.seats)
    return "scoreless";
  return {};
}

void finish_turn(State& state, Seat seat, MoveKind kind, Events& events) {
  Open& open = state.open;
  // Twente ruling 14: "with every player passing or swapping", which who lost a turn has not done.
  open.scoreless = kind == MoveKind::pass || kind == MoveKind::exchange ? open.scoreless + 1 : 0;
  std::uint8_t& passes = open.passes[index(seat)];
  if (kind == MoveKind::pass) ++passes;
  if (kind == MoveKind::place || kind == MoveKind::exchange) passes = 0;
  open.turn = seat_at((seat.value + 1) % open.seats);
  const std::string_view reason = reason_to_end(state, seat, kind);
  if (reason.empty()) return;
  events.emplace_back(Ended{take_leftovers(state)});
  end(state, reason, best_of(open, turn_order(open), book_of(state).tie));
}

void draw(State& state, Seat seat, Events& events) {
  Rack& rack = state.racks[index(seat)];
  Rack drawn = rack;
  refill(rack, state.bag);
  const Rack before = std::exchange(drawn, rack);
  drawn.remove_all(before.tiles());
  if (!drawn.empty()) events.emplace_back(Drew{.seat = seat, .count = drawn.size(), .tiles = drawn});
}

// A word that was typed otherwise than it is laid, with all its tiles as they lie now; without letters if it
// was not.
TypedWord typed_otherwise(const Board& board, const Move& move, const Move& laid) {
  const bool same =
      move.start() == laid.start() && move.direction == laid.direction && move.count == laid.count;
  if (move.kind != MoveKind::word || same) return {};
  TypedWord typed{
      .direction = move.direction, .row = move.row, .column = move.column, .count = move.count, .tiles = {}};
  for (int at = 0; at < move.count; ++at)
    typed.tiles[static_cast<std::size_t>(at)] = board[step(move.start(), move.direction, at)];
  return typed;
}

Result<Events> place(State& state, Seat seat, const Move& move) {
  Open& open = state.open;
  const auto placing = check_placing(open.board, state.racks[index(seat)], *open.lexicon, move);
  if (!placing) return std::unexpected(placing.error());
  for (const Spot& spot : new_tiles(open.board, placing->move)) {
    open.board[spot.at] = spot.tile;
    state.racks[index(seat)].remove(in_hand(spot.tile));
  }
  open.scores[index(seat)] += placing->points;
  Events events{Placed{.seat = seat,
                       .move = placing->move,
                       .points = placing->points,
                       .typed = typed_otherwise(open.board, move, placing->move)}};
  draw(state, seat, events);
  finish_turn(state, seat, MoveKind::place, events);
  return events;
}

Result<Events> exchange(State& state, Seat seat, const Move& move) {
  Rack rest = state.racks[index(seat)];
  if (!rest.remove_all(move.letters())) return fail(Refusals::tiles_not_held, "you do not hold these tiles");
  if (book_of(state).exchange == Exchange::one_or_all && move.count != 1 && !rest.empty())
    return fail(Code::illegal_move, "one tile or all tiles can be exchanged");
  if (move.count > state.bag.size)
    return fail(Refusals::bag_too_small, fmt::format("only {} tiles are left in the bag", state.bag.size));
  Rack& rack = state.racks[index(seat)];
  const int full = rack.size();
  rack = rest;
  Events events{Exchanged{.seat = seat, .count = move.count, .tiles = Rack(move.letters())}};
  // New tiles are drawn before the old ones go back, so that none comes back at once.
  Rack drawn;
  while (rack.size() < full) {
    const Tile tile = std::exchange(state.bag.tiles[--state.bag.size], kNone);
    rack.add(tile);
    drawn.add(tile);
  }
  for (const Tile tile : move.letters()) put_back(state.bag, tile, state.rng);
  events.emplace_back(Drew{.seat = seat, .count = drawn.size(), .tiles = drawn});
  finish_turn(state, seat, MoveKind::exchange, events);
  return events;
}

}  // namespace

Result<Options> Rules::read_options(std::string_view text) { return scrabble::read_options(text); }

std::string Rules::write_options(const Options& options) { return scrabble::write_options(options); }

Options Rules::complete(const Kit& kit, Options options) {
  if (!options.lexicon && kit.lexicon != nullptr) options.lexicon = kit.lexicon->fingerprint();
  return options;
}

Result<State> Rules::start(const Kit& kit, const Options& options, int players, const Seed& seed) {
  const RuleBook& book = scrabble::book_of(options.rules);
  if (players < book.min_seats || players > book.max_seats)
    return fail(Code::bad_seats,
                fmt::format("{} rules take {} to {} players", book.name, book.min_seats, book.max_seats));
  if (kit.lexicon == nullptr) return fail(Code::bad_options, "there is no lexicon");
  if (options.lexicon && *options.lexicon != kit.lexicon->fingerprint())
    return fail(Code::other_kit, fmt::format("played with other words (lexicon {}, and this is {})",
                                             write_fingerprint(*options.lexicon),
                                             write_fingerprint(kit.lexicon->fingerprint())));
  State state{.open = {.lexicon = kit.lexicon, .options = options, .seats = players}, .rng = Rng(seed)};
  state.bag = full_bag(book, state.rng);
  if (options.first == First::random)
    state.open.first = seat_at(static_cast<int>(state.rng.below(static_cast<std::uint64_t>(players))));
  state.open.turn = state.open.first;
  for (int seat = 0; seat < players; ++seat) refill(state.racks[static_cast<std::size_t>(seat)], state.bag);
  return state;
}

void Rules::go_by(State& state, int past) { state.open.revision = past; }

Result<Events> Rules::play(State& state, Seat seat, const Move& move) {
  if (state.open.outcome) return fail(Code::game_over, "the game is over");
  if (seat != state.open.turn) return fail(Code::not_your_turn, "it is not your turn");
  Events events;
  switch (move.kind) {
    case MoveKind::place:
    case MoveKind::word:
    case MoveKind::spots:
      return place(state, seat, move);
    case MoveKind::exchange:
      return exchange(state, seat, move);
    case MoveKind::pass:
      events.emplace_back(Passed{seat});
      break;
    case MoveKind::forfeit:
      if (!book_of(state).forfeits) return fail(Code::illegal_move, "no turn is lost by these rules");
      events.emplace_back(Forfeited{seat});
      break;
  }
  finish_turn(state, seat, move.kind, events);
  return events;
}

std::vector<Event> Rules::leave(State& state, Seat seat) {
  Events events;
  Open& open = state.open;
  if (open.outcome || seat.value >= open.seats) return events;
  const RuleBook& book = book_of(state);
  events.emplace_back(Left{seat});
  if (book.leaver_loses_score) open.scores[index(seat)] = 0;
  std::vector<Seat> rest = turn_order(open);
  std::erase(rest, seat);
  const bool unwon = open.revision == kOldestRevision && open.options.rules == RuleSet::twente;
  auto winners = unwon ? std::vector<Seat>{} : best_of(open, rest, book.tie);
  events.emplace_back(Ended{});
  end(state, "left", std::move(winners));
  return events;
}

View Rules::view(const State& state, Viewer viewer) {
  View view{.open = state.open, .viewer = viewer, .bag = state.bag.size};
  for (std::size_t seat = 0; seat < kMostSeats; ++seat)
    view.held[seat] = static_cast<std::uint8_t>(state.racks[seat].size());
  if (viewer && viewer->value < kMostSeats) view.rack = state.racks[index(*viewer)];
  return view;
}

Event Rules::redact(const Event& event, Viewer viewer) {
  Event seen = event;
  if (auto* drew = std::get_if<Drew>(&seen); drew != nullptr && drew->seat != viewer) drew->tiles = {};
  if (auto* gave = std::get_if<Exchanged>(&seen); gave != nullptr && gave->seat != viewer) gave->tiles = {};
  return seen;
}

std::vector<Move> Rules::moves(const View& view) { return list_moves(view); }

State Rules::imagine(const View& view, Rng& rng) { return deal_unseen(view, rng); }

std::string Rules::write(const Move& move) { return write_move(move); }

Result<Move> Rules::read(std::string_view text) { return read_move(text); }

}  // namespace games::scrabble
