// Fuzzes CGP: what is read can be written and read again, and moves can be generated on whatever board it is.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "games/scrabble/cgp.hpp"
#include "games/scrabble/generator.hpp"
#include "games/scrabble/listing.hpp"
#include "games/scrabble/placing.hpp"

namespace {

using namespace games::scrabble;

void demand(bool condition) {
  if (!condition) std::abort();
}

const Lexicon& some_words() {
  static const auto bytes = build_lexicon(read_words("AA\nAT\nCAT\nCATS\nTA\nSEA\nEAST\nQI\nZAX\n").value());
  static const Lexicon lexicon = open_lexicon(bytes).value();
  return lexicon;
}

/// Every play is one that the rules accept, with the same points, and none is better than the best.
void generate_on(const Board& board, const Rack& rack) {
  const Position position(some_words(), board);
  std::vector<Play> plays;
  generate(position, rack, Opening::both, plays);
  const auto best = best_play(position, rack);
  demand(best.has_value() == !plays.empty() && can_play(position, rack) == !plays.empty());
  for (const Play& play : plays) {
    const auto placing = check_placing(board, rack, some_words(), move_of(board, play));
    demand(placing.has_value() && placing->points == play.points && play.points <= best->points);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto position = read_cgp({reinterpret_cast<const char*>(data), size});
  if (!position) return 0;
  demand(read_cgp(write_cgp(*position)) == position);
  generate_on(position->board, position->racks[0]);
  return 0;
}
