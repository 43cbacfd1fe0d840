// What inspectors of nodes ask and tell each other comes out as it went in.
#include "server/wire_words.hpp"

#include <gtest/gtest.h>

namespace server {
namespace {

TEST(WireWords, AQuestionComesOutAsItWentIn) {
  const WireQuestion question{WireQuestion::About::follow,
                              7,
                              {"10.0.0.1", {{TableId{5}, base::Seat{1}, true}, {TableId{6}, std::nullopt}}}};
  const auto back = read_question(write(question));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->about, question.about);
  EXPECT_EQ(back->connection, 7U);
  EXPECT_EQ(back->browser.place, "10.0.0.1");
  EXPECT_EQ(back->browser.sights, question.browser.sights);
}

TEST(WireWords, AnAnswerComesOutAsItWentIn) {
  const auto at = base::from_millis(1'700'000'000'000);
  WireAnswer answer;
  answer.connections.push_back({.number = 3,
                                .protocol = "chess",
                                .address = "::1:5",
                                .name = "al b",
                                .table = TableId{9},
                                .seat = {1},
                                .plays = true,
                                .since = at,
                                .closed = at,
                                .messages = 4,
                                .refused = 1,
                                .link = "9-1-x"});
  answer.overheard = {
      .connection = 3, .lines = {{at, true, "MOVE\n%", "malformed", "why", "a.md, 1", "So."}}, .missed = 2};
  answer.transcript = {"# a\nb"};
  answer.refusal = {2, "no\tsuch"};
  const auto line = write(answer);
  EXPECT_EQ(line.find_first_of("\n\t"), std::string::npos);
  const auto back = read_answer(line);
  ASSERT_TRUE(back);
  EXPECT_EQ(write(*back), line);
  EXPECT_EQ(back->overheard->lines.at(0).text, "MOVE\n%");
  EXPECT_EQ(back->refusal->why, "no\tsuch");
}

TEST(WireWords, WhatIsCutShortIsNone) {
  const auto question = write(WireQuestion{});
  EXPECT_FALSE(read_question(question.substr(0, question.size() - 2)));
  EXPECT_FALSE(read_question("9 0 % 0"));
  EXPECT_FALSE(read_answer(""));
}

}  // namespace
}  // namespace server
