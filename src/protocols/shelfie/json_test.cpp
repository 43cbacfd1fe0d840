// The JSON mapping: what is written is read back, and what has no place in the class table is refused.
#include "protocols/shelfie/json.hpp"

#include <gtest/gtest.h>

#include "harness/goldens.hpp"
#include "protocols/shelfie/java/encoder.hpp"
#include "protocols/shelfie/messages.hpp"

namespace protocols::shelfie {
namespace {

std::string line_of(const java::Tree& message) {
  std::string text;
  write_json(message, text);
  return text;
}

TEST(ShelfieJson, EveryCapturedMessageIsReadBack) {
  for (const auto& golden : harness::goldens()) {
    const auto line = line_of(harness::decode(golden));
    ASSERT_TRUE(line.ends_with('\n') && line.find('\n') == line.size() - 1);
    const auto read = read_json(line);
    ASSERT_TRUE(read) << golden.name << ": " << read.error().detail;
    EXPECT_EQ(line_of(*read), line) << golden.name;
    std::string bytes;
    java::encode(*read, bytes);
    EXPECT_LE(bytes.size(), golden.bytes.size() * 2) << golden.name;
  }
}

TEST(ShelfieJson, TheExampleOfTheRulings) {
  const auto read = read_json(
      R"({"header":{"type":"LOBBY","nickname":"alice"},"payload":{"key":"CREATE_GAME_LOBBY","data":{"VALUE_CLIENT":2}}})");
  ASSERT_TRUE(read);
  std::string bytes;
  java::encode(*read, bytes);
  EXPECT_EQ(bytes, harness::golden("CREATE_GAME_LOBBY 2").bytes + "\x79");
}

TEST(ShelfieJson, TextsAreEscaped) {
  const std::string name = "a\"b\\c\n\x01 \xe4\xb8\xad";
  const auto line = line_of(broadcast_message(name, name));
  const auto read = read_json(line);
  ASSERT_TRUE(read);
  EXPECT_EQ(parts_of(*read).nickname, name);
}

TEST(ShelfieJson, AValueOfAClientMayBeAnything) {
  const auto value_of = [](std::string_view value) {
    const auto read = read_json(R"({"header":null,"payload":{"key":"ALL_INFO","data":{"VALUE_CLIENT":)" +
                                std::string(value) + "}}}");
    EXPECT_TRUE(read) << value;
    const auto found = read->find(parts_of(*read).data, java::Data::value_client);
    return std::tuple(read->number_of(found), read->numbers_of(found), std::string(read->text_of(found)));
  };
  using Numbers = std::vector<int>;
  EXPECT_EQ(value_of("-7"), std::tuple(-7, std::nullopt, ""));
  EXPECT_EQ(value_of("[1,2]"), std::tuple(std::nullopt, Numbers({1, 2}), ""));
  EXPECT_EQ(value_of("[]"), std::tuple(std::nullopt, Numbers(), ""));
  EXPECT_EQ(value_of("null"), std::tuple(std::nullopt, std::nullopt, ""));
  for (const std::string_view other : {"2147483648", "[1,2147483648]", "[1,null]", "true", "{\"a\":[]}"}) {
    EXPECT_EQ(value_of(other), std::tuple(std::nullopt, std::nullopt, std::string(other)));
  }
}

TEST(ShelfieJson, WhatIsNoMessageIsRefused) {
  for (
      const std::string_view line :
      {"", "{", "[]", "1", R"({"header":1})", R"({"header":{"type":1}})", R"({"header":{"type":"X"}})",
       R"({"header":{"nickname":1}})", R"({"headers":null})", R"({"payload":{"key":"LOBBY"}})",
       R"({"payload":{"data":{"X":1}}})", R"({"payload":{"data":{"TOKEN":[1.5]}}})",
       R"({"payload":{"data":{"TOKEN":"x"}}})", R"({"payload":{"data":{"NEW_BOARD":[[{"x":1}]]}}})",
       R"({"payload":{"data":{"NEW_BOARD":[[{"x":1,"y":1,"freeEdges":1,"occupiable":1,"itemTileView":null}]]}}})",
       R"({"payload":{"data":{"PERSONAL_GOAL_CARD":{"idPersonal":1,"cells":[1]}}}})",
       R"({"payload":{"data":{"PHASE":"CAT"}}})", R"({"payload":{"data":{"PERSONAL_POINTS":"x"}}})"}) {
    const auto read = read_json(line);
    ASSERT_FALSE(read) << line;
    EXPECT_EQ(read.error().code, base::Code::malformed);
    EXPECT_FALSE(read.error().detail.empty());
  }
}

TEST(ShelfieJson, ArraysHaveTheirLimit) {
  std::string numbers = "[0";
  for (int i = 1; i < 4096; ++i) numbers += ",0";
  const auto token = [](const std::string& items) {
    return read_json(R"({"payload":{"data":{"TOKEN":)" + items + "}}}").has_value();
  };
  EXPECT_TRUE(token(numbers + "]"));
  EXPECT_FALSE(token(numbers + ",0]"));
}

}  // namespace
}  // namespace protocols::shelfie
