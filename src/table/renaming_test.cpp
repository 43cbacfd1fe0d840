// Renaming alone: who hears of a name, and whose it is next.
#include "table/renaming.hpp"

#include "table/parts_fixture.hpp"

namespace {

using namespace table;
using RenamingTest = table::testing::PartsTest;

TEST_F(RenamingTest, ANameIsToldAroundAndJournalledWhileOnePlays) {
  const auto anna = arrive();
  const auto bert = arrive();
  auto& sitting = open({anna, bert});
  renaming_.take(anna, "Anna", Naming::chosen, now_, effects_);
  EXPECT_EQ(told<Renamed>().size(), 2);
  EXPECT_EQ(journalled<Entry>(), 1);
  EXPECT_EQ(sitting.table.name_of({0}), "Anna");
  resign(sitting, {0});
  effects_ = {};
  renaming_.take(anna, "Ann", Naming::chosen, now_, effects_);
  EXPECT_TRUE(effects_.journal.empty()) << "the game knows her as she played";
  EXPECT_EQ(at(anna).name, "Ann");
}

TEST_F(RenamingTest, WhoPlaysCannotTakeTheNameOfASeatThatWaits) {
  const auto anna = arrive_as("anna");
  auto& sitting = open({anna, arrive_as("bert")}, "shelfie");
  parts_.places.get_up(anna);
  parts_.seats.hold(sitting, {0}, std::nullopt);
  renaming_.become_guest(anna, now_, effects_);
  EXPECT_EQ(renaming_.claim(anna, "anna", Naming::chosen), (Place{{1}, {0}})) << "it waits for her";
  open({anna, arrive()});
  EXPECT_EQ(renaming_.claim(anna, "anna", Naming::chosen).error().code, Code::name_taken);
}

TEST_F(RenamingTest, WhoIsSignedInHasTheAccountsNameAsSoonAsItIsFree) {
  parts_.people.names().reserve("Anna");
  const auto wire = arrive_as("Anna");
  const auto tab = arrive("token:a", Hears::offers, "Anna");
  const auto owner = parts_.people.person_of(tab);
  EXPECT_FALSE(renaming_.take_account_name(owner, now_, effects_)) << "somebody is called so";
  renaming_.take(wire, "wire", Naming::chosen, now_, effects_);
  EXPECT_EQ(at(tab).name, "Anna") << "it was given back";
  EXPECT_FALSE(renaming_.take_account_name(owner, now_, effects_)) << "nothing new";
}

TEST_F(RenamingTest, WhoGivesWayBecomesAGuest) {
  parts_.people.names().reserve("Anna");
  const auto tab = arrive("token:a", Hears::offers, "Anna");
  renaming_.take_account_name(parts_.people.person_of(tab), now_, effects_);
  ASSERT_EQ(at(tab).name, "Anna");
  const auto wire = arrive();
  ASSERT_TRUE(renaming_.claim(wire, "Anna", Naming::chosen)) << "it comes from where the owner is";
  renaming_.take(wire, "Anna", Naming::chosen, now_, effects_);
  EXPECT_EQ(at(wire).name, "Anna");
  EXPECT_TRUE(at(tab).name.starts_with("guest-"));
}

}  // namespace
