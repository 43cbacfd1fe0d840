// The words everyone shares.
#include <gtest/gtest.h>

#include <array>

#include "base/count.hpp"
#include "base/error.hpp"
#include "base/rng.hpp"
#include "base/roster.hpp"
#include "base/text.hpp"

namespace {

TEST(Text, SplitsAndCuts) {
  EXPECT_EQ(base::split("a b  c", ' '), (std::vector<std::string_view>{"a", "b", "", "c"}));
  EXPECT_EQ(base::split("", ' '), (std::vector<std::string_view>{""}));
  std::string_view text = "key=value=x";
  EXPECT_EQ(base::cut(text, '='), "key");
  EXPECT_EQ(text, "value=x");
  EXPECT_EQ(base::cut(text, '|'), "value=x");
  EXPECT_EQ(text, "");
}

TEST(Text, TrimsBothEnds) {
  EXPECT_EQ(base::trim(" \ta b\r\n"), "a b");
  EXPECT_EQ(base::trim("a"), "a");
  EXPECT_EQ(base::trim(" \n"), "");
  EXPECT_EQ(base::trim("(a)\n", "()"), "a)\n");
}

TEST(Count, OneIsNotSeveral) {
  EXPECT_EQ(base::count_of(1, "point"), "1 point");
  EXPECT_EQ(base::count_of(0, "point"), "0 points");
  EXPECT_EQ(base::count_of(std::size_t{2}, "point"), "2 points");
}

TEST(Text, NumbersFillTheText) {
  EXPECT_EQ(base::to_number<int>("-12"), -12);
  EXPECT_EQ(base::to_number<std::uint8_t>("255"), 255);
  for (const auto* wrong : {"", " 1", "1 ", "+1", "0x1", "1e3", "256", "-1"}) {
    EXPECT_FALSE(base::to_number<std::uint8_t>(wrong)) << wrong;
  }
}

TEST(Text, KnowsPrintableUtf8) {
  EXPECT_TRUE(base::is_printable("Zo\xc3\xab \xf0\x9f\x98\x80"));
  EXPECT_EQ(base::count_characters("Zo\xc3\xab"), 3);
  for (const auto* wrong :
       {"a\n", "\x7f", "\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xc2\x85", "\x80"}) {
    EXPECT_FALSE(base::is_printable(wrong));
  }
  for (const auto* text : {"", "a\n", "\x7f", "\xc2\x85", "Zo\xc3\xab"}) EXPECT_TRUE(base::is_utf8(text));
  for (const auto* wrong : {"\xc3", "\xc0\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\x80"}) {
    EXPECT_FALSE(base::is_utf8(wrong));
  }
}

TEST(Rng, IsTheSameEverywhere) {
  base::Rng rng(42);
  EXPECT_EQ(rng.next(), 13679457532755275413U);
  EXPECT_EQ(rng.next(), 2949826092126892291U);
}

TEST(Rng, IsFair) {
  base::Rng rng(1);
  std::array<int, 6> counts{};
  for (int throws = 0; throws < 60'000; ++throws) ++counts[rng.below(6)];
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
  std::array<int, 5> items{0, 1, 2, 3, 4};
  rng.shuffle(std::span<int>(items));
  EXPECT_EQ(items[0] + items[1] + items[2] + items[3] + items[4], 10);
}

TEST(Errors, AllHaveDifferentNames) {
  std::vector<std::string_view> names;
  for (int code = 0; code <= static_cast<int>(base::kLastCode); ++code) {
    names.push_back(base::name_of(static_cast<base::Code>(code)));
  }
  for (std::size_t at = 1; at < names.size(); ++at) {
    EXPECT_EQ(std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(at), names[at]),
              names.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

TEST(Roster, ForgetsWhoHadAPlaceBefore) {
  base::Roster<int> roster;
  const std::uint64_t old = 5;
  const std::uint64_t next = old + (std::uint64_t{1} << base::kPlaceBits);
  EXPECT_EQ(roster.find(old), nullptr);
  roster.insert(old, 1);
  EXPECT_EQ(*roster.find(old), 1);
  roster.erase(next);
  EXPECT_EQ(roster.size(), 1);
  roster.erase(old);
  roster.insert(next, 2);
  EXPECT_EQ(roster.find(old), nullptr);
  EXPECT_EQ(*roster.find(next), 2);
  EXPECT_EQ(roster.size(), 1);
}

}  // namespace
