// Transactions that nobody ended.
#include "store/database.hpp"

#include <gtest/gtest.h>

#include <new>

namespace {

void write_and_throw(store::Database& database) {
  ASSERT_TRUE(database.execute("BEGIN IMMEDIATE"));
  const store::Unfinished unfinished(database);
  ASSERT_TRUE(database.execute("INSERT INTO kept VALUES (1)"));
  throw std::bad_alloc();
}

TEST(Unfinished, WhatThrowsLeavesNothingLockedOrWritten) {
  auto database = store::Database::open(":memory:", store::Database::Access::write);
  ASSERT_TRUE(database && database->execute("CREATE TABLE kept (x)"));
  EXPECT_THROW(write_and_throw(*database), std::bad_alloc);
  ASSERT_TRUE(database->execute("BEGIN IMMEDIATE")) << "the next may begin";
  auto rows = database->prepare("SELECT count(*) FROM kept");
  ASSERT_TRUE(rows && *rows->step());
  EXPECT_EQ(rows->integer(0), 0);
}

}  // namespace
