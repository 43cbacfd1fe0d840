// Reading and writing CGP.
#include "games/scrabble/cgp.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace games::scrabble {
namespace {

using base::Code;
using base::fail;
using base::Result;

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

bool read_row(std::string_view text, Board& board, int row) {
  int column = 0;
  while (!text.empty()) {
    if (is_letter(text.front())) {
      if (column == kSide) return false;
      board[{row, column++}] = text.front();
      text.remove_prefix(1);
      continue;
    }
    const auto digits = static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
    const auto skipped = base::to_number<int>(text.substr(0, digits));
    if (!skipped || *skipped < 1 || *skipped > kSide - column) return false;
    column += *skipped;
    text.remove_prefix(digits);
  }
  return column == kSide;
}

Result<Rack> read_rack(std::string_view text) {
  const auto is_tile = [](Tile tile) { return is_upper(tile) || tile == kBlank; };
  if (text.size() > kRackSize || !std::ranges::all_of(text, is_tile))
    return fail(Code::malformed, fmt::format("not a rack: {}", text));
  return Rack(text);
}

}  // namespace

Result<Board> read_cgp_board(std::string_view text) {
  const auto rows = base::split(text, '/');
  if (rows.size() != kSide) return fail(Code::malformed, "a board has 15 rows");
  Board board;
  for (int row = 0; row < kSide; ++row)
    if (!read_row(rows[static_cast<std::size_t>(row)], board, row))
      return fail(Code::malformed, fmt::format("row {} does not have 15 squares", row + 1));
  return board;
}

Result<CgpPosition> read_cgp(std::string_view text) {
  CgpPosition position;
  const auto board = read_cgp_board(base::cut(text, ' '));
  if (!board) return std::unexpected(board.error());
  position.board = *board;
  std::string_view racks = base::cut(text, ' ');
  std::string_view scores = base::cut(text, ' ');
  if (std::ranges::count(racks, '/') != 1 || std::ranges::count(scores, '/') != 1)
    return fail(Code::malformed, "a position has two racks and two scores");
  for (std::size_t player = 0; player < 2; ++player) {
    const auto rack = read_rack(base::cut(racks, '/'));
    if (!rack) return std::unexpected(rack.error());
    const auto score = base::to_number<int>(base::cut(scores, '/'));
    if (!score) return fail(Code::malformed, "a score is a number");
    position.racks[player] = *rack;
    position.scores[player] = *score;
  }
  const auto scoreless = base::to_number<int>(base::cut(text, ' '));
  if (!scoreless || *scoreless < 0) return fail(Code::malformed, "the scoreless turns are a number");
  position.scoreless = *scoreless;
  return position;
}

std::string write_cgp_board(const Board& board) {
  std::string text;
  for (int row = 0; row < kSide; ++row) {
    if (row > 0) text += '/';
    int free = 0;
    for (int column = 0; column <= kSide; ++column) {
      const bool tile = board.has({row, column});
      if ((tile || column == kSide) && free > 0) text += fmt::format("{}", std::exchange(free, 0));
      if (tile) {
        text += board[{row, column}];
      } else {
        ++free;
      }
    }
  }
  return text;
}

std::string write_cgp(const CgpPosition& position) {
  return fmt::format("{} {}/{} {}/{} {}", write_cgp_board(position.board), position.racks[0].tiles(),
                     position.racks[1].tiles(), position.scores[0], position.scores[1], position.scoreless);
}

std::string write_cgp(const State& state) {
  const Open& open = state.open;
  std::string racks;
  std::string scores;
  for (int step = 0; step < open.seats; ++step) {
    const auto seat = static_cast<std::size_t>((open.turn.value + step) % open.seats);
    const std::string_view slash = step > 0 ? "/" : "";
    racks += fmt::format("{}{}", slash, state.racks[seat].tiles());
    scores += fmt::format("{}{}", slash, open.scores[seat]);
  }
  return fmt::format("{} {} {} {}", write_cgp_board(open.board), racks, scores, open.scoreless);
}

}  // namespace games::scrabble
