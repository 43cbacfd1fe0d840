// What somebody asks about a Scrabble board that they do not see, and which tiles they have not seen yet.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/count.hpp"
#include "base/text.hpp"
#include "client/play/scrabble/desk.hpp"

namespace client::play::scrabble {

namespace s = games::scrabble;

namespace {

constexpr std::array<std::string_view, 4> kQuestions{
    "what is on H8   the tile or the premium of a square",
    "row 8           the tiles in a row; 'column H' those in a column",
    "hand            the tiles that you hold, and how many the bag has",
    "unseen          the tiles that you have not seen yet",
};

std::string_view name_of(s::Premium premium) {
  static constexpr std::array<std::string_view, 5> kNames{"no premium", "double letter", "triple letter",
                                                          "double word", "triple word"};
  return kNames[static_cast<std::size_t>(premium)];
}

std::optional<int> read_column(std::string_view text) {
  if (text.size() != 1 || text[0] < 'a' || text[0] > 'o') return std::nullopt;
  return text[0] - 'a';
}

std::optional<int> read_row(std::string_view text) {
  const auto number = base::to_number<int>(text);
  return number && *number >= 1 && *number <= s::kSide ? std::optional(*number - 1) : std::nullopt;
}

/// "H8: D", each tile of a line; nothing of a blank but what it stands for.
std::string tiles_in(const s::Board& board, s::Square at, s::Direction direction) {
  std::string text;
  for (; s::on_board(at); at = s::step(at, direction)) {
    if (!board.has(at)) continue;
    text += fmt::format("{}{} {}{}", text.empty() ? "" : ", ", s::write_square(at), s::to_upper(board[at]),
                        s::is_lower(board[at]) ? " (a blank)" : "");
  }
  return text.empty() ? "No tiles lie there." : text + ".";
}

std::string on_square(const s::Board& board, s::Square at) {
  const auto name = s::write_square(at);
  if (!board.has(at)) return fmt::format("{} is empty: {}.", name, name_of(s::premium_of(at.row, at.column)));
  return fmt::format("On {}: {}{}.", name, s::to_upper(board[at]), s::is_lower(board[at]) ? ", a blank" : "");
}

}  // namespace

/// "A3 B1 ...", with the blanks last. Letters that a rule set adds by chance are not counted.
std::string unseen(const s::View& view) {
  std::array<int, s::kCounts.size()> counts{};
  std::ranges::copy(s::kCounts, counts.begin());
  counts[0] = s::book_of(view.open.options.rules).blanks;
  const auto see = [&](s::Tile tile) { --counts[static_cast<std::size_t>(s::index_of(s::in_hand(tile)))]; };
  for (const auto tile : view.open.board.tiles) {
    if (tile != s::kNone) see(tile);
  }
  std::ranges::for_each(view.rack.tiles(), see);
  std::string text;
  for (std::size_t at = 1; at <= counts.size(); ++at) {
    const int count = counts[at % counts.size()];
    if (count > 0)
      text += fmt::format("{}{}{}", text.empty() ? "" : " ",
                          at == counts.size() ? '?' : static_cast<char>('A' + at - 1), count);
  }
  return text.empty() ? "none" : text;
}

std::span<const std::string_view> questions() { return kQuestions; }

std::vector<std::string> answer(const s::View& view, std::string_view question) {
  const auto& board = view.open.board;
  if (question == "hand")
    return {fmt::format("You hold {}. {} in the bag.", fmt::join(view.rack.tiles(), " "),
                        base::count_of(view.bag, "tile"))};
  if (question == "unseen") return {fmt::format("Unseen: {}.", unseen(view))};
  const auto rest = question.substr(std::min(question.size(), question.find(' ') + 1));
  if (question.starts_with("row ")) {
    const auto row = read_row(rest);
    return {row ? tiles_in(board, {*row, 0}, s::Direction::across) : "Rows are 1 to 15."};
  }
  if (question.starts_with("column ")) {
    const auto column = read_column(rest);
    return {column ? tiles_in(board, {0, *column}, s::Direction::down) : "Columns are A to O."};
  }
  if (!question.starts_with("on ")) return {};
  const auto column = read_column(rest.substr(0, 1));
  const auto row = rest.empty() ? std::nullopt : read_row(rest.substr(1));
  if (!column || !row) return {"A square is meant: a letter from A to O and a number from 1 to 15."};
  return {on_square(board, {*row, *column})};
}

}  // namespace client::play::scrabble
