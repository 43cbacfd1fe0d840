// What somebody asks about a table of My Shelfie that they do not see.
#include <fmt/format.h>

#include <array>

#include "base/text.hpp"
#include "client/play/shelfie/desk.hpp"

namespace client::play::shelfie {

namespace s = games::shelfie;

namespace {

constexpr std::array<std::string_view, 6> kNames{"cat", "book", "game", "frame", "trophy", "plant"};

constexpr std::array<std::string_view, 4> kQuestions{
    "what is on 3,4  the tile in a row and column of the table",
    "table           all tiles of the table, row by row",
    "shelf           your shelf, from the bottom up; 'shelf 2' that of the second seat",
    "hand            the tiles that were taken",
};

std::string name_of(s::TileId tile) {
  return std::string(kNames[static_cast<std::size_t>(s::type_of(tile))]);
}

std::vector<std::string> shelf_of(const s::View& view, base::Seat seat) {
  std::vector<std::string> lines;
  const auto& shelf = view.open.players[seat.value].shelf;
  for (int row = s::kShelfRows - 1; row >= 0; --row) {
    std::string text;
    for (int column = 0; column < s::kShelfColumns; ++column) {
      const auto tile =
          shelf[static_cast<std::size_t>(row) * s::kShelfColumns + static_cast<std::size_t>(column)];
      if (tile != s::kNoTile)
        text += fmt::format("{} column {} {}", text.empty() ? "" : ",", column, name_of(tile));
    }
    if (!text.empty()) lines.push_back(fmt::format("Level {}:{}.", s::kShelfRows - row, text));
  }
  if (lines.empty()) lines.emplace_back("The shelf is empty.");
  return lines;
}

std::vector<std::string> table_of(const s::View& view) {
  std::vector<std::string> lines;
  for (int row = 0; row < s::kBoardSide; ++row) {
    std::string text;
    for (int column = 0; column < s::kBoardSide; ++column) {
      const auto tile = view.open.board[static_cast<std::size_t>(s::index_of({row, column}))];
      if (tile != s::kNoTile)
        text += fmt::format("{} column {} {}", text.empty() ? "" : ",", column, name_of(tile));
    }
    if (!text.empty()) lines.push_back(fmt::format("Row {}:{}.", row, text));
  }
  if (lines.empty()) lines.emplace_back("The table is empty.");
  return lines;
}

std::string on_cell(const s::View& view, std::string_view text) {
  const auto row = base::to_number<int>(base::cut(text, ','));
  const auto column = base::to_number<int>(text);
  if (!row || !column || !s::on_board({*row, *column}))
    return "A row and a column are meant, each from 0 to 8: 3,4.";
  const auto tile = view.open.board[static_cast<std::size_t>(s::index_of({*row, *column}))];
  return tile == s::kNoTile ? "No tile lies there." : fmt::format("A {}.", name_of(tile));
}

}  // namespace

std::span<const std::string_view> questions() { return kQuestions; }

std::vector<std::string> answer(const s::View& view, std::string_view question) {
  if (question.starts_with("on ")) return {on_cell(view, question.substr(3))};
  if (question == "table") return table_of(view);
  if (question == "shelf" && view.viewer) return shelf_of(view, *view.viewer);
  if (question.starts_with("shelf ")) {
    const auto seat = base::to_number<int>(question.substr(6)).value_or(0);
    if (seat < 1 || seat > view.open.seats) return {fmt::format("Seats are 1 to {}.", view.open.seats)};
    return shelf_of(view, {static_cast<std::uint8_t>(seat - 1)});
  }
  if (question != "hand") return {};
  std::string text;
  for (const auto tile : view.open.hand.taken())
    text += fmt::format("{}{}", text.empty() ? "" : ", ", name_of(tile));
  return {text.empty() ? "Nothing is taken." : fmt::format("Taken: {}.", text)};
}

}  // namespace client::play::shelfie
