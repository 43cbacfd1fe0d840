// People without tables: who is here, with which tabs, and whose a name is.
#include "table/people.hpp"

#include <gtest/gtest.h>

namespace {

using namespace table;

class PeopleTest : public ::testing::Test {
 protected:
  PlayerId arrive(const std::string& address, const std::string& account = "", const std::string& host = "") {
    const PlayerId player{next_++};
    people_.arrive(player,
                   {.protocol = "web", .address = address, .name = {}, .host = host, .account = account});
    return player;
  }
  std::optional<Code> claim(PlayerId player, std::string_view name, Naming naming = Naming::chosen) const {
    const auto claimed = people_.claim(player, name, naming);
    return claimed ? std::nullopt : std::optional(claimed.error().code.kind);
  }
  std::optional<Place> seat_for(PlayerId player, std::string_view name) const {
    return people_.claim(player, name, Naming::chosen).value_or(std::nullopt);
  }
  std::string name_of(PlayerId player) const { return people_.at(people_.person_of(player)).name; }

  People people_{ComeBack::same_address};
  std::uint64_t next_ = 1;
};

TEST_F(PeopleTest, EverybodyHasANameOfTheirOwn) {
  const auto anna = arrive("10.0.0.1");
  const auto bert = arrive("10.0.0.1");
  EXPECT_EQ(name_of(anna), "guest-1");
  EXPECT_EQ(name_of(bert), "guest-2");
  EXPECT_EQ(claim(bert, "guest-1"), Code::name_taken);
  people_.call(anna, "Anna", Naming::chosen);
  EXPECT_EQ(people_.names().find("Anna"), anna);
  EXPECT_EQ(claim(bert, "guest-1", Naming::given), std::nullopt) << "it is free again";
  EXPECT_EQ(people_.close(anna), anna);
  people_.erase(anna);
  EXPECT_EQ(people_.find(anna), nullptr);
  EXPECT_EQ(claim(bert, "Anna"), std::nullopt);
}

TEST_F(PeopleTest, APersonIsHereAsLongAsOneTabIs) {
  const auto first = arrive("token:a");
  const auto person = people_.person_of(first);
  EXPECT_TRUE(is_person(person));
  EXPECT_TRUE(people_.at(first).welcomed);
  const auto second = arrive("token:a");
  EXPECT_EQ(people_.person_of(second), person);
  EXPECT_FALSE(people_.at(second).welcomed) << "not yet";
  EXPECT_EQ(people_.connections_of(person), (std::vector{first, second}));
  EXPECT_EQ(people_.close(first), std::nullopt);
  EXPECT_EQ(people_.close(second), person);
  people_.call(person, "Anna", Naming::chosen);
  people_.erase(person);
  EXPECT_EQ(people_.close(second), std::nullopt) << "gone already";
  const auto again = arrive("token:a");
  EXPECT_NE(people_.person_of(again), person) << "no number is used twice";
  EXPECT_EQ(name_of(again), "Anna") << "called as before";
}

TEST_F(PeopleTest, ASeatWaitsForWhoComesAsBefore) {
  const Place place{{1}, {0}};
  people_.names().keep("Anna", {place, "web", "10.0.0.1"});
  EXPECT_EQ(seat_for(arrive("10.0.0.1"), "Anna"), place);
  const auto other = arrive("10.0.0.2");
  EXPECT_EQ(claim(other, "Anna"), Code::name_taken);
  EXPECT_EQ(claim(arrive("10.0.0.1"), "Anna", Naming::given), Code::name_taken);
  EXPECT_EQ(people_.own_seat(other), std::nullopt);
  people_.names().keep("Bert", {place, "web", "token:b"});
  EXPECT_EQ(people_.own_seat(people_.person_of(arrive("token:b"))), place);
}

TEST_F(PeopleTest, WhereAnyAddressWillDoTokensStillMatter) {
  People anywhere(ComeBack::any_address);
  const Place place{{1}, {0}};
  anywhere.names().keep("Anna", {place, "web", "10.0.0.1"});
  anywhere.names().keep("Bert", {place, "web", "token:b"});
  anywhere.arrive({1}, {.protocol = "web", .address = "10.0.0.2", .name = {}});
  EXPECT_EQ(anywhere.claim({1}, "Anna", Naming::chosen).value(), place);
  EXPECT_FALSE(anywhere.claim({1}, "Bert", Naming::chosen));
}

TEST_F(PeopleTest, AnAccountsNameIsItsOwners) {
  people_.names().reserve("Anna");
  const auto guest = arrive("token:b", "", "10.0.0.2");
  EXPECT_EQ(claim(people_.person_of(guest), "Ánna"), Code::name_taken) << "however it is spelled";
  EXPECT_FALSE(people_.check_account(guest, "anna"));
  EXPECT_TRUE(people_.check_account(guest, "Bert"));
  const auto owner = people_.person_of(arrive("token:a", "Anna", "10.0.0.1"));
  EXPECT_EQ(people_.names().owner_of("Anna"), owner);
  EXPECT_EQ(claim(owner, "Bert"), Code::bad_name) << "signed in";
  EXPECT_EQ(people_.free_account_name(owner), "Anna");
  EXPECT_EQ(claim(arrive("10.0.0.1"), "Anna"), std::nullopt) << "from where the owner's browser is";
  EXPECT_EQ(claim(arrive("10.0.0.2"), "Anna"), Code::name_taken);
  people_.call(owner, "Anna", Naming::chosen);
  EXPECT_EQ(people_.free_account_name(owner), std::nullopt) << "has it";
}

TEST_F(PeopleTest, AnAccountIsInOnePlaceAtATime) {
  people_.names().reserve("Anna");
  const auto here = people_.person_of(arrive("token:a"));
  const auto there = people_.person_of(arrive("token:b"));
  EXPECT_EQ(people_.sign_in(here, "Anna"), std::nullopt);
  EXPECT_EQ(people_.sign_in(there, "Anna"), here) << "to be replaced";
  EXPECT_EQ(people_.other_self(there), here);
  people_.sign_out(here);
  people_.succeed(there, "Anna", Naming::chosen);
  EXPECT_EQ(people_.names().owner_of("Anna"), there);
  EXPECT_FALSE(people_.is_misnamed(there));
  people_.sign_out(there);
  EXPECT_TRUE(people_.is_misnamed(there));
  EXPECT_EQ(people_.names().owner_of("Anna"), std::nullopt);
}

}  // namespace
