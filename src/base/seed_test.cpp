// Seeds, and the chance that comes from them.
#include "base/seed.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"

namespace base {
namespace {

Key counting() {
  Key key{};
  for (std::size_t at = 0; at < key.size(); ++at) key[at] = static_cast<std::uint8_t>(at);
  return key;
}

TEST(Seed, IsANumberOrAKeyAsText) {
  const Seed key(counting());
  const std::string text = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
  EXPECT_EQ(write_seed(key), text);
  EXPECT_EQ(read_seed(text), key);
  EXPECT_EQ(write_seed(18446744073709551615U), "18446744073709551615");
  EXPECT_EQ(read_seed("18446744073709551615"), Seed(18446744073709551615U));
  for (const std::string wrong : {"", "-1", "x", "18446744073709551616", "0x10"})
    EXPECT_EQ(read_seed(wrong), std::nullopt) << wrong;
  EXPECT_EQ(read_seed(text.substr(1)), std::nullopt);
  EXPECT_EQ(read_seed(text + "0"), std::nullopt);
  EXPECT_EQ(read_seed(text.substr(0, 63) + "F"), std::nullopt);
}

TEST(Seed, WhatIsDerivedDependsOnSeedAndLabel) {
  const Seed key(counting());
  EXPECT_EQ(key.derive("a"), Seed(counting()).derive("a"));
  EXPECT_NE(key.derive("a"), key.derive("b"));
  EXPECT_NE(Seed(1).derive("a"), Seed(2).derive("a"));
  EXPECT_NE(key.derive("a"), *key.key());
  // python3: hashlib.blake2b(b"a", key=bytes(range(32)), digest_size=32).hexdigest()
  EXPECT_EQ(write_key(key.derive("a")), "84691b3bbd1807d0b242d61d1dfdaa4aa2714041c222a225e4521da5b158d14f");
}

TEST(Hash, IsBlake2b) {
  // printf abc | b2sum -l 256
  EXPECT_EQ(write_key(hash_of("abc")), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
}

/// RFC 7539, appendix A.1, test vectors 1 and 2: a key and a nonce of zeros, blocks 0 and 1.
TEST(Rng, OfAKeyIsChaCha20) {
  Rng rng{Seed(Key{})};
  EXPECT_EQ(rng.next(), 0x903df1a0ade0b876U);
  EXPECT_EQ(rng.next(), 0x28bd8653e56a5d40U);
  for (int skipped = 2; skipped < 8; ++skipped) rng.next();
  EXPECT_EQ(rng.next(), 0x7a385155bee7079fU);
}

TEST(Rng, OfAKeyIsAPlainValue) {
  Rng rng{Seed(counting())};
  rng.next();
  auto copy = rng;
  EXPECT_EQ(copy, rng);
  const auto drawn = rng.next();
  EXPECT_NE(copy, rng);
  EXPECT_EQ(copy.next(), drawn);
  EXPECT_EQ(copy, rng);
  EXPECT_NE(Rng(Seed(Key{})), Rng(0));
}

TEST(Rng, OfAKeyIsFair) {
  Rng rng{Seed(counting())};
  std::array<int, 6> counts{};
  for (int throws = 0; throws < 60'000; ++throws) ++counts[rng.below(6)];
  for (const int count : counts) EXPECT_NEAR(count, 10'000, 500);
}

}  // namespace
}  // namespace base
