// Whatever a server says, who plays with the client half of a protocol neither crashes nor hangs: what
// servers say in the transcripts, broken in every way that chance finds.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "fuzz/player.hpp"
#include "transcript/transcript.hpp"

namespace {

using Lines = std::vector<std::string>;

/// What the server says to peer a in a transcript.
Lines said_to_a(const std::filesystem::path& path) {
  std::ifstream file(path);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto read = transcript::read(text);
  Lines lines;
  if (!read) return lines;
  for (const auto& line : read->lines) {
    if (line.kind == transcript::Line::Kind::expect && line.peer == 'a') lines.push_back(line.bytes);
  }
  return lines;
}

/// One thing that a server may do wrong.
void spoil(Lines& lines, base::Rng& rng) {
  auto& line = lines[rng.below(lines.size())];
  auto& other = lines[rng.below(lines.size())];
  switch (rng.below(6)) {
    case 0:
      std::swap(line, other);
      break;
    case 1:
      line += other;
      break;
    case 2:
      line.clear();
      break;
    case 3:
      line.resize(rng.below(line.size() + 1));
      break;
    case 4:
      line.insert(rng.below(line.size() + 1), 1, static_cast<char>(rng.below(256)));
      break;
    default:
      if (!line.empty()) line[rng.below(line.size())] = static_cast<char>(rng.below(128));
  }
}

constexpr std::array<std::string_view, 6> kKeys{"\t", "^\t", ">\t\t", "abc\t", "?:x\t", "1 -\t"};

void play(const protocols::Protocol& protocol, const Lines& lines, base::Rng& rng) {
  fuzz::Player player(protocol, protocol.encodings.empty()
                                    ? protocol.make_client(fuzz::kits())
                                    : protocol.encodings.back().make_client(fuzz::kits()));
  for (const auto& line : lines) {
    player.hear(line);
    player.press(kKeys[rng.below(kKeys.size())]);
  }
  player.think(fuzz::Player::Thought::quick);
  player.end();
}

class Players : public testing::TestWithParam<protocols::Protocol> {};

TEST_P(Players, SurviveWhateverServersSay) {
  const auto& protocol = GetParam();
  if (protocol.make_client == nullptr) GTEST_SKIP() << "only its server's half is written here";
  const auto folder =
      std::filesystem::path(PARLOR_SOURCE_DIR) / "src/protocols" / protocol.name / "transcripts";
  base::Rng rng(7);
  int played = 0;
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    ++files;
    const auto lines = said_to_a(entry.path());
    if (lines.empty()) continue;
    play(protocol, lines, rng);
    for (int times = 0; times < 3; ++times) {
      auto spoilt = lines;
      for (int slips = 0; slips <= times; ++slips) spoil(spoilt, rng);
      play(protocol, spoilt, rng);
      ++played;
    }
  }
  EXPECT_GT(played, files);
}

TEST_P(Players, SurviveGarbage) {
  const auto& protocol = GetParam();
  if (protocol.make_client == nullptr) GTEST_SKIP() << "only its server's half is written here";
  base::Rng rng(11);
  for (int times = 0; times < 50; ++times) {
    Lines lines(1 + rng.below(5));
    for (auto& line : lines) {
      for (auto left = rng.below(200); left > 0; --left) line += static_cast<char>(rng.below(256));
      line += protocol.line_end;
    }
    play(protocol, lines, rng);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Players, testing::ValuesIn(protocols::all().begin(), protocols::all().end()),
                         [](const auto& info) {
                           std::string name(info.param.name);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
