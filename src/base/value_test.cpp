// Plain data and its JSON.
#include "base/value.hpp"

#include <gtest/gtest.h>

#include "base/json.hpp"

namespace base {
namespace {

Value sample() {
  return object({{"none", nullptr},
                 {"yes", true},
                 {"count", -7},
                 {"text", "a \"quoted\"\n\\ line"},
                 {"list", list({1, "two", list({})})},
                 {"object", object({{"b", 2}, {"a", 1}})}});
}

TEST(Value, IsAskedForWhatItIs) {
  const auto value = sample();
  EXPECT_TRUE(value["none"].is_null());
  EXPECT_EQ(value["yes"].truth(), true);
  EXPECT_EQ(value["count"].number<int>(), -7);
  EXPECT_EQ(value["list"].list().size(), 3U);
  EXPECT_EQ(value["object"]["a"].number<int>(), 1);
  EXPECT_TRUE(value.contains("none"));
  EXPECT_FALSE(value.contains("some"));
}

TEST(Value, GivesNothingOfWhatItIsNot) {
  const auto value = sample();
  EXPECT_TRUE(value["some"]["more"].is_null());
  EXPECT_FALSE(value["yes"].number<int>());
  EXPECT_FALSE(value["count"].number<unsigned>()) << "below 0";
  EXPECT_FALSE(Value(300).number<std::uint8_t>()) << "too large";
  EXPECT_FALSE(value["count"].text());
  EXPECT_FALSE(value["text"].is_list());
  EXPECT_TRUE(value["text"].list().empty());
  EXPECT_FALSE(value["list"].is_object());
  EXPECT_TRUE(value["list"].members().empty());
  EXPECT_FALSE(Value(1).truth());
}

TEST(Value, IsEqualWhereAllOfItIs) {
  EXPECT_EQ(sample(), sample());
  EXPECT_NE(list({1, 2}), list({2, 1}));
  EXPECT_NE(object({{"a", 1}, {"b", 2}}), object({{"b", 2}, {"a", 1}})) << "members have their order";
  EXPECT_NE(Value(0), Value(false));
  EXPECT_NE(Value(), list({}));
}

TEST(Value, MembersAreSetWhereTheyStand) {
  Members members{{"a", 1}, {"b", 2}};
  set(members, "a", 3);
  set(members, "c", 4);
  EXPECT_EQ(Value(members), object({{"a", 3}, {"b", 2}, {"c", 4}}));
}

TEST(Json, IsCompactAndEscaped) {
  EXPECT_EQ(write_json(sample()), R"({"none":null,"yes":true,"count":-7,"text":"a \"quoted\"\n\\ line",)"
                                  R"("list":[1,"two",[]],"object":{"b":2,"a":1}})");
  EXPECT_EQ(write_json(object({{"\"", "\x01"}})), R"({"\"":"\u0001"})");
  EXPECT_EQ(write_json("gr\xc3\xbc\xc3\x9f"), "\"gr\xc3\xbc\xc3\x9f\"");
}

TEST(Json, IsReadAsItIsWritten) {
  EXPECT_EQ(read_json(write_json(sample())), sample());
  EXPECT_EQ(read_json("[1.5,18446744073709551615]")->list().front().fraction(), 1.5);
  EXPECT_FALSE(read_json("[18446744073709551615]")->list().front().number<std::uint64_t>());
}

TEST(Json, NonsenseIsRefused) {
  for (const auto* nonsense : {"", "{", "[1,]", "{\"a\":1}x", "nul", "\"\xff\""}) {
    const auto read = read_json(nonsense);
    ASSERT_FALSE(read) << nonsense;
    EXPECT_EQ(read.error().code, Code::malformed);
  }
  EXPECT_FALSE(read_json(std::string(5000, '['))) << "deeper than anybody means";
}

}  // namespace
}  // namespace base
