// What happened in a game of My Shelfie, in words.
#include <fmt/format.h>

#include <array>

#include "client/play/overloaded.hpp"
#include "client/play/shelfie/desk.hpp"

namespace client::play::shelfie {

std::string label(const games::shelfie::Event& event, Names names, const games::shelfie::View* before) {
  namespace s = games::shelfie;
  return std::visit(
      Overloaded{
          [&](const s::Selected& selected) {
            return fmt::format("{} took {}", name_at(names, selected.seat), selected.hand.count);
          },
          [&](const s::Ordered&) { return std::string(); },
          [&](const s::Placed& placed) {
            return fmt::format("{} filled column {}", name_at(names, placed.seat), placed.column);
          },
          [&](const s::FilledShelf& filled) {
            return fmt::format("{}: the first full shelf", name_at(names, filled.seat));
          },
          [&](const s::TurnEnded& ended) {
            const int tokens = ended.tokens[0] + ended.tokens[1];
            if (tokens > 0) return fmt::format("{}: goal +{}", name_at(names, ended.seat), tokens);
            const bool unseen = before != nullptr && before->open.phase == s::Phase::select;
            return unseen ? fmt::format("{} made a turn", name_at(names, ended.seat)) : std::string();
          },
          [&](const s::Refilled&) { return std::string("the board was refilled"); },
          [&](const s::AttendanceChanged& moved) {
            constexpr std::array<std::string_view, 3> kWords{"is back", "is away", "left"};
            return fmt::format("{} {}", name_at(names, moved.seat),
                               kWords[static_cast<std::size_t>(moved.presence)]);
          },
          [&](const s::Paused&) { return std::string("the game waits for others"); },
          [&](const s::Ended&) { return std::string(); },
      },
      event);
}

std::optional<std::string> sheet_label(const games::shelfie::Event& event) {
  const auto* placed = std::get_if<games::shelfie::Placed>(&event);
  return placed == nullptr ? std::nullopt : std::optional(fmt::format("column {}", placed->column));
}

}  // namespace client::play::shelfie
