// Tests of base64: what is written, and that nothing else is read.
#include "base/base64.hpp"

#include <gtest/gtest.h>

#include <array>

namespace {

using base::from_base64;
using base::to_base64;

TEST(Base64, WritesAndReadsWhatTheStandardShows) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kShown{{
      {"", ""},
      {"f", "Zg=="},
      {"fo", "Zm8="},
      {"foo", "Zm9v"},
      {"foobar", "Zm9vYmFy"},
      {"Hello, world!\U0001F60B", "SGVsbG8sIHdvcmxkIfCfmIs="},
      {"\xFB\xFF\xFE", "+//+"},
  }};
  for (const auto& [bytes, text] : kShown) {
    EXPECT_EQ(to_base64(bytes), text);
    EXPECT_EQ(from_base64(text), bytes);
  }
}

TEST(Base64, ReadsWhatItWrites) {
  std::string bytes;
  for (int length = 0; length < 300; ++length) {
    EXPECT_EQ(from_base64(to_base64(bytes)), bytes) << length;
    bytes += static_cast<char>(length * 7);
  }
}

TEST(Base64, ReadsNothingElse) {
  for (const auto* text : {"Z", "Zg", "Zg=", "Zg===", "Zg=a", "=", "==", "====", "Zm9", "Zm9v=", "Zm9vYg",
                           "Zh==", "Zm9=", "Zm 9v", "Zm9v\n", "Zm9-", "Zm9_", "Zm\xC3\xA4v", "Zm8=Zm8="}) {
    EXPECT_EQ(from_base64(text), std::nullopt) << text;
  }
}

}  // namespace
