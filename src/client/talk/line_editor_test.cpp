// Keys change the line as people expect it.
#include "client/talk/line_editor.hpp"

#include <gtest/gtest.h>

namespace client::talk {
namespace {

struct TalkEditor : testing::Test {
  std::optional<Typed> type(std::string_view keys) {
    std::optional<Typed> last;
    for (const char key : keys) {
      if (auto typed = editor.type(key)) last = std::move(typed);
    }
    return last;
  }
  LineEditor editor{[](std::string_view line) {
    if (line == "M") return Completion{"MOVE ", {}};
    return Completion{std::string(line), {"one", "two"}};
  }};
};

TEST_F(TalkEditor, EnterGivesTheLine) {
  const auto typed = type("MOVE 4 1 4 3\r");
  ASSERT_TRUE(typed);
  EXPECT_EQ(typed->kind, Typed::Kind::line);
  EXPECT_EQ(typed->text, "MOVE 4 1 4 3");
  EXPECT_EQ(editor.text(), "");
}

TEST_F(TalkEditor, TheCursorMovesAndTheLineChangesThere) {
  type("ac\x1b[Db");
  EXPECT_EQ(editor.text(), "abc");
  type("\x01X\x05Y");
  EXPECT_EQ(editor.text(), "XabcY");
  type("\x1b[H\x1b[3~\x1b[F\x7f");
  EXPECT_EQ(editor.text(), "abc");
  type(" two words\x17");
  EXPECT_EQ(editor.text(), "abc two ");
  type("\x15");
  EXPECT_EQ(editor.text(), "");
  type("abc\x1b[D\x0b");
  EXPECT_EQ(editor.text(), "ab");
}

TEST_F(TalkEditor, CharactersOfSeveralBytesAreOne) {
  type("añb\x1b[D\x7f");
  EXPECT_EQ(editor.text(), "ab");
  type("\x1b[D\x1b[D\x1b[Dß");
  EXPECT_EQ(editor.text(), "ßab");
}

TEST_F(TalkEditor, WhatWasTypedComesBack) {
  type("first\rsecond\rsecond\rthi");
  type("\x1b[A");
  EXPECT_EQ(editor.text(), "second");
  type("\x1bOA\x1b[A");
  EXPECT_EQ(editor.text(), "first");
  type("\x1b[B\x1b[B\x1b[B");
  EXPECT_EQ(editor.text(), "thi");
}

TEST_F(TalkEditor, TabCompletesOrShowsChoices) {
  EXPECT_FALSE(type("M\t"));
  EXPECT_EQ(editor.text(), "MOVE ");
  const auto typed = type("\t");
  ASSERT_TRUE(typed);
  EXPECT_EQ(typed->choices, (std::vector<std::string>{"one", "two"}));
}

TEST_F(TalkEditor, Ends) {
  EXPECT_EQ(type("\x04")->kind, Typed::Kind::end);
  EXPECT_FALSE(type("a\x04"));  // takes what is under the cursor
  EXPECT_EQ(type("\x03")->kind, Typed::Kind::end);
  EXPECT_EQ(type("\x1a")->kind, Typed::Kind::suspend);
}

TEST_F(TalkEditor, UnknownKeysChangeNothing) {
  type("a\x1b[5~\x1b[1;5C\x1bx\x02\x06");
  EXPECT_EQ(editor.text(), "a");
}

TEST_F(TalkEditor, IsDrawnInOneRow) {
  type("abc\x1b[D");
  EXPECT_EQ(editor.draw(80), "\r\x1b[K> abc\r\x1b[4C");
  type(std::string(200, 'x'));
  EXPECT_EQ(editor.draw(10), "\r\x1b[K> " + std::string(7, 'x') + "\r\x1b[9C");
}

TEST_F(TalkEditor, ALineHasABound) {
  type(std::string(100'000, 'x'));
  EXPECT_EQ(editor.text().size(), 32U * 1024);
}

}  // namespace
}  // namespace client::talk
