// What a client reads out of the server's messages; nothing in them is believed unseen.
#include "protocols/shelfie/known.hpp"

#include <algorithm>

namespace protocols::shelfie {

namespace {

using games::Seat;
using games::shelfie::kNoTile;
using games::shelfie::Open;
using games::shelfie::Range;
using games::shelfie::TileId;
using java::Class;
using java::Data;
using java::Tree;
using java::Value;

constexpr Range kPoints{0, 999};

std::optional<int> number_in(const Tree& message, Value value, Range range) {
  const auto number = message.number_of(value);
  if (!number || !range.holds(*number)) return std::nullopt;
  return number;
}

/// The elements of an array of that class if there are so many; none otherwise.
std::optional<std::span<const Value>> array_of(const Tree& message, Value value, Class of, std::size_t size) {
  if (value.kind != java::Kind::array || value.of != of || message.items(value).size() != size) {
    return std::nullopt;
  }
  return message.items(value);
}

std::optional<TileId> tile_of(const Tree& message, Value tile) {
  const auto fields = message.items(tile);
  if (tile.of != Class::item_tile_view || fields.empty()) return std::nullopt;
  const auto number = number_in(message, fields[0], {kNoTile, games::shelfie::kTiles - 1});
  if (!number) return std::nullopt;
  return static_cast<TileId>(*number);
}

/// Rows of boxes or of tiles, as one row after the other.
template <std::size_t count>
bool read_tiles(const Tree& message, Value value, Class rows_of, Class row_of, std::size_t columns,
                std::array<TileId, count>& into) {
  const auto rows = array_of(message, value, rows_of, count / columns);
  if (!rows) return false;
  for (std::size_t row = 0; row < rows->size(); ++row) {
    const auto cells = array_of(message, (*rows)[row], row_of, columns);
    if (!cells) return false;
    for (std::size_t column = 0; column < columns; ++column) {
      Value tile = (*cells)[column];
      if (row_of == Class::board_boxes) {
        const auto fields = message.items(tile);
        if (fields.empty()) return false;
        tile = fields.back();
      }
      const auto number = tile_of(message, tile);
      if (!number) return false;
      into[row * columns + column] = *number;
    }
  }
  return true;
}

bool read_board(const Tree& message, Value data, Open& open) {
  return read_tiles(message, message.find(data, Data::new_board), Class::board_box_rows, Class::board_boxes,
                    games::shelfie::kBoardSide, open.board);
}

bool read_hand(const Tree& message, Value data, games::shelfie::Hand& hand) {
  hand = {};
  const Value items = message.find(data, Data::selected_items);
  if (items.kind == java::Kind::null) return true;
  for (const Value item : message.items(items)) {
    const auto tile = tile_of(message, item);
    if (!tile || *tile == kNoTile || hand.count == games::shelfie::kMaxTaken) return false;
    hand.tiles[hand.count++] = *tile;
  }
  return true;
}

bool read_goals(const Tree& message, Value data, Open& open) {
  const auto rows = array_of(message, message.find(data, Data::common_goal), Class::int_rows, 2);
  const auto ids = rows ? message.numbers_of((*rows)[0]) : std::nullopt;
  if (!ids || ids->size() != games::shelfie::kGoalsInGame) return false;
  for (std::size_t i = 0; i < ids->size(); ++i) {
    if (!Range{0, games::shelfie::kGoals - 1}.holds((*ids)[i])) return false;
    open.goals[i] = static_cast<std::uint8_t>((*ids)[i]);
  }
  return true;
}

/// One element of POINTS.
struct ToldStanding {
  std::string_view nickname;
  int groups = 0;
  std::array<std::uint8_t, games::shelfie::kGoalsInGame> tokens{};
};

std::optional<ToldStanding> standing_of(const Tree& message, Value value) {
  const auto fields = message.items(value);
  if (value.of != Class::player_points_view || fields.size() != 3) return std::nullopt;
  const auto groups = number_in(message, fields[0], kPoints);
  const auto tokens = message.numbers_of(fields[1]);
  if (!groups || !tokens || tokens->size() != games::shelfie::kGoalsInGame) return std::nullopt;
  ToldStanding standing{message.text_of(fields[2]), *groups};
  for (std::size_t i = 0; i < tokens->size(); ++i) {
    if (!Range{0, 99}.holds((*tokens)[i])) return std::nullopt;
    standing.tokens[i] = static_cast<std::uint8_t>((*tokens)[i]);
  }
  return standing;
}

/// All of POINTS; empty if it makes no sense.
std::vector<ToldStanding> standings_of(const Tree& message, Value data) {
  const Value points = message.find(data, Data::points);
  std::vector<ToldStanding> all;
  for (const Value one : message.items(points)) {
    const auto standing = standing_of(message, one);
    if (!standing || std::ranges::count(all, standing->nickname, &ToldStanding::nickname) > 0) return {};
    all.push_back(*standing);
  }
  const bool some = Range{2, games::shelfie::kMaxSeats}.holds(static_cast<int>(all.size()));
  return some && points.of == Class::player_points ? all : std::vector<ToldStanding>{};
}

/// Tokens and turn, which both messages tell.
bool read_course(const Tree& message, Value data, Known& known) {
  const auto standings = standings_of(message, data);
  if (standings.size() != known.players.size()) return false;
  for (const auto& standing : standings) {
    const auto seat = known.seat_of(standing.nickname);
    if (!seat) return false;
    known.view.open.players[seat->value].tokens = standing.tokens;
  }
  const auto turn = known.seat_of(message.text_of(message.find(data, Data::next_player)));
  if (!turn) return false;
  known.view.open.turn = *turn;
  return read_board(message, data, known.view.open) && read_goals(message, data, known.view.open);
}

games::shelfie::Phase phase_of(std::optional<java::TurnPhase> phase) {
  if (phase == java::TurnPhase::select_order_tiles) return games::shelfie::Phase::order;
  if (phase == java::TurnPhase::select_column) return games::shelfie::Phase::column;
  return games::shelfie::Phase::select;
}

}  // namespace

std::optional<Seat> Known::seat_of(std::string_view nickname) const {
  const auto found = std::ranges::find(players, nickname);
  if (found == players.end()) return std::nullopt;
  return Seat{static_cast<std::uint8_t>(found - players.begin())};
}

/// At the start nobody has points, so they are listed in turn order; later the seats are known from then.
std::optional<Known> read_all_info(const Tree& message, Value data, std::string_view own,
                                   const games::shelfie::RulesFile& rules,
                                   const std::optional<Known>& before) {
  Known known;
  if (before) known = *before;
  if (!before) {
    for (const auto& standing : standings_of(message, data)) known.players.emplace_back(standing.nickname);
  }
  Open& open = known.view.open;
  open.rules = &rules;
  open.seats = static_cast<std::uint8_t>(known.players.size());
  known.view.viewer = known.seat_of(own);
  const auto card = message.items(message.find(data, Data::personal_goal_card));
  const auto number =
      card.empty() ? std::nullopt : number_in(message, card[0], {0, games::shelfie::kPersonalCards - 1});
  if (!known.view.viewer || !number || !read_course(message, data, known)) return std::nullopt;
  known.view.cards[known.seat().value] = static_cast<std::uint8_t>(*number);
  open.phase = phase_of(java::as<java::TurnPhase>(message.find(data, Data::phase)));
  const bool right =
      read_tiles(message, message.find(data, Data::new_bookshelf), Class::item_tile_rows, Class::item_tiles,
                 games::shelfie::kShelfColumns, open.players[known.seat().value].shelf) &&
      read_hand(message, data, open.hand) &&
      (open.phase == games::shelfie::Phase::select) == (open.hand.count == 0);
  if (!right) return std::nullopt;
  return known;
}

bool read_end_turn(const Tree& message, Value data, Known& known, Seat& ended) {
  const auto name = message.text_of(message.find(data, Data::who_change));
  const auto who = name.empty() ? std::optional(known.view.open.turn) : known.seat_of(name);
  if (!who || !read_course(message, data, known)) return false;
  ended = *who;  // where it is not said, who was on turn
  known.view.open.phase = games::shelfie::Phase::select;
  known.view.open.hand = {};
  return true;
}

std::optional<std::vector<Final>> read_end_game(const Tree& message, Value data,
                                                const games::shelfie::RulesFile& rules) {
  const auto standings = standings_of(message, data);
  const auto personal = message.numbers_of(message.find(data, Data::personal_points));
  if (standings.empty() || !personal || personal->size() != standings.size()) return std::nullopt;
  const auto full = message.text_of(message.find(data, Data::bookshelf_full_player));
  std::vector<Final> all;
  for (std::size_t i = 0; i < standings.size(); ++i) {
    const auto& [nickname, groups, tokens] = standings[i];
    if (!kPoints.holds((*personal)[i])) return std::nullopt;
    const int bonus = nickname == full ? rules.full_shelf_points : 0;
    all.push_back({std::string(nickname), groups + tokens[0] + tokens[1] + (*personal)[i] + bonus});
  }
  return all;
}

}  // namespace protocols::shelfie
