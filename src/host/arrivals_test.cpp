// When what is taken has come.
#include "host/arrivals.hpp"

#include <gtest/gtest.h>

namespace host {
namespace {

base::Time at(long long millis) { return base::from_millis(millis); }

TEST(Arrivals, WhatIsTakenCameWithItsLastByte) {
  Arrivals arrivals;
  EXPECT_EQ(arrivals.oldest(), std::nullopt);
  arrivals.note(3, at(1));
  arrivals.note(10, at(2));
  arrivals.note(10, at(3));  // what came asks for nothing
  EXPECT_EQ(arrivals.oldest(), at(1));
  EXPECT_EQ(arrivals.take(10), std::nullopt);
  EXPECT_EQ(arrivals.take(8), at(1));
  EXPECT_EQ(arrivals.take(6), at(2));
  EXPECT_EQ(arrivals.oldest(), at(2));
  arrivals.note(9, at(4));
  EXPECT_EQ(arrivals.take(3), at(2));
  EXPECT_EQ(arrivals.oldest(), at(4));
  EXPECT_EQ(arrivals.take(0), at(4));
  EXPECT_EQ(arrivals.oldest(), std::nullopt);
}

TEST(Arrivals, WhatCameAtOnceIsTakenBitByBit) {
  Arrivals arrivals;
  arrivals.note(3, at(1));
  arrivals.note(5, at(1));
  arrivals.note(9, at(2));
  EXPECT_EQ(arrivals.take(6), at(1));
  EXPECT_EQ(arrivals.take(4), at(1));
  EXPECT_EQ(arrivals.take(3), at(2));
  EXPECT_EQ(arrivals.oldest(), at(2));
}

TEST(Arrivals, WhatASessionDroppedIsForgotten) {
  Arrivals arrivals;
  arrivals.note(10, at(1));
  arrivals.note(0, at(2));
  EXPECT_EQ(arrivals.oldest(), std::nullopt);
  arrivals.note(4, at(3));
  EXPECT_EQ(arrivals.take(0), at(3));
}

}  // namespace
}  // namespace host
