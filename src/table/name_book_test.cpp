// The book of names, without people.
#include "table/name_book.hpp"

#include <gtest/gtest.h>

namespace {

using namespace table;

constexpr PlayerId kAnna{1};
constexpr PlayerId kBert{2};

TEST(NamesInTheBook, BelongToOneWhoIsHere) {
  NameBook names;
  names.give("Anna", kAnna);
  EXPECT_EQ(names.find("Anna"), kAnna);
  EXPECT_EQ(names.find("anna"), std::nullopt) << "another spelling";
  names.take_away("Anna");
  EXPECT_EQ(names.find("Anna"), std::nullopt);
}

TEST(NamesInTheBook, KeepSeats) {
  NameBook names;
  names.keep("Anna", {{{1}, {0}}, "web", "token:a"});
  ASSERT_NE(names.seat_for("Anna"), nullptr);
  EXPECT_EQ(names.seat_for("Anna")->address, "token:a");
  names.let_go("Anna", {{2}, {0}});
  EXPECT_NE(names.seat_for("Anna"), nullptr) << "of another table";
  names.keep("Anna", {{{2}, {0}}, "web", "token:a"});
  names.let_go("Anna", {{1}, {0}});
  EXPECT_EQ(names.seat_for("Anna")->place.table, TableId{2}) << "the last one";
  names.let_go("Anna", {{2}, {0}});
  EXPECT_EQ(names.seat_for("Anna"), nullptr);
}

TEST(NamesInTheBook, NewOnesAreNobodys) {
  NameBook names;
  names.give("guest-1", kAnna);
  names.keep("guest-2", {{{1}, {0}}, "web", ""});
  names.reserve("Guest-3");
  EXPECT_EQ(names.new_name(), "guest-4");
  EXPECT_EQ(names.new_name(), "guest-5") << "none is given twice";
}

TEST(NamesInTheBook, AreKnownByTheToken) {
  NameBook names;
  names.remember("token:a", "Anna");
  EXPECT_EQ(names.name_for("token:a"), "Anna");
  EXPECT_EQ(names.name_for("token:b"), "guest-1");
  names.keep("Anna", {{{1}, {0}}, "web", "token:a"});
  EXPECT_EQ(names.name_for("token:a"), "Anna") << "the seat is theirs";
  names.keep("Anna", {{{1}, {0}}, "web", "token:b"});
  EXPECT_EQ(names.name_for("token:a"), "guest-2") << "the seat is another's";
  names.let_go("Anna", {{1}, {0}});
  names.give("Anna", kBert);
  EXPECT_EQ(names.name_for("token:a"), "guest-3");
  names.take_away("Anna");
  names.reserve("ANNA");
  EXPECT_EQ(names.name_for("token:a"), "guest-4") << "an account's";
  names.release("anna");
  EXPECT_EQ(names.name_for("token:a"), "Anna");
}

TEST(NamesInTheBook, OfAccountsHaveOneOwner) {
  NameBook names;
  names.sign_in("Anna", kAnna);
  names.sign_in("Anna", kBert);
  EXPECT_EQ(names.owner_of("Anna"), kBert);
  names.sign_out("Anna", kAnna);
  EXPECT_EQ(names.owner_of("Anna"), kBert) << "who was replaced signs nobody out";
  names.sign_out("Anna", kBert);
  EXPECT_EQ(names.owner_of("Anna"), std::nullopt);
}

}  // namespace
