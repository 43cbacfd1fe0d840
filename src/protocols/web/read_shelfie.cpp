// My Shelfie as a client reads it: of tiles only the kind is told, so each gets a number of its kind.
#include <algorithm>
#include <boost/json.hpp>

#include "base/text.hpp"
#include "protocols/web/told.hpp"

namespace protocols::web {
namespace {

using namespace games::shelfie;
namespace json = boost::json;

constexpr std::string_view kLetters = "CBGFTP";

std::unexpected<base::Error> impossible() {
  return base::fail(base::Code::malformed, "no game of My Shelfie can stand so");
}

/// Gives tiles their numbers, each once.
class Tiles {
 public:
  /// The next tile of a letter, kNoTile for none; nothing if there is no such letter or no more of its kind.
  std::optional<TileId> next(char letter) {
    if (letter == ' ' || letter == '.') return kNoTile;
    const auto type = kLetters.find(letter);
    if (type == std::string_view::npos || used_[type] == kTilesPerType) return std::nullopt;
    return static_cast<TileId>(static_cast<int>(type) * kTilesPerType + used_[type]++);
  }

 private:
  std::array<int, kTypes> used_{};
};

/// Rows of letters, laid down one after the other.
template <std::size_t size>
bool read_rows(const json::array& rows, std::size_t width, Tiles& tiles, std::array<TileId, size>& cells) {
  if (rows.size() * width != size) return false;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::string_view line = rows[row].as_string();
    if (line.size() != width) return false;
    for (std::size_t column = 0; column < width; ++column) {
      const auto tile = tiles.next(line[column]);
      if (!tile) return false;
      cells[row * width + column] = *tile;
    }
  }
  return true;
}

bool read_hand(std::string_view letters, Tiles& tiles, Hand& hand) {
  if (letters.size() > kMaxTaken) return false;
  for (const char letter : letters) {
    const auto tile = tiles.next(letter);
    if (!tile || *tile == kNoTile) return false;
    hand.tiles[hand.count++] = *tile;
  }
  return true;
}

std::optional<Phase> read_phase(std::string_view word) {
  if (word == "select") return Phase::select;
  if (word == "order") return Phase::order;
  if (word == "column") return Phase::column;
  return std::nullopt;
}

/// Which card of the rules it is; none if it is of other rules.
std::optional<std::uint8_t> read_card(const json::value& places, const RulesFile& rules) {
  if (places.is_null()) return std::nullopt;
  PersonalCard card{};
  for (const auto& place : places.as_array()) {
    const std::string_view letter = place.at("tile").as_string();
    const auto type = kLetters.find(letter);
    if (letter.size() != 1 || type == std::string_view::npos) return std::nullopt;
    const int row = place.at("row").to_number<std::uint8_t>();
    card[type] =
        static_cast<std::uint8_t>(row * kShelfColumns + place.at("column").to_number<std::uint8_t>());
  }
  const auto found = std::ranges::find(rules.cards, card);
  if (found == rules.cards.end()) return std::nullopt;
  return static_cast<std::uint8_t>(found - rules.cards.begin());
}

bool read_players(const json::object& state, Tiles& tiles, Open& open) {
  const auto& shelves = state.at("shelves").as_array();
  const auto& tokens = state.at("tokens").as_array();
  if (shelves.size() != open.seats || tokens.size() != open.seats) return false;
  for (std::size_t seat = 0; seat < open.seats; ++seat) {
    auto& player = open.players[seat];
    if (!read_rows(shelves[seat].as_array(), kShelfColumns, tiles, player.shelf)) return false;
    const auto& won = tokens[seat].as_array();
    if (won.size() != kGoalsInGame) return false;
    for (std::size_t goal = 0; goal < won.size(); ++goal)
      player.tokens[goal] = won[goal].to_number<std::uint8_t>();
  }
  for (const auto& away : state.at("away").as_array()) {
    const auto seat = away.to_number<std::uint8_t>();
    if (seat >= open.seats) return false;
    open.players[seat].presence = Presence::away;
  }
  return true;
}

bool read_goals(const json::array& goals, Open& open) {
  if (goals.size() != kGoalsInGame) return false;
  for (std::size_t goal = 0; goal < goals.size(); ++goal) {
    open.goals[goal] = goals[goal].at("id").to_number<std::uint8_t>();
    if (open.goals[goal] >= kGoals) return false;
  }
  return true;
}

void read_end(const std::optional<games::Outcome>& outcome, Open& open) {
  if (!outcome) return;
  open.ending = outcome->reason == "left"        ? Ending::left
                : outcome->reason == "abandoned" ? Ending::abandoned
                                                 : Ending::finished;
  if (open.ending != Ending::finished && outcome->winners.size() == 1) open.stayed = outcome->winners.front();
}

/// The card of one's own, or all of them at the end.
void read_cards(const json::object& state, View& view) {
  const auto& rules = *view.open.rules;
  if (view.viewer) view.cards[view.viewer->value] = read_card(state.at("card"), rules);
  const auto& all = state.at("cards");
  if (all.is_null()) return;
  const auto& cards = all.as_array();
  for (std::size_t seat = 0; seat < std::min<std::size_t>(cards.size(), view.open.seats); ++seat)
    view.cards[seat] = read_card(cards[seat], rules);
}

}  // namespace

base::Result<View> read_shelfie(const Told& told, const games::Kits& kits) {
  const auto& state = told.state;
  View view{
      .open = {}, .viewer = told.viewer, .in_bag = state.at("bag").to_number<std::uint8_t>(), .cards = {}};
  auto& open = view.open;
  open.rules = kits.of<Kit>().rules.get();
  open.seats = static_cast<std::uint8_t>(told.seats);
  Tiles tiles;
  const auto phase = read_phase(state.at("phase").as_string());
  if (!phase || !read_rows(state.at("board").as_array(), kBoardSide, tiles, open.board) ||
      !read_players(state, tiles, open) || !read_hand(state.at("hand").as_string(), tiles, open.hand) ||
      !read_goals(state.at("goals").as_array(), open))
    return impossible();
  open.phase = *phase;
  open.first = read_seat(state.at("first")).value_or(base::Seat{});
  open.turn = read_seat(state.at("turn")).value_or(open.first);
  open.full = read_seat(state.at("full"));
  if (open.first.value >= open.seats || (open.full && open.full->value >= open.seats)) return impossible();
  read_end(read_outcome(state.at("outcome")), open);
  const bool holds = open.hand.count > 0;
  if (open.ending == Ending::none && holds == (open.phase == Phase::select)) return impossible();
  read_cards(state, view);
  return view;
}

std::optional<Event> read_shelfie_event(const LogLine& line) {
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
  if (verb == "is") return Moved{line.who, Presence::here};
  if (verb == "went") return Moved{line.who, Presence::away};
  if (verb == "left" || verb == "ran") return Moved{line.who, Presence::gone};
  return std::nullopt;
}

std::vector<Event> complete(const Event& act, Between<View> views) {
  const auto& before = views.before.open;
  const auto& after = views.after.open;
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
    if (views.after.in_bag < views.before.in_bag) events.emplace_back(Refilled{});
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

}  // namespace protocols::web
