// The words of the Clarkson Scrabble protocol. Rulings are those of
// docs/protocols/scrabble-clarkson.rulings.md.
#include "protocols/scrabble-clarkson/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text.hpp"

namespace protocols::scrabble_clarkson {

using base::Code;
using base::fail;
using base::Result;
using games::scrabble::kSide;
using games::scrabble::Move;
using games::scrabble::Spot;
using games::scrabble::Tile;

namespace {

constexpr std::array<std::string_view, 25> kWhiteSpace{
    " ",
    "\t",
    "\n",
    "\v",
    "\f",
    "\r",
    "\xc2\x85",
    "\xc2\xa0",
    "\xe1\x9a\x80",
    "\xe2\x80\x80",
    "\xe2\x80\x81",
    "\xe2\x80\x82",
    "\xe2\x80\x83",
    "\xe2\x80\x84",
    "\xe2\x80\x85",
    "\xe2\x80\x86",
    "\xe2\x80\x87",
    "\xe2\x80\x88",
    "\xe2\x80\x89",
    "\xe2\x80\x8a",
    "\xe2\x80\xa8",
    "\xe2\x80\xa9",
    "\xe2\x80\xaf",
    "\xe2\x81\x9f",
    "\xe3\x80\x80",
};

/// How many bytes of white space the text begins with: of one character, or none.
std::size_t white_space_at(std::string_view text) {
  const auto found =
      std::ranges::find_if(kWhiteSpace, [&](std::string_view one) { return text.starts_with(one); });
  return found == kWhiteSpace.end() ? 0 : found->size();
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Takes a number of any length from the front, without its leading zeros; nothing if there is none.
std::optional<std::string_view> take_number(std::string_view& text) {
  const auto end = std::ranges::find_if_not(text, is_digit);
  auto digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  if (digits.empty()) return std::nullopt;
  text.remove_prefix(digits.size());
  while (digits.starts_with('0')) digits.remove_prefix(1);
  return digits;
}

bool take(std::string_view& text, char sign) {
  if (!text.starts_with(sign)) return false;
  text.remove_prefix(1);
  return true;
}

/// A coordinate; what is too large for any board is kSide.
std::optional<int> take_coordinate(std::string_view& text) {
  const auto digits = take_number(text);
  if (!digits) return std::nullopt;
  if (digits->size() > 2) return kSide;
  return digits->empty() ? 0 : base::to_number<int>(*digits);
}

/// "(H,5,7)": H in column 5 and row 7.
std::optional<Spot> take_tuple(std::string_view& text) {
  if (!take(text, '(') || text.empty() || !games::scrabble::is_letter(text.front())) return std::nullopt;
  const Tile tile = games::scrabble::to_upper(text.front());
  text.remove_prefix(1);
  if (!take(text, ',')) return std::nullopt;
  const auto column = take_coordinate(text);
  if (!column || !take(text, ',')) return std::nullopt;
  const auto row = take_coordinate(text);
  if (!row || !take(text, ')')) return std::nullopt;
  return Spot{tile, {*row, *column}};
}

/// Ruling 2: any 1.0.x. The document's grammar lets the last dot and number be left out.
std::optional<bool> is_known_version(std::string_view text) {
  const auto major = take_number(text);
  if (!major || !take(text, '.')) return std::nullopt;
  const auto minor = take_number(text);
  if (!minor) return std::nullopt;
  take(text, '.');
  take_number(text);
  if (!text.empty()) return std::nullopt;
  return *major == "1" && minor->empty();
}

}  // namespace

std::string write_hello() {
  return fmt::format("HELLO {},Linux,C++/Clang {},Parlor", kVersion, __clang_major__);
}

Result<void> check_hello(std::string_view fields) {
  const auto version = is_known_version(base::cut(fields, ','));
  const auto system = base::cut(fields, ',');
  const auto program = base::cut(fields, ',');
  if (!version || system.empty() || program.empty() || fields.empty())
    return fail(Code::malformed, "a greeting is HELLO version,system,program,author");
  if (!*version) return fail(Code::malformed, "Unsupported version! This server speaks 1.0.1");
  return {};
}

Words cut_words(std::string_view line) {
  Words words;
  words.verb = base::cut(line, ' ');
  words.rest = line;
  return words;
}

std::string_view trim(std::string_view text) {
  while (const auto size = white_space_at(text)) text.remove_prefix(size);
  for (;;) {
    const auto found =
        std::ranges::find_if(kWhiteSpace, [&](std::string_view one) { return text.ends_with(one); });
    if (found == kWhiteSpace.end()) return text;
    text.remove_suffix(found->size());
  }
}

bool has_white_space(std::string_view text) {
  return std::ranges::any_of(kWhiteSpace,
                             [&](std::string_view one) { return text.find(one) != std::string_view::npos; });
}

std::string fill_white_space(std::string_view text, char filler) {
  std::string filled;
  while (!text.empty()) {
    const auto size = white_space_at(text);
    filled += size > 0 ? filler : text.front();
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return filled;
}

Result<Move> read_place(std::string_view tuples) {
  std::vector<Spot> spots;
  for (auto text = trim(tuples); !text.empty(); text = trim(text)) {
    const auto spot = take_tuple(text);
    if (!spot) return fail(Code::malformed, "tiles are placed as (letter,x,y)");
    spots.push_back(*spot);
  }
  return games::scrabble::spots_move(spots);
}

std::string write_place(std::span<const Spot> spots) {
  std::string text = "PLACE";
  for (const auto& spot : spots)
    text += fmt::format(" ({},{},{})", games::scrabble::to_upper(spot.tile), spot.at.column, spot.at.row);
  return text;
}

Result<Move> read_exchange(std::string_view tile, const games::scrabble::Rack& rack) {
  if (tile.empty()) return games::scrabble::exchange_move(rack.tiles());
  if (tile.size() != 1 || !games::scrabble::is_letter(tile.front()))
    return fail(Code::malformed, "one letter can be exchanged, or, without any, the whole rack");
  const Tile letter = games::scrabble::to_upper(tile.front());
  return games::scrabble::exchange_move({&letter, 1});
}

std::string write_board(const games::scrabble::Board& board) {
  std::string text = fmt::format("BOARDPUSH{}", kEnd);
  for (int row = 0; row < kSide; ++row) {
    for (int column = 0; column < kSide; ++column) {
      const Tile tile = board[{row, column}];
      text += fmt::format("({},{})", tile == games::scrabble::kNone ? '0' : games::scrabble::to_upper(tile),
                          static_cast<int>(games::scrabble::premium_of(row, column)));
    }
    text += kEnd;
  }
  text += kEnd;
  return text;
}

Result<std::vector<Tile>> read_board_line(std::string_view line) {
  std::vector<Tile> tiles;
  for (auto text = trim(line); !text.empty(); text = trim(text)) {
    auto square = base::cut(text, ')');
    if (!take(square, '(')) return fail(Code::malformed, "a square is (letter,modifier)");
    const auto content = trim(base::cut(square, ','));
    if (content.size() != 1) return fail(Code::malformed, "a square holds one letter or 0");
    const Tile tile = games::scrabble::to_upper(content.front());
    tiles.push_back(games::scrabble::is_letter(tile) ? tile : games::scrabble::kNone);
  }
  return tiles;
}

std::string reason_of(const base::Error& error) {
  if (error.code == games::scrabble::Refusals::bad_coordinate)
    return "there is no such square: x and y go from 0 to 14";
  switch (error.code.kind) {
    case Code::name_taken:
      return "name already taken";
    case Code::game_running:
      return "a game is being played, and there is one at a time here";
    case Code::game_over:
    case Code::not_at_table:
      return "there is no game to play in";
    case Code::not_your_turn:
      return "it is not your turn";
    case Code::storage:
    case Code::corrupt:
    case Code::system:
      return "the server has a problem of its own";
    case Code::malformed:
    case Code::unknown_game:
    case Code::bad_options:
    case Code::bad_seats:
    case Code::bad_name:
    case Code::illegal_move:
    case Code::other_queue:
    case Code::no_lobby:
    case Code::lobby_full:
    case Code::already_seated:
    case Code::other_kit:
      return error.detail;
  }
  std::unreachable();
}

}  // namespace protocols::scrabble_clarkson
