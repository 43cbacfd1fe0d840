// Opening a compiled lexicon and looking words up in it.
#include "games/scrabble/lexicon.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

#include "games/scrabble/lexicon_format.hpp"
#include "games/scrabble/tiles.hpp"

namespace games::scrabble {
namespace {

// Every head has its children behind it and every child begins inside the graph.
bool leads_nowhere_outside(std::span<const std::uint32_t> graph) {
  const std::size_t end = graph.size() - kLexiconPadding;
  std::size_t at = 0;
  while (at < end) {
    const std::uint32_t head = graph[at];
    const auto children = static_cast<std::size_t>(std::popcount(head & (Graph::kLetters | Graph::kTurn)));
    if ((head & ~(Graph::kLetters | Graph::kTurn | Graph::kEnds)) != 0 || at + 1 + children > end)
      return false;
    const auto places = graph.subspan(at + 1, children);
    if (std::ranges::any_of(places, [end](std::uint32_t place) { return place >= end; })) return false;
    at += 1 + children;
  }
  return std::ranges::all_of(graph.subspan(end), [](std::uint32_t word) { return word == 0; });
}

}  // namespace

bool Lexicon::contains(std::string_view word) const {
  if (word.empty() || word.size() > kSide) return false;
  std::uint32_t node = graph_.root;
  for (const char letter : std::views::reverse(word)) {
    const int index = index_of(letter);
    if (index == 0) return false;
    node = graph_.follow(node, index);
    if (node == 0) return false;
  }
  return (graph_.head(node) & Graph::kEnds) != 0;
}

bool is_compiled_lexicon(std::span<const std::byte> bytes) {
  const auto length = std::min(bytes.size(), sizeof kLexiconMagic);
  return length > 0 && std::memcmp(bytes.data(), kLexiconMagic, length) == 0;
}

base::Result<Lexicon> open_lexicon(std::span<const std::byte> bytes) {
  using base::Code;
  using base::fail;
  LexiconHeader header{};
  if (bytes.size() < sizeof header) return fail(Code::corrupt, "the lexicon is too short");
  if (!is_compiled_lexicon(bytes)) return fail(Code::corrupt, "not a compiled lexicon");
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(std::uint32_t) != 0)
    return fail(Code::corrupt, "the lexicon is not aligned in memory");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.version != kLexiconVersion)
    return fail(Code::corrupt,
                fmt::format("the lexicon has format {}, not {}", header.version, kLexiconVersion));
  if (header.graph_words <= kLexiconPadding || header.word_count == 0 ||
      bytes.size() != sizeof header + std::size_t{header.graph_words} * 4)
    return fail(Code::corrupt, "the lexicon is cut short or too long");
  if (lexicon_checksum(bytes) != header.checksum) return fail(Code::corrupt, "the lexicon is damaged");
  const std::span graph(reinterpret_cast<const std::uint32_t*>(bytes.data() + sizeof header),
                        header.graph_words);
  if (header.root >= graph.size() - kLexiconPadding || graph[0] != 0 || !leads_nowhere_outside(graph))
    return fail(Code::corrupt, "the lexicon's word graph leads outside");
  return Lexicon({.words = graph.data(), .root = header.root}, header.word_count, header.fingerprint);
}

std::string write_fingerprint(std::uint64_t fingerprint) { return fmt::format("{:016x}", fingerprint); }

}  // namespace games::scrabble
