// Writing GCG by playing a game again.
#include "games/scrabble/gcg.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace games::scrabble {
namespace {

// "8H" is across, "H8" down; tiles that lay there already are dots.
std::string describe(const Board& before, const Move& move) {
  const std::string text = write_move(move);
  std::string laid;
  Square at = move.start();
  for (const Tile tile : move.letters()) {
    laid += before.has(at) ? '.' : tile;
    at = step(at, move.direction);
  }
  return fmt::format("{} {}", text.substr(0, text.find('.')), laid);
}

struct Turn {
  int player;  // 1 began
  Seat seat;
  Rack rack;    // before the move
  Board board;  // before the move
  int total;    // before the move
};

std::string describe(const Turn& turn, const Event& event) {
  const auto line = [&turn](std::string_view what, int points) {
    return fmt::format(">p{}: {} {} {:+} {}\n", turn.player, turn.rack.tiles(), what, points,
                       turn.total + points);
  };
  if (const auto* placed = std::get_if<Placed>(&event))
    return line(describe(turn.board, placed->move), placed->points);
  if (const auto* gave = std::get_if<Exchanged>(&event))
    return line(fmt::format("-{}", gave->tiles.tiles()), 0);
  if (std::holds_alternative<Passed>(event) || std::holds_alternative<Forfeited>(event)) return line("-", 0);
  return {};
}

// Who went out gains what the other holds; what is held is deducted.
std::string describe_end(const State& state, const Ended& ended) {
  std::string text;
  for (std::uint8_t step = 0; step < 2; ++step) {
    const std::size_t seat = (state.open.first.value + step) % 2U;
    const int change = ended.leftovers[seat];
    if (change == 0) continue;
    const auto own = state.racks[seat].tiles();
    const auto left = own.empty() ? state.racks[1 - seat].tiles() : own;
    text += fmt::format(">p{}: {} ({}) {:+} {}\n", step + 1, own, left, change, state.open.scores[seat]);
  }
  return text;
}

// A line of its own cannot hold a line break.
std::string one_line(std::string name) {
  std::ranges::replace_if(name, [](char letter) { return static_cast<unsigned char>(letter) < ' '; }, ' ');
  return name;
}

}  // namespace

Result<std::string> write_gcg(State state, std::span<const Move> moves,
                              const std::array<std::string, 2>& names) {
  if (state.open.seats != 2) return fail(Code::bad_seats, "GCG is for games of two");
  const std::size_t first = state.open.first.value;
  const auto words = state.open.options.lexicon;
  const auto lexicon = words ? fmt::format("#lexicon {}\n", write_fingerprint(*words)) : "";
  std::string text = fmt::format("#character-encoding UTF-8\n#player1 p1 {}\n#player2 p2 {}\n{}",
                                 one_line(names[first]), one_line(names[1 - first]), lexicon);
  for (const Move& move : moves) {
    const Seat seat = state.open.turn;
    const Turn turn{.player = seat == state.open.first ? 1 : 2,
                    .seat = seat,
                    .rack = state.racks[seat.value],
                    .board = state.open.board,
                    .total = state.open.scores[seat.value]};
    const auto events = Rules::play(state, seat, move);
    if (!events) return std::unexpected(events.error());
    text += describe(turn, events->front());
    if (const auto* ended = std::get_if<Ended>(&events->back())) text += describe_end(state, *ended);
  }
  return text;
}

}  // namespace games::scrabble
