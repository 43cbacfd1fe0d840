// My Shelfie as a browser sees it.
#include "games/shelfie/rules.hpp"
#include "protocols/web/state.hpp"

namespace protocols::web {
namespace {

using namespace games::shelfie;

constexpr std::string_view kLetters = "CBGFTP";

char letter_of(TileId tile) {
  return tile == kNoTile ? ' ' : kLetters[static_cast<std::size_t>(type_of(tile))];
}

std::string write_board(const Open& open) {
  std::vector<std::string> rows;
  for (int row = 0; row < kBoardSide; ++row) {
    std::string line;
    for (int column = 0; column < kBoardSide; ++column) {
      const int cell = index_of({row, column});
      line += in_use(open, cell) ? letter_of(open.board[static_cast<std::size_t>(cell)]) : '.';
    }
    rows.push_back(write_text(line));
  }
  return write_list(rows);
}

std::string write_shelf(const Shelf& shelf) {
  std::vector<std::string> rows;
  for (int row = 0; row < kShelfRows; ++row) {
    std::string line;
    for (int column = 0; column < kShelfColumns; ++column)
      line += letter_of(shelf[static_cast<std::size_t>(row * kShelfColumns + column)]);
    rows.push_back(write_text(line));
  }
  return write_list(rows);
}

std::string write_card(const RulesFile& rules, std::uint8_t card) {
  std::vector<std::string> places;
  for (std::size_t type = 0; type < kTypes; ++type) {
    const int place = rules.cards[card][type];
    places.push_back(write_object({{"row", write_number(place / kShelfColumns)},
                                   {"column", write_number(place % kShelfColumns)},
                                   {"tile", write_text(kLetters.substr(type, 1))}}));
  }
  return write_list(places);
}

std::string write_cards(const View& view) {
  if (view.open.ending == Ending::none) return "null";
  std::vector<std::string> cards;
  for (std::size_t seat = 0; seat < view.open.seats; ++seat) {
    cards.push_back(view.cards[seat] ? write_card(*view.open.rules, *view.cards[seat]) : "null");
  }
  return write_list(cards);
}

std::string write_points(const View& view, base::Seat seat) {
  const auto own = points(view, seat);
  return write_object({{"tokens", write_number(own.tokens[0] + own.tokens[1])},
                       {"groups", write_number(own.groups)},
                       {"full", write_number(own.full)},
                       {"personal", own.personal ? write_number(*own.personal) : "null"},
                       {"total", write_number(own.total())}});
}

std::string_view name_of(Phase phase) {
  switch (phase) {
    case Phase::select:
      return "select";
    case Phase::order:
      return "order";
    case Phase::column:
      return "column";
  }
  std::unreachable();
}

/// The moves that the viewer may make now, in notation: each as it is.
std::string write_moves(const View& view) {
  std::vector<std::string> list;
  for (const auto& move : Rules::moves(view)) list.push_back(write_text(Rules::write(move)));
  return write_list(list);
}

std::string write_goals(const Open& open) {
  std::vector<std::string> goals;
  for (int goal = 0; goal < kGoalsInGame; ++goal) {
    goals.push_back(write_object({{"id", write_number(open.goals[static_cast<std::size_t>(goal)])},
                                  {"top", write_number(top_token(open, goal))}}));
  }
  return write_list(goals);
}

}  // namespace

void describe(const View& view, const Past& /*past*/, Members& members) {
  const auto& open = view.open;
  std::vector<std::string> shelves;
  std::vector<std::string> tokens;
  std::vector<std::string> all_points;
  std::vector<int> away;
  for (std::uint8_t seat = 0; seat < open.seats; ++seat) {
    shelves.push_back(write_shelf(open.players[seat].shelf));
    tokens.push_back(write_numbers(open.players[seat].tokens));
    all_points.push_back(write_points(view, {seat}));
    if (!is_here(open, {seat})) away.push_back(seat);
  }
  std::string hand;
  for (const auto tile : open.hand.taken()) hand += letter_of(tile);
  const auto own = view.viewer ? view.cards[view.viewer->value] : std::nullopt;
  members.emplace_back("board", write_board(open));
  members.emplace_back("shelves", write_list(shelves));
  members.emplace_back("phase", write_text(name_of(open.phase)));
  members.emplace_back("hand", write_text(hand));
  members.emplace_back("goals", write_goals(open));
  members.emplace_back("tokens", write_list(tokens));
  members.emplace_back("card", own ? write_card(*open.rules, *own) : "null");
  members.emplace_back("cards", write_cards(view));
  members.emplace_back("points", write_list(all_points));
  members.emplace_back("moves", write_moves(view));
  members.emplace_back("most", view.viewer ? write_number(most_tiles(open, *view.viewer)) : "0");
  members.emplace_back("first", write_number(open.first.value));
  members.emplace_back("full", write_seat(open.full));
  members.emplace_back("away", write_numbers(away));
  members.emplace_back("paused", write_bool(is_paused(open)));
  members.emplace_back("bag", write_number(view.in_bag));
}

}  // namespace protocols::web
