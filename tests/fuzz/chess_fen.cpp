// Fuzz: any bytes as FEN. What is accepted is canonical when written, sound, and can be played on.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "games/chess/fen.hpp"
#include "games/chess/moves.hpp"
#include "games/chess/perft.hpp"

namespace {

using namespace games::chess;

void demand(bool holds) {
  if (!holds) std::abort();
}

/// Every legal move leads to a position that FEN reading takes again.
void check_position(const Position& position) {
  const MoveList moves = legal_moves(position);
  demand(perft(position, 1) == moves.size());
  demand(has_legal_move(position) == (moves.size() > 0));
  for (const Move& move : moves) {
    demand(is_legal(position, move));
    const Position next = after(position, move);
    demand(read_fen(write_fen(next)) == next);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto position = read_fen({reinterpret_cast<const char*>(data), size});
  if (!position) {
    demand(!position.error().detail.empty());
    return 0;
  }
  demand(read_fen(write_fen(*position)) == *position);
  check_position(*position);
  return 0;
}
