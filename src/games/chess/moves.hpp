// The legal moves of a position, and why another move is none.
#pragma once

#include <cstddef>

#include "games/chess/position.hpp"
#include "games/chess/refusals.hpp"

namespace games::chess {

/// A list of steps on the stack. No position has more than 218 (and none that FEN reading accepts has 256).
class MoveList {
 public:
  void push(const Move& move) { moves_[size_++] = move; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }
  std::size_t size() const { return size_; }

 private:
  std::array<Move, 256> moves_;
  std::size_t size_ = 0;
};

MoveList legal_moves(const Position& position);
bool has_legal_move(const Position& position);
bool is_legal(const Position& position, const Move& move);

/// Nothing if the step is legal; otherwise illegal_move or incomplete_move with a sentence that says why.
base::Result<> check_legal(const Position& position, const Move& move);

}  // namespace games::chess
