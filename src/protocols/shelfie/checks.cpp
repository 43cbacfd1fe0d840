// How servers and clients are tested: with the transcripts, and the tiles, the goals and the numbers of
// lobbies that a server gives.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <map>
#include <ranges>
#include <set>

#include "base/text.hpp"
#include "games/shelfie/tiles.hpp"
#include "protocols/checks.hpp"
#include "protocols/matches.hpp"
#include "protocols/shelfie/board.hpp"
#include "protocols/shelfie/points.hpp"
#include "protocols/shelfie/tools.hpp"

namespace protocols::shelfie {
namespace {

namespace json = boost::json;

constexpr std::size_t kRows = games::shelfie::kShelfRows;
constexpr std::size_t kColumns = games::shelfie::kShelfColumns;
constexpr std::string_view kLobby = "Game Lobby ";

using Rows = TileRows;

std::optional<json::value> parse(std::string_view text) {
  json::error_code problem;
  auto value = json::parse({text.data(), text.size()}, problem);
  if (problem) return std::nullopt;
  return value;
}

const json::value* member(const json::value* value, std::string_view key) {
  const auto* object = value == nullptr ? nullptr : value->if_object();
  return object == nullptr ? nullptr : object->if_contains(key);
}

std::string text_of(const json::value* value) {
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

/// As in a transcript: the letter of a tile, '_' where none lies, '.' where none can lie.
char letter_of(const json::value& value) {
  if (const auto* usable = member(&value, "occupiable"); usable != nullptr && *usable == false) return '.';
  if (const auto* tile = member(&value, "itemTileView")) return letter_of(*tile);
  const auto type = text_of(member(&value, "type"));
  return type.empty() ? '_' : type.front();
}

/// Tiles in rows as a transcript writes them, whichever of both ways they are written.
Rows rows_of(const json::value& value) {
  Rows rows;
  const auto* array = value.if_array();
  if (array == nullptr) return rows;
  rows.reserve(array->size());
  for (const auto& row : *array) {
    std::string letters = text_of(&row);
    if (const auto* tiles = row.if_array()) {
      for (const auto& tile : *tiles) letters += letter_of(tile);
    }
    rows.push_back(std::move(letters));
  }
  return rows;
}

std::vector<int> numbers_of(const json::value* value) {
  std::vector<int> numbers;
  const auto* array = value == nullptr ? nullptr : value->if_array();
  if (array == nullptr) return numbers;
  numbers.reserve(array->size());
  for (const auto& one : *array) {
    if (one.is_int64()) numbers.push_back(static_cast<int>(one.get_int64()));
  }
  return numbers;
}

/// Of those who have points, in order.
std::vector<std::string> names_in(const json::value* points) {
  std::vector<std::string> names;
  const auto* array = points == nullptr ? nullptr : points->if_array();
  if (array == nullptr) return names;
  names.reserve(array->size());
  for (const auto& one : *array) names.push_back(text_of(member(&one, "nickname")));
  std::ranges::sort(names);
  return names;
}

json::array pair_of(const Points::Pair& pair) { return {pair[0], pair[1]}; }

/// What is right of one player's points; "" if this is it.
std::string check_standing(const Points& points, const json::value& heard) {
  const auto name = text_of(member(&heard, "nickname"));
  json::value expected{{"adjacentPoints", points.groups(name)},
                       {"commonGoalPoints", pair_of(points.tokens(name))},
                       {"nickname", name}};
  return heard == expected ? "" : fmt::format("{} among POINTS", json::serialize(expected));
}

/// The same for all of them.
std::string check_standings(const Points& points, const json::value* heard) {
  const auto* all = heard == nullptr ? nullptr : heard->if_array();
  if (all == nullptr) return "POINTS of all players";
  for (const auto& one : *all) {
    if (auto problem = check_standing(points, one); !problem.empty()) return problem;
  }
  return "";
}

bool is_tile(char letter) { return letter >= 'A' && letter <= 'Z'; }

/// What is known of a game.
struct Game {
  Rows board;
  std::map<std::string, Rows, std::less<>> shelves;
  std::string selected;    ///< tiles, in the order in which they will fall
  std::vector<int> cells;  ///< that they come from
  std::set<int> taken;     ///< cells, by turns that are over, since the board was filled
  char selector = 0;       ///< who selected them
  std::set<char> heard;    ///< that it begins
  Points points;
};

class Shelfie final : public Adapter {
 public:
  Shelfie(const Script& script, const games::shelfie::RulesFile& rules)
      : Adapter(script), rules_(rules), usual_(takes_as_usual(rules)) {}

  std::expected<std::string, Fit> say(std::size_t at) override;
  Fit hear(std::size_t at, std::string_view heard) override;
  void hang_up(char peer) override;

 private:
  std::expected<std::string, Fit> say_join(const json::value& message, std::string_view text,
                                           std::string_view answer) const;
  std::expected<std::string, Fit> say_selection(const json::value& message, char peer,
                                                const json::value& answer);
  games::shelfie::Open open_for(const Game& game, char peer) const;
  void select(char peer, std::string_view key, const json::value* values);
  Fit check_content(std::string_view expected, const json::value* heard);
  Rows expected_board(Game& game, char peer, const json::value& expected, const Rows& heard) const;
  std::string check_board(Game& game, char peer, const json::value& expected, const json::value& heard);
  std::string check_shelf(const Game& game, char peer, const json::value& heard);
  Fit check_data(std::size_t at, json::object& expected, const json::value& heard);
  Fit check_end(char peer, json::object& expected, const json::value* data);
  void learn_goals(Game& game, char peer, const json::value& data);
  void count_points(const Game& game, char peer, json::object& expected) const;
  Game& game_of(char peer, const json::value& data);

  const games::shelfie::RulesFile& rules_;
  bool usual_;  ///< tiles are taken as in the transcripts
  std::map<char, std::string> names_;
  std::map<std::string, std::string, std::less<>> lobbies_;  ///< here, by those of the transcript
  std::map<std::string, Game, std::less<>> games_;           ///< by who plays
  std::map<char, std::string> at_;                           ///< the game of a peer
  bool begun_ = false;                                       ///< somebody has heard who is the first
};

std::expected<std::string, Fit> Shelfie::say(std::size_t at) {
  const auto& [kind, number, peer, bytes, text] = step(at);
  const auto message = parse(text);
  const auto* answer = script().answer_to(at);
  if (!message || answer == nullptr) return text;
  const auto* payload = member(&*message, "payload");
  const auto key = text_of(member(payload, "key"));
  const auto* value = member(member(payload, "data"), "VALUE_CLIENT");
  if (key == "CONNECTION_CREATION") names_[peer] = text_of(member(member(&*message, "header"), "nickname"));
  if (key == "JOIN_SPECIFIC_GAME_LOBBY") return say_join(*message, text, answer->text);
  const auto reply = parse(answer->text);
  if (key == "SELECT_FROM_BOARD" && !usual_ && reply) return say_selection(*message, peer, *reply);
  if (!answer->text.contains(R"("ERROR")")) select(peer, key, value);
  return text;
}

games::shelfie::Open Shelfie::open_for(const Game& game, char peer) const {
  const auto shelf = game.shelves.find(names_.at(peer));
  const auto seats = std::max<std::ptrdiff_t>(2, std::ranges::count(at_.at(peer), ' ') + 1);
  return open_of(rules_, game.board, shelf == game.shelves.end() ? Rows() : shelf->second,
                 static_cast<int>(seats));
}

/// Tiles that lie on this board as those of the transcript do on the usual one.
std::expected<std::string, Fit> Shelfie::say_selection(const json::value& message, char peer,
                                                       const json::value& answer) {
  const auto* value = member(member(member(&message, "payload"), "data"), "VALUE_CLIENT");
  const auto error = text_of(member(member(member(&answer, "payload"), "data"), "ERROR"));
  const auto wanted = numbers_of(value);
  if (!at_.contains(peer) || wanted.empty() || wanted.size() % 2 != 0) return json::serialize(message);
  const auto selection = selection_like(open_for(games_[at_[peer]], peer), wanted, error);
  if (!selection) return std::unexpected(not_here("the board of the rules file has no such tiles"));
  json::value changed = message;
  changed.at("payload").at("data").at("VALUE_CLIENT") = json::value_from(*selection);
  const auto& chosen = changed.at("payload").at("data").at("VALUE_CLIENT");
  if (error.empty()) select(peer, "SELECT_FROM_BOARD", &chosen);
  return json::serialize(changed);
}

/// The number of the lobby as the server has said it; where there should be none, one that there is not.
std::expected<std::string, Fit> Shelfie::say_join(const json::value& message, std::string_view text,
                                                  std::string_view answer) const {
  const bool unknown = answer.contains("ERR_GAME_NOT_FOUND");
  const auto* value = member(member(member(&message, "payload"), "data"), "VALUE_CLIENT");
  if (value == nullptr || !value->is_int64() || value->get_int64() <= 0) return std::string(text);
  const auto found = lobbies_.find(std::to_string(value->get_int64()));
  if (found == lobbies_.end() && !unknown && answer.contains(R"("ERROR")")) return std::string(text);
  if (found == lobbies_.end() && !unknown)
    return std::unexpected(
        not_here("the server welcomes in words of its own, without 'Game Lobby' and a number"));
  json::value changed = message;
  changed.at("payload").at("data").at("VALUE_CLIENT") =
      found != lobbies_.end() ? base::to_number<std::int64_t>(found->second).value_or(0)
                              : 900'000 + value->get_int64() % 100;
  return json::serialize(changed);
}

/// The tiles of a turn that is taken, from the board to the shelf.
void Shelfie::select(char peer, std::string_view key, const json::value* values) {
  const auto found = at_.find(peer);
  if (found == at_.end()) return;
  auto& game = games_[found->second];
  const auto numbers = numbers_of(values);
  if (key == "SELECT_FROM_BOARD") {
    game.selected.clear();
    game.cells.clear();
    game.selector = peer;
    for (std::size_t at = 0; at + 1 < numbers.size(); at += 2) {
      const auto row = static_cast<std::size_t>(numbers[at]);
      const auto column = static_cast<std::size_t>(numbers[at + 1]);
      if (row >= game.board.size() || column >= game.board[row].size()) continue;
      game.selected += game.board[row][column];
      game.cells.push_back(games::shelfie::index_of({numbers[at], numbers[at + 1]}));
    }
  }
  if (key == "SELECT_ORDER_TILES") {
    std::string ordered;
    for (const int number : numbers) {
      if (number >= 0 && static_cast<std::size_t>(number) < game.selected.size())
        ordered += game.selected[static_cast<std::size_t>(number)];
    }
    game.selected = ordered;
  }
  if (key != "SELECT_COLUMN" || values == nullptr || !values->is_int64()) return;
  auto& shelf = game.shelves.try_emplace(names_[peer], kRows, std::string(kColumns, '_')).first->second;
  const auto column = static_cast<std::size_t>(values->get_int64());
  for (const char tile : std::exchange(game.selected, {})) {
    for (std::size_t row = kRows; row-- > 0;) {
      if (column >= kColumns || shelf[row][column] != '_') continue;
      shelf[row][column] = tile;
      break;
    }
  }
  for (const int cell : std::exchange(game.cells, {})) game.taken.insert(cell);
  game.points.place(names_[peer], shelf);
}

void Shelfie::hang_up(char peer) {
  const auto found = at_.find(peer);
  if (found == at_.end()) return;
  auto& game = games_[found->second];
  if (game.selector == peer) {
    game.selected.clear();
    game.cells.clear();
  }
  game.points.pass();
}

/// A text for people is free, but the number of a lobby in it is not.
Fit Shelfie::check_content(std::string_view expected, const json::value* heard) {
  const auto number = [](std::string_view text) {
    const auto at = text.find(kLobby);
    if (at == std::string_view::npos) return std::string();
    const auto rest = text.substr(at + kLobby.size());
    return std::string(rest.substr(0, rest.find_first_not_of("0123456789")));
  };
  const auto wanted = number(expected);
  const auto got = number(text_of(heard));
  if (wanted.empty() || got.empty()) return right();
  const auto known = lobbies_.try_emplace(wanted, got).first->second;
  return known == got ? right() : wrong(fmt::format("a text with the lobby {}", known));
}

/// Who plays is who has points.
Game& Shelfie::game_of(char peer, const json::value& data) {
  at_[peer] = fmt::format("{}", fmt::join(names_in(member(&data, "POINTS")), " "));
  return games_[at_[peer]];
}

/// As the transcript says, or as the rules file does if it has another board.
Rows Shelfie::expected_board(Game& game, char peer, const json::value& expected, const Rows& heard) const {
  if (usual_ || !expected.is_array()) return rows_of(expected);
  const auto open = open_for(game, peer);
  const bool filled = std::ranges::any_of(game.taken, [&](int cell) {
    const auto [row, column] = games::shelfie::cell_at(cell);
    const auto at = static_cast<std::size_t>(row);
    return at < heard.size() && is_tile(heard[at].c_str()[column]);
  });
  if (filled && is_refilled(open, game.taken)) game.taken.clear();
  return board_without(open, game.taken);
}

/// Tiles lie where they are expected; a tile that lay there before is still the same.
std::string Shelfie::check_board(Game& game, char peer, const json::value& expected,
                                 const json::value& heard) {
  const auto rows = rows_of(heard);
  const auto wanted = expected_board(game, peer, expected, rows);
  for (std::size_t row = 0; row < wanted.size(); ++row) {
    for (std::size_t column = 0; column < wanted[row].size(); ++column) {
      const char want = wanted[row][column];
      const char got = row < rows.size() && column < rows[row].size() ? rows[row][column] : '?';
      if (want == '?' && got != '.' && got != '?') continue;
      if (is_tile(want) ? !is_tile(got) : want != got)
        return fmt::format("{} at {},{} of NEW_BOARD",
                           is_tile(want) ? "a tile"
                           : want == '_' ? "nothing"
                                         : "no place",
                           row, column);
    }
  }
  const bool filled = std::ranges::any_of(
      std::views::iota(std::size_t{0}, std::min(rows.size(), game.board.size())), [&](std::size_t row) {
        for (std::size_t column = 0; column < std::min(rows[row].size(), game.board[row].size()); ++column)
          if (is_tile(rows[row][column]) && game.board[row][column] == '_') return true;
        return false;
      });
  for (std::size_t row = 0; !filled && row < std::min(rows.size(), game.board.size()); ++row) {
    for (std::size_t column = 0; column < std::min(rows[row].size(), game.board[row].size()); ++column) {
      const char before = game.board[row][column];
      const char now = rows[row][column];
      if (is_tile(now) && is_tile(before) && now != before)
        return fmt::format("{} at {},{} of NEW_BOARD, as before", before, row, column);
    }
  }
  game.board = rows;
  return "";
}

std::string Shelfie::check_shelf(const Game& game, char peer, const json::value& heard) {
  const auto known = game.shelves.find(names_[peer]);
  const Rows shelf = known == game.shelves.end() ? Rows(kRows, std::string(kColumns, '_')) : known->second;
  return rows_of(heard) == shelf ? "" : fmt::format("NEW_BOOKSHELF with the rows {}", fmt::join(shelf, " "));
}

/// The common goals and one's own card.
void Shelfie::learn_goals(Game& game, char peer, const json::value& data) {
  const auto* common = member(&data, "COMMON_GOAL");
  const auto* rows = common == nullptr ? nullptr : common->if_array();
  const auto goals = rows == nullptr || rows->empty() ? std::vector<int>() : numbers_of(&rows->front());
  const auto is_goal = [](int goal) { return goal >= 0 && goal < games::shelfie::kGoals; };
  if (!game.points.has_begun() && goals.size() == 2 && std::ranges::all_of(goals, is_goal))
    game.points.begin({goals[0], goals[1]}, names_in(member(&data, "POINTS")), rules_);
  const auto* card = member(member(&data, "PERSONAL_GOAL_CARD"), "idPersonal");
  if (card != nullptr && card->is_int64())
    game.points.deal(names_[peer], static_cast<int>(card->get_int64()));
}

/// Writes into what is expected how the points stand; whatever is fine where that is not known.
void Shelfie::count_points(const Game& game, char peer, json::object& expected) const {
  const auto& points = game.points;
  const auto expect = [&](std::string_view key, json::value value) {
    if (expected.contains(key)) expected[key] = points.has_begun() ? std::move(value) : json::value("*");
  };
  const auto personal = points.personal(names_.at(peer));
  expect("PERSONAL_POINTS", personal ? json::value(*personal) : json::value("*"));
  expect("COMMON_GOAL", json::array{pair_of(points.goals()), pair_of(points.tops())});
  expect("TOKEN", pair_of(points.won()));
}

/// Everybody's points; and who has most is the last, if the game was played to its end.
Fit Shelfie::check_end(char peer, json::object& expected, const json::value* data) {
  const auto known = at_.find(peer);
  const auto full = text_of(expected.if_contains("BOOKSHELF_FULL_PLAYER"));
  for (const auto* key : {"PERSONAL_POINTS", "POINTS"}) expected[key] = "*";
  if (known == at_.end() || !games_[known->second].points.has_begun()) return right();
  const auto& points = games_[known->second].points;
  const auto* standings = member(data, "POINTS");
  if (auto problem = check_standings(points, standings); !problem.empty()) return wrong(std::move(problem));
  json::array personal;
  int least = 0;
  for (const auto& one : standings->get_array()) {
    const auto name = text_of(member(&one, "nickname"));
    const auto own = points.personal(name);
    personal.push_back(own ? json::value(*own) : json::value("*"));
    const int total = points.total(name, full);
    if (!full.empty() && total < least)
      return wrong(fmt::format("{} with {} points further in front", name, total));
    least = total;
  }
  expected["PERSONAL_POINTS"] = std::move(personal);
  return right();
}

/// What depends on chance is compared with what is known, and becomes "*" in what is expected.
Fit Shelfie::check_data(std::size_t at, json::object& expected, const json::value& heard) {
  const auto peer = step(at).peer;
  const auto* data = member(member(&heard, "payload"), "data");
  if (data == nullptr || !data->is_object())
    return right();  // the comparison that follows says what is wrong
  const auto* content = expected.if_contains("CONTENT");
  if (content != nullptr && *content != "*") {
    if (auto fit = check_content(text_of(content), data->as_object().if_contains("CONTENT"));
        fit.verdict != Verdict::right)
      return fit;
    expected["CONTENT"] = "*";
  }
  if (!data->as_object().contains("NEW_BOARD")) return right();
  auto& game = game_of(peer, *data);
  const bool again = text_of(member(data, "PHASE")) == "ALL_INFO" && !game.heard.insert(peer).second;
  if (again) {  // another game of the same people
    game = {};
    game.heard.insert(peer);
  }
  learn_goals(game, peer, *data);
  if (!expected.contains("NEW_BOARD")) {
    game.board = rows_of(data->at("NEW_BOARD"));
    return right();
  }
  const bool first = !std::exchange(begun_, true) || again;
  const auto next = text_of(expected.if_contains("NEXT_PLAYER"));
  const auto beginner = text_of(member(data, "NEXT_PLAYER"));
  if (first && next != "*" && next != beginner) {
    std::vector<std::string> players;  // as they came, which is how they take turns
    const auto here = names_in(member(data, "POINTS"));
    for (const auto& [one, name] : names_) {
      if (std::ranges::find(here, name) != here.end()) players.push_back(name);
    }
    return deal_again(fmt::format("{} never was the one to begin", next),
                      make_cast(at, names_, order_from(players, next), order_from(players, beginner)));
  }
  const auto* shelf = member(data, "NEW_BOOKSHELF");
  const auto board_problem = check_board(game, peer, expected["NEW_BOARD"], data->at("NEW_BOARD"));
  const auto shelf_problem = shelf == nullptr ? "" : check_shelf(game, peer, *shelf);
  if (!board_problem.empty() || !shelf_problem.empty())
    return wrong(board_problem.empty() ? shelf_problem : board_problem);
  if (const auto* items = expected.if_contains("SELECTED_ITEMS");
      items != nullptr && !items->is_null() && *items != "*")
    expected["SELECTED_ITEMS"] = json::string(game.selected);
  for (const auto* key : {"NEW_BOARD", "NEW_BOOKSHELF", "PERSONAL_GOAL_CARD"}) {
    if (expected.contains(key)) expected[key] = "*";
  }
  if (!usual_ && expected.contains("MAX_SELECTABLE_TILES"))
    expected["MAX_SELECTABLE_TILES"] = games::shelfie::most_tiles(open_for(game, peer), {0});
  count_points(game, peer, expected);
  if (const auto* points = expected.if_contains("POINTS"); points != nullptr && points->is_array()) {
    if (names_in(points) != names_in(member(data, "POINTS"))) return wrong("POINTS of all players");
    expected["POINTS"] = "*";
  }
  if (!expected.contains("POINTS") || !game.points.has_begun()) return right();
  if (auto problem = check_standings(game.points, member(data, "POINTS")); !problem.empty())
    return wrong(std::move(problem));
  return right();
}

Fit Shelfie::hear(std::size_t at, std::string_view heard) {
  const auto& [kind, number, peer, bytes, text] = step(at);
  auto expected = parse(text);
  const auto message = parse(heard);
  if (!expected || !message) return heard == text ? right() : wrong(text);
  auto* payload = expected->is_object() ? expected->as_object().if_contains("payload") : nullptr;
  auto* data =
      payload != nullptr && payload->is_object() ? payload->as_object().if_contains("data") : nullptr;
  json::object anything;  // where the transcript does not say what is told, it is still heard
  auto* wanted = data == nullptr ? nullptr : *data == "*" ? &anything : data->if_object();
  if (wanted != nullptr) {
    const bool ends = text_of(member(payload, "key")) == "END_GAME";
    auto fit = ends ? check_end(peer, *wanted, member(member(&*message, "payload"), "data"))
                    : check_data(at, *wanted, *message);
    if (fit.verdict != Verdict::right) return fit;
  }
  const auto right_text = json::serialize(*expected);
  return matches(right_text, heard) ? right() : wrong(right_text);
}

std::unique_ptr<Adapter> adapt(const Script& script, const games::Kits& kits) {
  return std::make_unique<Shelfie>(script, *kits.of<games::shelfie::Kit>().rules);
}

constexpr std::string_view kFirstMessage =
    R"({"header":{"type":"CONNECTION","nickname":"$"},"payload":{"key":"CONNECTION_CREATION","data":{}}})";
constexpr std::string_view kAllInfo = R"("key":"ALL_INFO")";

/// Others are the first; the rest is told to all alike.
std::string retell(std::string_view line, const Replacements& others, std::string_view /*own*/) {
  constexpr std::string_view kNext = R"("NEXT_PLAYER":")";
  const auto at = std::min(line.find(kNext), line.size());
  const auto end = std::min(line.find(',', at), line.size());
  return std::string(line.substr(0, at)) + replace_words(line.substr(at, end - at), others) +
         std::string(line.substr(end));
}

constexpr std::array<std::string_view, 1> kWay{R"("CONNECTION_CREATION")"};

}  // namespace

const Checks kChecks{
    .greeting = {.said = kFirstMessage, .heard = R"({"header)"},
    .introduction = R"("nickname":")",
    .start = {.first = kAllInfo, .last = kAllInfo, .retell = retell},
    .adapt = adapt,
    .sentences =
        {R"(shelfie.md, 3 b: "The message is sent by the client after connecting to the server and logging in.")",
         R"(shelfie.md, 4 b: "The messages related to the different phases contain an array in the "VALUE\_CLIENT" field")",
         R"(shelfie.rulings.md, "Order of checks": "turn (ILLEGAL_TURN) > phase (ILLEGAL_PHASE) > content.")",
         R"(shelfie.md, 4 e: "if the client receives an error data, the player will send a "somethingWrong" message to the server")",
         R"(shelfie.rulings.md, 12: "the game pauses; goes on when another returns.")",
         R"(shelfie.rulings.md, 12: "the game pauses; goes on when another returns.")",
         R"(shelfie.md, 5: "When the game is over, the server sends an "endGame" message to all players.")"},
    .way = kWay,
    .farewell =
        {.said = R"("END_GAME")",
         .sentence =
             R"(shelfie.md, 5: "the actual termination of the game is deferred until the server receives acknowledgment (ACK) from all players")",
         .required = true},
};

}  // namespace protocols::shelfie
