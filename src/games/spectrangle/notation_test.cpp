// Tests of Spectrangle's notation: what is read, what is refused and why.
#include "games/spectrangle/notation.hpp"

#include <gtest/gtest.h>

#include "games/spectrangle/rules.hpp"

namespace games::spectrangle {
namespace {

using base::Code;

TEST(SpectrangleNotation, ReadsTilesAsListed) {
  for (std::uint8_t tile = 0; tile < kTiles; ++tile) {
    for (std::uint8_t rotation = 0; rotation < kSides; ++rotation) {
      const Turned turned{Tile{tile}, rotation};
      EXPECT_EQ(parse_tile(write_tile(turned)), turned);
    }
  }
}

TEST(SpectrangleNotation, RefusesOtherTiles) {
  for (const auto* text : {"", "R", "RRY", "RRY3", "RRY-", "RRYx", "RRY10", "RYR0", "YRR0", "RGB0", "WWR0",
                           "rry0", "XYZ0", " RRY0", "RRY 0"}) {
    const auto read = parse_tile(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, Code::malformed);
    EXPECT_FALSE(read.error().detail.empty());
  }
  EXPECT_EQ(parse_tile("RYR0").error().detail, "the letters of this tile are written RRY");
  EXPECT_EQ(parse_tile("RRY3").error().detail, "the rotation of a tile is 0, 1 or 2");
}

TEST(SpectrangleNotation, ReadsLocations) {
  EXPECT_EQ(parse_location("0"), Location{0});
  EXPECT_EQ(parse_location("35"), Location{35});
  for (const auto* text : {"", "36", "-1", "1e3", "+1", " 1", "1 ", "256", "99999999999999999999", "x"}) {
    EXPECT_EQ(parse_location(text).error().code, Code::malformed) << text;
  }
}

TEST(SpectrangleNotation, ReadsMoves) {
  EXPECT_EQ(read_move("RRY1@6"), Move(Play{{Tile{5}, 1}, Location{6}}));
  EXPECT_EQ(read_move("-RRY0"), Move(Swap{{Tile{5}, 0}}));
  EXPECT_EQ(read_move("skip"), Move(Skip{}));
  for (const auto* text : {"", "RRY1", "RRY1@", "@6", "RRY1@36", "RRY1@6@6", "-", "-RRY", "--RRY0", "Skip",
                           "skip ", "!leave", "RRY1 6"}) {
    EXPECT_EQ(read_move(text).error().code, Code::malformed) << text;
  }
}

TEST(SpectrangleNotation, WritesWhatItReads) {
  for (const auto* text : {"RRY1@6", "WWW2@35", "-RRY0", "-WWW2", "skip"})
    EXPECT_EQ(write_move(*read_move(text)), text);
  const auto* const whole =
      "board=RRY1@6,YYB0@12 hands=RRP,PPR,GGY,GGG/-/BBB bag=WWW scores=10/5/0 order=2/0/1 turn=0 passes=1";
  const auto position = read_position(whole);
  ASSERT_TRUE(position) << position.error().detail;
  EXPECT_EQ(write_position(*position), whole);
}

TEST(SpectrangleNotation, FillsInWhatIsLeftOut) {
  const auto position = read_position("hands=RRP/BBB");
  ASSERT_TRUE(position);
  EXPECT_EQ(write_position(*position), "board=- hands=RRP/BBB bag=* scores=0/0 order=0/1 turn=0 passes=0");
  EXPECT_EQ(read_position("order=1/0 hands=RRP/BBB")->turn, Seat{1});
}

TEST(SpectrangleNotation, KnowsAFinishedPosition) {
  EXPECT_TRUE(read_position("board=BBB0@12 hands=RRR/GGG bag=-")->over);
  const auto left = read_position("hands=RRP/BBB left=1");
  EXPECT_TRUE(left->over);
  EXPECT_EQ(write_position(*left), "board=- hands=RRP/BBB bag=* scores=0/0 order=0/1 turn=0 passes=0 left=1");
}

TEST(SpectrangleNotation, RefusesPositionsThatCannotLie) {
  for (const auto* text : {
           "",
           "board=-",
           "hands=RRP",
           "hands=RRP/BBB/GGG/PPP/YYY",
           "hands=RRP,RRP/BBB",
           "hands=RRR,BBB,GGG,PPP,YYY/WWW",
           "hands=RRP/BBB board=RRP0@1",
           "hands=RRP/BBB board=RRR0@6,GGG0@12",
           "hands=RRP/BBB board=RRR0@6,GGG0@6",
           "hands=RRP/BBB board=RRR0@36",
           "hands=RRP/BBB board=skip",
           "hands=RRP/BBB board=-RRR0",
           "hands=RRP/BBB bag=BBB",
           "hands=RRP/BBB bag=",
           "hands=RRP/BBB scores=1",
           "hands=RRP/BBB scores=1/-1",
           "hands=RRP/BBB scores=1/10000",
           "hands=RRP/BBB order=0/0",
           "hands=RRP/BBB order=0/2",
           "hands=RRP/BBB order=0",
           "hands=RRP/BBB turn=2",
           "hands=RRP/BBB passes=3",
           "hands=RRP/BBB left=2",
           "hands=RRP/BBB hands=RRP/BBB",
           "hands=RRP/BBB  turn=0",
           "hands=RRP/BBB colour=red",
           "hands=RRP/BBB turn",
           "hands=RRP/BBB turn=",
           "hands=RRP/BBB scores=",
           "hands=RRP/BBB order=",
           "hands=RRP/BBB passes=",
       }) {
    const auto position = read_position(text);
    EXPECT_FALSE(position) << text;
  }
}

}  // namespace
}  // namespace games::spectrangle
