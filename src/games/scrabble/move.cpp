// Making, writing and reading moves.
#include "games/scrabble/move.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.hpp"

namespace games::scrabble {
namespace {

using base::Code;
using base::fail;
using base::Result;

Result<Move> line_move(MoveKind kind, Square start, Direction direction, std::string_view letters) {
  if (!on_board(start)) return fail(Refusals::bad_coordinate, "no such square");
  if (!std::ranges::all_of(letters, is_letter)) return fail(Code::malformed, "a word has only letters");
  if (letters.empty()) return fail(Refusals::does_not_fit, "no tile is laid");
  if (place_of(start, direction) + letters.size() > kSide)
    return fail(Refusals::does_not_fit, "the word runs off the board");
  Move move{.kind = kind,
            .direction = direction,
            .row = static_cast<std::uint8_t>(start.row),
            .column = static_cast<std::uint8_t>(start.column),
            .count = static_cast<std::uint8_t>(letters.size())};
  std::ranges::copy(letters, move.tiles.begin());
  return move;
}

// "8H" is across, "H8" is down.
std::string write_start(const Move& move) {
  const char column = static_cast<char>('A' + move.column);
  return move.direction == Direction::across ? fmt::format("{}{}", move.row + 1, column)
                                             : fmt::format("{}{}", column, move.row + 1);
}

std::optional<int> read_row(std::string_view text) {
  const auto row = base::to_number<int>(text);
  if (!row || *row < 1 || *row > kSide || text.front() == '0') return std::nullopt;
  return *row - 1;
}

std::optional<int> read_column(char letter) {
  if (letter < 'A' || letter >= 'A' + kSide) return std::nullopt;
  return letter - 'A';
}

Result<Move> read_line(MoveKind kind, std::string_view start, std::string_view letters) {
  const auto bad = [] { return fail(Code::malformed, "a start is a row and a column, such as 8H or H8"); };
  if (start.size() < 2) return bad();
  const bool down = is_upper(start.front());
  const auto column = read_column(down ? start.front() : start.back());
  const auto row = read_row(down ? start.substr(1) : start.substr(0, start.size() - 1));
  if (!column || !row) return bad();
  return line_move(kind, {*row, *column}, down ? Direction::down : Direction::across, letters);
}

Result<Move> read_spots(std::string_view text) {
  std::array<Spot, kRackSize> spots{};
  std::size_t count = 0;
  for (const std::string_view item : base::split(text, ',')) {
    if (count == kRackSize) return fail(Refusals::tiles_not_held, "more tiles than a rack has");
    if (item.empty()) return fail(Code::malformed, "a spot is a tile and a square, such as HF8");
    const auto at = read_square(item.substr(1));
    if (!at) return std::unexpected(at.error());
    spots[count++] = {item.front(), *at};
  }
  return spots_move(std::span(spots).first(count));
}

}  // namespace

Result<Move> place_move(Square start, Direction direction, std::string_view letters) {
  return line_move(MoveKind::place, start, direction, letters);
}

Result<Move> word_move(Square start, Direction direction, std::string_view letters) {
  return line_move(MoveKind::word, start, direction, letters);
}

Result<Move> spots_move(std::span<const Spot> spots) {
  for (const Spot& spot : spots) {
    if (!is_letter(spot.tile)) return fail(Code::malformed, "a tile is a letter");
    if (!on_board(spot.at)) return fail(Refusals::bad_coordinate, "no such square");
  }
  if (spots.empty()) return fail(Refusals::does_not_fit, "no tile is laid");
  if (spots.size() > kRackSize) return fail(Refusals::tiles_not_held, "more tiles than a rack has");
  Move move{.kind = MoveKind::spots, .count = static_cast<std::uint8_t>(spots.size())};
  for (std::size_t index = 0; index < spots.size(); ++index) {
    move.tiles[index] = spots[index].tile;
    move.at[index] = static_cast<std::uint8_t>(spots[index].at.row * kSide + spots[index].at.column);
  }
  return move;
}

Result<Move> exchange_move(std::string_view tiles) {
  const auto is_tile = [](Tile tile) { return is_upper(tile) || tile == kBlank; };
  if (tiles.empty() || !std::ranges::all_of(tiles, is_tile))
    return fail(Code::malformed, "no tiles to exchange");
  if (tiles.size() > kRackSize) return fail(Refusals::tiles_not_held, "more tiles than a rack has");
  Move move{.kind = MoveKind::exchange, .count = static_cast<std::uint8_t>(tiles.size())};
  std::ranges::copy(Rack(tiles).tiles(), move.tiles.begin());
  return move;
}

Result<Square> read_square(std::string_view text) {
  const auto bad = [] { return fail(Refusals::bad_coordinate, "a square is a column and a row, A1 to O15"); };
  if (text.size() < 2) return bad();
  const auto column = read_column(text.front());
  const auto row = read_row(text.substr(1));
  if (!column || !row) return bad();
  return Square{*row, *column};
}

std::string write_square(Square at) {
  return fmt::format("{}{}", static_cast<char>('A' + at.column), at.row + 1);
}

std::string write_move(const Move& move) {
  switch (move.kind) {
    case MoveKind::place:
      return fmt::format("{}.{}", write_start(move), move.letters());
    case MoveKind::word:
      return fmt::format("{}:{}", write_start(move), move.letters());
    case MoveKind::exchange:
      return fmt::format("-{}", move.letters());
    case MoveKind::pass:
      return "pass";
    case MoveKind::forfeit:
      return "forfeit";
    case MoveKind::spots:
      break;
  }
  std::string text;
  for (std::size_t index = 0; index < move.count; ++index) {
    text += index == 0 ? '@' : ',';
    text += move.tiles[index];
    text += write_square({move.at[index] / kSide, move.at[index] % kSide});
  }
  return text;
}

Result<Move> read_move(std::string_view text) {
  if (text == "pass") return pass_move();
  if (text == "forfeit") return forfeit_move();
  if (text.starts_with('-')) return exchange_move(text.substr(1));
  if (text.starts_with('@')) return read_spots(text.substr(1));
  const std::size_t mark = text.find_first_of(".:");
  if (mark == std::string_view::npos) return fail(Code::malformed, "not a move");
  return read_line(text[mark] == '.' ? MoveKind::place : MoveKind::word, text.substr(0, mark),
                   text.substr(mark + 1));
}

}  // namespace games::scrabble
