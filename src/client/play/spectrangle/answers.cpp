// What somebody asks about a Spectrangle board that they do not see.
#include <fmt/format.h>

#include <array>

#include "base/text.hpp"
#include "client/play/spectrangle/desk.hpp"
#include "games/spectrangle/notation.hpp"

namespace client::play::spectrangle {

namespace s = games::spectrangle;

namespace {

constexpr std::array<std::string_view, 3> kQuestions{
    "what is on 11   the tile or the bonus of a cell",
    "pieces          all tiles that lie on the board",
    "hand            the tiles that you hold",
};

std::string on_cell(const s::View& view, s::Location at) {
  if (const auto tile = s::tile_at(view.position.board, at))
    return fmt::format("On {}: {}.", at.value, s::write_tile(*tile));
  const int bonus = s::bonus_of(at);
  return fmt::format("{} is empty{}.", at.value, bonus > 1 ? fmt::format(", times {}", bonus) : "");
}

}  // namespace

std::span<const std::string_view> questions() { return kQuestions; }

std::vector<std::string> answer(const s::View& view, std::string_view question) {
  std::string text;
  const auto add = [&](const std::string& one) { text += (text.empty() ? "" : ", ") + one; };
  if (question == "hand") {
    if (view.viewer) {
      for (const auto tile : view.position.hands[view.viewer->value].tiles())
        add(std::string(s::letters_of(tile)));
    }
    return {text.empty() ? "You hold nothing." : fmt::format("You hold {}.", text)};
  }
  if (question == "pieces") {
    for (std::uint8_t cell = 0; cell < s::kCells; ++cell) {
      if (const auto tile = s::tile_at(view.position.board, {cell}))
        add(fmt::format("{} on {}", s::write_tile(*tile), cell));
    }
    return {text.empty() ? "The board is empty." : text + "."};
  }
  if (!question.starts_with("on ")) return {};
  const auto cell = base::to_number<int>(question.substr(3));
  if (!cell || *cell < 0 || *cell >= s::kCells) return {fmt::format("Cells are 0 to {}.", s::kCells - 1)};
  return {on_cell(view, {static_cast<std::uint8_t>(*cell)})};
}

}  // namespace client::play::spectrangle
