// What a recording keeps, and what a reader makes of it.
#include "server/recording.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "transcript/speech.hpp"

namespace server {
namespace {

const protocols::Protocol& spoken() { return *protocols::find("chess"); }

std::vector<std::string> texts(const std::vector<Message>& messages) {
  std::vector<std::string> list;
  for (const auto& one : messages) list.push_back((one.speaker == Speaker::client ? "> " : "< ") + one.text);
  return list;
}

TEST(Recording, GivesMessagesHoweverTheyWereCut) {
  Recording recording(spoken());
  recording.note(base::from_millis(1), 1, Speaker::client, "MOVE 4 1");
  auto reader = recording.reader();
  EXPECT_EQ(texts(reader.read(recording)), std::vector<std::string>{});
  EXPECT_EQ(reader.rest(Speaker::client).text, "MOVE 4 1\\");
  EXPECT_EQ(reader.rest(Speaker::client).order, 1U);
  EXPECT_EQ(reader.rest(Speaker::server).text, "");
  recording.note(base::from_millis(2), 2, Speaker::client, " 4 3\nMOVE 1 1 1 2\n");
  recording.note(base::from_millis(3), 3, Speaker::server, "ERROR 1\n");
  const auto messages = reader.read(recording);
  EXPECT_EQ(texts(messages), (std::vector<std::string>{"> MOVE 4 1 4 3", "> MOVE 1 1 1 2", "< ERROR 1"}));
  EXPECT_EQ(messages[0].order, 2U);
  EXPECT_EQ(base::millis(messages[2].at), 3);
  EXPECT_EQ(texts(reader.read(recording)), std::vector<std::string>{});
}

TEST(Recording, RefusalsBelongToTheirAnswers) {
  Recording recording(spoken());
  recording.note_refusal({}, 1, base::Code::malformed, "coordinates are 0 to 7");
  recording.note_refusal({}, 2, base::Code::illegal_move, "no such move");
  recording.note({}, 3, Speaker::server, "ERROR 3\nMOVE 4 6 4 4\nERROR 3\n");
  recording.note({}, 4, Speaker::server, "ERROR 2\n");
  const auto messages = recording.reader().read(recording);
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
TEST(Recording, RemembersSoManyRefusalsOfOneAnswer) {
  Recording recording(spoken());
  std::string answer;
  for (std::uint64_t number = 0; number < 4096; ++number) {
    recording.note_refusal({}, number, base::Code::malformed, "not expected now");
    answer += "ERROR 1\n";
  }
  EXPECT_LT(recording.size(), kMostRefusals * 100);
  recording.note({}, 5000, Speaker::server, answer);
  const auto messages = recording.reader().read(recording);
  ASSERT_EQ(messages.size(), 4096U);
  EXPECT_EQ(messages[kMostRefusals - 1].why, "not expected now");
  EXPECT_EQ(messages[kMostRefusals].why, "");
  EXPECT_TRUE(messages.back().refuses);
  recording.note_refusal({}, 5001, base::Code::illegal_move, "no such move");
  recording.note({}, 5002, Speaker::server, "ERROR 3\n");
  EXPECT_EQ(recording.reader().read(recording).back().why, "no such move");
}

TEST(Recording, WhatIsSaidAgainAndAgainIsKeptOnce) {
  Recording recording(spoken());
  for (int times = 0; times < 5; ++times) recording.note({}, 1, Speaker::server, "PING\n");
  recording.note({}, 2, Speaker::client, "PONG\n");
  recording.note({}, 3, Speaker::client, "PONG\n");
  recording.note({}, 4, Speaker::server, "PING\n");
  EXPECT_EQ(texts(recording.reader().read(recording)),
            (std::vector<std::string>{"< PING", "> PONG", "> PONG", "< PING"}));
}

/// In two encodings of which one can only be read from its beginning.
TEST(Recording, ForgetsTheOldestAndStillUnderstandsTheRest) {
  for (const std::string_view encoding : {"java", "json"}) {
    const auto& shelfie = *protocols::find("shelfie");
    const auto speech = transcript::make_speech(shelfie, encoding, transcript::Pings::heard);
    Recording recording(shelfie);
    Reader late(shelfie);
    std::size_t most = 0;
    for (int number = 0; number < 200; ++number) {
      const auto bytes = speech->say(fmt::format(
          R"({{"header":{{"type":"LOBBY","nickname":"n{}"}},"payload":{{"key":"QUIT_SERVER","data":{{}}}}}})"
          "\n",
          number));
      recording.note({}, 2, Speaker::client, std::string_view(bytes).substr(0, 20));
      recording.keep_within(4096);
      recording.note({}, 2, Speaker::client, std::string_view(bytes).substr(20));
      recording.keep_within(4096);
      most = std::max(most, recording.size());
    }
    EXPECT_LT(most, 3 * 4096U);
    EXPECT_FALSE(recording.is_whole());
    for (auto& reader : {recording.reader(), late}) {
      auto own = reader;
      const auto messages = own.read(recording);
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
