// Openings alone: which table begins when, and who sits at it.
#include "table/openings.hpp"

#include "table/parts_fixture.hpp"

namespace {

using namespace table;
using OpeningsTest = table::testing::PartsTest;

TEST_F(OpeningsTest, ATableIsJournalledAndToldToItsPlayers) {
  const auto anna = arrive_as("anna");
  const auto bert = arrive_as("bert");
  const auto opened = openings_.open({"chess", "", "60+2"}, "", {bert, anna}, now_, effects_);
  ASSERT_TRUE(opened);
  ASSERT_EQ(effects_.journal.size(), 1);
  const auto& header = std::get<Header>(effects_.journal[0]);
  EXPECT_EQ(header.chairs[0].name, "bert");
  EXPECT_EQ(header.clock, "60+2");
  const auto started = told<Started>();
  ASSERT_EQ(started.size(), 2);
  EXPECT_EQ(started[0].first, bert);
  EXPECT_TRUE(started[0].second.sitters[1].here) << "all sit before anybody is told";
  EXPECT_EQ(effects_.clocks.size(), 1) << "time runs once they were told";
  EXPECT_EQ(parts_.places.place_of(anna), (Place{header.table, {1}}));
}

TEST_F(OpeningsTest, EachTableHasASeedOfItsOwn) {
  const auto& one = open({arrive(), arrive()}).table.header();
  const auto& two = open({arrive(), arrive()}).table.header();
  EXPECT_NE(one.seed, two.seed);
}

TEST_F(OpeningsTest, TheLastWhoIsReadyBeginsTheGame) {
  const auto anna = arrive();
  const auto bert = arrive();
  auto& lobby = gather({anna, bert});
  openings_.begin_if_complete(lobby, now_, effects_);
  EXPECT_TRUE(effects_.tell.empty()) << "bert is not ready";
  openings_.be_ready(bert, now_, effects_);
  EXPECT_EQ(told<Started>().size(), 2);
  ASSERT_TRUE(lobby.table) << "it stands, and knows its game";
  EXPECT_EQ(parts_.tables.at(*lobby.table).table.header().lobby, "club");
  EXPECT_EQ(at(anna).lobby, &lobby) << "and its people are still in it";
}

TEST_F(OpeningsTest, AfterAGameAWishIsHeardInTheLobby) {
  const auto anna = arrive_as("anna");
  const auto bert = arrive_as("bert");
  auto& sitting = begin_in_lobby({anna, bert});
  resign(sitting, {0});
  course_.close(sitting, effects_);
  effects_ = {};
  openings_.be_ready(anna, now_, effects_);
  ASSERT_EQ(told<Wished>().size(), 1);
  EXPECT_EQ(told<Wished>()[0].first, bert);
  EXPECT_EQ(told<Wished>()[0].second, (Wished{"anna", Wished::What::again}));
  effects_ = {};
  openings_.leave_lobby(anna, now_, effects_);
  ASSERT_EQ(told<Wished>().size(), 1);
  EXPECT_EQ(told<Wished>()[0].second.what, Wished::What::gone);
  EXPECT_EQ(at(anna).lobby, nullptr);
}

}  // namespace
