// How long one waits for a server that says nothing, and what is said of it then.
#include "client/stranger.hpp"

#include <gtest/gtest.h>

namespace client {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

const protocols::Protocol& named(std::string_view name) { return *protocols::find(name); }

TEST(Patience, IsTenSecondsUnlessTold) {
  const auto usual = patience_with(named("spectrangle"), std::nullopt);
  EXPECT_EQ(usual.usual, seconds(10));
  EXPECT_EQ(usual.longest, seconds(10));
  const auto told = patience_with(named("spectrangle"), 0.5);
  EXPECT_EQ(told.usual, milliseconds(500));
  EXPECT_EQ(told.longest, milliseconds(500));
}

TEST(Patience, IsLongerWhereNothingIsSaidBeforeSomebodyComesButNotForEver) {
  const auto usual = patience_with(named("chess"), std::nullopt);
  EXPECT_EQ(usual.usual, seconds(10));
  EXPECT_EQ(usual.longest, seconds(600));
  const auto told = patience_with(named("chess"), 3.0);
  EXPECT_EQ(told.usual, milliseconds(1500));
  EXPECT_EQ(told.longest, seconds(3));
  EXPECT_EQ(patience_with(named("chess"), 3600.0).usual, seconds(10));
}

TEST(Strangers, OfSilenceASentenceSaysWhatItMayBe) {
  const net::Address server{"example.org", 80};
  EXPECT_EQ(why_silent(named("chess"), server, seconds(2)),
            "example.org:80 has said nothing for 2 s: nobody else has come, or it does not speak chess");
  EXPECT_EQ(why_silent(named("shelfie"), server, milliseconds(500)),
            "example.org:80 took the connection, but said nothing of the protocol shelfie for 0.5 s");
}

}  // namespace
}  // namespace client
