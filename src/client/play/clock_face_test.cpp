// Clocks in figures and words, and when what they show changes.
#include "client/play/clock_face.hpp"

#include <gtest/gtest.h>

#include <array>

namespace client::play {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr base::Time kHeard{base::Duration(1'000'000)};

ClockFace face(std::vector<base::Duration> left, std::optional<base::Seat> running) {
  return {std::make_shared<table::Times>(table::Times{std::move(left), running}), kHeard};
}

TEST(ClockFace, Figures) {
  EXPECT_EQ(figures(seconds(300)), "5:00");
  EXPECT_EQ(figures(milliseconds(299'999)), "4:59");
  EXPECT_EQ(figures(seconds(3723)), "1:02:03");
  EXPECT_EQ(figures(seconds(10)), "0:10");
  EXPECT_EQ(figures(milliseconds(9'899)), "0:09.8");
  EXPECT_EQ(figures(milliseconds(0)), "0:00.0");
}

TEST(ClockFace, OnlyWhatRunsIsCountedOn) {
  const auto clocks = face({seconds(60), seconds(50)}, base::Seat{1});
  const auto later = kHeard + seconds(7);
  EXPECT_EQ(clocks.left({0}, later), seconds(60));
  EXPECT_EQ(clocks.left({1}, later), seconds(43));
  EXPECT_EQ(clocks.left({1}, kHeard + seconds(51)), seconds(0));
  EXPECT_EQ(clocks.left({1}, kHeard - seconds(1)), seconds(50)) << "a clock that was set back gives no time";
  EXPECT_EQ(clocks.left({2}, later), std::nullopt);
}

TEST(ClockFace, AfterTheStopNothingRuns) {
  auto clocks = face({seconds(60), seconds(50)}, base::Seat{1});
  clocks.stop(kHeard + seconds(7));
  EXPECT_EQ(clocks.left({1}, kHeard + seconds(20)), seconds(43));
  EXPECT_FALSE(clocks.running());
}

/// Whenever it says so the figures are others, and a moment before they are not.
TEST(ClockFace, ChangesWhenItSaysSo) {
  const auto clocks = face({milliseconds(11'050)}, base::Seat{0});
  auto now = kHeard;
  int changes = 0;
  while (const auto wait = clocks.until_change(now)) {
    const auto before = figures(*clocks.left({0}, now));
    EXPECT_EQ(figures(*clocks.left({0}, now + *wait - milliseconds(1))), before);
    now += *wait;
    ++changes;
    if (clocks.left({0}, now) == seconds(0)) break;
    EXPECT_NE(figures(*clocks.left({0}, now)), before);
  }
  EXPECT_EQ(clocks.left({0}, now), seconds(0));
  EXPECT_EQ(changes, 102) << "0:10, then tenths from 0:09.9 to 0:00.0, and the end";
  EXPECT_FALSE(face({seconds(5)}, std::nullopt).until_change(kHeard));
}

TEST(ClockFace, Rules) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kRules{{
      {"300+3", "5 min + 3 s"},
      {"90+0", "1:30 min"},
      {"move=60", "1 min a turn"},
      {"move=20", "20 s a turn"},
      {"", ""},
      {"none", ""},
  }};
  for (const auto& [rule, words] : kRules) EXPECT_EQ(rule_in_words(rule), words) << rule;
}

}  // namespace
}  // namespace client::play
