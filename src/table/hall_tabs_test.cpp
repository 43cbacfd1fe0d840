// Tabs in the hall: one person, any number of connections.
#include "games/chess/rules.hpp"
#include "table/hall_fixture.hpp"

namespace {

using namespace table;
using table::testing::HallTest;
using namespace std::chrono_literals;

class TabsTest : public HallTest {
 protected:
  /// A tab of a browser, which has been welcomed; what it was told is in `effects_`.
  PlayerId open(const std::string& browser, std::string_view account = "") {
    const PlayerId tab{next_++};
    hall_->arrive(tab, "web", "token:" + browser, Views::yes, Hears::offers, {"10.0.0.1", account});
    EXPECT_EQ(ask(tab, ReturnByToken{}), std::nullopt);
    return tab;
  }
  std::optional<Code> play(PlayerId tab, std::string_view move) {
    return ask(tab, Play{*games::read("chess", move)});
  }
  /// Who was told something of that kind, in order.
  template <class What>
  std::vector<PlayerId> hearers() const {
    std::vector<PlayerId> list;
    for (const auto& [player, notice] : told<What>()) list.push_back(player);
    return list;
  }
  /// Who was told that they have done so in another tab or browser.
  std::vector<PlayerId> elsewhere(Elsewhere::What what) const {
    std::vector<PlayerId> list;
    for (const auto& [player, notice] : told<Elsewhere>()) {
      if (notice.what == what) list.push_back(player);
    }
    return list;
  }
  using List = std::vector<PlayerId>;
};

TEST_F(TabsTest, AllTabsHaveOneName) {
  const auto one = open("a");
  EXPECT_EQ(told<Renamed>().front().second.to, "guest-1");
  const auto two = open("a");
  EXPECT_EQ(hearers<Renamed>(), List{two}) << "the first need not hear of it";
  EXPECT_EQ(told<Renamed>().front().second.to, "guest-1");
  EXPECT_EQ(ask(two, Name{"anna"}), std::nullopt);
  EXPECT_EQ(hearers<Renamed>(), (List{one, two}));
  EXPECT_EQ(hearers<Accepted>(), List{two}) << "who has asked";
  EXPECT_EQ(hall_->people().name_of(one), "anna");
  EXPECT_EQ(ask(open("b"), Name{"anna"}), Code::name_taken);
}

TEST_F(TabsTest, ASeatIsShownInAllAndPlayedInAny) {
  const auto one = open("a");
  const auto two = open("a");
  const auto bert = open("b");
  EXPECT_EQ(seek(one), std::nullopt);
  EXPECT_EQ(hearers<Gathered>(), (List{one, two}));
  EXPECT_EQ(seek(bert), std::nullopt);
  EXPECT_EQ(hearers<Started>(), (List{one, two, bert}));
  EXPECT_EQ(play(two, "e2e4"), std::nullopt);
  EXPECT_EQ(hearers<Happened>(), (List{one, two, bert}));
  EXPECT_EQ(play(one, "d2d4"), Code::not_your_turn);
  EXPECT_EQ(play(bert, "e7e5"), std::nullopt);
  EXPECT_EQ(play(one, "d2d4"), std::nullopt);
  EXPECT_EQ(ask(two, Say{"hi"}), std::nullopt);
  EXPECT_EQ(hearers<Said>(), (List{one, two, bert}));
  EXPECT_EQ(ask(one, Offer{Proposal::draw}), std::nullopt);
  EXPECT_EQ(hearers<Offered>(), (List{one, two, bert}));
}

TEST_F(TabsTest, ANewTabIsToldWhereItsPersonIs) {
  const auto one = open("a");
  EXPECT_EQ(ask(one, Seek{.game = "chess", .seats = 2, .ready = false}), std::nullopt);
  const auto two = open("a");
  ASSERT_EQ(hearers<Gathered>(), List{two});
  EXPECT_FALSE(told<Gathered>().front().second.ready);
  EXPECT_EQ(ask(two, Ready{}), std::nullopt);
  ASSERT_EQ(hearers<Gathered>(), List{one}) << "the other tab hears that one is ready";
  EXPECT_TRUE(told<Gathered>().front().second.ready);
  const auto bert = open("b");
  EXPECT_EQ(seek(bert), std::nullopt);
  EXPECT_EQ(ask(bert, Offer{Proposal::draw}), std::nullopt);
  const auto three = open("a");
  ASSERT_EQ(hearers<Resumed>(), List{three});
  EXPECT_TRUE(told<Resumed>().front().second.shown) << "by the others";
  EXPECT_EQ(hearers<Offered>(), List{three});
  EXPECT_TRUE(told<Presence>().empty()) << "nobody was away";
}

TEST_F(TabsTest, WhoWatchesInOneTabPlaysOnInTheOther) {
  const auto cleo = open("c");
  const auto dora = open("d");
  EXPECT_EQ(seek(cleo), std::nullopt);
  EXPECT_EQ(seek(dora), std::nullopt);
  const auto one = open("a");
  const auto two = open("a");
  const auto bert = open("b");
  EXPECT_EQ(seek(one), std::nullopt);
  EXPECT_EQ(seek(bert), std::nullopt);
  EXPECT_EQ(ask(two, Watch{{1}}), std::nullopt);
  EXPECT_EQ(hearers<Resumed>(), List{two});
  EXPECT_EQ(play(one, "e2e4"), std::nullopt);
  EXPECT_EQ(hearers<Happened>(), (List{one, bert})) << "the other shows another table";
  EXPECT_EQ(ask(bert, Say{"hi"}), std::nullopt);
  EXPECT_EQ(hearers<Said>(), (List{one, bert}));
  EXPECT_EQ(play(cleo, "e2e4"), std::nullopt);
  EXPECT_EQ(hearers<Happened>(), (List{cleo, dora, two}));
  EXPECT_EQ(ask(two, Leave{}), std::nullopt);
  ASSERT_EQ(hearers<Resumed>(), List{two}) << "shows the seat again, which was not left";
  EXPECT_EQ(told<Resumed>().front().second.seat.table.value, 2);
  EXPECT_TRUE(told<Happened>().empty());
  EXPECT_EQ(play(bert, "e7e5"), std::nullopt);
  EXPECT_EQ(hearers<Happened>(), (List{one, two, bert}));
}

TEST_F(TabsTest, TheTabThatAskedForAGameStopsWatching) {
  const auto cleo = open("c");
  EXPECT_EQ(seek(cleo), std::nullopt);
  EXPECT_EQ(seek(open("d")), std::nullopt);
  const auto one = open("a");
  const auto two = open("a");
  EXPECT_EQ(seek(one), std::nullopt);
  EXPECT_EQ(ask(one, Watch{{1}}), std::nullopt);
  EXPECT_EQ(ask(two, Watch{{1}}), std::nullopt);
  const auto bert = open("b");
  EXPECT_EQ(seek(bert), std::nullopt);
  EXPECT_EQ(hearers<Started>(), (List{one, bert}));
  EXPECT_EQ(play(cleo, "e2e4"), std::nullopt);
  EXPECT_EQ(hearers<Happened>().back(), two);
  EXPECT_EQ(std::ranges::count(hearers<Happened>(), one), 0);
}

TEST_F(TabsTest, ATableThatWasWatchedToItsEndIsNotMistakenForTheSeat) {
  const auto cleo = open("c");
  EXPECT_EQ(seek(cleo), std::nullopt);
  const auto dora = open("d");
  EXPECT_EQ(seek(dora), std::nullopt);
  const auto one = open("a");
  const auto two = open("a");
  EXPECT_EQ(seek(one), std::nullopt);
  EXPECT_EQ(seek(open("b")), std::nullopt);
  EXPECT_EQ(ask(two, Watch{{1}}), std::nullopt);
  EXPECT_EQ(ask(cleo, Leave{}), std::nullopt);
  EXPECT_EQ(ask(dora, Leave{}), std::nullopt);
  EXPECT_EQ(hall_->tables().find_table({1}), nullptr);
  EXPECT_EQ(play(one, "e2e4"), std::nullopt);
  EXPECT_EQ(std::ranges::count(hearers<Happened>(), two), 0);
  EXPECT_EQ(ask(two, Leave{.only_watching = true}), std::nullopt);
  EXPECT_EQ(hearers<Resumed>(), List{two});
}

TEST_F(TabsTest, WhoStopsWatchingNothingLeavesNothing) {
  const auto one = open("a");
  EXPECT_EQ(seek(one), std::nullopt);
  EXPECT_EQ(ask(one, Leave{.only_watching = true}), std::nullopt);
  EXPECT_EQ(seek(open("b")), std::nullopt);
  EXPECT_EQ(told<Started>().size(), 2) << "the lobby was not left";
}

TEST_F(TabsTest, WhatIsLeftInOneTabIsLeftInAll) {
  const auto one = open("a");
  const auto two = open("a");
  EXPECT_EQ(seek(one), std::nullopt);
  EXPECT_EQ(ask(two, Leave{}), std::nullopt);
  EXPECT_EQ(elsewhere(Elsewhere::What::left), List{one});
  const auto bert = open("b");
  EXPECT_EQ(seek(one), std::nullopt);
  EXPECT_EQ(seek(bert), std::nullopt);
  EXPECT_EQ(ask(one, Leave{}), std::nullopt);
  EXPECT_EQ(elsewhere(Elsewhere::What::left), List{two});
  EXPECT_EQ(hearers<Over>(), List{bert});
  EXPECT_EQ(ask(two, Leave{}), Code::not_at_table);
}

TEST_F(TabsTest, APersonIsGoneWithTheLastTab) {
  const auto one = open("a");
  const auto two = open("a");
  const auto bert = open("b");
  EXPECT_EQ(seek(one), std::nullopt);
  EXPECT_EQ(seek(bert), std::nullopt);
  lose(one);
  EXPECT_TRUE(effects_.tell.empty());
  EXPECT_EQ(play(two, "e2e4"), std::nullopt);
  lose(two);
  ASSERT_EQ(hearers<Presence>(), List{bert});
  pass(60s);
  const auto three = open("a");
  EXPECT_EQ(told<Renamed>().front().second.to, "guest-1");
  EXPECT_EQ(hearers<Resumed>(), List{three});
  EXPECT_FALSE(told<Resumed>().front().second.shown);
  EXPECT_EQ(hearers<Presence>(), (List{three, bert}));
  lose(three);
  pass(3min);
  EXPECT_EQ(hearers<Over>(), List{bert});
}

TEST_F(TabsTest, ATabThatIsNotWelcomedYetKeepsThePersonHere) {
  const auto one = open("a");
  EXPECT_EQ(seek(one), std::nullopt);
  const PlayerId two{next_++};
  hall_->arrive(two, "web", "token:a", Views::yes, Hears::offers);
  lose(one);
  EXPECT_TRUE(effects_.tell.empty());
  EXPECT_EQ(seek(open("b")), std::nullopt);
  EXPECT_EQ(std::ranges::count(hearers<Started>(), two), 0) << "its first word is the welcome";
  EXPECT_EQ(ask(two, ReturnByToken{}), std::nullopt);
  EXPECT_EQ(hearers<Renamed>(), List{two});
  EXPECT_EQ(hearers<Resumed>(), List{two});
}

TEST_F(TabsTest, AnotherBrowserOfTheSameAccountTakesThePlaceOfAllTabs) {
  hall_->names().reserve("Anna");
  const auto one = open("a", "Anna");
  const auto two = open("a", "Anna");
  EXPECT_EQ(seek(one), std::nullopt);
  EXPECT_EQ(seek(open("b")), std::nullopt);
  const auto other = open("elsewhere", "Anna");
  EXPECT_EQ(elsewhere(Elsewhere::What::replaced), (List{one, two}));
  EXPECT_EQ(hearers<Resumed>(), List{other});
  EXPECT_EQ(play(other, "e2e4"), std::nullopt);
}

TEST_F(TabsTest, SigningInAndOutIsHeardInAllTabs) {
  hall_->names().reserve("Anna");
  const auto one = open("a");
  const auto two = open("a");
  effects_ = {};
  hall_->sign_in(one, "Anna", now_, effects_);
  EXPECT_EQ(elsewhere(Elsewhere::What::signed_in), List{two});
  EXPECT_EQ(hearers<Renamed>(), (List{one, two}));
  EXPECT_EQ(hall_->people().self_of(two).account, "Anna");
  effects_ = {};
  hall_->sign_out(two, now_, effects_);
  EXPECT_EQ(elsewhere(Elsewhere::What::signed_in), List{one});
  EXPECT_EQ(told<Renamed>().front().second.to, "guest-1") << "as before";
  // Signed in by somebody else's doing, as it was looked up for the third tab.
  const auto three = open("a", "Anna");
  EXPECT_EQ(elsewhere(Elsewhere::What::signed_in), (List{one, two}));
  EXPECT_EQ(hall_->people().name_of(three), "Anna");
}

TEST_F(TabsTest, NoTabOfAPlayerIsAStrangerToTheTable) {
  const auto one = open("a");
  const auto two = open("a");
  EXPECT_EQ(seek(one), std::nullopt);
  EXPECT_EQ(seek(open("b")), std::nullopt);
  const Place own{{1}, {0}};
  const Place others{{1}, {1}};
  EXPECT_EQ(hall_->places().place_of(two), own);
  EXPECT_TRUE(is_other(hall_->places().sights_of(two), others));
  EXPECT_FALSE(is_other(hall_->places().sights_of(two), own));
  EXPECT_EQ(ask(two, Watch{{1}, Seat{1}}), Code::already_seated);
  EXPECT_EQ(ask(two, Watch{{1}}), std::nullopt);
  EXPECT_FALSE(told<Resumed>().front().second.watches) << "it is shown with one's own eyes";
  const auto eve = open("e");
  const auto other = open("e");
  EXPECT_EQ(ask(eve, Watch{{1}, Seat{0}}), std::nullopt);
  EXPECT_TRUE(is_other(hall_->places().sights_of(other), others))
      << "another tab has the eyes of the first seat";
  EXPECT_FALSE(is_other(hall_->places().sights_of(other), own));
}

TEST_F(TabsTest, WhoIsEvictedIsEvictedWithAllTabs) {
  const auto one = open("a");
  const auto two = open("a");
  const auto bert = open("b");
  EXPECT_EQ(seek(one), std::nullopt);
  EXPECT_EQ(seek(bert), std::nullopt);
  EXPECT_EQ(hall_->evict({1}), (List{one, two, bert}));
}

TEST_F(TabsTest, ABrowserKeepsItsNameWhileNobodyElseHasIt) {
  const auto one = open("a");
  lose(one);
  const auto bert = open("b");
  EXPECT_EQ(hall_->people().name_of(bert), "guest-2");
  const auto again = open("a");
  EXPECT_EQ(hall_->people().name_of(again), "guest-1");
  EXPECT_EQ(ask(again, Name{"anna"}), std::nullopt);
  lose(again);
  const auto third = open("a");
  EXPECT_EQ(hall_->people().name_of(third), "anna");
  lose(third);
  EXPECT_EQ(ask(bert, Name{"anna"}), std::nullopt);
  EXPECT_EQ(hall_->people().name_of(open("a")), "guest-3");
}

TEST_F(TabsTest, WhatWasSaidIsToldToWhoComesBack) {
  const auto anna = open("a");
  const auto bert = open("b");
  EXPECT_EQ(seek(anna), std::nullopt);
  EXPECT_EQ(seek(bert), std::nullopt);
  EXPECT_EQ(ask(anna, Say{"hi"}), std::nullopt);
  lose(anna);
  for (int line = 1; line <= 50; ++line) EXPECT_EQ(ask(bert, Say{std::to_string(line)}), std::nullopt);
  open("a");
  const auto said = told<Resumed>().front().second.said;
  ASSERT_EQ(said.size(), 50) << "the last ones";
  EXPECT_EQ(said.front().text, "1");
  EXPECT_EQ(said.back().from, "guest-2");
  open("b");
  EXPECT_EQ(told<Resumed>().front().second.said.size(), 50);
}

TEST_F(TabsTest, ALobbysTalkIsForThoseWhoWereThere) {
  const Seek standing{.game = "spectrangle", .seats = 3, .standing = true};
  const auto anna = open("a");
  EXPECT_EQ(ask(anna, standing), std::nullopt);
  EXPECT_EQ(ask(anna, Say{"nobody is here"}), std::nullopt);
  const auto bert = open("b");
  EXPECT_EQ(ask(bert, standing), std::nullopt);
  for (const auto& [player, gathered] : told<Gathered>()) EXPECT_TRUE(gathered.said.empty());
  EXPECT_EQ(ask(bert, Say{"I am"}), std::nullopt);
  open("b");
  ASSERT_EQ(told<Gathered>().size(), 1);
  ASSERT_EQ(told<Gathered>().front().second.said.size(), 1);
  EXPECT_EQ(told<Gathered>().front().second.said.front().text, "I am");
  // It goes on at the table, whose watchers know what was said there.
  EXPECT_EQ(ask(open("c"), standing), std::nullopt);
  ASSERT_EQ(told<Started>().size(), 4);
  EXPECT_EQ(ask(anna, Say{"let us begin"}), std::nullopt);
  const auto watcher = open("w");
  EXPECT_EQ(ask(watcher, Watch{{1}}), std::nullopt);
  ASSERT_EQ(told<Resumed>().front().second.said.size(), 1);
  lose(anna);
  open("a");
  EXPECT_EQ(told<Resumed>().front().second.said.size(), 3);
  // Who leaves has no part in it any more.
  EXPECT_EQ(ask(bert, Leave{}), std::nullopt);
}

TEST_F(TabsTest, OnlyWhereOthersAreWaitedForOneCanJoin) {
  const auto count = [&] {
    now_ += 1s;
    return look_around(open("looks")).lobbies.size();
  };
  const Seek standing{.game = "spectrangle", .seats = 2, .standing = true};
  const auto anna = open("a");
  const auto bert = open("b");
  EXPECT_EQ(ask(anna, standing), std::nullopt);
  EXPECT_EQ(count(), 1);
  EXPECT_EQ(ask(bert, standing), std::nullopt);
  EXPECT_EQ(count(), 0) << "they play";
  EXPECT_EQ(ask(bert, Leave{}), std::nullopt);
  EXPECT_EQ(count(), 0) << "one looks at the end of the game";
  EXPECT_EQ(ask(anna, Rematch{Wish::again}), std::nullopt);
  EXPECT_EQ(count(), 1) << "and now wants another";
}

}  // namespace
