// Every transcript of every protocol, cut in every way.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "harness/stage.hpp"

namespace {

std::vector<std::filesystem::path> all_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& protocol : protocols::all()) {
    std::ranges::copy(harness::transcripts_of(protocol), std::back_inserter(files));
  }
  return files;
}

class Transcripts : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(Transcripts, AreKept) {
  const auto transcript = transcript::read(harness::read_text(GetParam()));
  ASSERT_TRUE(transcript) << GetParam() << ": " << transcript.error().detail;
  for (const auto encoding : transcript::encodings_of(*transcript)) {
    for (const auto cut : {harness::Cut::as_written, harness::Cut::byte_by_byte, harness::Cut::coalesced}) {
      EXPECT_EQ(harness::play(*transcript, cut, encoding), "")
          << "cut " << static_cast<int>(cut) << " " << encoding;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Every, Transcripts, testing::ValuesIn(all_files()), [](const auto& one) {
  auto name = one.param.parent_path().parent_path().filename().string() + "_" + one.param.stem().string();
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
});

TEST(TranscriptFiles, EveryProtocolHasSome) {
  for (const auto& protocol : protocols::all()) {
    EXPECT_FALSE(harness::transcripts_of(protocol).empty()) << protocol.name;
  }
}

std::string complaint(std::string_view text) {
  const auto transcript = transcript::read(text);
  return transcript ? "" : transcript.error().detail;
}

TEST(TranscriptGrammar, NamesTheLineThatIsWrong) {
  EXPECT_EQ(complaint("# from: x\nprotocol: halma\n"), "line 2: there is no such protocol");
  EXPECT_EQ(complaint("# from: x\na> hello\n"), "line 2: the protocol must be named first");
  EXPECT_EQ(complaint("# from: x\nprotocol: chess\na> \\q\n"),
            "line 3: an escape is \\n, \\r, \\\\ or \\xNN");
  EXPECT_EQ(complaint("# from: x\nprotocol: chess\n@ soon\n"), "line 3: the clock is turned by '@ +30s'");
  EXPECT_EQ(complaint("# from: x\nprotocol: chess\na=b\n"), "line 3: no such line");
  EXPECT_EQ(complaint("# from: x\nprotocol: chess\na+ halma\n"), "line 3: there is no such protocol");
  EXPECT_EQ(complaint("# from: x\nprotocol: chess\na+chess\n"), "line 3: there is no such protocol");
  for (const auto* source : {":1", "127.0.0.1:x", "127.0.0.1:0", "127.0.0.1:65536"}) {
    EXPECT_EQ(complaint("# from: x\nprotocol: chess\na+ from " + std::string(source) + "\n"),
              "line 3: whence a peer connects is ADDRESS or ADDRESS:PORT");
  }
  EXPECT_EQ(complaint("protocol: chess\na+\n"),
            "line 1: '# from: ' must cite the sentence that this stands for");
}

TEST(TranscriptGrammar, BackslashAtTheEndLeavesTheEndOfLineOut) {
  const auto sent = [](std::string_view text) {
    const auto transcript = transcript::read("# from: x\nprotocol: chess\na> " + std::string(text) + "\n");
    return transcript ? transcript->lines.front().bytes : "unreadable";
  };
  EXPECT_EQ(sent("x"), "x\n");
  EXPECT_EQ(sent("x\\"), "x");
  EXPECT_EQ(sent("x\\\\"), "x\\\n");
  EXPECT_EQ(sent("x\\\\\\"), "x\\");
  EXPECT_EQ(sent("\\\\\\\\"), "\\\\\n");
  EXPECT_EQ(sent("\\"), "");
}

TEST(TranscriptGrammar, PeersMayComeByOtherProtocolsAndFromElsewhere) {
  const auto transcript = transcript::read(
      "# from: x\nprotocol: chess\na+ scrabble-twente from 127.0.0.2:7\nb+ from 127.0.0.3\na> x|y\nb> x|y\n");
  ASSERT_TRUE(transcript) << transcript.error().detail;
  const auto& lines = transcript->lines;
  EXPECT_EQ(lines[0].protocol, protocols::find("scrabble-twente"));
  EXPECT_EQ(lines[0].address, "127.0.0.2");
  EXPECT_EQ(lines[0].port, 7);
  EXPECT_EQ(lines[1].protocol, protocols::find("chess"));
  EXPECT_EQ(lines[1].address, "127.0.0.3");
  EXPECT_EQ(lines[2].bytes, "x\x1fy\x1e");
  EXPECT_EQ(lines[3].bytes, "x|y\n");
}

/// A runner that accepts everything would make every transcript worthless.
TEST(TranscriptRunner, NoticesWhatIsMissingUnexpectedOrWrong) {
  const auto played = [](std::string_view lines) {
    const auto transcript = transcript::read("# from: x\nprotocol: chess\na+\nb+\n" + std::string(lines));
    return harness::play(*transcript, harness::Cut::as_written);
  };
  const std::string_view colors = "a< COLOR WHITE\nb< COLOR BLACK\n";
  EXPECT_EQ(played(colors), "");
  EXPECT_NE(played("a< COLOR WHITE\n"), "");
  EXPECT_NE(played("a< COLOR BLACK\nb< COLOR BLACK\n"), "");
  EXPECT_NE(played(std::string(colors) + "a< MOVE 4 1 4 3\n"), "");
  EXPECT_NE(played(std::string(colors) + "a<!\n"), "");
  EXPECT_EQ(played(std::string(colors) + "a!\nb<!\n"), "");
}

}  // namespace
