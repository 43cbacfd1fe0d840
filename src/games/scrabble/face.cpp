// Scrabble as it is shown.
#include "games/face.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "games/scrabble/placing.hpp"
#include "games/scrabble/rules.hpp"

namespace games::scrabble {
namespace {

/// Fifteen rows of fifteen letters.
template <class Letter>
base::Value rows_of(Letter letter_at) {
  base::List rows;
  for (int row = 0; row < kSide; ++row) {
    std::string line;
    for (int column = 0; column < kSide; ++column) line += letter_at(row, column);
    rows.emplace_back(std::move(line));
  }
  return rows;
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

/// The same for every game.
const base::Value& premiums() {
  static const base::Value kPremiums =
      rows_of([](int row, int column) { return letter_of(premium_of(row, column)); });
  return kPremiums;
}

const base::Value& values() {
  static const base::Value kValues = [] {
    base::Members members;
    for (char letter = 'A'; letter <= 'Z'; ++letter)
      members.push_back({std::string(1, letter), value_of(letter)});
    return base::Value(std::move(members));
  }();
  return kValues;
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

base::Value squares_of(const Move& move) {
  base::List squares;
  for (int at = 0; at < move.count; ++at)
    squares.emplace_back(write_square(step(move.start(), move.direction, at)));
  return squares;
}

/// [[seat, points], ...]: what tiles that are left cost or bring.
base::List leftovers_of(const Ended& ended) {
  base::List list;
  for (std::size_t seat = 0; seat < ended.leftovers.size(); ++seat) {
    if (const int points = ended.leftovers[seat]; points != 0) list.push_back(base::list({seat, points}));
  }
  return list;
}

}  // namespace

base::Value Rules::describe(const View& view) {
  const auto& open = view.open;
  const auto seats = static_cast<std::size_t>(open.seats);
  const auto letter_at = [&](int row, int column) {
    const auto tile = open.board[Square{row, column}];
    return tile == kNone ? '.' : tile;
  };
  return base::object({{"rules", book_of(open.options.rules).name},
                       {"board", rows_of(letter_at)},
                       {"premiums", premiums()},
                       {"values", values()},
                       {"rack", view.rack.tiles()},
                       {"held", base::list_of(std::span(view.held).first(seats))},
                       {"bag", view.bag},
                       {"scores", base::list_of(std::span(open.scores).first(seats))},
                       {"unseen", unseen(view)},
                       {"last", nullptr},
                       {"exchange", exchange_rule(view)}});
}

games::Line Rules::line(const Event& event) {
  if (const auto* placed = std::get_if<Placed>(&event)) {
    auto text = write_move(placed->move);
    auto label = text;
    std::ranges::replace(label, '.', ' ');
    return {.text = std::move(text),
            .label = std::move(label),
            .points = placed->points,
            .shown = {{"last", squares_of(placed->move)}}};
  }
  if (const auto* exchanged = std::get_if<Exchanged>(&event)) {
    return {
        .label = fmt::format("exchanged {}", exchanged->count), .points = 0, .shown = {{"last", nullptr}}};
  }
  if (std::holds_alternative<Passed>(event)) return {.text = "pass", .label = "passed", .points = 0};
  if (std::holds_alternative<Forfeited>(event)) return {.label = "lost the turn", .points = 0};
  if (std::holds_alternative<Left>(event)) return {.label = std::string(kLeft), .is_move = false};
  if (const auto* ended = std::get_if<Ended>(&event)) {
    if (auto leftovers = leftovers_of(*ended); !leftovers.empty())
      return {.more = {{"leftovers", std::move(leftovers)}}};
  }
  return {};
}

View Rules::while_asked(View view) {
  view.open.turn.value = static_cast<std::uint8_t>((view.open.turn.value + 1) % kMostSeats);
  return view;
}

Result<base::Members> Rules::preview(const View& view, const Move& move) {
  const auto placing = check_placing(view.open.board, view.rack, *view.open.lexicon, move);
  if (!placing) return std::unexpected(placing.error());
  return base::Members{{"points", placing->points}, {"words", base::list({placing->move.letters()})}};
}

}  // namespace games::scrabble
