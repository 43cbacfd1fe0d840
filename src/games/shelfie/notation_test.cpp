// Tests of the notation of moves and options.
#include <gtest/gtest.h>

#include <climits>

#include "games/shelfie/rules.hpp"

namespace games::shelfie {
namespace {

TEST(ShelfieNotation, EveryMoveReadsBackAsWritten) {
  const std::vector<std::pair<std::string, Move>> moves{
      {"take:3,4", {Phase::select, {3, 4}}},
      {"take:3,4;3,5;3,6", {Phase::select, {3, 4, 3, 5, 3, 6}}},
      {"take:3,4;3", {Phase::select, {3, 4, 3}}},
      {"take:", {Phase::select, {}}},
      {"take:-1,2147483647", {Phase::select, {-1, INT_MAX}}},
      {"order:1,0,2", {Phase::order, {1, 0, 2}}},
      {"order:", {Phase::order, {}}},
      {"column:2", {Phase::column, {2}}},
      {"column:-2147483648,4", {Phase::column, {INT_MIN, 4}}}};
  for (const auto& [text, move] : moves) {
    EXPECT_EQ(Rules::write(move), text);
    const auto read = Rules::read(text);
    ASSERT_TRUE(read) << text;
    EXPECT_EQ(*read, move);
  }
}

TEST(ShelfieNotation, AnythingElseIsMalformed) {
  for (const std::string_view text : {"",           "take",         "take3,4",       "Take:3,4",
                                      "take:3;4",   "take:3,4,3,5", "take:3,4;",     "take:,4",
                                      "take:3,",    "take: 3,4",    "take:3,4 ",     "take:03,4",
                                      "take:-0,4",  "take:+3,4",    "take:3.5,4",    "take:99999999999,4",
                                      "order:1;0",  "order:1,0,",   "order:a",       "column",
                                      "column:2;3", "drop:2",       "take:3,4;3,5\n"}) {
    const auto read = Rules::read(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, Code::malformed);
  }
}

TEST(ShelfieNotation, OptionsNameTheRulesFile) {
  EXPECT_EQ(Rules::read_options(""), Options{});
  EXPECT_EQ(Rules::write_options({}), "");
  EXPECT_EQ(Rules::read_options("rules=00000000000000ff"), Options{0xff});
  EXPECT_EQ(Rules::write_options({0xff}), "rules=00000000000000ff");
  for (const std::string_view wrong :
       {"size=3", "rules=", "rules=ff", "rules=00000000000000FF", "rules", "rules=00000000000000fg",
        "rules=-000000000000001", "Rules=00000000000000ff"}) {
    const auto options = Rules::read_options(wrong);
    ASSERT_FALSE(options) << wrong;
    EXPECT_EQ(options.error().code, Code::bad_options);
  }
}

TEST(ShelfieNotation, ATableOfOtherRulesIsKnown) {
  auto changed = *standard_rules();
  changed.full_shelf_points = 2;
  const Kit other{std::make_shared<const RulesFile>(changed)};
  const auto options = Rules::complete(Kit{}, {});
  EXPECT_TRUE(Rules::start({}, options, 2, 1));
  EXPECT_EQ(Rules::start(other, options, 2, 1).error().code, Code::other_kit);
  EXPECT_TRUE(Rules::start(other, {}, 2, 1));
  EXPECT_EQ(Rules::complete(other, options), options);
  changed = *standard_rules();
  changed.nickname = {1, 9};
  EXPECT_TRUE(Rules::start({std::make_shared<const RulesFile>(changed)}, options, 2, 1));
}

}  // namespace
}  // namespace games::shelfie
