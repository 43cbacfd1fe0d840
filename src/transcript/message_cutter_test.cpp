// What is heard on a wire is written as a transcript that says it again.
#include "transcript/message_cutter.hpp"

#include <gtest/gtest.h>

#include "harness/stage.hpp"
#include "protocols/matches.hpp"

namespace transcript {
namespace {

std::vector<std::string> take_all(MessageCutter& cutter) {
  std::vector<std::string> messages;
  while (auto message = cutter.next()) messages.push_back(*std::move(message));
  if (const auto rest = cutter.rest(); !rest.empty()) messages.push_back(rest);
  return messages;
}

std::vector<std::string> heard(std::string_view protocol, std::string_view bytes, std::size_t piece) {
  MessageCutter cutter(*protocols::find(protocol));
  std::vector<std::string> messages;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    cutter.hear(bytes.substr(0, piece));
    while (auto message = cutter.next()) messages.push_back(*std::move(message));
  }
  if (const auto rest = cutter.rest(); !rest.empty()) messages.push_back(rest);
  return messages;
}

using Messages = std::vector<std::string>;

TEST(MessageCutter, WritesWhatATranscriptWrites) {
  for (const std::size_t piece : {1, 3, 1000}) {
    EXPECT_EQ(heard("chess", "COLOR WHITE\nMOVE 1\r\n", piece), (Messages{"COLOR WHITE", "MOVE 1\\r"}));
    EXPECT_EQ(heard("scrabble-clarkson", "HELLO a\r\nPLAY\n", piece), (Messages{"HELLO a", "PLAY\\n\\"}));
    EXPECT_EQ(heard("scrabble-twente", "CHAT\x1f\xc3\xa4|b\\\x1eX", piece),
              (Messages{"CHAT|\xc3\xa4\\x7Cb\\\\", "X\\"}));
    EXPECT_EQ(heard("spectrangle", std::string_view("\x00\xff\n", 3), piece), (Messages{"\\x00\\xFF"}));
    EXPECT_EQ(heard("shelfie", "{\"a\":1}\nx", piece), (Messages{"{\"a\":1}", "x\\"}));
  }
}

TEST(MessageCutter, KeepsNoMoreThanAMessageShouldBe) {
  MessageCutter cutter(*protocols::find("chess"));
  cutter.hear(std::string(100'000, 'x'));
  ASSERT_TRUE(cutter.next().value_or("").ends_with("x\\"));
  EXPECT_EQ(cutter.rest(), "");
}

/// What comes after is heard as if all had been.
TEST(MessageCutter, PassesOverWhatNobodyLooksAt) {
  for (const auto& [protocol, bytes] :
       {std::pair<std::string_view, std::string>{"chess", "COLOR WHITE\nMOVE 1\r\nMOVE 2\n3"},
        {"scrabble-clarkson", "HELLO a\r\nPLAY\nX\r\nY"},
        {"shelfie", "{\"a\":1}\n{\"b\":2}\nx"},
        {"spectrangle", std::string(70'000, 'x') + "y\nz"}}) {
    for (std::size_t cut = 0; cut <= bytes.size(); cut += 1 + cut / 20) {
      MessageCutter before(*protocols::find(protocol));
      before.hear(bytes.substr(0, cut));
      while (before.next()) {
      }
      MessageCutter cutter(*protocols::find(protocol));
      cutter.pass_over(bytes.substr(0, cut));
      cutter.hear(bytes.substr(cut));
      before.hear(bytes.substr(cut));
      EXPECT_EQ(take_all(cutter), take_all(before)) << protocol << ", cut at " << cut;
    }
  }
}

/// A transcript with the lines that were heard says the same bytes.
TEST(MessageCutter, WhatWasHeardCanBeSaidAgain) {
  for (const auto& protocol : protocols::all()) {
    for (const auto& file : harness::transcripts_of(protocol)) {
      const auto original = read(harness::read_text(file));
      ASSERT_TRUE(original);
      if (original->encoding == "java") continue;  // bytes of Java streams, which are heard as objects
      for (const auto& line : original->lines) {
        if (line.kind != Line::Kind::send && line.kind != Line::Kind::expect) continue;
        std::string said;
        const auto start = "# from: x\nprotocol: " + std::string(line.protocol->name) + "\n";
        for (const auto& message : heard(line.protocol->name, line.bytes, 7)) {
          const auto again = read(start + "a> " + message + "\n");
          ASSERT_TRUE(again) << file << ": " << message;
          said += again->lines.front().bytes;
        }
        EXPECT_EQ(said, line.bytes) << file << ":" << line.number;
      }
    }
  }
}

TEST(MessageCutter, UnderstandsJavaStreams) {
  const auto transcript = read(
      R"(# from: x
protocol: shelfie
a> {"header":{"type":"DATA","nickname":"x"},"payload":{"key":"SELECT_FROM_BOARD","data":{"VALUE_CLIENT":[3,6]}}}
)");
  const auto& protocol = *protocols::find("shelfie");
  const auto speech = make_speech(protocol, "java", Pings::heard);
  const auto& line = transcript->lines.front().bytes;
  const auto bytes = speech->say(line) + speech->say(line);
  for (const std::size_t piece : {1, 1000}) {
    const auto messages = heard("shelfie", bytes, piece);
    ASSERT_EQ(messages.size(), 2);
    EXPECT_TRUE(protocols::matches(line, messages[0])) << messages[0];
    EXPECT_TRUE(protocols::matches(line, messages[1])) << messages[1];
  }
  EXPECT_EQ(heard("shelfie", "\xac\xed\x01\x02", 4), (Messages{"\\xAC\\xED\\x01\\x02\\"}));
}

}  // namespace
}  // namespace transcript
