// Lines, whatever way the stream was cut.
#include "protocols/lines.hpp"

#include <gtest/gtest.h>

namespace {

using protocols::Lines;

std::string all_lines(Lines& lines) {
  std::string text;
  std::string line;
  for (;;) {
    const auto found = lines.next(line);
    if (found == Lines::Found::nothing) return text;
    if (found == Lines::Found::too_long) return text + "<too long>";
    text += "[" + line + "]";
  }
}

TEST(Lines, EndInLfOrCrlf) {
  Lines lines;
  lines.receive("a\nb\r\n\r\n\nc");
  EXPECT_EQ(all_lines(lines), "[a][b][][]");
  lines.receive("d\r");
  EXPECT_EQ(all_lines(lines), "");
  lines.receive("\n");
  EXPECT_EQ(all_lines(lines), "[cd]");
}

TEST(Lines, SkipNulBytesBetweenMessages) {
  Lines lines;
  lines.receive(std::string_view("\0\0a\0b\n\0c\n\0", 10));
  EXPECT_EQ(all_lines(lines), std::string("[a\0b][c]", 8));
}

TEST(Lines, AreLimited) {
  Lines just;
  just.receive(std::string(protocols::kLongestLine, 'x') + "\r\n");
  EXPECT_EQ(all_lines(just).size(), protocols::kLongestLine + 2);
  Lines more;
  more.receive("ok\n" + std::string(protocols::kLongestLine + 1, 'x'));
  EXPECT_EQ(all_lines(more), "[ok]<too long>");
  more.receive("\nlater\n");
  EXPECT_EQ(all_lines(more), "") << "after that there is nothing more, ever";
}

TEST(Lines, AreHungryUntilSixtyFourWait) {
  Lines lines;
  for (std::size_t count = 0; count < protocols::kMostWaiting - 1; ++count) lines.receive("x\n");
  EXPECT_TRUE(lines.hungry());
  lines.receive("x\n");
  EXPECT_FALSE(lines.hungry());
  std::string line;
  lines.next(line);
  EXPECT_TRUE(lines.hungry());
}

}  // namespace
