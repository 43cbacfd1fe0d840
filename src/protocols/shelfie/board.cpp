// What can be taken from a board of My Shelfie.
#include "protocols/shelfie/board.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace protocols::shelfie {
namespace {

namespace shelfie = games::shelfie;
using shelfie::Cell;
using shelfie::Refusal;

/// The errors that depend on the board.
constexpr std::array<std::pair<std::string_view, Refusal>, 4> kErrors{
    std::pair{"TOO_MANY_TILES", Refusal::too_many_tiles},
    std::pair{"INVALID_COORDINATES", Refusal::invalid_coordinates},
    std::pair{"NOT_ENOUGH_FREE_EDGES", Refusal::not_enough_free_edges},
    std::pair{"NOT_SAME_ROW_OR_COLUMN", Refusal::not_same_row_or_column},
};

/// Some tile of the type that has this letter; kNoTile for what is none.
shelfie::TileId tile_of(char letter) {
  const auto type = shelfie::kTypeLetters.find(letter);
  if (type == std::string_view::npos) return shelfie::kNoTile;
  return static_cast<shelfie::TileId>(type * shelfie::kTilesPerType);
}

template <class Cells>
void lay(const TileRows& rows, int columns, Cells& cells) {
  for (std::size_t at = 0; at < cells.size(); ++at) {
    const auto row = at / static_cast<std::size_t>(columns);
    const auto column = at % static_cast<std::size_t>(columns);
    if (row < rows.size() && column < rows[row].size()) cells[at] = tile_of(rows[row][column]);
  }
}

std::vector<int> line_from(Cell start, Cell step, std::size_t count) {
  std::vector<int> line;
  for (int at = 0; std::cmp_less(at, count); ++at) {
    line.push_back(start.row + at * step.row);
    line.push_back(start.column + at * step.column);
  }
  return line;
}

/// Straight lines of so many cells, and such lines with any other cell in place of the last.
std::vector<std::vector<int>> selections(std::size_t count) {
  std::vector<std::vector<int>> all;
  for (int cell = 0; cell < shelfie::kBoardCells; ++cell) {
    for (const Cell step : {Cell{0, 1}, Cell{1, 0}}) {
      const auto line = line_from(shelfie::cell_at(cell), step, count);
      all.push_back(line);
      for (int last = 0; count > 1 && last < shelfie::kBoardCells; ++last) {
        auto other = line;
        other[other.size() - 2] = shelfie::cell_at(last).row;
        other[other.size() - 1] = shelfie::cell_at(last).column;
        all.push_back(std::move(other));
      }
    }
  }
  return all;
}

/// How many lines of as many tiles as may be taken there are when these are gone: turns to come need them.
std::ptrdiff_t choices_after(shelfie::Open open, const std::vector<int>& taken) {
  for (std::size_t at = 0; at < taken.size(); at += 2)
    open.board[static_cast<std::size_t>(shelfie::index_of({taken[at], taken[at + 1]}))] = shelfie::kNoTile;
  open.players[0].shelf = shelfie::empty_shelf();
  std::ptrdiff_t choices = 0;
  const auto count = static_cast<std::size_t>(open.rules->max_selectable_tiles);
  for (int cell = 0; cell < shelfie::kBoardCells; ++cell) {
    for (const Cell step : {Cell{0, 1}, Cell{1, 0}}) {
      const auto line = line_from(shelfie::cell_at(cell), step, count);
      if (!shelfie::check(open, {0}, {shelfie::Phase::select, line})) ++choices;
    }
  }
  return choices;
}

bool has_tile(const shelfie::Open& open, const std::set<int>& taken, Cell cell) {
  return shelfie::on_board(cell) &&
         open.board[static_cast<std::size_t>(shelfie::index_of(cell))] != shelfie::kNoTile &&
         !taken.contains(shelfie::index_of(cell));
}

}  // namespace

bool takes_as_usual(const shelfie::RulesFile& rules) {
  const auto usual = shelfie::standard_rules();
  return rules.board == usual->board && rules.max_selectable_tiles == usual->max_selectable_tiles;
}

shelfie::Open open_of(const shelfie::RulesFile& rules, const TileRows& board, const TileRows& shelf,
                      int seats) {
  shelfie::Open open;
  open.rules = &rules;
  open.seats = static_cast<std::uint8_t>(seats);
  lay(board, shelfie::kBoardSide, open.board);
  lay(shelf, shelfie::kShelfColumns, open.players[0].shelf);
  return open;
}

std::optional<std::vector<int>> selection_like(const shelfie::Open& open, const std::vector<int>& wanted,
                                               std::string_view error) {
  const auto known = std::ranges::find(kErrors, error, &std::pair<std::string_view, Refusal>::first);
  if (!error.empty() && known == kErrors.end()) return wanted;
  const auto refusal = error.empty() ? std::nullopt : std::optional(known->second);
  const auto fits = [&](const std::vector<int>& at) {
    return shelfie::check(open, {0}, {shelfie::Phase::select, at}) == refusal;
  };
  if (refusal && fits(wanted)) return wanted;
  auto all = selections(wanted.size() / 2);
  std::erase_if(all, [&](const std::vector<int>& at) { return !fits(at); });
  if (all.empty()) return std::nullopt;
  if (refusal) return all.front();
  return *std::ranges::max_element(all, {}, [&](const auto& at) { return choices_after(open, at); });
}

TileRows board_without(const shelfie::Open& open, const std::set<int>& taken) {
  TileRows rows(shelfie::kBoardSide, std::string(shelfie::kBoardSide, '.'));
  for (int cell = 0; cell < shelfie::kBoardCells; ++cell) {
    const auto [row, column] = shelfie::cell_at(cell);
    if (shelfie::in_use(open, cell))
      rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] =
          taken.contains(cell) ? '_' : '?';
  }
  return rows;
}

bool is_refilled(const shelfie::Open& open, const std::set<int>& taken) {
  for (int cell = 0; cell < shelfie::kBoardCells; ++cell) {
    const auto at = shelfie::cell_at(cell);
    if (!has_tile(open, taken, at)) continue;
    if (has_tile(open, taken, {at.row, at.column + 1}) || has_tile(open, taken, {at.row + 1, at.column}))
      return false;
  }
  return true;
}

}  // namespace protocols::shelfie
