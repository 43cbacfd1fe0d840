// Messages however they are cut and coded.
#include "protocols/scrabble-twente/framing.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "protocols/intake.hpp"

namespace {

using protocols::scrabble_twente::Framing;
using namespace std::string_literals;

std::vector<std::string> messages(Framing& framing, std::string_view bytes) {
  std::vector<std::string> list;
  std::string message;
  framing.receive(bytes);
  while (framing.next(message) == Framing::Found::line) list.push_back(message);
  return list;
}

TEST(TwenteFraming, SkipsCrLfAndNulAroundMessages) {
  Framing framing;
  EXPECT_EQ(messages(framing,
                     "\r\nA\x1f"
                     "B\r\n\x1e\r\n\0\x1e"
                     "C\x1e"s),
            (std::vector<std::string>{"A\x1f"
                                      "B",
                                      "", "C"}));
}

TEST(TwenteFraming, AnswersLineFeedsOnceTheyWereSeen) {
  Framing framing;
  EXPECT_EQ(messages(framing, "\nA\x1e").size(), 1);
  EXPECT_EQ(framing.frame("X"), "X\x1e") << "LF before the first message means nothing";
  EXPECT_EQ(framing.take_line_feed(), "");
  EXPECT_TRUE(messages(framing, "\n").empty());
  EXPECT_EQ(framing.take_line_feed(), "\n") << "what was answered before gets its LF now";
  EXPECT_EQ(framing.take_line_feed(), "");
  EXPECT_EQ(framing.frame("X"), "X\x1e\n");
}

TEST(TwenteFraming, Utf16IsReadAndWrittenByteByByte) {
  Framing framing;
  const auto bytes = "\0Z\0\xeb\xd8\x3d\xde\0\xd8\x3d\0A\0\x1e"s;
  std::vector<std::string> list;
  for (const char byte : bytes) {
    for (auto& message : messages(framing, {&byte, 1})) list.push_back(message);
  }
  ASSERT_EQ(list.size(), 1);
  EXPECT_EQ(list[0],
            "Z\xc3\xab\xf0\x9f\x98\x80\xef\xbf\xbd"
            "A")
      << "half a character cannot be read";
  EXPECT_EQ(framing.frame("\xc3\xab\xf0\x9f\x98\x80\xe2\x82\xac"), "\0\xeb\xd8\x3d\xde\0\x20\xac\0\x1e"s);
}

TEST(TwenteFraming, TooLongIsTheEnd) {
  for (const bool finished : {true, false}) {
    Framing framing;
    framing.receive(std::string(protocols::kLongestLine + 1, 'A') + (finished ? "\x1e" : ""));
    std::string message;
    EXPECT_EQ(framing.next(message), Framing::Found::too_long);
    framing.receive("A\x1e");
    EXPECT_EQ(framing.next(message), Framing::Found::nothing);
  }
}

TEST(TwenteFraming, IsNotHungryWhenMuchWaits) {
  Framing framing;
  for (std::size_t count = 0; count < protocols::kMostWaiting; ++count) {
    EXPECT_TRUE(framing.hungry());
    framing.receive("A\x1e");
  }
  EXPECT_FALSE(framing.hungry());
  std::string message;
  EXPECT_EQ(framing.next(message), Framing::Found::line);
  EXPECT_TRUE(framing.hungry());
}

}  // namespace
