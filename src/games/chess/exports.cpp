// A game of chess as other programs read it: PGN.
#include <fmt/format.h>

#include <algorithm>

#include "games/chess/pgn.hpp"
#include "games/ends.hpp"

namespace games::chess {
namespace {

/// The word of the standard for PGN, 9.8.1, that comes nearest to a reason.
std::string_view termination(std::string_view reason) {
  if (reason == "time") return "time forfeit";
  if (reason == "left" || reason == "abandoned") return "abandoned";
  return "normal";
}

/// "Black resigned, White wins": the standard's words do not say all ends.
std::string remark_on(const Outcome& outcome) {
  static const std::vector<std::string> kColors{"White", "Black"};
  return end_in_words(outcome, kColors, std::nullopt);
}

std::string clock_note(std::chrono::seconds left) {
  const auto seconds = left.count();
  return fmt::format("[%clk {}:{:02}:{:02}]", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

Result<std::string> to_pgn(const Played& played, const State& begun, const State& now) {
  Record record;
  record.tags = {{"Event", fmt::format("Parlor table {}", played.table)},
                 {"Site", "Parlor"},
                 {"Date", played.day},
                 {"Round", "-"},
                 {"White", played.players[0]},
                 {"Black", played.players[1]}};
  if (played.outcome) {
    record.tags.push_back({"Termination", std::string(termination(played.outcome->reason))});
    // Mate shows in its move.
    if (played.outcome->reason != "checkmate") record.remark = remark_on(*played.outcome);
  }
  if (!played.time_control.empty()) record.tags.push_back({"TimeControl", played.time_control});
  record.start = begun.position;
  for (const auto left : played.left) record.notes.push_back(clock_note(left));
  for (const auto& move : played.moves) {
    // A claim, which is no step, ends the game.
    if (const auto read = read_move(move); read && read->act == Act::step) record.moves.push_back(*read);
  }
  record.finish = finish_of(now);
  return write_pgn(record);
}

constexpr std::array kExports{Export<State>{"pgn", "chess", to_pgn, "application/vnd.chess-pgn"}};

}  // namespace

std::span<const Export<State>> Rules::exports() { return kExports; }

}  // namespace games::chess
