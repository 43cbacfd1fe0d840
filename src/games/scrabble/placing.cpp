// Checking and scoring of laid tiles.
#include "games/scrabble/placing.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace games::scrabble {
namespace {

using base::Code;
using base::fail;
using base::Result;

// New tiles along one line, and the places that the word reaches.
struct Spread {
  Direction direction = Direction::across;
  int line = 0;
  int first = 0;
  int last = 0;
  int laid = 0;
  std::array<Tile, kSide> fresh = {};  // by place

  Square at(int place) const { return square_at(direction, line, place); }
  Tile tile(const Board& board, int place) const {
    const Tile fresh_tile = fresh[static_cast<std::size_t>(place)];
    return fresh_tile != kNone ? fresh_tile : board[at(place)];
  }
};

void reach_all(const Board& board, Spread& spread) {
  while (board.has(spread.at(spread.first - 1))) --spread.first;
  while (board.has(spread.at(spread.last + 1))) ++spread.last;
}

bool has_neighbour(const Board& board, Square at, Direction direction) {
  return board.has(step(at, direction, -1)) || board.has(step(at, direction));
}

// One tile lies in two lines: its word is the one across, unless only the one down has other letters.
void turn_single(const Board& board, Spread& spread) {
  if (spread.laid != 1) return;
  const auto found = std::ranges::find_if(spread.fresh, [](Tile tile) { return tile != kNone; });
  const Tile tile = *found;
  const Square at = spread.at(static_cast<int>(found - spread.fresh.begin()));
  const bool down = !has_neighbour(board, at, Direction::across) && has_neighbour(board, at, Direction::down);
  spread = {.direction = down ? Direction::down : Direction::across, .laid = 1};
  spread.line = line_of(at, spread.direction);
  spread.first = spread.last = place_of(at, spread.direction);
  spread.fresh[static_cast<std::size_t>(spread.first)] = tile;
}

Result<Spread> spread_word(const Board& board, const Move& move) {
  Spread spread{.direction = move.direction, .line = line_of(move.start(), move.direction)};
  spread.first = place_of(move.start(), move.direction);
  spread.last = spread.first + move.count - 1;
  for (int place = spread.first; place <= spread.last; ++place) {
    const Tile tile = move.tiles[static_cast<std::size_t>(place - spread.first)];
    const Tile old = board[spread.at(place)];
    if (old == kNone) {
      spread.fresh[static_cast<std::size_t>(place)] = tile;
      ++spread.laid;
    } else if (to_upper(old) != to_upper(tile)) {
      return fail(Refusals::does_not_fit,
                  fmt::format("{} lies on {} already", old, write_square(spread.at(place))));
    }
  }
  if (spread.laid == 0) return fail(Refusals::does_not_fit, "no tile is laid");
  return spread;
}

Result<Spread> spread_spots(const Board& board, const Move& move) {
  const auto square = [&move](std::size_t index) {
    return Square{move.at[index] / kSide, move.at[index] % kSide};
  };
  Spread spread{.first = kSide, .last = -1, .laid = move.count};
  for (std::size_t index = 1; index < move.count; ++index)
    if (square(index).row != square(0).row) spread.direction = Direction::down;
  spread.line = line_of(square(0), spread.direction);
  for (std::size_t index = 0; index < move.count; ++index) {
    const Square at = square(index);
    if (line_of(at, spread.direction) != spread.line)
      return fail(Refusals::does_not_fit, "the tiles are not in one line");
    const int place = place_of(at, spread.direction);
    Tile& fresh = spread.fresh[static_cast<std::size_t>(place)];
    if (board.has(at)) return fail(Refusals::does_not_fit, "a tile lies there already");
    if (fresh != kNone) return fail(Refusals::does_not_fit, "two tiles on one square");
    fresh = move.tiles[index];
    spread.first = std::min(spread.first, place);
    spread.last = std::max(spread.last, place);
  }
  for (int place = spread.first; place <= spread.last; ++place)
    if (spread.tile(board, place) == kNone)
      return fail(Refusals::does_not_fit, "there is a gap between the tiles");
  return spread;
}

bool is_held(const Rack& rack, const Spread& spread) {
  Rack left = rack;
  return std::ranges::all_of(spread.fresh,
                             [&left](Tile tile) { return tile == kNone || left.remove(in_hand(tile)); });
}

bool is_connected(const Board& board, const Spread& spread) {
  if (board.is_empty()) {
    return spread.line == kCentre.row && spread.first <= kCentre.column && spread.last >= kCentre.column;
  }
  if (spread.last - spread.first + 1 > spread.laid) return true;
  for (int place = spread.first; place <= spread.last; ++place)
    if (has_neighbour(board, spread.at(place), other(spread.direction))) return true;
  return false;
}

Move move_of(const Board& board, const Spread& spread) {
  const Square start = spread.at(spread.first);
  Move move{.kind = MoveKind::place,
            .direction = spread.direction,
            .row = static_cast<std::uint8_t>(start.row),
            .column = static_cast<std::uint8_t>(start.column),
            .count = static_cast<std::uint8_t>(spread.last - spread.first + 1)};
  for (int place = spread.first; place <= spread.last; ++place)
    move.tiles[static_cast<std::size_t>(place - spread.first)] = spread.tile(board, place);
  return move;
}

// A word with one new tile across the line, if that tile has neighbours there; else no points.
Result<int> score_crossing(const Board& board, const Lexicon& lexicon, Square at, Tile tile,
                           Direction direction) {
  if (!has_neighbour(board, at, direction)) return 0;
  Square from = at;
  while (board.has(step(from, direction, -1))) from = step(from, direction, -1);
  std::array<char, kSide> word{};
  std::size_t length = 0;
  int points = 0;
  for (Square square = from; square == at || board.has(square); square = step(square, direction)) {
    const Tile here = square == at ? tile : board[square];
    points += value_of(here) * (square == at ? letter_factor(at.row, at.column) : 1);
    word[length++] = to_upper(here);
  }
  const std::string_view text(word.data(), length);
  if (!lexicon.contains(text)) return fail(Refusals::unknown_word, fmt::format("unknown word {}", text));
  return points * word_factor(at.row, at.column);
}

Result<int> score(const Board& board, const Lexicon& lexicon, const Spread& spread, const Move& move) {
  if (move.count < kShortestWord || !lexicon.contains(move.letters()))
    return fail(Refusals::unknown_word, fmt::format("unknown word {}", move.letters()));
  int own = 0;
  int factor = 1;
  int crossings = 0;
  for (int place = spread.first; place <= spread.last; ++place) {
    const Tile fresh = spread.fresh[static_cast<std::size_t>(place)];
    const Square at = spread.at(place);
    if (fresh == kNone) {
      own += value_of(board[at]);
      continue;
    }
    own += value_of(fresh) * letter_factor(at.row, at.column);
    factor *= word_factor(at.row, at.column);
    const auto crossing = score_crossing(board, lexicon, at, fresh, other(spread.direction));
    if (!crossing) return crossing;
    crossings += *crossing;
  }
  return own * factor + crossings + (spread.laid == kRackSize ? kBonus : 0);
}

}  // namespace

Result<Placing> check_placing(const Board& board, const Rack& rack, const Lexicon& lexicon,
                              const Move& move) {
  auto spread = move.kind == MoveKind::spots ? spread_spots(board, move) : spread_word(board, move);
  if (!spread) return std::unexpected(std::move(spread.error()));
  turn_single(board, *spread);
  reach_all(board, *spread);
  const Move whole = move_of(board, *spread);
  if (move.kind == MoveKind::place && move != whole)
    return fail(Refusals::does_not_fit, fmt::format("the whole word is {}", write_move(whole)));
  if (!is_held(rack, *spread)) return fail(Refusals::tiles_not_held, "you do not hold these tiles");
  if (!is_connected(board, *spread)) {
    return fail(Refusals::not_connected, board.is_empty() ? "the first word must cover the centre"
                                                          : "the word touches no tile on the board");
  }
  const auto points = score(board, lexicon, *spread, whole);
  if (!points) return std::unexpected(points.error());
  return Placing{.move = whole, .points = *points, .laid = spread->laid};
}

std::vector<Spot> new_tiles(const Board& board, const Move& move) {
  std::vector<Spot> spots;
  Square at = move.start();
  for (const Tile tile : move.letters()) {
    if (!board.has(at)) spots.push_back({tile, at});
    at = step(at, move.direction);
  }
  return spots;
}

}  // namespace games::scrabble
