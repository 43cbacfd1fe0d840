// Wishes at one table, without a hall.
#include "table/wishes.hpp"

#include <gtest/gtest.h>

#include "table/testing.hpp"

namespace {

using namespace table;
using namespace table::testing;

TEST(Wishes, AnotherGameNeedsAll) {
  Wishes wishes(2);
  EXPECT_EQ(wishes.agreed(), std::nullopt);
  wishes.answer(kFirst, Wish::again);
  EXPECT_TRUE(wishes.has_answered(kFirst));
  EXPECT_FALSE(wishes.has_answered(kSecond));
  EXPECT_EQ(wishes.agreed(), std::nullopt) << "one has not answered";
  wishes.answer(kSecond, Wish::again);
  EXPECT_EQ(wishes.agreed(), Wish::again);
}

TEST(Wishes, OneWhoHasEnoughDecidesForAll) {
  Wishes wishes(2);
  wishes.answer(kSecond, Wish::enough);
  EXPECT_EQ(wishes.agreed(), std::nullopt) << "the other is still asked";
  wishes.answer(kFirst, Wish::again);
  EXPECT_EQ(wishes.agreed(), Wish::enough);
}

TEST(Wishes, WhoIsGoneWantsNoOtherGame) {
  Wishes wishes(2);
  wishes.answer(kFirst, Wish::again);
  wishes.answer(kSecond, Wish::again);
  wishes.give_up(kFirst);
  EXPECT_EQ(wishes.agreed(), Wish::enough);
}

}  // namespace
