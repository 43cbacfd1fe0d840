// The protocol's messages, made and taken apart. Numbers are those of the table in the rulings.
#include "protocols/shelfie/messages.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace protocols::shelfie {

namespace {

using games::Seat;
using games::shelfie::kBoardSide;
using games::shelfie::kNoTile;
using games::shelfie::kShelfColumns;
using games::shelfie::kShelfRows;
using games::shelfie::Open;
using games::shelfie::TileId;
using games::shelfie::View;
using java::Class;
using java::Data;
using java::MessageType;
using java::Tree;
using java::TurnPhase;
using java::Value;

using Entry = std::pair<Data, Value>;

/// More than the values and parts of a message with a board and a shelf.
constexpr std::size_t kValuesWithBoard = 320;
constexpr std::size_t kPartsWithBoard = 1024;

Value tile_value(Tree& tree, TileId tile) {
  const Value type =
      tile == kNoTile ? Value{} : java::constant(static_cast<java::Type>(games::shelfie::type_of(tile)));
  return tree.object(Class::item_tile_view, {java::number(tile), type});
}

Value board_value(Tree& tree, const Open& open) {
  std::array<Value, kBoardSide> rows;
  for (int row = 0; row < kBoardSide; ++row) {
    std::array<Value, kBoardSide> boxes;
    for (int column = 0; column < kBoardSide; ++column) {
      const int cell = games::shelfie::index_of({row, column});
      boxes[column] =
          tree.object(Class::board_box_view,
                      {java::number(free_edges(open, cell)), java::truth(in_use(open, cell)),
                       java::number(row), java::number(column), tile_value(tree, open.board[cell])});
    }
    rows[row] = tree.array(Class::board_boxes, boxes);
  }
  return tree.array(Class::board_box_rows, rows);
}

Value shelf_value(Tree& tree, const games::shelfie::Shelf& shelf) {
  std::array<Value, kShelfRows> rows;
  for (int row = 0; row < kShelfRows; ++row) {
    std::array<Value, kShelfColumns> tiles;
    for (int column = 0; column < kShelfColumns; ++column) {
      tiles[column] = tile_value(tree, shelf[row * kShelfColumns + column]);
    }
    rows[row] = tree.array(Class::item_tiles, tiles);
  }
  return tree.array(Class::item_tile_rows, rows);
}

/// COMMON_GOAL: which they are, and the points of the token on top of each.
Value goals_value(Tree& tree, const Open& open) {
  const std::array rows{tree.ints(std::array<int, 2>{open.goals[0], open.goals[1]}),
                        tree.ints(std::array{top_token(open, 0), top_token(open, 1)})};
  return tree.array(Class::int_rows, rows);
}

Value card_value(Tree& tree, const View& view) {
  const auto card = view.cards[view.viewer->value];
  if (!card) return {};
  std::array<Value, games::shelfie::kTypes> boxes;
  for (int type = 0; type < games::shelfie::kTypes; ++type) {
    const int place = view.open.rules->cards[*card][type];
    boxes[type] = tree.object(Class::personal_goal_box,
                              {java::number(place / kShelfColumns), java::number(place % kShelfColumns),
                               java::constant(static_cast<java::Type>(type))});
  }
  return tree.object(Class::personal_goal_card, {java::number(*card), tree.list(boxes)});
}

/// What lies in the hand of the player on turn; null if nothing does.
Value hand_value(Tree& tree, const Open& open) {
  if (open.hand.count == 0) return {};
  std::vector<Value> tiles;
  for (const TileId tile : open.hand.taken()) tiles.push_back(tile_value(tree, tile));
  return tree.array(Class::item_tiles, tiles);
}

/// A seat with its points and its place in the turn order, in which who has equal points is listed.
struct Standing {
  Seat seat;
  games::shelfie::Points points;
  std::size_t place;
};

/// In turn order.
std::vector<Standing> standings(const View& view) {
  std::vector<Standing> all;
  for (const Seat seat : turn_order(view.open)) all.push_back({seat, points(view, seat), all.size()});
  return all;
}

/// Nicknames by seat: each is one String, wherever in the message it stands.
using Names = std::vector<Value>;

Names names_of(Tree& tree, const Sight& sight) {
  Names names;
  names.reserve(sight.players.size());
  for (const auto& player : sight.players) names.push_back(tree.text(player));
  return names;
}

/// POINTS. The point for the first full shelf is in none of the fields: BOOKSHELF_FULL_PLAYER names its
/// owner.
Value points_value(Tree& tree, const Names& names, std::span<const Standing> all) {
  std::vector<Value> views;
  for (const auto& one : all) {
    views.push_back(
        tree.object(Class::player_points_view,
                    {java::number(one.points.groups), tree.ints(one.points.tokens), names[one.seat.value]}));
  }
  return tree.array(Class::player_points, views);
}

/// While the game goes on: ascending by common and adjacent points, stable in turn order.
Value points_value(Tree& tree, const Names& names, const View& view) {
  auto all = standings(view);
  std::ranges::sort(all, {}, [](const Standing& one) {
    return std::pair(one.points.tokens[0] + one.points.tokens[1] + one.points.groups, one.place);
  });
  return points_value(tree, names, all);
}

int personal_points(const View& view) { return points(view, *view.viewer).personal.value_or(0); }

}  // namespace

Parts parts_of(const Tree& message) {
  Parts parts;
  const auto root = message.items(message.root);
  if (root.size() != 2) return parts;
  if (const auto header = message.items(root[0]); header.size() == 2) {
    parts.type = java::as<MessageType>(header[0]);
    if (header[1].kind == java::Kind::text) parts.nickname = message.text_of(header[1]);
  }
  if (const auto payload = message.items(root[1]); payload.size() == 2) {
    parts.data = payload[0];
    parts.key = payload[1];
  }
  return parts;
}

void finish(Tree& tree, MessageType type, Value nickname, Value key, Entries entries) {
  const Value header = tree.object(Class::message_header, {java::constant(type), nickname});
  const Value payload = tree.object(Class::message_payload, {tree.map(entries), key});
  tree.root = tree.object(Class::message, {header, payload});
}

Tree bare_message(MessageType type, std::string_view nickname, Value key) {
  Tree tree;
  finish(tree, type, tree.text(nickname), key, {});
  return tree;
}

Tree ping_message(std::string_view nickname) {
  Tree tree;
  const Value header =
      tree.object(Class::message_header, {java::constant(MessageType::ping), tree.text(nickname)});
  tree.root = tree.object(Class::message, {header, Value{}});
  return tree;
}

Tree error_message(std::optional<std::string_view> nickname, java::KeyErrorPayload key,
                   java::ErrorType error) {
  Tree tree;
  const Value name = nickname ? tree.text(*nickname) : Value{};
  const std::array entries{Entry{Data::error, java::constant(error)}};
  finish(tree, MessageType::error, name, java::constant(key), entries);
  return tree;
}

Tree broadcast_message(std::string_view nickname, std::string_view content) {
  Tree tree;
  const std::array entries{Entry{Data::content, tree.text(content)}};
  finish(tree, MessageType::connection, tree.text(nickname),
         java::constant(java::KeyConnectionPayload::broadcast), entries);
  return tree;
}

Tree reconnection_message(std::string_view nickname, std::string_view content) {
  Tree tree;
  const Value name = tree.text(nickname);
  const std::array entries{Entry{Data::content, tree.text(content)}, Entry{Data::who_change, name}};
  finish(tree, MessageType::connection, name, java::constant(java::KeyConnectionPayload::reconnection),
         entries);
  return tree;
}

Tree client_message(MessageType type, std::string_view nickname, Value key) {
  Tree tree;
  const std::array entries{Entry{Data::value_client, Value{}}};
  finish(tree, type, tree.text(nickname), key, entries);
  return tree;
}

Tree client_message(MessageType type, std::string_view nickname, Value key, int value) {
  Tree tree;
  const std::array entries{Entry{Data::value_client, tree.integer(value)}};
  finish(tree, type, tree.text(nickname), key, entries);
  return tree;
}

Tree client_message(MessageType type, std::string_view nickname, Value key, std::span<const int> values) {
  Tree tree;
  const std::array entries{Entry{Data::value_client, tree.ints(values)}};
  finish(tree, type, tree.text(nickname), key, entries);
  return tree;
}

Tree all_info_message(const Sight& sight, TurnPhase phase) {
  Tree tree(kValuesWithBoard, kPartsWithBoard);
  const View& view = sight.view;
  const Open& open = view.open;
  const Names names = names_of(tree, sight);
  const std::array entries{
      Entry{Data::new_board, board_value(tree, open)},
      Entry{Data::new_bookshelf, shelf_value(tree, open.players[view.viewer->value].shelf)},
      Entry{Data::common_goal, goals_value(tree, open)},
      Entry{Data::personal_goal_card, card_value(tree, view)},
      Entry{Data::selected_items, hand_value(tree, open)},
      Entry{Data::max_selectable_tiles, tree.integer(open.rules->max_selectable_tiles)},
      Entry{Data::personal_points, tree.integer(personal_points(view))},
      Entry{Data::points, points_value(tree, names, view)},
      Entry{Data::next_player, names[open.turn.value]},
      Entry{Data::phase, java::constant(phase)},
  };
  finish(tree, MessageType::data, names[view.viewer->value], java::constant(TurnPhase::all_info), entries);
  return tree;
}

Tree end_turn_message(const Sight& sight, const games::shelfie::TurnEnded& ended) {
  Tree tree(kValuesWithBoard, kPartsWithBoard);
  const View& view = sight.view;
  const Open& open = view.open;
  const Names names = names_of(tree, sight);
  const std::array entries{
      Entry{Data::new_board, board_value(tree, open)},
      Entry{Data::next_player, names[open.turn.value]},
      Entry{Data::token, tree.ints(std::array<int, 2>{ended.tokens[0], ended.tokens[1]})},
      Entry{Data::points, points_value(tree, names, view)},
      Entry{Data::common_goal, goals_value(tree, open)},
      Entry{Data::personal_points, tree.integer(personal_points(view))},
      Entry{Data::who_change, names[ended.seat.value]},
  };
  finish(tree, MessageType::data, names[view.viewer->value], java::constant(TurnPhase::end_turn), entries);
  return tree;
}

/// Ties go to the later in turn order, and who stayed alone wins with however few points.
Tree end_game_message(const Sight& sight) {
  Tree tree;
  const Open& open = sight.view.open;
  const Names names = names_of(tree, sight);
  auto all = standings(sight.view);
  std::ranges::sort(all, {}, [&](const Standing& one) {
    return std::tuple(open.stayed == one.seat, one.points.total(), one.place);
  });
  std::vector<int> personal;
  personal.reserve(all.size());
  for (const auto& one : all) personal.push_back(one.points.personal.value_or(0));
  const std::array entries{
      Entry{Data::personal_points, tree.ints(personal)},
      Entry{Data::points, points_value(tree, names, all)},
      Entry{Data::bookshelf_full_player, open.full ? names[open.full->value] : Value{}},
  };
  finish(tree, MessageType::data, Value{}, java::constant(TurnPhase::end_game), entries);
  return tree;
}

TurnPhase turn_phase_of(games::shelfie::Phase phase) {
  switch (phase) {
    case games::shelfie::Phase::select:
      return TurnPhase::select_from_board;
    case games::shelfie::Phase::order:
      return TurnPhase::select_order_tiles;
    case games::shelfie::Phase::column:
      return TurnPhase::select_column;
  }
  return TurnPhase::select_from_board;
}

}  // namespace protocols::shelfie
