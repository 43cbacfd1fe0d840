// Every line comes once and in order, wherever a link breaks.
#include "cluster/channel.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "base/rng.hpp"

namespace cluster {
namespace {

/// Two ends, and a link between them that loses what is under way when it breaks.
struct Pair {
  std::deque<std::string> to_left, to_right;
  Channel left{[this](std::string_view line) { to_right.emplace_back(line); }};
  Channel right{[this](std::string_view line) { to_left.emplace_back(line); }};
  std::vector<std::string> heard;

  void connect(Epoch of_left = 1, Epoch of_right = 1) {
    left.up(of_right);
    right.up(of_left);
  }
  void cut() {
    left.down();
    right.down();
    to_left.clear();
    to_right.clear();
  }
  bool step() {
    if (!to_left.empty()) {
      const auto line = to_left.front();
      to_left.pop_front();
      EXPECT_FALSE(left.receive(line));
      return true;
    }
    if (to_right.empty()) return false;
    const auto line = to_right.front();
    to_right.pop_front();
    if (const auto text = right.receive(line)) heard.emplace_back(*text);
    return true;
  }
  void settle() {
    while (step()) {
    }
  }
};

TEST(Channel, LinesComeInOrder) {
  Pair pair;
  pair.connect();
  for (int at = 0; at < 200; ++at) pair.left.send(std::to_string(at));
  pair.settle();
  ASSERT_EQ(pair.heard.size(), 200U);
  EXPECT_EQ(pair.heard[199], "199");
  pair.right.acknowledge();
  pair.settle();
  EXPECT_EQ(pair.left.waiting(), 0U);
}

TEST(Channel, WhateverIsLostWithALinkComesByTheNext) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    base::Rng rng(seed);
    Pair pair;
    pair.connect();
    for (int at = 0; at < 300; ++at) {
      if (rng.below(20) == 0) {
        pair.cut();
        if (rng.below(2) == 0) pair.left.send(std::to_string(at)), ++at;
        pair.connect();
      }
      pair.left.send(std::to_string(at));
      for (auto steps = rng.below(4); steps > 0; --steps) pair.step();
      if (rng.below(10) == 0) pair.right.acknowledge();
    }
    pair.cut();
    pair.connect();
    pair.settle();
    for (std::size_t at = 0; at < pair.heard.size(); ++at)
      ASSERT_EQ(pair.heard[at], std::to_string(at)) << seed;
    ASSERT_GE(pair.heard.size(), 300U);
  }
}

TEST(Channel, AnotherRunHearsNothingThatWasMeantForTheOldOne) {
  Pair pair;
  pair.connect();
  pair.left.send("for the old one");
  pair.cut();
  pair.left.send("this, too");
  EXPECT_TRUE(pair.left.up(2));
  Channel fresh{[&](std::string_view line) { pair.to_left.emplace_back(line); }};
  EXPECT_TRUE(fresh.up(1));
  pair.left.send("for the new one");
  while (!pair.to_left.empty() || !pair.to_right.empty()) {
    for (; !pair.to_left.empty(); pair.to_left.pop_front()) pair.left.receive(pair.to_left.front());
    for (; !pair.to_right.empty(); pair.to_right.pop_front()) {
      if (const auto text = fresh.receive(pair.to_right.front())) pair.heard.emplace_back(*text);
    }
  }
  EXPECT_EQ(pair.heard, std::vector<std::string>{"for the new one"});
}

}  // namespace
}  // namespace cluster
