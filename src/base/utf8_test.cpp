// Characters of UTF-8, one by one.
#include "base/utf8.hpp"

#include <gtest/gtest.h>

namespace {

TEST(Utf8, WhatIsWrittenIsReadAgain) {
  for (const char32_t character :
       {U'\0', U'a', U'\x7F', U'\x80', U'\u07FF', U'\u0800', U'\uFFFD', U'\U00010000', U'\U0010FFFF'}) {
    std::string text;
    base::append_character(text, character);
    text += "z";
    std::string_view rest = text;
    EXPECT_EQ(base::take_character(rest), character);
    EXPECT_EQ(rest, "z");
  }
}

TEST(Utf8, TakesNothingOffWhatIsNone) {
  for (const std::string_view text : {"", "\x80", "\xC0\x80", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80",
                                      "\xF4\x90\x80\x80", "\xFF", "\xC3z"}) {
    auto rest = text;
    EXPECT_EQ(base::take_character(rest), std::nullopt);
    EXPECT_EQ(rest, text);
  }
}

}  // namespace
