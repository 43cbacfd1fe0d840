// What happened in a game of chess, in words.
#include <fmt/format.h>

#include "client/play/chess/desk.hpp"
#include "games/chess/moves.hpp"
#include "games/chess/san.hpp"

namespace client::play::chess {

std::string label(const games::chess::Event& event, Names names, const games::chess::View* before) {
  using games::chess::What;
  const auto who = name_at(names, event.seat);
  if (event.what == What::left) return fmt::format("{} left", who);
  if (event.what == What::resigned) return fmt::format("{} resigned", who);
  if (event.what == What::claimed) return fmt::format("{} claimed a draw", who);
  if (event.what == What::timed_out) return fmt::format("the time of {} is up", who);
  if (event.what == What::agreed) return "a draw is agreed on";
  if (event.what == What::taken_back)
    return event.plies > 1 ? fmt::format("the last {} moves are taken back", event.plies)
                           : "the last move is taken back";
  if (before == nullptr || !games::chess::is_legal(before->state.position, event.move)) {
    return fmt::format("{}: {}", who, games::chess::write_move(event.move));
  }
  const auto& position = before->state.position;
  const auto dots = position.turn == games::chess::Color::white ? "." : "...";
  return fmt::format("{}{} {}", position.number, dots, games::chess::write_san(position, event.move));
}

}  // namespace client::play::chess
