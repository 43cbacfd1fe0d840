// Fuzzes Scrabble's notation and options: what is read can be written and read again, and can be put to the
// rules.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "games/scrabble/rules.hpp"

namespace {

using namespace games::scrabble;

void demand(bool condition) {
  if (!condition) std::abort();
}

const State& some_game() {
  static const auto bytes = build_lexicon(read_words("AT\nCAT\nCATS\nTA\n").value());
  static const Kit kit{std::make_shared<const Lexicon>(open_lexicon(bytes).value())};
  static const State state = [] {
    State game = Rules::start(kit, {}, 2, 1).value();
    game.open.board[{7, 6}] = 'C';
    game.open.board[{7, 7}] = 'a';
    game.open.board[{7, 8}] = 'T';
    game.racks[game.open.turn.value] = Rack("AST?CAT");
    return game;
  }();
  return state;
}

/// However a move was typed, what is reported of it would have done the same.
void put_to_the_rules(const Move& move) {
  State state = some_game();
  const auto events = Rules::play(state, state.open.turn, move);
  if (!events) return demand(state == some_game());
  const auto* placed = std::get_if<Placed>(&events->front());
  if (placed == nullptr) return;
  State again = some_game();
  demand(Rules::play(again, again.open.turn, placed->move) == events && again == state);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto move = Rules::read(text)) {
    demand(Rules::read(Rules::write(*move)) == move);
    put_to_the_rules(*move);
  }
  if (const auto options = Rules::read_options(text))
    demand(Rules::read_options(Rules::write_options(*options)) == options);
  if (const auto square = read_square(text)) demand(write_square(*square) == text);
  return 0;
}
