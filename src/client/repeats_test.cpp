// What comes again and again is counted, whatever else is shown.
#include "client/repeats.hpp"

#include <gtest/gtest.h>

namespace client {
namespace {

using Lines = std::vector<std::string>;

void add(Repeats& repeats, const std::string& text, Lines& shown, bool wrong = false) {
  for (auto& line : repeats.add({.text = text, .same = text, .alike = first_word(text), .wrong = wrong}))
    shown.push_back(std::move(line));
}

TEST(Repeats, OneLine) {
  Repeats repeats("~ ");
  Lines shown;
  for (int times = 0; times < 94; ++times) add(repeats, "PING", shown);
  EXPECT_EQ(shown, (Lines{"PING", "PING", "PING", "~ the line above, x10"}));
  EXPECT_EQ(repeats.pause(), Lines{"~ the line above, x94"});
  EXPECT_EQ(repeats.pause(), Lines{});
  shown.clear();
  add(repeats, "MOVE", shown);
  EXPECT_EQ(shown, Lines{"MOVE"});
}

TEST(Repeats, SeveralByTurnsAndTheBeginningOfAnother) {
  Repeats repeats("~ ");
  Lines shown;
  for (int times = 0; times < 5; ++times) {
    add(repeats, "a", shown);
    add(repeats, "b", shown);
  }
  add(repeats, "a", shown);
  add(repeats, "c", shown);
  EXPECT_EQ(shown, (Lines{"a", "b", "a", "b", "a", "b", "~ the 2 lines above, x5", "a", "c"}));
  EXPECT_EQ(repeats.end(), Lines{});
}

TEST(Repeats, WhatIsAlikeOnlyWhereSomethingIsWrong) {
  Repeats wrong("~ ");
  Repeats right("~ ");
  Lines shown_wrong;
  Lines shown_right;
  for (int times = 0; times < 100'000; ++times) {
    add(wrong, "MOVE " + std::to_string(times), shown_wrong);
    add(wrong, "ERROR 3", shown_wrong, true);
    add(right, "MOVE " + std::to_string(times), shown_right);
    add(right, "OK", shown_right);
  }
  EXPECT_LT(shown_wrong.size(), 20U);
  EXPECT_EQ(shown_wrong.back(), "~ like the 2 lines above, x100000");
  EXPECT_EQ(shown_right.size(), 200'000U);
}

}  // namespace
}  // namespace client
