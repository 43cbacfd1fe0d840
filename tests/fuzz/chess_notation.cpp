// Fuzz: lines of bytes as options, then moves. Nothing corrupts a game: it stays what one computes afresh.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/text.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/moves.hpp"
#include "games/chess/rules.hpp"
#include "games/chess/san.hpp"

namespace {

using namespace games::chess;

void demand(bool holds) {
  if (!holds) std::abort();
}

/// A move in either notation.
base::Result<Move> read_any(const State& state, std::string_view word) {
  auto move = Rules::read(word);
  if (!move) return read_san(state.position, word);
  demand(Rules::write(*move) == word);
  return move;
}

void check_sound(const State& state) {
  demand(read_fen(write_fen(state.position)) == state.position);
  demand(!state.keys.empty() && state.keys.back() == key_of(state.position));
  demand(Rules::to_move(state).has_value() != Rules::outcome(state).has_value());
}

void play(State& state, const Move& move) {
  const State before = state;
  const auto seat = seat_of(state.position.turn);
  const auto listed = Rules::moves(Rules::view(state, seat));
  const auto events = Rules::play(state, seat, move);
  demand(events.has_value() == (std::ranges::count(listed, move) == 1));
  if (!events) return demand(state == before);
  check_sound(state);
  if (move.act == Act::claim) return;
  const auto san = write_san(before.position, move);
  demand(read_san(before.position, san) == move);
  demand(san.ends_with('#') == (state.end == End::checkmate));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto options = Rules::read_options(base::cut(text, '\n'));
  if (!options) return 0;
  demand(Rules::read_options(Rules::write_options(*options)) == *options);
  auto state = Rules::start({}, *options, 2, 0);
  demand(state.has_value());
  for (const auto word : base::split(text, '\n')) {
    if (const auto move = read_any(*state, word)) play(*state, *move);
  }
  return 0;
}
