// What happened in a game of Scrabble, in words.
#include <fmt/format.h>

#include "client/play/overloaded.hpp"
#include "client/play/scrabble/desk.hpp"

namespace client::play::scrabble {

std::string label(const games::scrabble::Event& event, Names names, const games::scrabble::View* /*before*/) {
  namespace s = games::scrabble;
  return std::visit(
      Overloaded{
          [&](const s::Placed& placed) {
            const auto word =
                placed.move.kind == s::MoveKind::spots
                    ? s::write_move(placed.move)
                    : fmt::format("{} {} {}", placed.move.letters(), s::write_square(placed.move.start()),
                                  placed.move.direction == s::Direction::across ? "across" : "down");
            return fmt::format("{}: {} +{}", name_at(names, placed.seat), word, placed.points);
          },
          [&](const s::Exchanged& exchanged) {
            return fmt::format("{} exchanged {}", name_at(names, exchanged.seat), exchanged.count);
          },
          [&](const s::Passed& passed) { return fmt::format("{} passed", name_at(names, passed.seat)); },
          [&](const s::Forfeited& forfeited) {
            return fmt::format("{} lost the turn", name_at(names, forfeited.seat));
          },
          [&](const s::Drew& drew) {
            return drew.tiles.empty() ? std::string() : fmt::format("drawn: {}", drew.tiles.tiles());
          },
          [&](const s::Left& left) { return fmt::format("{} left", name_at(names, left.seat)); },
          [&](const s::Ended&) { return std::string(); },
      },
      event);
}

}  // namespace client::play::scrabble
