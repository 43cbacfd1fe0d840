// The refusals of games: each a word of its own.
#include "games/refusals.hpp"

#include <gtest/gtest.h>

#include <set>

#include "games/scrabble/refusals.hpp"

namespace {

using base::Code;

TEST(Refusals, EachHasAWordThatNothingElseHas) {
  std::set<std::string_view> words;
  for (int code = 0; code <= static_cast<int>(base::kLastCode); ++code)
    words.insert(base::name_of(static_cast<Code>(code)));
  for (const auto& reason : games::refusals_of("")) {
    EXPECT_FALSE(reason.own.empty());
    EXPECT_TRUE(words.insert(reason.own).second) << reason.own;
    EXPECT_EQ(games::find_refusal(reason.own), reason);
    EXPECT_EQ(base::name_of(reason), reason.own);
  }
}

TEST(Refusals, AreThoseOfOneGame) {
  EXPECT_EQ(games::refusals_of("scrabble").size(), games::scrabble::Refusals::all.size());
  EXPECT_TRUE(games::refusals_of("spectrangle").empty());
  EXPECT_TRUE(games::refusals_of("halma").empty());
  EXPECT_EQ(games::find_refusal("illegal_move"), std::nullopt) << "everybody's";
}

TEST(Refusals, AreOfAKindButNotThatReason) {
  const auto reason = games::scrabble::Refusals::unknown_word;
  EXPECT_EQ(reason.kind, Code::illegal_move);
  EXPECT_NE(reason, Code::illegal_move);
  EXPECT_EQ(base::name_of(base::Reason(Code::illegal_move)), "illegal_move");
}

}  // namespace
