// Finished games: private ones are for those who played them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/browser.hpp"
#include "server/recall.hpp"
#include "store/finished.hpp"

namespace {

using harness::Browser;

class PrivateGames : public testing::Test {
 protected:
  /// A game that two browsers play and finish, in a lobby of that name.
  void play(Browser& white, Browser& black, std::string_view lobby) {
    for (auto* browser : {&white, &black}) {
      const auto sought =
          browser->ask(fmt::format(R"("ask":"seek","game":"chess","seats":2,"lobby":"{}")", lobby));
      ASSERT_EQ(sought.at("ok"), true) << boost::json::serialize(sought);
    }
    int after = 0;
    for (const auto* move : {"f2f3", "e7e5", "g2g4", "d8h4"}) {
      auto& mover = after % 2 == 0 ? white : black;
      const auto moved = mover.ask(fmt::format(R"("ask":"move","move":"{}","after":{})", move, after));
      ASSERT_EQ(moved.at("ok"), true) << boost::json::serialize(moved);
      ++after;
    }
    for (auto* browser : {&white, &black}) browser->ask(R"("ask":"leave")");
  }
  bool replays(Browser& browser, int table) {
    return browser.ask(fmt::format(R"("ask":"replay","table":{})", table)).at("ok").as_bool();
  }
  bool enters(Browser& browser, std::string_view what, std::string_view name) {
    return browser.ask(fmt::format(R"("ask":"{}","name":"{}","password":"correct horse")", what, name))
        .at("ok")
        .as_bool();
  }
  bool may_recall(std::string_view address) {
    const auto stored = store::read_finished(server_.kits(), server_.journal(), {1});
    return server::may_recall(server_.kits(), stored.value(), address, &server_.accounts(), server_.now());
  }

  harness::VirtualServer server_;
};

TEST_F(PrivateGames, AreSeenAgainByThoseWhoPlayedThem) {
  Browser anna(server_, "a");
  Browser bert(server_, "b");
  play(anna, bert, "-ours");
  Browser other(server_, "c");
  EXPECT_TRUE(replays(anna, 1) && replays(bert, 1));
  const auto refused = other.ask(R"("ask":"replay","table":1)");
  EXPECT_EQ(refused.at("ok"), false);
  EXPECT_EQ(refused.at("text"), "there is no finished game of the number 1") << "as if there were none";
  EXPECT_TRUE(may_recall("token:a"));
  for (const auto* stranger : {"", "token:", "token:c", "a", "127.0.0.1"})
    EXPECT_FALSE(may_recall(stranger)) << stranger;
  server_.restart();
  Browser again(server_, "a");
  Browser still_other(server_, "c");
  EXPECT_TRUE(replays(again, 1));
  EXPECT_FALSE(replays(still_other, 1));
}

TEST_F(PrivateGames, OthersAreSeenByEverybody) {
  Browser anna(server_, "a");
  Browser bert(server_, "b");
  play(anna, bert, "ours");
  Browser other(server_, "c");
  EXPECT_TRUE(replays(other, 1) && may_recall(""));
}

TEST_F(PrivateGames, FollowAnAccountToOtherBrowsers) {
  Browser anna(server_, "a");
  Browser bert(server_, "b");
  ASSERT_TRUE(enters(anna, "register", "Anna"));
  server_.turn_clock(std::chrono::seconds(1));
  play(anna, bert, "-ours");
  Browser other(server_, "c");
  EXPECT_FALSE(replays(other, 1));
  ASSERT_TRUE(enters(other, "sign_in", "Anna"));
  EXPECT_TRUE(replays(other, 1));
}

TEST_F(PrivateGames, AreNotForWhoTakesAPlayersNameLater) {
  Browser anna(server_, "a");
  Browser bert(server_, "b");
  anna.ask(R"("ask":"name","name":"Anna")");
  play(anna, bert, "-ours");
  server_.turn_clock(std::chrono::seconds(1));
  anna.ask(R"("ask":"name","name":"Cleo")");
  Browser sly(server_, "c");
  ASSERT_TRUE(enters(sly, "register", "Anna"));
  EXPECT_FALSE(replays(sly, 1));
  EXPECT_TRUE(replays(anna, 1));
}

}  // namespace
