// Tables without people and lobbies: opened, found, with seats that wait.
#include "table/tables.hpp"

#include <gtest/gtest.h>

#include "table/testing.hpp"

namespace {

using namespace table;
using namespace std::chrono_literals;
using table::testing::kFirst;
using table::testing::kNow;
using table::testing::kSecond;

class TablesTest : public ::testing::Test {
 protected:
  static Header header(const std::string& game = "chess") {
    return {{}, game, "", 1, games::facts_of(game)->revision, kNow, {{"anna", "web"}, {"bert", "web"}},
            "", ""};
  }
  Sitting& open(const std::string& game = "chess") {
    return **tables_.open(header(game), {PlayerId{1}, PlayerId{2}});
  }
  /// The seat's player goes, and the seat waits.
  void hold(Sitting& sitting, Seat seat, std::optional<Time> until) {
    sitting.players[seat.value].reset();
    tables_.hold(sitting, seat, until);
  }

  games::Kits kits_;
  Tables tables_{kits_, {7}};
};

TEST_F(TablesTest, EachHasANumberOfItsOwn) {
  const auto first = open().table.header().table;
  const auto second = open().table.header().table;
  EXPECT_EQ(first, TableId{7});
  EXPECT_EQ(second, TableId{8});
  tables_.close(second);
  EXPECT_EQ(tables_.find(second), nullptr);
  EXPECT_EQ(open().table.header().table, TableId{9}) << "no number is used twice";
  EXPECT_EQ(tables_.count("chess"), 2);
  EXPECT_EQ(tables_.count("shelfie"), 0);
}

TEST_F(TablesTest, WhatCannotBeOpenedUsesNoNumber) {
  auto wrong = header();
  wrong.options = "nonsense";
  EXPECT_FALSE(tables_.open(wrong, {PlayerId{1}, PlayerId{2}}));
  EXPECT_EQ(open().table.header().table, TableId{7});
}

TEST_F(TablesTest, WithoutANumberNothingIsOpened) {
  std::optional<TableId> left{{11}};
  Tables tables(kits_, {7}, [&](const Header& /*header*/) { return std::exchange(left, std::nullopt); });
  const auto opened = tables.open(header(), {PlayerId{1}, PlayerId{2}});
  ASSERT_TRUE(opened);
  EXPECT_EQ((*opened)->table.header().table, TableId{11});
  const auto refused = tables.open(header(), {PlayerId{3}, PlayerId{4}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, base::Code::storage);
}

TEST_F(TablesTest, ARestoredTableKeepsItsNumber) {
  auto old = header();
  old.table = {20};
  auto& sitting = tables_.restore(*Table::open(kits_, old));
  EXPECT_TRUE(sitting.is_deserted());
  EXPECT_EQ(tables_.find({20}), &sitting);
  EXPECT_EQ(open().table.header().table, TableId{21});
}

TEST_F(TablesTest, ASeatWaitsUntilItsTimeIsOver) {
  auto& sitting = open();
  hold(sitting, kFirst, kNow + 10s);
  EXPECT_EQ(tables_.next_alarm(), kNow + 10s);
  EXPECT_FALSE(tables_.take_alarm(kNow + 9s));
  const auto alarm = tables_.take_alarm(kNow + 10s);
  ASSERT_TRUE(alarm);
  EXPECT_EQ(alarm->table, TableId{7});
  EXPECT_EQ(alarm->seat, kFirst);
  EXPECT_EQ(tables_.next_alarm(), std::nullopt);
}

TEST_F(TablesTest, AnAlarmThatWasOvertakenRingsForNothing) {
  auto& sitting = open();
  hold(sitting, kFirst, kNow + 10s);
  EXPECT_TRUE(tables_.release(sitting, kFirst));
  EXPECT_FALSE(tables_.release(sitting, kFirst)) << "it does not wait any more";
  tables_.hold(sitting, kFirst, kNow + 20s);
  hold(sitting, kSecond, std::nullopt);
  EXPECT_FALSE(tables_.take_alarm(kNow + 10s));
  EXPECT_TRUE(tables_.take_alarm(kNow + 20s));
  EXPECT_FALSE(tables_.take_alarm(kNow + 24h)) << "as long as the table is there";
  EXPECT_FALSE(sitting.is_deserted());
  tables_.hold(sitting, kFirst, kNow + 30s);
  tables_.close({7});
  EXPECT_FALSE(tables_.take_alarm(kNow + 30s)) << "the table is gone";
}

TEST_F(TablesTest, APausedGameWaits) {
  auto& sitting = open("shelfie");
  tables_.watch_pause(sitting, kNow + 10s);
  EXPECT_EQ(tables_.next_alarm(), std::nullopt) << "it goes on";
  ASSERT_TRUE(sitting.table.away(kFirst, kNow));
  tables_.watch_pause(sitting, kNow + 10s);
  tables_.watch_pause(sitting, kNow + 20s);
  const auto alarm = tables_.take_alarm(kNow + 10s);
  ASSERT_TRUE(alarm) << "the first time counts";
  EXPECT_EQ(alarm->seat, std::nullopt);
  ASSERT_TRUE(sitting.table.back(kFirst, kNow));
  tables_.watch_pause(sitting, kNow + 30s);
  EXPECT_EQ(sitting.paused_until, std::nullopt);
}

TEST_F(TablesTest, AGameThatIsOverIsSoAlsoOnceItsTableIsGone) {
  auto& sitting = open();
  EXPECT_FALSE(tables_.is_over({7}));
  ASSERT_TRUE(sitting.table.resign(kFirst, kNow));
  EXPECT_TRUE(tables_.is_over({7}));
  tables_.close({7});
  EXPECT_TRUE(tables_.is_over({7}));
}

TEST_F(TablesTest, MovesAreCountedByGame) {
  tables_.count_move(*games::read("chess", "e2e4"));
  EXPECT_EQ(tables_.count_moves("chess"), 1);
  EXPECT_EQ(tables_.count_moves("shelfie"), 0);
  EXPECT_EQ(tables_.count_moves("none"), 0);
}

}  // namespace
