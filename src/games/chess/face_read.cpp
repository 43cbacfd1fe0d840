// Chess as it is read by who was told of it: the moves of the log played again, or the position alone where
// they do not lead to it.
#include <algorithm>

#include "games/chess/fen.hpp"
#include "games/chess/rules.hpp"

namespace games::chess {
namespace {

constexpr std::array kEnds{End::checkmate, End::stalemate, End::dead, End::fivefold,  End::seventyfive,
                           End::claimed,   End::left,      End::time, End::agreement, End::resigned};

/// The game as far as its moves can be played. It knows how often each position has stood, which no FEN says.
State replay(State state, std::span<const LogLine> log) {
  std::vector<Move> moves;
  for (const auto& line : log) {
    const auto back = static_cast<std::size_t>(std::max(0, line.takes_back));
    moves.resize(moves.size() - std::min(moves.size(), back));
    const auto move = Rules::read(line.text);
    if (move && move->act == Act::step) moves.push_back(*move);
  }
  for (const auto& move : moves) {
    if (!Rules::play(state, seat_of(state.position.turn), move)) break;
  }
  return state;
}

/// A game may end by more than the rules of chess: then a winner is all that matters.
void finish(State& state, const std::optional<Outcome>& outcome) {
  state.end = End::none;
  state.winner.reset();
  if (!outcome) return;
  if (outcome->winners.size() == 1) state.winner = outcome->winners.front();
  const auto found = std::ranges::find(kEnds, outcome->reason, [](End end) { return name_of(end); });
  state.end = found != kEnds.end() ? *found : state.winner ? End::left : End::claimed;
}

}  // namespace

Result<View> Rules::read_view(const Kit& kit, const Description& told) {
  const auto options = read_options(told.options);
  if (!options) return std::unexpected(options.error());
  auto begun = start(kit, *options, told.seats, 0);
  if (!begun) return std::unexpected(begun.error());
  const auto fen = told.state["fen"].text();
  if (!fen) return fail(Code::malformed, "a position is told as FEN");
  View view{.state = replay(*std::move(begun), told.log), .viewer = told.viewer};
  if (write_fen(view.state.position) != *fen) {
    const auto position = read_fen(*fen);
    if (!position) return std::unexpected(position.error());
    view.state.position = *position;
    view.state.keys = {key_of(*position)};
  }
  finish(view.state, told.outcome);
  return view;
}

std::optional<Event> Rules::read_event(const LogLine& line) {
  if (line.text.empty()) {
    if (line.label == kLeft) return Event{.what = What::left, .seat = line.who, .move = {}, .end = End::left};
    if (line.is_time_up())
      return Event{.what = What::timed_out, .seat = line.who, .move = {}, .end = End::time};
    if (line.label == kResigned)
      return Event{.what = What::resigned, .seat = line.who, .move = {}, .end = End::resigned};
    if (line.label == "agreed to a draw")
      return Event{.what = What::agreed, .seat = line.who, .move = {}, .end = End::agreement};
    if (line.takes_back > 0)
      return Event{.what = What::taken_back, .seat = line.who, .move = {}, .plies = line.takes_back};
    return std::nullopt;
  }
  const auto move = read(line.text);
  if (!move) return std::nullopt;
  if (move->act == Act::claim)
    return Event{.what = What::claimed, .seat = line.who, .move = *move, .end = End::claimed};
  return Event{.what = What::moved, .seat = line.who, .move = *move};
}

std::vector<Event> Rules::unfold(Event act, const View& /*before*/, const View& after) {
  act.check = act.what == What::moved && in_check(after.state.position);
  act.end = after.state.end;
  return {act};
}

}  // namespace games::chess
