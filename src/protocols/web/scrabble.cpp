// Scrabble as a browser sees it.
#include <algorithm>

#include "games/scrabble/rules.hpp"
#include "protocols/web/state.hpp"

namespace protocols::web {
namespace {

using namespace games::scrabble;

template <class Letter>
std::string write_squares(Letter letter_at) {
  std::vector<std::string> rows;
  for (int row = 0; row < kSide; ++row) {
    std::string line;
    for (int column = 0; column < kSide; ++column) line += letter_at(row, column);
    rows.push_back(write_text(line));
  }
  return write_list(rows);
}

char letter_of(Premium premium) {
  switch (premium) {
    case Premium::none:
      return '.';
    case Premium::double_letter:
      return 'd';
    case Premium::triple_letter:
      return 't';
    case Premium::double_word:
      return 'D';
    case Premium::triple_word:
      return 'T';
  }
  std::unreachable();
}

std::string write_values() {
  Members members;
  for (char letter = 'A'; letter <= 'Z'; ++letter)
    members.emplace_back(std::string(1, letter), write_number(value_of(letter)));
  return write_object(members);
}

/// What lies neither on the board nor in the viewer's hand. The two random letters of a bag without blanks
/// are only known once they are seen, so they are not counted.
std::string unseen(const View& view) {
  std::array<int, kCounts.size()> counts{};
  std::ranges::copy(kCounts, counts.begin());
  counts[0] = book_of(view.open.options.rules).blanks;
  for (const Tile tile : view.open.board.tiles) {
    if (tile != kNone) --counts[static_cast<std::size_t>(index_of(in_hand(tile)))];
  }
  for (const Tile tile : view.rack.tiles()) --counts[static_cast<std::size_t>(index_of(tile))];
  std::string letters;
  for (std::size_t letter = 1; letter < counts.size(); ++letter) {
    letters.append(static_cast<std::size_t>(std::max(0, counts[letter])),
                   static_cast<char>('A' + letter - 1));
  }
  letters.append(static_cast<std::size_t>(std::max(0, counts[0])), kBlank);
  return letters;
}

std::string_view exchange_rule(const View& view) {
  const auto& book = book_of(view.open.options.rules);
  if (view.bag == 0) return "no";
  return book.exchange == Exchange::any ? "any" : "one_or_all";
}

}  // namespace

void describe(const View& view, const Past& past, Members& members) {
  const auto& open = view.open;
  const auto seats = static_cast<std::size_t>(open.seats);
  members.emplace_back("rules", write_text(book_of(open.options.rules).name));
  members.emplace_back("board", write_squares([&](int row, int column) {
                         const auto tile = open.board[Square{row, column}];
                         return tile == kNone ? '.' : tile;
                       }));
  members.emplace_back("premiums",
                       write_squares([](int row, int column) { return letter_of(premium_of(row, column)); }));
  members.emplace_back("values", write_values());
  members.emplace_back("rack", write_text(view.rack.tiles()));
  members.emplace_back("held", write_numbers(std::span(view.held).first(seats)));
  members.emplace_back("bag", write_number(view.bag));
  members.emplace_back("scores", write_numbers(std::span(open.scores).first(seats)));
  members.emplace_back("unseen", write_text(unseen(view)));
  members.emplace_back("last", past.last);
  members.emplace_back("exchange", write_text(exchange_rule(view)));
}

}  // namespace protocols::web
