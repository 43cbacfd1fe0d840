// A game of Scrabble as other programs read it: GCG, and CGP for how it stands.
#include <fmt/format.h>

#include "games/scrabble/cgp.hpp"
#include "games/scrabble/gcg.hpp"

namespace games::scrabble {
namespace {

Result<std::string> to_gcg(const Played& played, const State& begun, const State& /*now*/) {
  if (played.players.size() != 2) {
    return fail(Code::bad_seats, fmt::format("table {} has {} players, and GCG is for games of two",
                                             played.table, played.players.size()));
  }
  std::vector<Move> moves;
  for (const auto& move : played.moves) {
    if (auto read = Rules::read(move)) moves.push_back(*std::move(read));
  }
  return write_gcg(begun, moves, {played.players[0], played.players[1]});
}

constexpr std::array kExports{Export<State>{"gcg", "Scrabble of two", to_gcg}};

}  // namespace

std::string Rules::write_position(const State& state) { return write_cgp(state); }

std::span<const Export<State>> Rules::exports() { return kExports; }

}  // namespace games::scrabble
