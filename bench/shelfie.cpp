// Speed of the shelfie protocol's Java stream, against the same messages as JSON by Boost: bench_shelfie
// [rounds].
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/shelfie/rules.hpp"
#include "protocols/shelfie/java/decoder.hpp"
#include "protocols/shelfie/java/encoder.hpp"

namespace {

namespace json = boost::json;
using namespace games::shelfie;
using namespace protocols::shelfie;
using games::Seat;
using java::Class;
using java::Data;
using java::Tree;
using java::Value;

constexpr double kMostMicroseconds = 25;
constexpr std::array<std::string_view, 4> kNames{"alice", "bob", "carol", "dave"};

/// A game of four in its middle.
State middle_of_a_game(const Kit& kit) {
  State state = *Rules::start(kit, {}, 4, 7);
  base::Rng rng(7);
  for (int i = 0; i < 60; ++i) {
    const auto moves = Rules::moves(Rules::view(state, state.open.turn));
    if (!Rules::play(state, state.open.turn, moves[rng.below(moves.size())])) std::abort();
  }
  return state;
}

Value tile_value(Tree& tree, TileId tile) {
  const Value type = tile == kNoTile ? Value{} : java::constant(static_cast<java::Type>(type_of(tile)));
  return tree.object(Class::item_tile_view, {java::number(tile), type});
}

Value board_value(Tree& tree, const Open& open) {
  std::array<Value, kBoardSide> rows;
  for (int row = 0; row < kBoardSide; ++row) {
    std::array<Value, kBoardSide> boxes;
    for (int column = 0; column < kBoardSide; ++column) {
      const int cell = index_of({row, column});
      boxes[column] =
          tree.object(Class::board_box_view,
                      {java::number(free_edges(open, cell)), java::truth(in_use(open, cell)),
                       java::number(row), java::number(column), tile_value(tree, open.board[cell])});
    }
    rows[row] = tree.array(Class::board_boxes, boxes);
  }
  return tree.array(Class::board_box_rows, rows);
}

Value points_value(Tree& tree, const View& view, std::span<const Value> names) {
  std::vector<Value> all;
  for (std::uint8_t seat = 0; seat < view.open.seats; ++seat) {
    const Points points = games::shelfie::points(view, Seat{seat});
    all.push_back(tree.object(Class::player_points_view,
                              {java::number(points.groups), tree.ints(points.tokens), names[seat]}));
  }
  return tree.array(Class::player_points, all);
}

/// What END_TURN says to everybody; the tree can then be given one message after the other.
struct Common {
  std::array<Value, 4> names;
  Value board, token, points, goals;
};

Common common_part(Tree& tree, const View& view) {
  tree.clear();
  const Open& open = view.open;
  Common common;
  std::ranges::transform(kNames, common.names.begin(),
                         [&](std::string_view name) { return tree.text(name); });
  const std::array goals{tree.ints(std::array<int, 2>{open.goals[0], open.goals[1]}),
                         tree.ints(std::array{top_token(open, 0), top_token(open, 1)})};
  common.goals = tree.array(Class::int_rows, goals);
  common.board = board_value(tree, open);
  common.token = tree.ints(std::array{0, 0});
  common.points = points_value(tree, view, common.names);
  return common;
}

/// END_TURN as one player gets it becomes the root of the tree.
void end_turn(Tree& tree, const Common& common, const View& view) {
  const Value personal = tree.integer(games::shelfie::points(view, *view.viewer).personal.value_or(0));
  const std::array<std::pair<Data, Value>, 7> entries{
      {{Data::new_board, common.board},
       {Data::next_player, common.names[view.open.turn.value]},
       {Data::token, common.token},
       {Data::points, common.points},
       {Data::common_goal, common.goals},
       {Data::personal_points, personal},
       {Data::who_change, common.names[0]}}};
  const Value map = tree.map(entries);
  const Value payload = tree.object(Class::message_payload, {map, java::constant(java::TurnPhase::end_turn)});
  const Value header = tree.object(
      Class::message_header, {java::constant(java::MessageType::data), common.names[view.viewer->value]});
  tree.root = tree.object(Class::message, {header, payload});
}

/// SELECT_FROM_BOARD as a client sends it, with the stream's header before it.
std::string selection() {
  Tree tree;
  const std::pair<Data, Value> entry{Data::value_client, tree.ints(std::array{6, 3, 6, 4, 6, 5})};
  const Value map = tree.map({&entry, 1});
  const Value payload =
      tree.object(Class::message_payload, {map, java::constant(java::TurnPhase::select_from_board)});
  const Value header =
      tree.object(Class::message_header, {java::constant(java::MessageType::data), tree.text("alice")});
  tree.root = tree.object(Class::message, {header, payload});
  std::string bytes;
  java::encode(tree, bytes);
  return bytes;
}

json::value to_json(const Tree& tree, Value value) {
  const auto name_of = [](std::string_view name) { return json::string(name.data(), name.size()); };
  switch (value.kind) {
    case java::Kind::null:
      return nullptr;
    case java::Kind::number:
      return value.number;
    case java::Kind::truth:
      return value.number != 0;
    case java::Kind::text:
      return name_of(tree.text_of(value));
    case java::Kind::constant:
      return name_of(java::info(value.of).constants[value.ordinal]);
    default:
      break;
  }
  const auto items = tree.items(value);
  if (const auto number = tree.number_of(value)) return *number;
  if (value.kind == java::Kind::array || value.kind == java::Kind::list) {
    json::array array;
    for (const Value item : items) array.push_back(to_json(tree, item));
    return array;
  }
  json::object object;
  if (value.kind == java::Kind::map) {
    for (std::size_t i = 0; i < items.size(); i += 2) {
      object[java::info(Class::data).constants[items[i].ordinal]] = to_json(tree, items[i + 1]);
    }
    return object;
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    object[java::info(value.of).fields[i].name] = to_json(tree, items[i]);
  }
  return object;
}

/// The best of many tries, in microseconds: the machine may be busy with other things.
template <class Work>
double best_of(int rounds, Work work) {
  constexpr int kTimes = 200;
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const std::clock_t start = std::clock();
    for (int i = 0; i < kTimes; ++i) work();
    const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    best = std::min(best, seconds / kTimes * 1e6);
  }
  return best;
}

struct Measured {
  double decode;
  double encode;
  double with_building;
  double json;
};

Measured measure(int rounds) {
  const Kit kit;
  const State state = middle_of_a_game(kit);
  std::vector<View> views;
  std::vector<Tree> trees(4);
  for (std::uint8_t seat = 0; seat < 4; ++seat) {
    views.push_back(Rules::view(state, Seat{seat}));
    end_turn(trees[seat], common_part(trees[seat], views.back()), views.back());
  }
  Measured measured{};
  const std::string message = selection();
  java::Decoder decoder;
  decoder.feed(java::kStreamHeader);
  measured.decode = best_of(rounds, [&] {
    decoder.feed(message);
    if (const auto tree = decoder.next(); !tree || !*tree) std::abort();
    if (const auto tree = decoder.next(); !tree) std::abort();
  });
  std::string out;
  measured.encode = best_of(rounds, [&] {
    for (const Tree& tree : trees) {
      out.clear();
      java::encode(tree, out);
    }
  });
  fmt::print("client message {} bytes, END_TURN {} bytes\n", message.size(), out.size());
  Tree reused;
  measured.with_building = best_of(rounds, [&] {
    const Common common = common_part(reused, views[0]);
    for (const View& view : views) {
      end_turn(reused, common, view);
      out.clear();
      java::encode(reused, out);
    }
  });
  std::vector<json::value> values;
  for (const Tree& tree : trees) values.push_back(to_json(tree, tree.root));
  java::Decoder again;
  again.feed(java::kStreamHeader);
  again.feed(message);
  const Tree client = **again.next();
  const std::string text = json::serialize(to_json(client, client.root));
  std::size_t length = 0;
  measured.json = best_of(rounds, [&] {
    length += json::parse(text).as_object().size();
    for (const json::value& value : values) length += json::serialize(value).size();
  });
  if (length == 0) std::abort();
  return measured;
}

}  // namespace

int main(int count, char** words) {
  const int rounds = count > 1 ? std::max(1, std::atoi(words[1])) : 50;
  const Measured measured = measure(rounds);
  const double all = measured.decode + measured.encode;
  fmt::print("decode one client message: {:.2f} us\n", measured.decode);
  fmt::print("encode END_TURN for four players: {:.2f} us ({:.2f} us with the values made from the views)\n",
             measured.encode, measured.with_building);
  fmt::print("together: {:.2f} us ({:.2f} us with that), limit {:.0f} us\n", all,
             measured.decode + measured.with_building, kMostMicroseconds);
  fmt::print("the same messages as JSON by Boost: {:.2f} us; the Java stream takes {:.2f} of that time\n",
             measured.json, all / measured.json);
  return all <= kMostMicroseconds ? 0 : 1;
}
