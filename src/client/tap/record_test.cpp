// A record is a transcript.
#include "client/tap/record.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "transcript/transcript.hpp"

namespace client::tap {
namespace {

struct TapRecord : testing::Test {
  ~TapRecord() override { std::filesystem::remove(file); }
  std::string file = std::filesystem::temp_directory_path() / fmt::format("parlor-record-{}.txt", ::getpid());
};

TEST_F(TapRecord, IsReadAsATranscript) {
  {
    auto record = Record::open(file, *protocols::find("chess"), "127.0.0.1:1", 7).value();
    record.connect('a');
    record.message('a', Way::to_server, "MOVE 4 1 4 3");
    record.message('a', Way::to_server, "");
    record.message('a', Way::to_client, "ERROR 1");
    record.message('a', Way::to_client, R"({"header":{"type":"PING","nickname":"a"},"payload":null})");
    record.end('a', Way::to_server);
    record.connect('b');
    record.end('b', Way::to_client);
  }
  std::ifstream lines(file);
  const std::string text(std::istreambuf_iterator<char>(lines), {});
  const auto read = transcript::read(text);
  ASSERT_TRUE(read) << read.error().detail;
  EXPECT_EQ(read->seed, 7U);
  EXPECT_EQ(read->protocol, protocols::find("chess"));
  using Kind = transcript::Line::Kind;
  std::vector<Kind> kinds;
  for (const auto& line : read->lines) kinds.push_back(line.kind);
  EXPECT_EQ(kinds, (std::vector<Kind>{Kind::connect, Kind::send, Kind::send, Kind::expect, Kind::hang_up,
                                      Kind::connect, Kind::expect_close}));
}

TEST_F(TapRecord, SaysThatItCannotBeWritten) {
  const auto record = Record::open("/nowhere/at/all.txt", *protocols::find("chess"), "x", std::nullopt);
  ASSERT_FALSE(record);
  EXPECT_EQ(record.error().detail, "cannot write to '/nowhere/at/all.txt'");
}

}  // namespace
}  // namespace client::tap
