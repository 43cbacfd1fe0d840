// Every conversation reads the same when the tables are at another node, also when that node dies all the
// time.
#include <gtest/gtest.h>

#include "harness/stage.hpp"
#include "protocols/all.hpp"

namespace {

struct Case {
  std::string_view protocol;
  std::filesystem::path file;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const auto& protocol : protocols::all()) {
    for (auto& file : harness::transcripts_of(protocol)) all.push_back({protocol.name, std::move(file)});
  }
  return all;
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  auto name = std::string(info.param.protocol) + "_" + info.param.file.stem().string();
  std::ranges::replace_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

class FarOwner : public testing::TestWithParam<Case> {};

TEST_P(FarOwner, ReadsTheSame) {
  const auto text = harness::read_text(GetParam().file);
  const auto transcript = transcript::read(text);
  ASSERT_TRUE(transcript) << transcript.error().detail;
  EXPECT_EQ(harness::play_far(*transcript, harness::Owner::stays), "") << GetParam().file;
}

INSTANTIATE_TEST_SUITE_P(Transcripts, FarOwner, testing::ValuesIn(cases()), name_of);

class LostOwner : public testing::TestWithParam<Case> {};

TEST_P(LostOwner, IsAPauseAndNothingElse) {
  const auto text = harness::read_text(GetParam().file);
  const auto transcript = transcript::read(text);
  ASSERT_TRUE(transcript) << transcript.error().detail;
  EXPECT_EQ(harness::play_far(*transcript, harness::Owner::is_lost), "") << GetParam().file;
}

INSTANTIATE_TEST_SUITE_P(Transcripts, LostOwner, testing::ValuesIn(cases()), name_of);

}  // namespace
