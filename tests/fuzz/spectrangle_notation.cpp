// Fuzzes Spectrangle's notation: what is read can be written, read again and played to its end.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "games/spectrangle/notation.hpp"
#include "games/spectrangle/rules.hpp"

namespace {

using namespace games::spectrangle;

void demand(bool condition) {
  if (!condition) std::abort();
}

void check_move(std::string_view text) {
  if (const auto move = Rules::read(text)) demand(Rules::read(Rules::write(*move)) == move);
}

/// A game ends within a bounded number of turns from whatever position it is taken up.
void play_on(const Position& position) {
  State state{position, base::Rng(1)};
  base::Rng rng(2);
  for (int turns = 0; Rules::to_move(state); ++turns) {
    demand(turns < 36 * 2 * kMostPlayers);
    const auto seat = *Rules::to_move(state);
    const auto moves = Rules::moves(Rules::view(state, seat));
    demand(!moves.empty());
    demand(Rules::play(state, seat, moves[rng.below(moves.size())]).has_value());
  }
  demand(Rules::outcome(state).has_value());
}

void check_position(std::string_view text) {
  const auto position = read_position(text);
  if (!position) return;
  demand(read_position(write_position(*position)) == position);
  play_on(*position);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_move(text);
  check_position(text);
  return 0;
}
