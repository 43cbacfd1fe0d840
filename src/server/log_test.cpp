// Lines of the log.
#include "server/log.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"

namespace server {
namespace {

std::string line_of(LogFormat format, const std::string& value) {
  set_log("debug", format);
  testing::internal::CaptureStderr();
  log(Level::debug, "said", {{"what", value}});
  return testing::internal::GetCapturedStderr();
}

TEST(Log, EveryLineIsCleanUtf8WhateverPeersSay) {
  for (const std::string value :
       {"\xff\xfe", "a\x1b[31m", "\x80", "\x7f", "{} {0} %s", "\n", "\xc3\xa9", "\"\\"}) {
    for (const auto format : {LogFormat::text, LogFormat::json}) {
      auto line = line_of(format, value);
      ASSERT_TRUE(line.ends_with('\n'));
      line.pop_back();
      EXPECT_TRUE(base::is_printable(line)) << line;
    }
  }
}

TEST(Log, CleanTextStaysReadable) {
  EXPECT_TRUE(line_of(LogFormat::json, "caf\xc3\xa9").ends_with(",\"what\":\"caf\xc3\xa9\"}\n"));
  EXPECT_TRUE(line_of(LogFormat::json, "\xff").ends_with(",\"what\":\"\\u00ff\"}\n"));
  EXPECT_TRUE(line_of(LogFormat::text, "plain").ends_with(" what=plain\n"));
}

}  // namespace
}  // namespace server
