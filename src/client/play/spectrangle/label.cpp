// What happened in a game of Spectrangle, in words.
#include <fmt/format.h>

#include "client/play/overloaded.hpp"
#include "client/play/spectrangle/desk.hpp"
#include "games/spectrangle/notation.hpp"

namespace client::play::spectrangle {

std::string label(const games::spectrangle::Event& event, Names names,
                  const games::spectrangle::View* /*before*/) {
  namespace s = games::spectrangle;
  return std::visit(
      Overloaded{
          [&](const s::Placed& placed) {
            return fmt::format("{}: {} on {} +{}", name_at(names, placed.seat), s::write_tile(placed.tile),
                               placed.location.value, placed.points);
          },
          [&](const s::Swapped& swapped) {
            return fmt::format("{} swapped {}", name_at(names, swapped.seat),
                               s::letters_of(swapped.tile.tile));
          },
          [&](const s::Skipped& skipped) { return fmt::format("{} skipped", name_at(names, skipped.seat)); },
          [&](const s::Left& left) { return fmt::format("{} left", name_at(names, left.seat)); },
          [&](const s::Ended&) { return std::string(); },
      },
      event);
}

}  // namespace client::play::spectrangle
