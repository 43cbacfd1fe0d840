// Accounts in the hall: whose a name is, who is signed in, who comes back.
#include "table/hall_fixture.hpp"

namespace {

using namespace table;
using namespace table::testing;

class AccountsTest : public HallTest {
 protected:
  AccountsTest() { hall_->names().reserve("Anna"); }

  /// A browser at 10.0.0.1 unless told otherwise, which has been welcomed.
  PlayerId browse(const std::string& token, std::string_view account = "",
                  std::string_view host = "10.0.0.1") {
    const PlayerId player{next_++};
    hall_->arrive(player, "web", "token:" + token, Views::no, Hears::game_only, {host, account});
    EXPECT_EQ(ask(player, ReturnByToken{}), std::nullopt);
    welcomed_ = told<Renamed>().empty() ? "" : told<Renamed>().front().second.to;
    return player;
  }
  PlayerId sign_in(PlayerId player, std::string_view account = "Anna") {
    effects_ = {};
    hall_->sign_in(player, account, now_, effects_);
    return player;
  }
  std::string refusal(PlayerId player, const Request& request) {
    EXPECT_TRUE(ask(player, request));
    return std::get<Refused>(effects_.tell.front().second).error.detail;
  }
  /// Who is at the table of chess, in its own words.
  std::string name_at(TableId table, Seat seat) { return hall_->tables().find_table(table)->name_of(seat); }

  std::string welcomed_;
};

TEST_F(AccountsTest, ANameOfAnAccountIsNobodyElsesHoweverItIsSpelled) {
  const auto wire = arrive();
  const auto browser = browse("b");
  for (const auto* name : {"Anna", "anna", "\u0410nna", "\u00c4nna"}) {
    EXPECT_EQ(ask(wire, Name{name}), Code::name_taken) << name;
    EXPECT_EQ(ask(browser, Name{name}), Code::name_taken) << name;
    EXPECT_EQ(ask(wire, Seek{.game = "spectrangle", .standing = true, .name = name}), Code::name_taken);
  }
  EXPECT_EQ(refusal(wire, Name{"anna"}),
            "that name belongs to an account: its owner signs in with a browser");
  EXPECT_EQ(ask(wire, Name{"Anna", false}), Code::name_taken) << "nor is it given to anybody";
  EXPECT_EQ(ask(wire, Name{"Anne"}), std::nullopt);
  hall_->names().release("ANNA");
  EXPECT_EQ(ask(wire, Name{"Anna"}), std::nullopt);
}

TEST_F(AccountsTest, WhoIsSignedInIsCalledSo) {
  browse("a", "Anna");
  EXPECT_EQ(welcomed_, "Anna");
  const auto other = browse("b");
  hall_->names().reserve("Bert");
  sign_in(other, "Bert");
  ASSERT_EQ(told<Renamed>().size(), 1);
  EXPECT_EQ(told<Renamed>()[0].second.to, "Bert");
  EXPECT_EQ(hall_->people().self_of(other).account, "Bert");
  EXPECT_EQ(refusal(other, Name{"Cleo"}), "you are signed in as Bert: sign out to be called otherwise");
  EXPECT_EQ(ask(other, Name{"Bert"}), std::nullopt) << "that is their name";
}

TEST_F(AccountsTest, WhoSignsOutIsAGuestAndTheNameStaysReserved) {
  const auto anna = browse("a", "Anna");
  effects_ = {};
  hall_->sign_out(anna, now_, effects_);
  ASSERT_EQ(told<Renamed>().size(), 1);
  EXPECT_TRUE(told<Renamed>()[0].second.to.starts_with("guest-"));
  EXPECT_EQ(hall_->people().self_of(anna).account, "");
  EXPECT_EQ(ask(anna, Name{"Anna"}), Code::name_taken);
  EXPECT_EQ(ask(anna, Name{"Cleo"}), std::nullopt);
}

TEST_F(AccountsTest, GuestNamesPassAccountsOver) {
  hall_->names().reserve("guest-1");
  const auto guest = arrive();
  EXPECT_EQ(ask(guest, Name{"guest-2"}), std::nullopt) << "its own";
}

TEST_F(AccountsTest, AnAccountIsMadeOfANameThatNobodyElseHas) {
  const auto bert = arrive_as("Bert");
  const auto code = [&](PlayerId player, std::string_view name) {
    const auto right = hall_->people().check_account(player, name);
    return right ? std::nullopt : std::optional(right.error().code.kind);
  };
  const auto browser = browse("b");
  EXPECT_EQ(code(browser, "Cleo"), std::nullopt);
  EXPECT_EQ(code(browser, "guest-2"), std::nullopt) << "one's present name";
  EXPECT_EQ(code(browser, "GUEST-2"), std::nullopt);
  EXPECT_EQ(code(browser, "bert"), Code::name_taken);
  EXPECT_EQ(code(bert, "bert"), std::nullopt);
  EXPECT_EQ(code(browser, "ANNA"), Code::name_taken);
  EXPECT_EQ(code(browser, ""), Code::bad_name);
  EXPECT_EQ(code(browser, "a\tb"), Code::bad_name);
  EXPECT_EQ(code(browser, "\u200b\u200b"), Code::bad_name);
  EXPECT_EQ(code(browser, std::string(33, 'x')), Code::bad_name);
  // A seat waits for it.
  seek(bert);
  seek(arrive_as("Dora"));
  restart();
  EXPECT_EQ(code(browse("b"), "bert"), Code::name_taken);
}

TEST_F(AccountsTest, OtherProtocolsUseTheNameFromWhereTheOwnerIs) {
  const auto anna = browse("a", "Anna", "10.0.0.1");
  const auto far = arrive("10.0.0.2");
  EXPECT_EQ(ask(far, Name{"Anna"}), Code::name_taken);
  EXPECT_EQ(ask(browse("c"), Name{"Anna"}), Code::name_taken) << "another browser there must sign in";
  const auto near = arrive("10.0.0.1");
  EXPECT_EQ(ask(near, Name{"Anna"}), std::nullopt);
  ASSERT_EQ(told<Renamed>().size(), 2) << "the browser gives way";
  EXPECT_EQ(told<Renamed>()[0].first, anna);
  EXPECT_TRUE(told<Renamed>()[0].second.to.starts_with("guest-"));
  EXPECT_EQ(told<Renamed>()[1].second.to, "Anna");
  EXPECT_EQ(hall_->people().self_of(anna).account, "Anna") << "and is still signed in";
  EXPECT_EQ(ask(arrive("10.0.0.1"), Name{"Anna"}), Code::name_taken) << "one at a time";
  // Once the name is free again the browser has it.
  effects_ = {};
  hall_->depart(near, now_, effects_);
  ASSERT_EQ(told<Renamed>().size(), 1);
  EXPECT_EQ(told<Renamed>()[0].first, anna);
  EXPECT_EQ(told<Renamed>()[0].second.to, "Anna");
  const auto again = arrive("10.0.0.1");
  EXPECT_EQ(ask(again, Name{"Anna"}), std::nullopt);
  EXPECT_EQ(ask(again, Name{"Berta"}), std::nullopt);
  ASSERT_EQ(told<Renamed>().size(), 2);
  EXPECT_EQ(told<Renamed>()[1].second.to, "Anna") << "also when the other is called otherwise";
}

TEST_F(AccountsTest, TheBrowserDoesNotGiveWayInTheMiddleOfSomething) {
  const auto anna = browse("a", "Anna");
  const auto near = arrive();
  EXPECT_EQ(seek(anna), std::nullopt);
  EXPECT_EQ(ask(near, Name{"Anna"}), Code::name_taken) << "waits for a game";
  EXPECT_EQ(seek(arrive()), std::nullopt);
  EXPECT_EQ(ask(near, Name{"Anna"}), Code::name_taken) << "plays";
  EXPECT_EQ(ask(near, Name{"anna"}), std::nullopt) << "in another spelling nobody mistakes one for the other";
}

TEST_F(AccountsTest, NobodyUsesTheNameWhenTheOwnerIsGone) {
  const auto anna = browse("a", "Anna");
  hall_->depart(anna, now_, effects_);
  EXPECT_EQ(ask(arrive(), Name{"Anna"}), Code::name_taken);
}

TEST_F(AccountsTest, AnAccountIsInOnePlaceAtATime) {
  const auto here = browse("a", "Anna");
  seek(here);
  seek(arrive());
  const auto there = browse("b");
  sign_in(there);
  ASSERT_EQ(told<Elsewhere>().size(), 1);
  EXPECT_EQ(told<Elsewhere>()[0].first, here);
  EXPECT_EQ(told<Elsewhere>()[0].second.what, Elsewhere::What::replaced);
  ASSERT_EQ(told<Resumed>().size(), 1) << "with the seat";
  EXPECT_EQ(told<Resumed>()[0].first, there);
  hall_->depart(here, now_, effects_);
  EXPECT_EQ(ask(there, Play{*games::read("chess", "e2e4")}), std::nullopt);
  EXPECT_EQ(name_at({1}, Seat{0}), "Anna");
  browse("c", "Anna");
  EXPECT_EQ(told<Resumed>().size(), 1) << "also who comes signed in";
}

TEST_F(AccountsTest, WhoIsNotSignedInAnyMoreDoesNotInheritTheName) {
  browse("a", "Anna");
  const auto again = browse("a");
  EXPECT_EQ(told<Renamed>().back().first, again);
  EXPECT_TRUE(told<Renamed>().back().second.to.starts_with("guest-"));
}

TEST_F(AccountsTest, WhoMakesAnAccountInTheMiddleOfAGameKeepsTheSeat) {
  const auto guest = browse("a");
  seek(guest);
  seek(arrive());
  hall_->names().reserve("Cleo");
  sign_in(guest, "Cleo");
  EXPECT_EQ(name_at({1}, Seat{0}), "Cleo");
  EXPECT_TRUE(told<Resumed>().empty());
  lose(guest);
  browse("elsewhere", "Cleo");
  EXPECT_EQ(told<Resumed>().size(), 1) << "the account leads back, whatever the token";
}

TEST_F(AccountsTest, ARestoredSeatOfAnAccountIsTakenBackByItsOwnerAlone) {
  seek(browse("a", "Anna"));
  seek(arrive());
  restart();
  hall_->names().reserve("Anna");
  browse("a");
  EXPECT_TRUE(told<Resumed>().empty()) << "the token alone does not lead back: it is signed out";
  const auto owner = browse("b");
  sign_in(owner);
  ASSERT_EQ(told<Resumed>().size(), 1);
  EXPECT_EQ(told<Resumed>()[0].second.seat.seat, Seat{0});
}

TEST_F(AccountsTest, ARestoredSeatOfAnotherProtocolWaitsForItsOwnerThere) {
  browse("a", "Anna");
  const auto wire = PlayerId{next_++};
  hall_->arrive(wire, "scrabble-twente", "10.0.0.1");
  EXPECT_EQ(ask(wire, Name{"Anna"}), std::nullopt);
  seek(wire);
  seek(arrive());
  restart();
  hall_->names().reserve("Anna");
  const auto again = PlayerId{next_++};
  hall_->arrive(again, "scrabble-twente", "10.0.0.1");
  EXPECT_EQ(ask(again, Name{"Anna"}), Code::name_taken) << "the owner's browser is not here yet";
  browse("a", "Anna");
  EXPECT_TRUE(welcomed_.starts_with("guest-")) << "a seat waits under the name, but not for a browser";
  EXPECT_EQ(ask(again, Name{"Anna"}), std::nullopt);
  EXPECT_EQ(told<Resumed>().size(), 1);
}

TEST_F(AccountsTest, TheNameIsTheBrowsersAgainWhenNoSeatWaitsUnderIt) {
  const auto anna = browse("a", "Anna");
  const auto shelfie = [](int seats) { return Seek{.game = "shelfie", .seats = seats, .standing = true}; };
  const auto wire = arrive_as("Anna");
  ask(wire, shelfie(2));
  const auto other = arrive();
  ask(other, shelfie(2));
  lose(wire);
  EXPECT_TRUE(told<Renamed>().empty()) << "a seat waits for the other client";
  look_around(anna);
  EXPECT_TRUE(told<Renamed>().empty());
  pass(settings_.abandon);
  pass(kUnseen);
  look_around(anna);
  ASSERT_EQ(told<Renamed>().size(), 1);
  EXPECT_EQ(told<Renamed>()[0].second.to, "Anna");
}

}  // namespace
