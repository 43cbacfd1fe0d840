// Two nodes greet each other, and strangers who try to.
#include "net/greeting.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"

namespace net {
namespace {

constexpr auto kSecret = "the secret of the cluster";

/// Lines without the end of the last.
std::vector<std::string> lines_of(std::string text) {
  std::vector<std::string> lines;
  if (!text.empty()) text.pop_back();
  if (!text.empty()) {
    for (const auto line : base::split(text, '\n')) lines.emplace_back(line);
  }
  return lines;
}

/// What both have said, until both are silent or one would hang up.
struct Meeting {
  Meeting(Greeting one, Greeting other) : dialler(std::move(one)), accepter(std::move(other)) {
    while (pass(dialler, accepter) || pass(accepter, dialler)) {
    }
  }
  bool pass(Greeting& from, Greeting& to) {
    const auto lines = lines_of(from.take_output());
    for (const auto& line : lines) {
      said.push_back(line);
      if (auto heard = to.hear(line); !heard) why = heard.error().detail;
    }
    return !lines.empty() && why.empty();
  }

  Greeting dialler;
  Greeting accepter;
  std::vector<std::string> said;
  std::string why;
};

Meeting meet(std::string_view other_secret = kSecret, Node whom = 1) {
  return {Greeting::dial({2, "epoch=4"}, kSecret, whom),
          Greeting::accept({1, "epoch=9 games=x"}, other_secret)};
}

TEST(Greeting, BothKnowEachOtherAfterwards) {
  const auto met = meet();
  EXPECT_EQ(met.why, "");
  EXPECT_EQ(met.accepter.peer(), (NodeCard{2, "epoch=4"}));
  EXPECT_EQ(met.dialler.peer(), (NodeCard{1, "epoch=9 games=x"}));
  EXPECT_EQ(met.said.size(), 4);
}

TEST(Greeting, WhoDoesNotKnowTheSecretIsNobody) {
  const auto met = meet("another secret");
  EXPECT_NE(met.why.find("does not know the cluster's secret"), std::string::npos) << met.why;
  EXPECT_FALSE(met.accepter.peer());
  EXPECT_FALSE(met.dialler.peer());
  EXPECT_EQ(met.said.size(), 3) << "and hears no proof";
}

TEST(Greeting, AStrangerHearsNothing) {
  for (const auto* line :
       {"", "GET / HTTP/1.1", "parlor-link", "parlor-link 2 2 1 x", "parlor-link 1 2 1 short",
        "parlor-link 1 x 1 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "dare x", "proof x y"}) {
    auto accepter = Greeting::accept({1, "about"}, kSecret);
    EXPECT_FALSE(accepter.hear(line)) << line;
    EXPECT_EQ(accepter.take_output(), "") << line;
  }
}

TEST(Greeting, IsForTheNodeThatWasMeant) {
  EXPECT_NE(meet(kSecret, 3).why.find("looks for node 3"), std::string::npos);
  const Meeting alone(Greeting::dial({1, ""}, kSecret, 1), Greeting::accept({1, ""}, kSecret));
  EXPECT_NE(alone.why.find("which is this one"), std::string::npos) << alone.why;
}

TEST(Greeting, WhatWasSaidBeforeProvesNothing) {
  const auto before = meet();
  auto accepter = Greeting::accept({1, "about"}, kSecret);
  ASSERT_TRUE(accepter.hear(before.said[0]));
  EXPECT_FALSE(accepter.hear(before.said[2])) << "to whoever accepts";
  auto dialler = Greeting::dial({2, "epoch=4"}, kSecret, 1);
  ASSERT_TRUE(dialler.hear(before.said[1]));
  EXPECT_FALSE(dialler.hear(before.said[3])) << "to whoever dials";
}

TEST(Greeting, ItsOwnProofIsNoneForTheOtherSide) {
  auto dialler = Greeting::dial({2, "epoch=4"}, kSecret, 1);
  const auto met = meet();
  ASSERT_TRUE(dialler.hear(met.said[1]));
  const auto lines = lines_of(dialler.take_output());
  EXPECT_FALSE(dialler.hear(lines.back())) << "sent back";
}

TEST(Greeting, AProofHoldsForItsWordsOnly) {
  auto dialler = Greeting::dial({2, "epoch=4"}, kSecret, 1);
  auto accepter = Greeting::accept({1, "about"}, kSecret);
  ASSERT_TRUE(accepter.hear(lines_of(dialler.take_output())[0]));
  ASSERT_TRUE(dialler.hear(lines_of(accepter.take_output())[0]));
  auto proof = lines_of(dialler.take_output())[0];
  proof.replace(proof.find("epoch=4"), 7, "epoch=5");
  EXPECT_FALSE(accepter.hear(proof));
}

}  // namespace
}  // namespace net
