// What the tests of Scrabble share: the default lexicon, lexicons of a few words, and the words of a lexicon.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/scrabble/lexicon.hpp"

extern "C" const std::byte parlor_lexicon_begin[];
extern "C" const std::byte parlor_lexicon_end[];

namespace games::scrabble::testing {

/// The lexicon that is built into the binary.
inline std::shared_ptr<const Lexicon> default_lexicon() {
  static const auto lexicon =
      std::make_shared<const Lexicon>(open_lexicon({parlor_lexicon_begin, parlor_lexicon_end}).value());
  return lexicon;
}

/// A lexicon of the words in a text, together with its bytes.
inline std::shared_ptr<const Lexicon> lexicon_of(std::string_view words) {
  std::string lines(words);
  std::ranges::replace(lines, ' ', '\n');
  struct Owner {
    std::vector<std::byte> bytes;
    Lexicon lexicon;
  };
  auto bytes = build_lexicon(read_words(lines).value());
  const Lexicon lexicon = open_lexicon(bytes).value();
  const auto owner = std::make_shared<const Owner>(Owner{std::move(bytes), lexicon});
  return {owner, &owner->lexicon};
}

/// Every word, found by walking the graph.
inline void collect_words(const Graph& graph, std::uint32_t node, std::string& reversed,
                          std::vector<std::string>& words) {
  if ((graph.head(node) & Graph::kEnds) != 0) words.emplace_back(reversed.rbegin(), reversed.rend());
  for (int letter = 1; letter <= 26; ++letter) {
    const std::uint32_t next = graph.follow(node, letter);
    if (next == 0) continue;
    reversed.push_back(static_cast<char>('A' + letter - 1));
    collect_words(graph, next, reversed, words);
    reversed.pop_back();
  }
}

inline std::vector<std::string> words_of(const Lexicon& lexicon) {
  std::vector<std::string> words;
  std::string reversed;
  collect_words(lexicon.graph(), lexicon.graph().root, reversed, words);
  std::ranges::sort(words);
  return words;
}

}  // namespace games::scrabble::testing
