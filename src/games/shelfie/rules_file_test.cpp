// Tests of the rules file: the built-in one, and how broken ones are refused.
#include "games/shelfie/rules_file.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <sstream>
#include <string>

namespace games::shelfie {
namespace {

std::string read_file(const std::string& path) {
  std::ifstream file(PARLOR_SOURCE_DIR "/" + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string changed(std::string_view from, std::string_view to) {
  std::string text(standard_rules_text());
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

void expect_refused(const std::string& text, std::string_view word) {
  const auto rules = read_rules(text);
  ASSERT_FALSE(rules) << "should name " << word;
  EXPECT_EQ(rules.error().code, base::Code::malformed);
  EXPECT_NE(rules.error().detail.find(word), std::string::npos) << rules.error().detail;
}

TEST(ShelfieRulesFile, TheBuiltInTextIsTheShippedFile) {
  EXPECT_EQ(standard_rules_text(), read_file("data/shelfie/rules.json"));
}

TEST(ShelfieRulesFile, TheBuiltInRulesAreThoseOfTheDocument) {
  const RulesFile& rules = *standard_rules();
  const auto document = boost::json::parse(read_file("docs/protocols/shelfie-rules.json")).as_object();
  const auto& board = document.at("board").at("min_players_per_cell").as_array();
  for (int cell = 0; cell < kBoardCells; ++cell) {
    EXPECT_EQ(rules.board[cell], board.at(cell / 9).at(cell % 9).as_int64()) << cell;
  }
  const auto& cards = document.at("personal_goal_cards").as_array();
  for (int card = 0; card < kPersonalCards; ++card) {
    EXPECT_EQ(cards.at(card).at("gc41_idPersonal").as_int64(), card);
    for (int type = 0; type < kTypes; ++type) {
      const auto& cell = cards.at(card).at("cells").at(type);
      EXPECT_EQ(cell.at("type"), document.at("tile_types").at(type));
      EXPECT_EQ(rules.cards[card][type], cell.at("row").as_int64() * 5 + cell.at("col").as_int64());
    }
  }
  EXPECT_EQ(rules.nickname, (Range{2, 20}));
  EXPECT_EQ(rules.players, (Range{2, 4}));
  EXPECT_EQ(rules.max_selectable_tiles, 3);
  EXPECT_EQ(rules.tokens[0], (std::array<std::uint8_t, 4>{8, 4, 0, 0}));
  EXPECT_EQ(rules.tokens[1], (std::array<std::uint8_t, 4>{8, 6, 4, 0}));
  EXPECT_EQ(rules.tokens[2], (std::array<std::uint8_t, 4>{8, 6, 4, 2}));
  EXPECT_EQ(rules.group_points, (std::array<std::uint8_t, 7>{0, 0, 0, 2, 3, 5, 8}));
  EXPECT_EQ(rules.full_shelf_points, 1);
}

TEST(ShelfieRulesFile, ValuesCanBeChanged) {
  const auto rules =
      read_rules(changed(R"("nickname": {"min": 2, "max": 20})", R"("nickname": {"min": 3, "max": 9})"));
  ASSERT_TRUE(rules);
  EXPECT_EQ(rules->nickname, (Range{3, 9}));
}

TEST(ShelfieRulesFile, ABrokenFileIsRefusedAndTheKeyNamed) {
  expect_refused("", "not JSON");
  expect_refused("[]", "object");
  expect_refused("{", "not JSON");
  expect_refused(std::string(standard_rules_text()) + "x", "not JSON");
  expect_refused(std::string(100'000, '['), "not JSON");
  expect_refused(changed("\"nickname\"", "\"nicknames\""), "nicknames");
  expect_refused(changed("\"min\": 2, \"max\": 20", "\"min\": 2"), "max");
  expect_refused(changed("\"min\": 2, \"max\": 20", "\"min\": 2, \"max\": \"many\""), "nickname");
  expect_refused(changed("\"min\": 2, \"max\": 20", "\"min\": 21, \"max\": 20"), "nickname");
  expect_refused(changed("\"players\": {\"min\": 2", "\"players\": {\"min\": 1"), "players");
  expect_refused(changed("\"players\": {\"min\": 2", "\"players\": {\"min\": 2.5"), "players");
  expect_refused(changed("_tiles\": 3", "_tiles\": 4"), "max_selectable_tiles");
  expect_refused(changed("_tiles\": 3", "_tiles\": 99999999999999999999"), "max_selectable_tiles");
  expect_refused(changed("[0, 0, 0, 3, 4, 0, 0, 0, 0],", ""), "board");
  expect_refused(changed("[0, 0, 0, 3, 4, 0", "[0, 0, 0, 3, 4, 1"), "board");
  expect_refused(changed("[0, 0, 0, 3, 4, 0", "[0, 0, 0, 3, 4, 5"), "board");
  expect_refused(changed("[8, 4]", "[8]"), "common_goal_tokens");
  expect_refused(changed("[8, 4]", "[8, 0]"), "common_goal_tokens");
  expect_refused(changed("9, 12]", "9, -12]"), "personal_goal_points");
  expect_refused(changed("\"6\": 8", "\"7\": 8"), "group_points");
  expect_refused(changed("\"full_shelf_points\": 1", "\"full_shelf_points\": null"), "full_shelf_points");
  expect_refused(changed("\"CAT\": [1, 4]", "\"CAT\": [1, 5]"), "personal_goal_cards");
  expect_refused(changed("\"CAT\": [1, 4]", "\"CAT\": [2, 3]"), "personal_goal_cards");
  expect_refused(changed("\"CAT\": [1, 4]", "\"DOG\": [1, 4]"), "DOG");
  expect_refused(changed("\"CAT\": [1, 4], ", ""), "CAT");
}

TEST(ShelfieRulesFile, ABoardWithoutCellsForTwoIsRefused) {
  std::string text(standard_rules_text());
  const auto from = text.find("\"board\"");
  const auto to = text.find("],\n \"common");
  for (auto at = from; at < to; ++at) {
    if (text[at] == '2') text[at] = '3';
  }
  expect_refused(text, "two players");
}

}  // namespace
}  // namespace games::shelfie
