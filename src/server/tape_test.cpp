// What a tape keeps, and what a reader makes of it.
#include "server/tape.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "transcript/speech.hpp"

namespace server {
namespace {

const protocols::Protocol& chess() { return *protocols::find("chess"); }

std::vector<std::string> texts(const std::vector<Message>& messages) {
  std::vector<std::string> list;
  for (const auto& one : messages) list.push_back((one.speaker == Speaker::client ? "> " : "< ") + one.text);
  return list;
}

TEST(Tape, GivesMessagesHoweverTheyWereCut) {
  Tape tape(chess());
  tape.note(base::from_millis(1), 1, Speaker::client, "MOVE 4 1");
  auto reader = tape.reader();
  EXPECT_EQ(texts(reader.read(tape)), std::vector<std::string>{});
  EXPECT_EQ(reader.rest(Speaker::client).text, "MOVE 4 1\\");
  EXPECT_EQ(reader.rest(Speaker::client).order, 1U);
  EXPECT_EQ(reader.rest(Speaker::server).text, "");
  tape.note(base::from_millis(2), 2, Speaker::client, " 4 3\nMOVE 1 1 1 2\n");
  tape.note(base::from_millis(3), 3, Speaker::server, "ERROR 1\n");
  const auto messages = reader.read(tape);
  EXPECT_EQ(texts(messages), (std::vector<std::string>{"> MOVE 4 1 4 3", "> MOVE 1 1 1 2", "< ERROR 1"}));
  EXPECT_EQ(messages[0].order, 2U);
  EXPECT_EQ(base::millis(messages[2].at), 3);
  EXPECT_EQ(texts(reader.read(tape)), std::vector<std::string>{});
}

TEST(Tape, RefusalsBelongToTheirAnswers) {
  Tape tape(chess());
  tape.note_refusal({}, 1, base::Code::malformed, "coordinates are 0 to 7");
  tape.note_refusal({}, 2, base::Code::illegal_move, "no such move");
  tape.note({}, 3, Speaker::server, "ERROR 3\nMOVE 4 6 4 4\nERROR 3\n");
  tape.note({}, 4, Speaker::server, "ERROR 2\n");
  const auto messages = tape.reader().read(tape);
  ASSERT_EQ(messages.size(), 4U);
  EXPECT_EQ(messages[0].code, base::Code::malformed);
  EXPECT_EQ(messages[0].rule->cite, "chess.md, MOVE");
  EXPECT_FALSE(messages[1].refuses);
  EXPECT_EQ(messages[2].why, "no such move");
  EXPECT_EQ(messages[2].rule->cite, "chess.rulings.md, 6");
  EXPECT_TRUE(messages[3].refuses);  // whatever the reason was
  EXPECT_EQ(messages[3].code, std::nullopt);
  EXPECT_EQ(messages[3].rule->cite, "chess.md, ERROR 2");
}

/// One who says thousands of wrong lines at once takes no more memory than others.
TEST(Tape, RemembersSoManyRefusalsOfOneAnswer) {
  Tape tape(chess());
  std::string answer;
  for (std::uint64_t number = 0; number < 4096; ++number) {
    tape.note_refusal({}, number, base::Code::malformed, "not expected now");
    answer += "ERROR 1\n";
  }
  EXPECT_LT(tape.size(), kMostRefusals * 100);
  tape.note({}, 5000, Speaker::server, answer);
  const auto messages = tape.reader().read(tape);
  ASSERT_EQ(messages.size(), 4096U);
  EXPECT_EQ(messages[kMostRefusals - 1].why, "not expected now");
  EXPECT_EQ(messages[kMostRefusals].why, "");
  EXPECT_TRUE(messages.back().refuses);
  tape.note_refusal({}, 5001, base::Code::illegal_move, "no such move");
  tape.note({}, 5002, Speaker::server, "ERROR 3\n");
  EXPECT_EQ(tape.reader().read(tape).back().why, "no such move");
}

TEST(Tape, WhatIsSaidAgainAndAgainIsKeptOnce) {
  Tape tape(chess());
  for (int times = 0; times < 5; ++times) tape.note({}, 1, Speaker::server, "PING\n");
  tape.note({}, 2, Speaker::client, "PONG\n");
  tape.note({}, 3, Speaker::client, "PONG\n");
  tape.note({}, 4, Speaker::server, "PING\n");
  EXPECT_EQ(texts(tape.reader().read(tape)),
            (std::vector<std::string>{"< PING", "> PONG", "> PONG", "< PING"}));
}

/// In two encodings of which one can only be read from its beginning.
TEST(Tape, ForgetsTheOldestAndStillUnderstandsTheRest) {
  for (const std::string_view encoding : {"java", "json"}) {
    const auto& shelfie = *protocols::find("shelfie");
    const auto speech = transcript::make_speech(shelfie, encoding, transcript::Pings::heard);
    Tape tape(shelfie);
    Reader late(shelfie);
    std::size_t most = 0;
    for (int number = 0; number < 200; ++number) {
      const auto bytes = speech->say(fmt::format(
          R"({{"header":{{"type":"LOBBY","nickname":"n{}"}},"payload":{{"key":"QUIT_SERVER","data":{{}}}}}})"
          "\n",
          number));
      tape.note({}, 2, Speaker::client, std::string_view(bytes).substr(0, 20));
      tape.keep_within(4096);
      tape.note({}, 2, Speaker::client, std::string_view(bytes).substr(20));
      tape.keep_within(4096);
      most = std::max(most, tape.size());
    }
    EXPECT_LT(most, 3 * 4096U);
    EXPECT_FALSE(tape.is_whole());
    for (auto& reader : {tape.reader(), late}) {
      auto own = reader;
      const auto messages = own.read(tape);
      ASSERT_GT(messages.size(), 3U) << encoding;
      ASSERT_LT(messages.size(), 100U) << encoding;
      for (std::size_t at = 0; at < messages.size(); ++at) {
        EXPECT_NE(messages[at].text.find(fmt::format("\"n{}\"", 200 - messages.size() + at)),
                  std::string::npos)
            << encoding << ": " << messages[at].text;
      }
    }
  }
}

}  // namespace
}  // namespace server
