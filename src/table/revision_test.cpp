// Tables of earlier revisions of the rules, as journals keep them: played again as they were.
#include <gtest/gtest.h>

#include "games/scrabble/rules.hpp"
#include "games/scrabble/testing.hpp"
#include "table/table.hpp"

namespace {

using namespace table;

games::Kits kits() {
  games::Kits made;
  made.of<games::scrabble::Kit>().lexicon = games::scrabble::testing::lexicon_of("AT TA");
  return made;
}

Header header_of(int revision) {
  return {{1}, "scrabble", "", 1, revision, Time{}, {{"anna", "web"}, {"bert", "web"}}};
}

Result<Table> left_by_anna(int revision) {
  const std::vector<Entry> entries{{{1}, 0, Time{}, {0}, std::string(kLeave)}};
  return replay(kits(), header_of(revision), entries);
}

TEST(Revisions, AScrabbleGameThatSomebodyLeftHasAWinnerSinceRevision3) {
  const auto now = left_by_anna(3);
  ASSERT_TRUE(now) << now.error().detail;
  EXPECT_EQ(now->outcome(), (Outcome{{{1}}, {0, 0}, "left"}));
  const auto before = left_by_anna(2);
  ASSERT_TRUE(before) << before.error().detail;
  EXPECT_EQ(before->outcome(), (Outcome{{}, {0, 0}, "left"})) << "as it was recorded";
}

TEST(Revisions, OthersAreRefused) {
  for (const int revision : {1, 4}) {
    const auto table = Table::open(kits(), header_of(revision));
    ASSERT_FALSE(table) << revision;
    EXPECT_EQ(table.error().code, Code::corrupt);
  }
}

}  // namespace
