// What waits for the past of a table comes out with it.
#include "host/backlog.hpp"

#include <gtest/gtest.h>

namespace host {
namespace {

table::Resumed resumed(std::uint64_t table) {
  table::Resumed made;
  made.seat.table = base::TableId{table};
  return made;
}

TEST(Backlog, GivesAllUpToTheNextPast) {
  Backlog backlog;
  EXPECT_EQ(backlog.wanted(), nullptr);
  backlog.add(table::Notice(table::Accepted{}));
  backlog.add(table::Notice(resumed(1)));
  backlog.add(table::Notice(table::Said{"x", "hello"}));
  backlog.add(table::Notice(resumed(2)));
  backlog.add(table::ClockStart{base::TableId{2}, 1});
  ASSERT_NE(backlog.wanted(), nullptr);
  EXPECT_EQ(backlog.wanted()->seat.table, base::TableId{1});

  auto read = resumed(1);
  read.past.emplace_back();
  const auto first = backlog.release(read);
  ASSERT_EQ(first.size(), 2U) << "what follows may belong to the other table already";
  EXPECT_EQ(std::get<table::Resumed>(std::get<table::Notice>(first[1])).past.size(), 1U);
  EXPECT_EQ(backlog.wanted()->seat.table, base::TableId{2});
  EXPECT_EQ(backlog.release(resumed(2)).size(), 3U);
  EXPECT_TRUE(backlog.empty());
}

}  // namespace
}  // namespace host
