// A seed: the one thing from which all chance at a table comes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace base {

/// 256 bits.
using Key = std::array<std::uint8_t, 32>;

/// As lower-case hexadecimal digits, and back.
std::string write_key(const Key& key);
std::optional<Key> read_key(std::string_view text);

/// BLAKE2b of 256 bits, as by `b2sum -l 256`.
Key hash_of(std::string_view bytes);

/// Either a key, which nobody can guess, or a number, for tests and the journals of before. Which of the two
/// it is decides on the generator (rng.hpp).
class Seed {
 public:
  constexpr Seed(std::uint64_t number = 0) : number_(number) {}  // NOLINT(google-explicit-constructor)
  explicit constexpr Seed(const Key& key) : key_(key) {}

  /// 0 of a key.
  constexpr std::uint64_t number() const { return number_; }
  /// Nothing of a number.
  constexpr const std::optional<Key>& key() const { return key_; }

  /// 256 bits that tell nothing of the seed, others for each label: BLAKE2b of the label, keyed by the seed
  /// (a number as eight bytes, the lowest first, and 24 zeros).
  Key derive(std::string_view label) const;

  friend bool operator==(const Seed&, const Seed&) = default;

 private:
  std::uint64_t number_ = 0;
  std::optional<Key> key_;
};

/// A number in decimal digits, a key as `write_key` has it; and back.
std::string write_seed(const Seed& seed);
std::optional<Seed> read_seed(std::string_view text);

}  // namespace base
