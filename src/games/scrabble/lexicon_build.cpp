// Compiling a list of words into the smallest word graph that spells them.
#include <algorithm>
#include <array>
#include <compare>
#include <ranges>

#include "games/scrabble/lexicon.hpp"
#include "games/scrabble/lexicon_format.hpp"
#include "games/scrabble/tiles.hpp"

namespace games::scrabble {
namespace {

constexpr int kTurnSymbol = 27;  // sorts behind the letters; in a head it is bit 0

// One path through the graph: symbols of five bits from the top, 0 behind the last.
struct Path {
  std::uint64_t high = 0;  // symbols 0 to 11
  std::uint64_t low = 0;   // symbols 12 to 15

  void put(int at, int symbol) {
    const auto bits = static_cast<std::uint64_t>(symbol);
    if (at < 12) {
      high |= bits << (55 - 5 * at);
    } else {
      low |= bits << (55 - 5 * (at - 12));
    }
  }
  int symbol(int at) const {
    if (at >= 16) return 0;
    return static_cast<int>((at < 12 ? high >> (55 - 5 * at) : low >> (55 - 5 * (at - 12))) & 31U);
  }
  auto operator<=>(const Path&) const = default;
};

void add_paths(std::vector<Path>& paths, std::string_view word) {
  const int length = static_cast<int>(word.size());
  for (int turn = 1; turn <= length; ++turn) {
    Path path;
    int at = 0;
    for (int back = turn - 1; back >= 0; --back)
      path.put(at++, index_of(word[static_cast<std::size_t>(back)]));
    if (turn < length) path.put(at++, kTurnSymbol);
    for (int on = turn; on < length; ++on) path.put(at++, index_of(word[static_cast<std::size_t>(on)]));
    paths.push_back(path);
  }
}

// Nodes that may still grow are a stack along the last path; a finished node is stored once, however often it
// occurs, so the graph is minimal (Daciuk and others, 2000).
class Builder {
 public:
  Builder() : table_(1U << 16U, 0) { graph_.push_back(0); }

  void add(const Path& path) {
    int shared = 0;
    while (path.symbol(shared) != 0 && path.symbol(shared) == last_.symbol(shared)) ++shared;
    finish_below(shared);
    for (int at = shared; path.symbol(at) != 0; ++at) {
      stack_[static_cast<std::size_t>(at)].symbols |= bit_of(path.symbol(at));
      stack_[static_cast<std::size_t>(at) + 1] = {};
      depth_ = at + 1;
    }
    stack_[static_cast<std::size_t>(depth_)].symbols |= Graph::kEnds;
    last_ = path;
  }

  std::uint32_t finish() {
    finish_below(0);
    return store(stack_[0]);
  }

  std::vector<std::uint32_t>& graph() { return graph_; }

 private:
  struct Growing {
    std::uint32_t symbols = 0;                    // the head to be
    std::array<std::uint32_t, 28> children = {};  // by bit
  };

  static std::uint32_t bit_of(int symbol) { return symbol == kTurnSymbol ? Graph::kTurn : 1U << symbol; }

  void finish_below(int depth) {
    for (; depth_ > depth; --depth_) {
      const std::uint32_t place = store(stack_[static_cast<std::size_t>(depth_)]);
      const int symbol = last_.symbol(depth_ - 1);
      const auto bit = static_cast<std::size_t>(symbol == kTurnSymbol ? 0 : symbol);
      stack_[static_cast<std::size_t>(depth_) - 1].children[bit] = place;
    }
  }

  std::uint32_t store(const Growing& node) {
    const auto place = static_cast<std::uint32_t>(graph_.size());
    graph_.push_back(node.symbols);
    for (std::uint32_t bit = 0; bit < 27; ++bit)
      if ((node.symbols >> bit & 1U) != 0) graph_.push_back(node.children[bit]);
    const std::uint32_t known = find_or_remember(place);
    if (known != place) graph_.resize(place);
    return known;
  }

  std::span<const std::uint32_t> node_at(std::uint32_t place) const {
    const auto children = static_cast<std::size_t>(std::popcount(graph_[place] & ~Graph::kEnds));
    return std::span(graph_).subspan(place, children + 1);
  }

  static std::size_t hash(std::span<const std::uint32_t> node) {
    std::uint64_t sum = fnv_words(kFnvStart, std::as_bytes(node));
    sum ^= sum >> 29U;
    return sum;
  }

  std::uint32_t find_or_remember(std::uint32_t place) {
    const auto node = node_at(place);
    for (std::size_t slot = hash(node) & (table_.size() - 1);; slot = (slot + 1) & (table_.size() - 1)) {
      if (table_[slot] == 0) {
        table_[slot] = place;
        if (++remembered_ * 2 > table_.size()) grow();
        return place;
      }
      if (std::ranges::equal(node_at(table_[slot]), node)) return table_[slot];
    }
  }

  void grow() {
    std::vector<std::uint32_t> bigger(table_.size() * 2, 0);
    for (const std::uint32_t place : table_) {
      if (place == 0) continue;
      std::size_t slot = hash(node_at(place)) & (bigger.size() - 1);
      while (bigger[slot] != 0) slot = (slot + 1) & (bigger.size() - 1);
      bigger[slot] = place;
    }
    table_ = std::move(bigger);
  }

  std::vector<std::uint32_t> graph_;
  std::vector<std::uint32_t> table_;  // places of finished nodes by hash; 0 is free
  std::size_t remembered_ = 0;
  std::array<Growing, 17> stack_ = {};
  int depth_ = 0;
  Path last_;
};

std::uint64_t fingerprint_of(std::span<const std::string> words) {
  std::uint64_t sum = kFnvStart;
  const auto mix = [&sum](char letter) { sum = (sum ^ static_cast<unsigned char>(letter)) * kFnvPrime; };
  for (const std::string& word : words) {
    std::ranges::for_each(word, mix);
    mix('\n');
  }
  return sum;
}

}  // namespace

std::vector<std::byte> build_lexicon(std::span<const std::string> words) {
  std::vector<Path> paths;
  for (const std::string& word : words) add_paths(paths, word);
  std::ranges::sort(paths);
  Builder builder;
  for (const Path& path : paths) builder.add(path);
  LexiconHeader header{};
  std::memcpy(header.magic, kLexiconMagic, sizeof kLexiconMagic);
  header.version = kLexiconVersion;
  header.root = builder.finish();
  std::vector<std::uint32_t>& graph = builder.graph();
  graph.resize(graph.size() + kLexiconPadding, 0);
  header.graph_words = static_cast<std::uint32_t>(graph.size());
  header.word_count = static_cast<std::uint32_t>(words.size());
  header.fingerprint = fingerprint_of(words);
  std::vector<std::byte> file(sizeof header + graph.size() * 4);
  std::memcpy(file.data(), &header, sizeof header);
  std::memcpy(file.data() + sizeof header, graph.data(), graph.size() * 4);
  header.checksum = lexicon_checksum(file);
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

base::Result<std::vector<std::string>> read_words(std::string_view text) {
  if (text.contains('\0')) return base::fail(base::Code::malformed, "it is no text and no compiled lexicon");
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = line.substr(0, line.find('\t'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() < kShortestWord || line.size() > kSide || !std::ranges::all_of(line, is_letter)) continue;
    std::string word(line);
    std::ranges::transform(word, word.begin(), to_upper);
    words.push_back(std::move(word));
  }
  if (words.empty()) return base::fail(base::Code::malformed, "the list has no words of 2 to 15 letters");
  std::ranges::sort(words);
  words.erase(std::ranges::unique(words).begin(), words.end());
  return words;
}

}  // namespace games::scrabble
