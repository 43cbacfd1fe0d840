// The summary: counted by kind, what to mend first at the head.
#include "client/tap/tally.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace client::tap {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using enum Sight::Kind;
using enum Way;

TEST(TapTally, CountsByKindInTheOrderOfTheirFirst) {
  Tally tally;
  tally.see('a', {message, to_server, "MOVE 4 1 4 4"});
  tally.see('a', {message, to_client, "ERROR 3"});
  tally.see('a', {fault, to_server, "MOVE 4 1 4 4", "6: \"Illegal\""});
  tally.see('b', {fault, to_server, "MOVE 1 4 3 4", "6: \"Illegal\"", "MOVE 4 1 4 3 would fit"});
  tally.see('b', {unfinished, to_server, "x", "nothing ends it"});
  tally.see('c', {frame, to_client, "COLOR\\r\\r", "CR CR LF"});
  EXPECT_EQ(tally.messages(to_server), 1U);
  EXPECT_EQ(tally.messages(to_client), 1U);
  EXPECT_EQ(tally.violations(), 3U);
  const auto lines = tally.to_mend();
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_THAT(lines[0], StartsWith("1. x2 by the client: 6: \"Illegal\"\n     first a > MOVE 4 1 4 4"));
  EXPECT_THAT(lines[0], HasSubstr("MOVE 4 1 4 3 would fit"));
  EXPECT_THAT(lines[1], StartsWith("2. x1 by the server: CR CR LF\n"));
}

TEST(TapTally, TellsOfTenKindsAtMost) {
  Tally tally;
  for (int number = 0; number < 5000; ++number)
    tally.see('a', {fault, to_server, "x", std::to_string(number)});
  EXPECT_EQ(tally.violations(), 5000U);
  EXPECT_EQ(tally.to_mend().size(), 11U);
}

}  // namespace
}  // namespace client::tap
