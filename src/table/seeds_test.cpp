// The seeds of tables: repeated for tests, each its own for people.
#include "table/seeds.hpp"

#include <gtest/gtest.h>

#include "table/hall_fixture.hpp"

namespace table {
namespace {

using base::Key;
using base::Seed;

TEST(Seeds, OfANumberAreItsDraws) {
  Seeds seeds{Seed(42)};
  base::Rng rng(42);
  EXPECT_EQ(seeds.next(), Seed(rng.next()));
  EXPECT_EQ(seeds.below(2), rng.below(2));
  EXPECT_EQ(seeds.next(), Seed(rng.next()));
}

TEST(Seeds, OfAKeyBeginWithItAndRepeat) {
  const Seed key(Key{7});
  Seeds seeds{key};
  Seeds again{key};
  EXPECT_EQ(seeds.next(), key);
  EXPECT_EQ(again.next(), key);
  const auto second = seeds.next();
  EXPECT_TRUE(second.key());
  EXPECT_NE(second, key);
  EXPECT_EQ(again.next(), second);
}

/// One table's seed says nothing of another's: each comes from outside.
class FreshTest : public testing::HallTest {
 protected:
  FreshTest() : HallTest({.fresh_seed = [this] { return Seed(Key{++given_}); }}) {}
  std::uint8_t given_ = 0;
};

TEST_F(FreshTest, EveryTableHasItsOwn) {
  for (std::uint8_t table = 1; table <= 3; ++table) {
    for (int player = 0; player < 2; ++player) EXPECT_EQ(seek(arrive()), std::nullopt);
    ASSERT_NE(hall_->tables().find_table({table}), nullptr);
    EXPECT_EQ(hall_->tables().find_table({table})->header().seed, Seed(Key{table}));
  }
}

}  // namespace
}  // namespace table
