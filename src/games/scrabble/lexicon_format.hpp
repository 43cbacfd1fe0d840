// How a compiled lexicon begins, for the two files that write and read it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace games::scrabble {

/// The first bytes of a compiled lexicon; little-endian, followed by `graph_words` words of 32 bits.
struct LexiconHeader {
  char magic[8];
  std::uint32_t version;
  std::uint32_t root;         ///< where the root node begins, counted in words of the graph
  std::uint32_t graph_words;  ///< the padding included
  std::uint32_t word_count;
  std::uint64_t fingerprint;  ///< of the list of words
  std::uint64_t checksum;     ///< of all other bytes of the file
};
static_assert(sizeof(LexiconHeader) == 40 && std::endian::native == std::endian::little);

inline constexpr char kLexiconMagic[8] = {'p', 'a', 'r', 'l', 'o', 'r', 'w', 'g'};
inline constexpr std::uint32_t kLexiconVersion = 1;

/// Zeros behind the last node, so that a walk from any place inside the graph stays inside.
inline constexpr std::uint32_t kLexiconPadding = 32;

inline constexpr std::uint64_t kFnvStart = 0xcbf29ce484222325U;
inline constexpr std::uint64_t kFnvPrime = 0x100000001b3U;

/// FNV-1a over words of 32 bits, going on from `sum`.
inline std::uint64_t fnv_words(std::uint64_t sum, std::span<const std::byte> bytes) {
  for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + at, 4);
    sum = (sum ^ word) * kFnvPrime;
  }
  return sum;
}

/// The checksum of a whole file: of all before the checksum's own field, then of all behind the header.
inline std::uint64_t lexicon_checksum(std::span<const std::byte> file) {
  const std::uint64_t sum = fnv_words(kFnvStart, file.first(offsetof(LexiconHeader, checksum)));
  return fnv_words(sum, file.subspan(sizeof(LexiconHeader)));
}

}  // namespace games::scrabble
