// What a client of this protocol may have meant.
#include "protocols/hints.hpp"

#include <fmt/format.h>

#include <cctype>

#include "base/text.hpp"
#include "protocols/scrabble-clarkson/tools.hpp"
#include "protocols/scrabble-clarkson/words.hpp"

namespace protocols::scrabble_clarkson {
namespace {

std::vector<table::Request> requests(std::string_view message, std::string_view /*before*/) {
  const auto words = cut_words(message);
  if (words.verb == "USERSET") return {table::Name{std::string(trim(words.rest))}};
  if (words.verb == "PASS") return {table::Play{games::scrabble::pass_move()}};
  if (words.verb != "PLACE") return {};
  const auto move = read_place(words.rest);
  if (!move) return {};
  return {table::Play{*move}};
}

struct Tuple {
  char letter;
  int x;
  int y;
};

/// The tuples as they stand there, wherever they point; nothing if something is none.
std::vector<Tuple> read_tuples(std::string_view text) {
  std::vector<Tuple> tuples;
  for (const auto piece : base::split(text, ')')) {
    auto rest = trim(piece);
    if (rest.empty()) continue;
    if (!rest.starts_with('(')) return {};
    rest.remove_prefix(1);
    const auto letter = trim(base::cut(rest, ','));
    const auto x = base::to_number<int>(trim(base::cut(rest, ',')));
    const auto y = base::to_number<int>(trim(rest));
    if (letter.size() != 1 || !x || !y) return {};
    tuples.push_back({letter[0], *x, *y});
  }
  return tuples;
}

template <class Change>
std::string write(const std::vector<Tuple>& tuples, Change change) {
  std::string text = "PLACE ";
  for (const auto& one : tuples) {
    const Tuple other = change(one);
    text += fmt::format("({},{},{})", other.letter, other.x, other.y);
  }
  return text;
}

/// "S,7,7T,8,7": each letter begins a tile.
std::vector<Guess> guess_brackets(std::string_view text) {
  std::string tuples;
  for (const char sign : text) {
    const bool letter = std::isalpha(static_cast<unsigned char>(sign)) != 0 || sign == '*';
    if (letter) tuples += tuples.empty() ? "(" : ")(";
    if (letter || sign == ',' || (sign >= '0' && sign <= '9')) tuples += sign;
  }
  const auto read = read_tuples(tuples + ")");
  if (read.empty() || text.contains('(')) return {};
  return {{write(read, [](Tuple one) { return one; }), "each tile stands in brackets"}};
}

std::vector<Guess> guesses(std::string_view message) {
  const auto words = cut_words(message);
  const auto tuples = words.verb == "PLACE" ? read_tuples(words.rest) : std::vector<Tuple>();
  if (tuples.empty()) return words.verb == "PLACE" ? guess_brackets(words.rest) : std::vector<Guess>();
  return {{write(tuples, [](Tuple one) { return Tuple{one.letter, one.y, one.x}; }),
           "x is the column, y the row"},
          {write(tuples, [](Tuple one) { return Tuple{one.letter, one.x - 1, one.y - 1}; }),
           "x and y count from 0"},
          {write(tuples, [](Tuple one) { return Tuple{one.letter, one.y - 1, one.x - 1}; }),
           "x is the column, y the row, both from 0"}};
}

}  // namespace

const Hints kHints{.requests = requests, .guesses = guesses};

}  // namespace protocols::scrabble_clarkson
