// The mistakes that programs make with frames are recognised, and right frames are left in peace.
#include "protocols/frame_fault.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/utf16.hpp"

namespace {

using namespace std::string_literals;
using testing::HasSubstr;

std::string fault(std::string_view protocol, std::string_view bytes) {
  return protocols::wrong_frame(*protocols::find(protocol), bytes).value_or("");
}

TEST(WrongFrame, LeavesRightOnesInPeace) {
  for (const auto& protocol : protocols::all()) {
    EXPECT_EQ(protocols::wrong_frame(protocol, ""), std::nullopt) << protocol.name;
    const auto whole = "HELLO"s + std::string(protocol.unit) + "you" + std::string(protocol.line_end);
    EXPECT_EQ(protocols::wrong_frame(protocol, whole), std::nullopt) << protocol.name;
  }
  EXPECT_EQ(fault("scrabble-clarkson", "HELLO\n"), "");
  EXPECT_EQ(fault("spectrangle", "JOIN me\r\n"), "");
  EXPECT_EQ(fault("scrabble-twente", "SENDCHAT\x1fone|two, three\x1e"), "");
  EXPECT_EQ(fault("shelfie", "\xac\xed\x00\x05t"s), "");
}

TEST(WrongFrame, NamesTheWrongEnd) {
  EXPECT_EQ(fault("scrabble-twente", "REQUESTGAME\n"), "LF (0x0A) ends a message where RS (0x1E) belongs");
  EXPECT_EQ(fault("scrabble-twente", "WELCOME\x1fme\r\n"),
            "CR LF (0x0D 0x0A) ends a message where RS (0x1E) belongs");
  EXPECT_EQ(fault("chess", "MOVE 4 1 4 3\r"), "CR (0x0D) ends a message where LF (0x0A) belongs");
  EXPECT_EQ(fault("chess", "MOVE 4 1 4 3\r\r\n"),
            "CR CR LF (0x0D 0x0D 0x0A) ends a message where LF (0x0A) belongs");
  EXPECT_THAT(fault("scrabble-clarkson", "HELLO\r\r\n"), HasSubstr("where CR LF (0x0D 0x0A) belongs"));
  EXPECT_EQ(fault("spectrangle", "JOIN me\0"s), "NUL (0x00) ends a message where LF (0x0A) belongs");
  EXPECT_THAT(fault("chess", "MOVE 4 1 4 3\\n"), HasSubstr("the two characters \\n"));
  EXPECT_EQ(fault("chess", "MOVE 4 1"), "nothing ends the message: LF (0x0A) must follow");
  EXPECT_EQ(fault("shelfie", "{\"header\""), "nothing ends the message: LF (0x0A) must follow");
  EXPECT_EQ(fault("shelfie", "hello"),
            "this is no message of shelfie: one is a JSON object in a line, and begins with '{'");
}

TEST(WrongFrame, NamesTheWrongUnit) {
  EXPECT_EQ(fault("scrabble-twente", "ANNOUNCE|me\x1e"),
            "'|' stands between the words where US (0x1F) belongs");
  EXPECT_EQ(fault("scrabble-twente", "ANNOUNCE me\x1e"),
            "a space stands between the words where US (0x1F) belongs");
  EXPECT_EQ(fault("scrabble-twente", "ANNOUNCE|me\n"),
            "LF (0x0A) ends a message where RS (0x1E) belongs; '|' stands between the words where US (0x1F) "
            "belongs");
}

TEST(WrongFrame, KnowsOtherCharsets) {
  EXPECT_THAT(fault("scrabble-twente", base::write_utf16("WELCOME\x1fme\x1e")),
              HasSubstr("UTF-16BE, and scrabble-twente is written in UTF-8 (--charset utf-16be reads it)"));
  EXPECT_EQ(fault("chess", base::write_utf16("COLOR WHITE\n")),
            "the text is UTF-16BE, and chess is written in UTF-8");
  EXPECT_THAT(fault("chess", "C\0O\0L\0O\0"s), HasSubstr("UTF-16LE"));
  EXPECT_THAT(fault("chess", "\xef\xbb\xbf"s + "COLOR WHITE\n"), HasSubstr("byte order mark"));
}

TEST(WrongFrame, KnowsLengthsInFront) {
  EXPECT_EQ(fault("chess", "\0\x0b"s + "COLOR WHITE"),
            "2 bytes with the length stand before the text; chess has none: LF (0x0A) ends a message");
  EXPECT_THAT(fault("scrabble-twente", "\0\0\0\x0b"s + "REQUESTGAME"), HasSubstr("4 bytes with the length"));
  EXPECT_THAT(fault("scrabble-twente", "\x0b\0\0\0"s + "REQUESTGAME"), HasSubstr("4 bytes with the length"));
  EXPECT_THAT(fault("chess", "\0\x0c"s + "COLOR WHITE\n"), HasSubstr("2 bytes with the length"));
  EXPECT_THAT(fault("scrabble-twente", "\0\x0a"s + "WELCOME\x1fme"), HasSubstr("2 bytes with the length"));
  EXPECT_THAT(fault("chess", "\x0b"s + "COLOR WHITE"), HasSubstr("1 byte with the length stands"));
}

TEST(WrongFrame, KnowsOtherLanguages) {
  EXPECT_EQ(fault("chess", "\x16\x03\x01\x02\x00\x01"s),
            "this is TLS, an encrypted connection, and chess is spoken here");
  EXPECT_EQ(fault("chess", "HTTP/1.1 400 Bad Request\r\n"), "this is HTTP, and chess is spoken here");
  EXPECT_EQ(fault("shelfie", "GET / HTTP/1.1\r\n"), "this is HTTP, and shelfie is spoken here");
  EXPECT_EQ(fault("spectrangle", "{\"type\":1}\n"), "this is JSON, and spectrangle is spoken here");
  EXPECT_THAT(fault("chess", "\xac\xed\x00\x05"s), HasSubstr("a stream of Java objects"));
}

TEST(WrongFrame, LooksOnlyAtTheBeginning) {
  EXPECT_EQ(fault("chess", std::string(1 << 20, 'x') + "\n"),
            "nothing ends the message: LF (0x0A) must follow");
}

}  // namespace
