// Recorded conversations: transcripts that the reader of transcripts takes, with the bytes that were said.
#include "client/play/record.hpp"

#include <gtest/gtest.h>

#include "transcript/transcript.hpp"

namespace {

using client::play::Record;
using transcript::Line;

std::string bytes_of(const transcript::Transcript& read, Line::Kind kind) {
  std::string bytes;
  for (const auto& line : read.lines) {
    if (line.kind == kind) bytes += line.bytes;
  }
  return bytes;
}

TEST(Record, IsATranscript) {
  Record record(*protocols::find("scrabble-twente"));
  record.opened();
  record.sent(
      "ANNOUNCE\x1f"
      "anna\x1f"
      "CHAT\x1e");
  record.heard("WELCOME\x1f");
  record.heard(
      "anna\x1eINFORMQUEUE\x1f"
      "1\x1f"
      "2\x1e");
  record.closed(Record::By::server);
  record.opened();
  record.sent(
      "ANNOUNCE\x1f"
      "anna\x1e");
  record.closed(Record::By::player);
  const auto text = record.take();
  EXPECT_EQ(text,
            "# from: a conversation recorded by parlor play\nprotocol: scrabble-twente\n"
            "a+\na> ANNOUNCE|anna|CHAT\na< WELCOME|anna\na< INFORMQUEUE|1|2\na<!\n"
            "b+\nb> ANNOUNCE|anna\nb!\n");
  const auto read = transcript::read(text);
  ASSERT_TRUE(read) << read.error().detail;
  EXPECT_EQ(bytes_of(*read, Line::Kind::expect),
            "WELCOME\x1f"
            "anna\x1eINFORMQUEUE\x1f"
            "1\x1f"
            "2\x1e");
  EXPECT_EQ(record.take(), "") << "each line once";
}

TEST(Record, EveryProtocolAndOddBytes) {
  for (const auto& protocol : protocols::all()) {
    Record record(protocol);
    record.opened();
    record.heard(std::string("{\"a\":1}\\ \x01\xff") + std::string(protocol.line_end));
    record.sent("half");
    record.closed(Record::By::player);
    const auto read = transcript::read(record.take());
    EXPECT_TRUE(read) << protocol.name << ": " << read.error().detail;
  }
}

TEST(Record, MoreConnectionsThanLetters) {
  Record record(*protocols::find("chess"));
  for (int times = 0; times < 40; ++times) {
    record.opened();
    record.heard("COLOR WHITE\n");
    record.closed(Record::By::server);
  }
  EXPECT_TRUE(transcript::read(record.take()));
}

}  // namespace
