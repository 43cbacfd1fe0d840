// Grids of styled characters: what is put where, and what never reaches a terminal.
#include "client/play/grid.hpp"

#include <gtest/gtest.h>

namespace {

using client::play::Grid;

TEST(Grid, PutsTextAndCutsItAtTheEdges) {
  Grid grid(2, 6);
  EXPECT_EQ(grid.put(0, 1, "ab"), 3);
  grid.put(1, 4, "long");
  grid.put(5, 0, "below");
  grid.put(0, -2, "xyz");
  EXPECT_EQ(grid.text(), "zab\n    lo\n");
}

TEST(Grid, ControlCharactersOfStrangersAreNotShown) {
  Grid grid(1, 20);
  grid.put(0, 0,
           "a\x1b[2Jb\x07\xc2\x9b"
           "c\xe2\x80\xae"
           "d");
  EXPECT_EQ(grid.text(), "a[2Jbcd\n");
}

TEST(Grid, WideCharactersTakeTwoPlaces) {
  Grid grid(1, 5);
  EXPECT_EQ(grid.put(0, 0, "日本x"), 5);
  EXPECT_EQ(grid.at(0, 1).glyph, 0U);
  EXPECT_EQ(grid.at(0, 4).glyph, U'x');
  EXPECT_EQ(grid.put(0, 4, "日"), 4) << "half a character is none";
}

TEST(Grid, WhatIsNotUtf8IsReplaced) {
  EXPECT_EQ(client::play::read_text("a\xff\xc3"
                                    "b\xe2\x82"),
            U"a\uFFFD\uFFFDb\uFFFD\uFFFD");
  EXPECT_EQ(client::play::write_text(U"aé€😀"), "aé€😀");
}

TEST(Grid, FitsAndWraps) {
  EXPECT_EQ(client::play::fit("abcdef", 4), "abc.");
  EXPECT_EQ(client::play::fit("abcd", 4), "abcd");
  EXPECT_EQ(client::play::wrap("to be or not", 5), (std::vector<std::string>{"to be", "or", "not"}));
  EXPECT_EQ(client::play::wrap("abcdefgh", 4), (std::vector<std::string>{"abc."}));
}

TEST(Grid, MarksSayWhatAClickMeans) {
  Grid grid(2, 4);
  grid.mark(0, 1, 2, 2, 7);
  grid.put(0, 1, "x");
  EXPECT_EQ(grid.at(0, 1).target, 7);
  EXPECT_EQ(grid.at(1, 2).target, 7);
  EXPECT_EQ(grid.at(1, 3).target, -1);
}

}  // namespace
