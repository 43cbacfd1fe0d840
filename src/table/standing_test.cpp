// Moves that stand are counted, whatever else happened at the table.
#include "table/standing.hpp"

#include <gtest/gtest.h>

namespace {

using namespace table;

std::uint64_t count(std::initializer_list<const char*> texts) {
  std::vector<Entry> entries;
  for (const auto* text : texts) entries.push_back({{9}, entries.size(), {}, {0}, text});
  return standing_moves(entries);
}

TEST(StandingMoves, AreThoseThatWereNotTakenBack) {
  EXPECT_EQ(count({}), 0U);
  EXPECT_EQ(count({"e2e4", "!name=anna", "e7e5", "!away", "!back"}), 2U);
  EXPECT_EQ(count({"e2e4", "e7e5", "!takeback=2", "d2d4", "!leave"}), 1U);
  EXPECT_EQ(count({"e2e4", "!takeback=7", "d2d4"}), 1U) << "never below none";
}

}  // namespace
