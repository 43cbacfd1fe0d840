// Parlor's own generator of chance: small, comparable, the same on every machine, so that a seed replays a
// game.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "base/seed.hpp"

namespace base {

/// A plain value, so it lives inside a game's state. From a key it is ChaCha20: who does not know the key can
/// tell nothing of what comes from all that has come. From a number it is SplitMix64, for bots, tests and the
/// journals of before: one draw gives all others away.
class Rng {
 public:
  explicit constexpr Rng(std::uint64_t seed = 0) : state_(seed) {}
  explicit constexpr Rng(const Seed& seed) : state_(seed.number()), key_(seed.key()) {}

  constexpr std::uint64_t next() {
    if (key_) return next_of_stream();
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  /// A number from 0 to bound - 1, without bias. bound must not be 0.
  constexpr std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t unfair = (0 - bound) % bound;
    for (;;) {
      if (const std::uint64_t drawn = next(); drawn >= unfair) return drawn % bound;
    }
  }

  template <class T>
  constexpr void shuffle(std::span<T> items) {
    for (std::size_t left = items.size(); left > 1; --left) std::swap(items[left - 1], items[below(left)]);
  }

  friend bool operator==(const Rng&, const Rng&) = default;

 private:
  std::uint64_t next_of_stream();

  std::uint64_t state_;  ///< with a key: how many numbers were drawn
  std::optional<Key> key_{};
};

}  // namespace base
