// Fuzzes the lexicon: any bytes are refused or safe to look words up in and to generate moves with, and any
// text of words compiles to a lexicon that holds exactly these words.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "games/scrabble/generator.hpp"
#include "games/scrabble/lexicon.hpp"
#include "games/scrabble/lexicon_format.hpp"

namespace {

using namespace games::scrabble;

void demand(bool condition) {
  if (!condition) std::abort();
}

void use(const Lexicon& lexicon) {
  for (const std::string_view word : {"", "A", "AT", "CAT", "QUIZZES", "ZZZZZZZZZZZZZZZ", "cat", "C T"})
    (void)lexicon.contains(word);
  Position position(lexicon);
  std::vector<Play> plays;
  generate(position, Rack("AEINST?"), Opening::both, plays);
  position.put({7, 7}, 'A');
  position.put({7, 8}, 't');
  generate(position, Rack("AEINST?"), Opening::both, plays);
  (void)best_play(position, Rack("QZ?"));
  (void)can_play(position, Rack("V"));
}

void open_bytes(std::vector<std::byte> bytes) {
  if (const auto lexicon = open_lexicon(bytes)) use(*lexicon);
  if (bytes.size() < sizeof(LexiconHeader)) return;
  // With header and checksum made right the graph itself is put to the test.
  LexiconHeader header{};
  std::memcpy(&header, bytes.data(), sizeof header);
  bytes.resize(sizeof header + (bytes.size() - sizeof header) / 4 * 4);
  std::memcpy(header.magic, kLexiconMagic, sizeof kLexiconMagic);
  header.version = kLexiconVersion;
  header.graph_words = static_cast<std::uint32_t>((bytes.size() - sizeof header) / 4);
  std::memcpy(bytes.data(), &header, sizeof header);
  header.checksum = lexicon_checksum(bytes);
  std::memcpy(bytes.data(), &header, sizeof header);
  if (const auto lexicon = open_lexicon(bytes)) use(*lexicon);
}

void compile(std::string_view text) {
  const auto words = read_words(text);
  if (!words) return;
  const auto bytes = build_lexicon(*words);
  const auto lexicon = open_lexicon(bytes);
  demand(lexicon.has_value() && lexicon->size() == words->size());
  for (const auto& word : *words) demand(lexicon->contains(word));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  open_bytes({bytes.begin(), bytes.end()});
  compile({reinterpret_cast<const char*>(data), size});
  return 0;
}
