// The random numbers from which a position's key is put together: constants, the same in every build.
#pragma once

#include <array>

#include "base/rng.hpp"
#include "games/chess/attacks.hpp"

namespace games::chess {

struct Keys {
  std::array<std::array<PerSquare<std::uint64_t>, 6>, 2> pieces;  ///< by colour, kind and square
  std::array<std::uint64_t, 16> castling;
  std::array<std::uint64_t, 8> en_passant;  ///< by file
  std::uint64_t black_to_move;
};

consteval Keys make_keys() {
  base::Rng rng(0x7061726c6f72);
  Keys keys{};
  for (auto& kinds : keys.pieces) {
    for (auto& squares : kinds) {
      for (auto& key : squares) key = rng.next();
    }
  }
  for (auto& key : keys.castling) key = rng.next();
  for (auto& key : keys.en_passant) key = rng.next();
  keys.black_to_move = rng.next();
  return keys;
}

inline constexpr Keys kKeys = make_keys();

}  // namespace games::chess
