// Journal records as text, both ways.
#include "table/records.hpp"

#include <gtest/gtest.h>

namespace {

using namespace table;

TEST(Records, ChairsAreReadAsTheyAreWritten) {
  const std::vector<Chair> chairs{{"anna", "chess", "127.0.0.1"}, {"a b/c%d", "web"}, {"Zo\xc3\xab", "bot"}};
  const auto text = write_chairs(chairs);
  EXPECT_EQ(text, "anna/chess/127.0.0.1 a%20b%2Fc%25d/web Zo\xc3\xab/bot");
  EXPECT_EQ(*read_chairs(text), chairs);
  for (const auto* wrong : {"", "anna", "a/b/c/d", "a%2/b", "a%41/b", "a/b  c/d"})
    EXPECT_FALSE(read_chairs(wrong)) << wrong;
}

TEST(Records, OutcomesAreReadAsTheyAreWritten) {
  for (const auto& outcome : std::vector<Outcome>{{{{0}}, {}, "checkmate"},
                                                  {{{0}, {1}}, {}, "stalemate"},
                                                  {{}, {}, "abandoned"},
                                                  {{{2}}, {1, -5, 300}, "finished"}}) {
    EXPECT_EQ(*read_outcome(write_outcome(outcome)), outcome);
  }
  EXPECT_EQ(write_outcome({{{0}, {2}}, {12, 7, 12}, "finished"}), "finished winners=0,2 scores=12,7,12");
  EXPECT_FALSE(read_outcome("x winners=a"));
  EXPECT_FALSE(read_outcome("x losers=1"));
}

TEST(Records, EntriesAreReadAsTheyAreWritten) {
  const Entry entry{{9}, 3, base::from_millis(1764000000123), {1}, "e7e5"};
  std::string text;
  write_entry(text, entry);
  EXPECT_EQ(text, "3 1764000000123 1 e7e5\n");
  EXPECT_EQ(*read_entry({9}, "3 1764000000123 1 e7e5"), entry);
  Entry slow = entry;
  slow.charged = std::chrono::milliseconds(2450);
  text.clear();
  write_entry(text, slow);
  EXPECT_EQ(text, "3 1764000000123 1 e7e5 2450\n");
  EXPECT_EQ(*read_entry({9}, "3 1764000000123 1 e7e5 2450"), slow);
  slow.forgiven = std::chrono::seconds(6);
  text.clear();
  write_entry(text, slow);
  EXPECT_EQ(text, "3 1764000000123 1 e7e5 2450 6000\n");
  EXPECT_EQ(*read_entry({9}, "3 1764000000123 1 e7e5 2450 6000"), slow);
  slow.charged = {};
  text.clear();
  write_entry(text, slow);
  EXPECT_EQ(text, "3 1764000000123 1 e7e5 0 6000\n");
  EXPECT_EQ(*read_entry({9}, "3 1764000000123 1 e7e5 0 6000"), slow);
  for (const auto* wrong : {"", "3", "3 4 1", "3 4 1 ", "x 4 1 a", "3 4 256 a", "3 4 1 a x", "3 4 1 a -1",
                            "3 4 1 a 1 x", "3 4 1 a 1 -1", "3 4 1 a 1 1 1"})
    EXPECT_FALSE(read_entry({9}, wrong)) << wrong;
}

}  // namespace
