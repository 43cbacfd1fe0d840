// Buffers that are emptied give their memory back.
#include "base/buffer.hpp"

#include <gtest/gtest.h>

namespace base {
namespace {

constexpr std::size_t kLarge = 64 * 1024;

TEST(Buffer, ALargeOneIsGivenBack) {
  std::string buffer(kLarge, 'x');
  empty(buffer);
  EXPECT_TRUE(buffer.empty());
  EXPECT_LE(buffer.capacity(), kSmallBuffer);
}

TEST(Buffer, ASmallOneIsKept) {
  std::string buffer(100, 'x');
  const auto before = buffer.capacity();
  empty(buffer);
  EXPECT_TRUE(buffer.empty());
  EXPECT_EQ(buffer.capacity(), before);
}

TEST(Buffer, WhatIsLeftTakesNoMoreThanItNeeds) {
  std::string buffer(kLarge, 'x');
  buffer += "the end";
  drop_front(buffer, kLarge);
  EXPECT_EQ(buffer, "the end");
  EXPECT_LE(buffer.capacity(), kSmallBuffer);
}

TEST(Buffer, WhereLittleIsRemovedNothingIsCopied) {
  std::string buffer(kLarge, 'x');
  const auto* place = buffer.data();
  drop_front(buffer, 10);
  EXPECT_EQ(buffer.size(), kLarge - 10);
  EXPECT_EQ(buffer.data(), place);
}

}  // namespace
}  // namespace base
