// The words that count, as a compiled word graph that is used in place: docs/formats/scrabble-lexicon.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace games::scrabble {

/// The graph as the move generator walks it. A node is a head and then one word a child: the child's place.
///
/// Paths from the root spell a word from any of its letters back to its first, then (over the turn, bit 0)
/// from the letter after that on to its last. A head's bits 1 to 26 say which letters go on; bit 31 says that
/// what was spelled so far is a whole word.
struct Graph {
  static constexpr std::uint32_t kTurn = 1;
  static constexpr std::uint32_t kLetters = 0x07fffffe;
  static constexpr std::uint32_t kEnds = 0x80000000;

  const std::uint32_t* words;
  std::uint32_t root;

  std::uint32_t head(std::uint32_t node) const { return words[node]; }

  /// The child over `bit`, which must be in the node's head.
  std::uint32_t child(std::uint32_t node, std::uint32_t head, std::uint32_t bit) const {
    return words[node + 1 + static_cast<std::uint32_t>(__builtin_popcount(head & (bit - 1)))];
  }

  /// The child over a letter (1 to 26), or 0, which is a node without children.
  std::uint32_t follow(std::uint32_t node, int letter) const {
    const std::uint32_t bit = 1U << letter;
    return (words[node] & bit) != 0 ? child(node, words[node], bit) : 0;
  }
};

/// A checked word graph. Holds no bytes of its own: what it was opened on must outlive it.
class Lexicon {
 public:
  /// True for a word of the list; case does not matter.
  bool contains(std::string_view word) const;

  std::size_t size() const { return size_; }  ///< how many words there are

  /// A number that depends on the words alone: two lexicons with the same words have the same.
  std::uint64_t fingerprint() const { return fingerprint_; }

  Graph graph() const { return graph_; }

 private:
  friend base::Result<Lexicon> open_lexicon(std::span<const std::byte> bytes);
  Lexicon(Graph graph, std::size_t size, std::uint64_t fingerprint)
      : graph_(graph), size_(size), fingerprint_(fingerprint) {}

  Graph graph_;
  std::size_t size_;
  std::uint64_t fingerprint_;
};

/// Checks compiled bytes and opens them in place, in milliseconds. Refuses with `corrupt` whatever
/// build_lexicon did not make; bytes that were tampered with may spell other words but never lead outside.
base::Result<Lexicon> open_lexicon(std::span<const std::byte> bytes);

/// True if the bytes begin like a compiled lexicon, however short they are, and are no list of words.
bool is_compiled_lexicon(std::span<const std::byte> bytes);

/// Compiles words, which must be as read_words gives them.
std::vector<std::byte> build_lexicon(std::span<const std::string> words);

/// Reads a list of words: one a line, anything after a tab ignored, folded to upper case; lines that are not
/// 2 to 15 letters a to z are skipped. Sorted and unique. Refuses with `malformed` a list without words, and
/// bytes that are no text.
base::Result<std::vector<std::string>> read_words(std::string_view text);

/// A fingerprint as text: sixteen hexadecimal digits.
std::string write_fingerprint(std::uint64_t fingerprint);

}  // namespace games::scrabble
