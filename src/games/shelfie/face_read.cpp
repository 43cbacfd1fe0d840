// My Shelfie as it is read by who was told of it: of tiles only the kind is told, so each gets a number of
// its kind.
#include <algorithm>

#include "base/text.hpp"
#include "games/shelfie/rules.hpp"

namespace games::shelfie {
namespace {

/// Gives tiles their numbers, each once.
class Tiles {
 public:
  /// The next tile of a letter, kNoTile for none; nothing if there is no such letter or no more of its kind.
  std::optional<TileId> next(char letter) {
    if (letter == ' ' || letter == '.') return kNoTile;
    const auto type = kTypeLetters.find(letter);
    if (type == std::string_view::npos || used_[type] == kTilesPerType) return std::nullopt;
    return static_cast<TileId>(static_cast<int>(type) * kTilesPerType + used_[type]++);
  }

 private:
  std::array<int, kTypes> used_{};
};

/// Rows of letters, laid down one after the other.
template <std::size_t size>
bool read_rows(const base::Value& told, std::size_t width, Tiles& tiles, std::array<TileId, size>& cells) {
  const auto rows = told.list();
  if (rows.size() * width != size) return false;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const auto line = rows[row].text().value_or("");
    if (line.size() != width) return false;
    for (std::size_t column = 0; column < width; ++column) {
      const auto tile = tiles.next(line[column]);
      if (!tile) return false;
      cells[row * width + column] = *tile;
    }
  }
  return true;
}

bool read_hand(const base::Value& told, Tiles& tiles, Hand& hand) {
  const auto letters = told.text();
  if (!letters || letters->size() > kMaxTaken) return false;
  for (const char letter : *letters) {
    const auto tile = tiles.next(letter);
    if (!tile || *tile == kNoTile) return false;
    hand.tiles[hand.count++] = *tile;
  }
  return true;
}

bool read_phase(const base::Value& told, Phase& phase) {
  const auto word = told.text().value_or("");
  if (word == "select") {
    phase = Phase::select;
  } else if (word == "order") {
    phase = Phase::order;
  } else if (word == "column") {
    phase = Phase::column;
  } else {
    return false;
  }
  return true;
}

/// Which card of the rules it is; none if it is of other rules.
std::optional<std::uint8_t> read_card(const base::Value& places, const RulesFile& rules) {
  PersonalCard card{};
  for (const auto& place : places.list()) {
    const auto letter = place["tile"].text().value_or("");
    const auto row = place["row"].number<std::uint8_t>();
    const auto column = place["column"].number<std::uint8_t>();
    const auto type = kTypeLetters.find(letter);
    if (letter.size() != 1 || type == std::string_view::npos || !row || !column) return std::nullopt;
    card[type] = static_cast<std::uint8_t>(*row * kShelfColumns + *column);
  }
  const auto found = std::ranges::find(rules.cards, card);
  if (found == rules.cards.end()) return std::nullopt;
  return static_cast<std::uint8_t>(found - rules.cards.begin());
}

bool read_tokens(const base::Value& told, Player& player) {
  const auto won = told.list();
  if (won.size() != kGoalsInGame) return false;
  for (std::size_t goal = 0; goal < won.size(); ++goal) {
    const auto points = won[goal].number<std::uint8_t>();
    if (!points) return false;
    player.tokens[goal] = *points;
  }
  return true;
}

bool read_players(const base::Value& state, Tiles& tiles, Open& open) {
  const auto shelves = state["shelves"].list();
  const auto tokens = state["tokens"].list();
  if (shelves.size() != open.seats || tokens.size() != open.seats || !state["away"].is_list()) return false;
  for (std::size_t seat = 0; seat < open.seats; ++seat) {
    auto& player = open.players[seat];
    if (!read_rows(shelves[seat], kShelfColumns, tiles, player.shelf) || !read_tokens(tokens[seat], player))
      return false;
  }
  for (const auto& away : state["away"].list()) {
    const auto seat = away.number<std::uint8_t>();
    if (!seat || *seat >= open.seats) return false;
    open.players[*seat].presence = Presence::away;
  }
  return true;
}

bool read_goals(std::span<const base::Value> goals, Open& open) {
  if (goals.size() != kGoalsInGame) return false;
  for (std::size_t goal = 0; goal < goals.size(); ++goal) {
    const auto id = goals[goal]["id"].number<std::uint8_t>();
    if (!id || *id >= kGoals) return false;
    open.goals[goal] = *id;
  }
  return true;
}

/// Who began, whose turn it is, who filled a shelf.
bool read_turns(const Description& told, Open& open) {
  const auto sits = [&](std::optional<std::uint8_t> seat) { return seat && *seat < open.seats; };
  const auto first = told.state["first"].number<std::uint8_t>();
  const auto& full = told.state["full"];
  if (!sits(first) || (!full.is_null() && !sits(full.number<std::uint8_t>()))) return false;
  open.first = {*first};
  open.turn = told.to_move.value_or(open.first);
  if (!full.is_null()) open.full = Seat{*full.number<std::uint8_t>()};
  return true;
}

void read_end(const std::optional<Outcome>& outcome, Open& open) {
  if (!outcome) return;
  open.ending = outcome->reason == "left"        ? Ending::left
                : outcome->reason == "abandoned" ? Ending::abandoned
                                                 : Ending::finished;
  if (open.ending != Ending::finished && outcome->winners.size() == 1) open.stayed = outcome->winners.front();
}

/// The card of one's own, or all of them at the end.
void read_cards(const base::Value& state, View& view) {
  const auto& rules = *view.open.rules;
  if (view.viewer) view.cards[view.viewer->value] = read_card(state["card"], rules);
  const auto cards = state["cards"].list();
  for (std::size_t seat = 0; seat < std::min<std::size_t>(cards.size(), view.open.seats); ++seat)
    view.cards[seat] = read_card(cards[seat], rules);
}

}  // namespace

Result<View> Rules::read_view(const Kit& kit, const Description& told) {
  const auto impossible = [] { return fail(Code::malformed, "no game of My Shelfie can stand so"); };
  const auto& state = told.state;
  const auto bag = state["bag"].number<std::uint8_t>();
  if (!bag) return impossible();
  View view{.open = {}, .viewer = told.viewer, .in_bag = *bag, .cards = {}};
  auto& open = view.open;
  open.rules = kit.rules.get();
  open.seats = static_cast<std::uint8_t>(told.seats);
  Tiles tiles;
  if (!read_phase(state["phase"], open.phase) || !read_rows(state["board"], kBoardSide, tiles, open.board) ||
      !read_players(state, tiles, open) || !read_hand(state["hand"], tiles, open.hand) ||
      !read_goals(state["goals"].list(), open) || !read_turns(told, open))
    return impossible();
  read_end(told.outcome, open);
  const bool holds = open.hand.count > 0;
  if (open.ending == Ending::none && holds == (open.phase == Phase::select)) return impossible();
  read_cards(state, view);
  return view;
}

std::optional<Event> Rules::read_event(const LogLine& line) {
  std::string_view label = line.label;
  const auto verb = base::cut(label, ' ');
  const auto number = base::to_number<int>(base::cut(label, ' '));
  if (verb == "took" && number && *number >= 1 && *number <= kMaxTaken) {
    Hand hand;
    hand.count = static_cast<std::uint8_t>(*number);
    return Selected{line.who, hand};
  }
  if (verb == "ordered") return Ordered{line.who, {}};
  if (verb == "column" && number && *number >= 1 && *number <= kShelfColumns)
    return Placed{line.who, static_cast<std::uint8_t>(*number - 1), {}};
  if (verb == "is") return AttendanceChanged{line.who, Presence::here};
  if (verb == "went") return AttendanceChanged{line.who, Presence::away};
  if (verb == "left" || verb == "ran") return AttendanceChanged{line.who, Presence::gone};
  return std::nullopt;
}

std::vector<Event> Rules::unfold(const Event& act, const View& seen, const View& now) {
  const auto& before = seen.open;
  const auto& after = now.open;
  std::vector<Event> events;
  if (const auto* selected = std::get_if<Selected>(&act)) {
    auto hand = after.hand;
    std::uint8_t taken = 0;
    for (int cell = 0; cell < kBoardCells && taken < hand.count; ++cell) {
      const auto at = static_cast<std::size_t>(cell);
      if (before.board[at] != kNoTile && after.board[at] == kNoTile)
        hand.cells[taken++] = static_cast<std::uint8_t>(cell);
    }
    events.emplace_back(Selected{selected->seat, hand});
  } else if (const auto* ordered = std::get_if<Ordered>(&act)) {
    events.emplace_back(Ordered{ordered->seat, after.hand});
  } else if (const auto* placed = std::get_if<Placed>(&act)) {
    events.emplace_back(Placed{placed->seat, placed->column, before.hand});
    if (after.full && !before.full) events.emplace_back(FilledShelf{*after.full});
    TurnEnded ended{placed->seat, {}};
    for (std::size_t goal = 0; goal < kGoalsInGame; ++goal) {
      const auto seat = placed->seat.value;
      ended.tokens[goal] =
          static_cast<std::uint8_t>(after.players[seat].tokens[goal] - before.players[seat].tokens[goal]);
    }
    events.emplace_back(ended);
    if (now.in_bag < seen.in_bag) events.emplace_back(Refilled{});
  } else {
    events.push_back(act);
  }
  if (is_paused(after) && !is_paused(before)) {
    for (std::uint8_t seat = 0; seat < after.seats; ++seat) {
      if (is_here(after, {seat})) events.emplace_back(Paused{{seat}});
    }
  }
  if (after.ending != Ending::none && before.ending == Ending::none) events.emplace_back(Ended{after.ending});
  return events;
}

}  // namespace games::shelfie
