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

/// How long that is which stands before the coordinate of a word: "MAKEMOVE|WORD|", "INFORMMOVE|anna|WORD|".
std::size_t head_of(std::string_view message) {
  constexpr std::string_view kWord = "|WORD|";
  const auto at = message.find(kWord);
  if (at == std::string_view::npos ||
      !(message.starts_with("MAKEMOVE|") || message.starts_with("INFORMMOVE|")))
    return 0;
  return at + kWord.size();
}

/// The word as somebody may have meant it who wrote all letters small: without blanks, or with one or two.
std::vector<std::string> in_capitals(std::string_view word) {
  std::string large(word);
  std::ranges::transform(large, large.begin(), games::scrabble::to_upper);
  std::vector<std::string> all{large};
  if (word.size() > games::scrabble::kSide) return all;  // it lies on no board
  for (std::size_t first = 0; first < word.size(); ++first) {
    for (std::size_t second = first; second < word.size(); ++second) {
      auto blanks = large;
      blanks[first] = word[first];
      blanks[second] = word[second];
      if (blanks != large) all.push_back(std::move(blanks));
    }
  }
  return all;
}

std::vector<Guess> guesses(std::string_view message) {
  const auto head = message.substr(0, head_of(message));
  const auto units = base::split(message.substr(head.size()), '|');
  if (head.empty() || units.size() != 3) return {};
  const auto start = read_start(units[0]);
  if (!start) return {};
  const auto move = [&](int column, int row, std::string_view direction, std::string_view letters) {
    return fmt::format("{}{}{}|{}|{}", head, static_cast<char>('A' + column), row + 1, direction, letters);
  };
  const auto& way = units[1];
  const std::string_view other = way == "H" ? "V" : "H";
  const auto letters = units[2];
  std::vector<Guess> all{
      {move(start->column, start->row, way, letters), "the column's letter stands before the row's number"},
      {move(start->row, start->column, way, letters), "the letter is the column, the number the row"},
      {move(start->column, start->row, other, letters), "H is from left to right, V from top to bottom"},
      {move(start->row, start->column, other, letters), "the letter is the column, H is from left to right"},
      {move(start->column, start->row + 1, way, letters), "rows count from 1"},
      {move(start->column + 1, start->row + 1, way, letters), "columns count from A, rows from 1"},
      {move(start->column - 1, start->row - 1, way, letters), "columns count from A, rows from 1"}};
  for (const auto& word : in_capitals(letters))
    all.push_back({move(start->column, start->row, way, word), "only blank tiles are lower case"});
  return all;
}

}  // namespace

const Hints kHints{.requests = requests, .guesses = guesses};

}  // namespace protocols::scrabble_twente
