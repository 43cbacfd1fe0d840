// What may be a name.
#include "table/names.hpp"

#include <gtest/gtest.h>

#include "base/utf8.hpp"

namespace table {
namespace {

std::string text_of(std::u32string_view letters) {
  std::string text;
  for (const auto letter : letters) base::append_character(text, letter);
  return text;
}

TEST(Names, WhatPeopleAreCalled) {
  for (const auto* name : {U"anna", U"Anna Maria", U"guest-1", U"O'Brien", U"<b>bert</b>", U"\u00c5sa",
                           U"\u0416\u0430\u043d\u043d\u0430", U"\u05d3\u05d5\u05d3",
                           U"\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f", U"\u674e\u5c0f\u9f99",
                           U"\u0e19\u0e49\u0e33", U"Vie\u0302\u0323t", U"\U0001F600", U"127.0.0.1:50211"}) {
    EXPECT_TRUE(check_name(text_of(name))) << text_of(name);
  }
  EXPECT_TRUE(check_name(std::string(32, 'a')));
  EXPECT_TRUE(check_name(std::string(64, 'a'), kLongestGivenName));
}

TEST(Names, WhatIsNotSeenOrTurnsTheWritingIsNoPartOfAName) {
  for (const char32_t letter :
       {U'\u0001',     U'\u0009',     U'\u000a',     U'\u001f',     U'\u007f',     U'\u0085',
        U'\u009f',     U'\u00a0',     U'\u00ad',     U'\u034f',     U'\u061c',     U'\u115f',
        U'\u1160',     U'\u180e',     U'\u2003',     U'\u200b',     U'\u200c',     U'\u200d',
        U'\u200e',     U'\u200f',     U'\u2028',     U'\u2029',     U'\u202a',     U'\u202b',
        U'\u202c',     U'\u202d',     U'\u202e',     U'\u202f',     U'\u2060',     U'\u2064',
        U'\u2066',     U'\u2067',     U'\u2068',     U'\u2069',     U'\u206f',     U'\u2800',
        U'\u3000',     U'\u3164',     U'\ue000',     U'\uf8ff',     U'\ufdd0',     U'\ufe00',
        U'\ufe0f',     U'\ufeff',     U'\uffa0',     U'\ufff9',     U'\ufffb',     U'\ufffd',
        U'\U0001d173', U'\U0001ffff', U'\U00050000', U'\U000e0001', U'\U000e0041', U'\U000e0100',
        U'\U000f0000', U'\U0010ffff'}) {
    const auto name = text_of(std::u32string(U"an") + letter + U"na");
    EXPECT_FALSE(check_name(name)) << std::hex << std::uint32_t{letter};
  }
  EXPECT_EQ(check_name("\n").error().code, base::Code::bad_name);
  EXPECT_EQ(check_name(text_of(U"eve\u202e")).error().detail,
            "a name has no characters that are not seen or turn the writing, as U+202E");
}

TEST(Names, SpacesStandBetweenWords) {
  for (const auto* name : {" ", " anna", "anna ", "anna  maria"}) EXPECT_FALSE(check_name(name)) << name;
}

TEST(Names, AFewMarksStandOnALetter) {
  EXPECT_TRUE(check_name(text_of(U"a\u0301\u0302\u0303b")));
  EXPECT_FALSE(check_name(text_of(U"a\u0301\u0302\u0303\u0304b")));
  EXPECT_FALSE(check_name(text_of(U"a\u0e47\u0e47\u0e47\u0e47")));
  EXPECT_FALSE(check_name(text_of(U"\u0301a"))) << "nor on nothing";
}

TEST(Names, ANameIsTextOfSomeLength) {
  EXPECT_FALSE(check_name(""));
  EXPECT_FALSE(check_name(std::string(33, 'a')));
  EXPECT_FALSE(check_name("a\xff"));
  EXPECT_FALSE(check_name("a\xc0\x80"));
}

}  // namespace
}  // namespace table
