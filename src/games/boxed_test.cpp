// Boxed values are like others: copies are equal and apart.
#include "games/boxed.hpp"

#include <gtest/gtest.h>

#include "games/chess/rules.hpp"
#include "games/kits.hpp"
#include "games/spectrangle/rules.hpp"

namespace games {
namespace {

using AnyMove = Boxed<Role::move>;
using AnyView = Boxed<Role::view>;

// Only whole parts of a game go into a box, and each into its own.
static_assert(std::convertible_to<spectrangle::Move, AnyMove>);
static_assert(!std::convertible_to<spectrangle::Skip, AnyMove>);
static_assert(!std::convertible_to<spectrangle::View, AnyMove>);
static_assert(!std::convertible_to<std::expected<chess::View, base::Error>, AnyView>);

TEST(Boxed, HoldsOneThing) {
  const AnyMove skip = spectrangle::Move(spectrangle::Skip{});
  EXPECT_TRUE(skip.holds<spectrangle::Move>());
  EXPECT_FALSE(skip.holds<chess::Move>());
  EXPECT_EQ(skip.if_holds<chess::Move>(), nullptr);
  EXPECT_EQ(get<spectrangle::Move>(skip), spectrangle::Move(spectrangle::Skip{}));
  EXPECT_FALSE(AnyMove().holds<chess::Move>());
}

TEST(Boxed, IsEqualIfWhatItHoldsIs) {
  const AnyMove e4 = *chess::Rules::read("e2e4");
  EXPECT_EQ(e4, AnyMove(*chess::Rules::read("e2e4")));
  EXPECT_NE(e4, AnyMove(*chess::Rules::read("e2e3")));
  EXPECT_NE(e4, AnyMove(spectrangle::Move(spectrangle::Skip{})));
  EXPECT_NE(e4, AnyMove());
  EXPECT_EQ(AnyMove(), AnyMove());
}

TEST(Boxed, ACopyIsApart) {
  AnyMove one = *chess::Rules::read("e2e4");
  const AnyMove other = one;
  get<chess::Move>(one) = *chess::Rules::read("d2d4");
  EXPECT_EQ(chess::Rules::write(get<chess::Move>(one)), "d2d4");
  EXPECT_EQ(chess::Rules::write(get<chess::Move>(other)), "e2e4");
}

TEST(Kits, AreAsTheirTypesMakeThemUntilSomebodySetsThem) {
  struct Kit {
    int words = 7;
  };
  Kits kits;
  EXPECT_EQ(std::as_const(kits).of<Kit>().words, 7);
  kits.of<Kit>().words = 9;
  EXPECT_EQ(std::as_const(kits).of<Kit>().words, 9);
}

}  // namespace
}  // namespace games
