// Commitments can be repeated by anybody, and are to all that a table begins with.
#include "table/deal.hpp"

#include <gtest/gtest.h>

namespace table {
namespace {

const Header kHeader{{12},
                     "scrabble",
                     "rules=common",
                     base::Seed(base::Key{1}),
                     3,
                     {},
                     {{"an na", "web", "token:x"}, {"bert", "bot"}},
                     "",
                     "300+5"};

base::Key commitment(const Header& header) { return commitment_to(header, salt_of(header)); }

/// printf 'parlor deal\ntable 12\n...' | b2sum -l 256
TEST(Deal, IsTheHashOfAShortText) {
  const auto salt = base::write_key(salt_of(kHeader));
  const auto text =
      "parlor deal\ntable 12\ngame scrabble\noptions rules=common\nrevision 3\nclock 300+5\nplayer "
      "an%20na/web\nplayer "
      "bert/bot\nseed " +
      base::write_seed(kHeader.seed) + "\nsalt " + salt + "\n";
  EXPECT_EQ(commitment(kHeader), base::hash_of(text));
}

TEST(Deal, IsAnotherForEveryOtherTable) {
  std::vector<Header> others(7, kHeader);
  others[0].table.value = 13;
  others[1].game = "chess";
  others[2].options = "";
  others[3].revision = 2;
  others[4].clock = "";
  others[5].chairs[0].name = "eve";
  others[6].seed = base::Seed(base::Key{2});
  for (const auto& other : others) EXPECT_NE(commitment(other), commitment(kHeader));
}

TEST(Deal, TheSaltIsNotTheSeed) {
  EXPECT_NE(salt_of(kHeader), *kHeader.seed.key());
  EXPECT_NE(commitment_to(kHeader, {}), commitment(kHeader));
}

}  // namespace
}  // namespace table
