// Whom a wire connection has met.
#include "server/conversation.hpp"

#include <gtest/gtest.h>

namespace server {
namespace {

using namespace std::chrono_literals;
using Tracks = std::vector<std::shared_ptr<WireConnection>>;

constexpr std::size_t kMany = 8000;
const protocols::Protocol& chess() { return *protocols::find("chess"); }

/// Connections in the order in which they came; each stays for so long, or for ever.
Tracks come(std::size_t count, base::Duration apart, std::optional<base::Duration> stay) {
  Tracks tracks;
  for (std::size_t at = 0; at < count; ++at) {
    auto& one = *tracks.emplace_back(
        std::make_shared<WireConnection>(WireConnection{.number = at,
                                                        .player = {},
                                                        .protocol = &chess(),
                                                        .host = "10.0.0.1",
                                                        .port = 1,
                                                        .since = base::Time{} + at * apart,
                                                        .opened = at,
                                                        .recording = Recording(chess())}));
    if (stay) one.closed = one.since + *stay;
  }
  return tracks;
}

std::vector<std::uint64_t> numbers(const std::vector<std::shared_ptr<const WireConnection>>& tracks) {
  std::vector<std::uint64_t> found;
  for (const auto& one : tracks) found.push_back(one->number);
  return found;
}

TEST(Conversation, AmongThousandsAsManyAreFoundAsThereAreLetters) {
  const auto all = come(kMany, 1ms, std::nullopt);
  const auto met = met_by(all[kMany / 2], all);
  ASSERT_EQ(met.size(), kMostMet);
  EXPECT_EQ(met.front(), all[kMany / 2]);
  EXPECT_EQ(met.back(), all[kMostMet - 2]) << "the others in the order in which they came";
}

TEST(Conversation, ThoseMetByOthersAreFoundFromTheNearestOn) {
  const auto all = come(kMany, 10ms, 12ms);  // each meets the one before and the one after
  const auto met = numbers(met_by(all[4000], all));
  ASSERT_EQ(met.size(), kMostMet);
  EXPECT_EQ(std::vector(met.begin(), met.begin() + 5),
            (std::vector<std::uint64_t>{4000, 3999, 4001, 3998, 4002}));
}

TEST(Conversation, WhoWasAloneMetNobody) {
  const auto all = come(kMany, 10ms, 5ms);
  EXPECT_EQ(numbers(met_by(all[77], all)), std::vector<std::uint64_t>{77});
}

TEST(Conversation, NobodyIsMetWhoPlaysAnotherGame) {
  auto all = come(3, 1ms, std::nullopt);
  all[1]->protocol = protocols::find("spectrangle");
  EXPECT_EQ(numbers(met_by(all[0], all)), (std::vector<std::uint64_t>{0, 2}));
}

}  // namespace
}  // namespace server
