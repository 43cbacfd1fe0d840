// Fuzzes My Shelfie's notation and rules file: what is read can be written and read again, tried, and played
// on.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string_view>

#include "games/shelfie/rules.hpp"

namespace {

using namespace games::shelfie;

void demand(bool condition) {
  if (!condition) std::abort();
}

const Kit& kit() {
  static const Kit kit;
  return kit;
}

/// A word is either a move that reads back the same, and is played or refused with a reason, or it is
/// malformed.
void check_word(State& state, std::string_view word) {
  const auto move = Rules::read(word);
  if (!move) return;
  demand(Rules::write(*move) == word);
  const State before = state;
  const games::Seat seat = state.open.turn;
  const auto events = Rules::play(state, seat, *move);
  demand(events.has_value() == !check(before.open, seat, *move).has_value());
  if (!events) demand(state == before && refusal_of(events.error()) == check(before.open, seat, *move));
}

/// Moves chosen by the input lead on from wherever the game stands.
void play_on(State state, std::string_view text) {
  for (std::size_t i = 0; i < std::min<std::size_t>(text.size(), 30); ++i) {
    const auto seat = Rules::to_move(state);
    if (!seat) return;
    const auto moves = Rules::moves(Rules::view(state, *seat));
    demand(!moves.empty());
    demand(Rules::play(state, *seat, moves[static_cast<unsigned char>(text[i]) % moves.size()]).has_value());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  State state = *Rules::start(kit(), {}, 2 + static_cast<int>(size % 3), size);
  for (std::size_t at = 0; at <= size;) {
    const std::size_t end = std::min(text.find(' ', at), size);
    check_word(state, text.substr(at, end - at));
    at = end + 1;
  }
  play_on(state, text);
  if (const auto rules = read_rules(text)) {
    const Kit own{std::make_shared<const RulesFile>(*rules)};
    if (const auto other = Rules::start(own, {}, rules->players.min, size)) play_on(*other, text);
  }
  return 0;
}
