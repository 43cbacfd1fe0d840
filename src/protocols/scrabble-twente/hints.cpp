// What a client of this protocol may have meant.
#include "protocols/hints.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "protocols/scrabble-twente/tools.hpp"
#include "protocols/scrabble-twente/words.hpp"

namespace protocols::scrabble_twente {
namespace {

/// Transcripts write '|' for the unit separator.
std::string unbarred(std::string_view message) {
  std::string text(message);
  std::ranges::replace(text, '|', kUnit);
  return text;
}

std::vector<table::Request> requests(std::string_view message, std::string_view /*before*/) {
  const auto text = unbarred(message);
  const auto units = cut_units(text);
  if (units.command == "ANNOUNCE") return {table::Name{std::string(units.at(0))}};
  if (units.command != "MAKEMOVE") return {};
  const auto move = read_move(units);
  if (!move) return {};
  return {table::Play{*move}};
}

/// A column's letter and a row's number, both counted from 0, also beyond the board.
struct Start {
  int column;
  int row;
};

std::optional<Start> read_start(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const bool turned = text.front() >= '0' && text.front() <= '9';  // "8H"
  const char letter = games::scrabble::to_upper(turned ? text.back() : text.front());
  const auto digits = turned ? text.substr(0, text.size() - 1) : text.substr(1);
  const auto number = base::to_number<int>(digits);
  if (!number || *number < 0 || *number > 16 || letter < 'A' || letter > 'P') return std::nullopt;
  return Start{letter - 'A', *number - 1};
}

std::vector<Guess> guesses(std::string_view message) {
  const auto units = base::split(message, '|');
  if (units.size() != 5 || units[0] != "MAKEMOVE" || units[1] != "WORD") return {};
  const auto start = read_start(units[2]);
  if (!start) return {};
  std::string word(units[4]);
  std::ranges::transform(word, word.begin(), games::scrabble::to_upper);
  const auto move = [&](int column, int row, std::string_view direction, std::string_view letters) {
    return fmt::format("MAKEMOVE|WORD|{}{}|{}|{}", static_cast<char>('A' + column), row + 1, direction,
                       letters);
  };
  const auto& way = units[3];
  const std::string_view other = way == "H" ? "V" : "H";
  const auto letters = units[4];
  return {
      {move(start->column, start->row, way, letters), "the column's letter stands before the row's number"},
      {move(start->row, start->column, way, letters), "the letter is the column, the number the row"},
      {move(start->column, start->row, other, letters), "H is from left to right, V from top to bottom"},
      {move(start->row, start->column, other, letters), "the letter is the column, H is from left to right"},
      {move(start->column, start->row + 1, way, letters), "rows count from 1"},
      {move(start->column + 1, start->row + 1, way, letters), "columns count from A, rows from 1"},
      {move(start->column - 1, start->row - 1, way, letters), "columns count from A, rows from 1"},
      {move(start->column, start->row, way, word), "only blank tiles are lower case"}};
}

}  // namespace

const Hints kHints{.requests = requests, .guesses = guesses};

}  // namespace protocols::scrabble_twente
