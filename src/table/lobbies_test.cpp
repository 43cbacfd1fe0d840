// Lobbies: coming in, being ready, names, tables that stand, people who are away.
#include "table/hall_fixture.hpp"

namespace {

using namespace table;
using table::testing::HallTest;

using Names = std::vector<std::string>;

class LobbiesTest : public HallTest {
 protected:
  static Seek spectrangle(const std::string& lobby = "", const std::string& name = "") {
    return {.game = "spectrangle", .ready = false, .standing = true, .lobby = lobby, .name = name};
  }
  static Seek shelfie(Make make, int seats = 0, const std::string& lobby = "") {
    return {.game = "shelfie", .seats = seats, .standing = true, .lobby = lobby, .make = make};
  }
  Names present(std::size_t told_as = 0) const { return told<Gathered>().at(told_as).second.present; }
  std::vector<std::string> acts() const {
    std::vector<std::string> list;
    for (const auto& record : effects_.journal) {
      if (const auto* entry = std::get_if<Entry>(&record)) list.push_back(entry->text);
    }
    return list;
  }
  bool closes() const {
    return std::ranges::any_of(effects_.journal,
                               [](const Record& one) { return std::holds_alternative<Closing>(one); });
  }

  /// Two at a table of My Shelfie.
  std::pair<PlayerId, PlayerId> play_shelfie() {
    const auto anna = arrive_as("anna");
    const auto bert = arrive_as("bert");
    EXPECT_EQ(ask(anna, shelfie(Make::always, 2)), std::nullopt);
    EXPECT_EQ(ask(bert, shelfie(Make::never)), std::nullopt);
    EXPECT_EQ(told<Started>().size(), 2);
    return {anna, bert};
  }
};

TEST_F(LobbiesTest, TheGameBeginsWhenAllAreReady) {
  const auto anna = arrive();
  const auto bert = arrive();
  EXPECT_EQ(ask(anna, Ready{}), Code::not_at_table);
  EXPECT_EQ(ask(anna, spectrangle("", "anna")), std::nullopt);
  EXPECT_EQ(ask(anna, Ready{}), std::nullopt);
  EXPECT_TRUE(told<Started>().empty()) << "one is too few";
  EXPECT_EQ(ask(bert, spectrangle("", "bert")), std::nullopt);
  ASSERT_EQ(told<Gathered>().size(), 2);
  EXPECT_EQ(present(0), (Names{"anna", "bert"}));
  EXPECT_EQ(told<Gathered>()[0].second.lobby, "1");
  EXPECT_TRUE(told<Started>().empty());
  EXPECT_EQ(ask(bert, Ready{}), std::nullopt);
  ASSERT_EQ(told<Started>().size(), 2);
  EXPECT_EQ(told<Started>()[0].second.lobby, "1");
  EXPECT_EQ(ask(bert, Ready{}), Code::already_seated);
}

TEST_F(LobbiesTest, WhoIsNotReadyAndLeavesLetsTheOthersBegin) {
  const auto anna = arrive_as("anna");
  const auto bert = arrive_as("bert");
  const auto cleo = arrive_as("cleo");
  for (const auto player : {anna, bert, cleo}) EXPECT_EQ(ask(player, spectrangle()), std::nullopt);
  for (const auto player : {anna, bert}) EXPECT_EQ(ask(player, Ready{}), std::nullopt);
  EXPECT_EQ(ask(cleo, Leave{}), std::nullopt);
  EXPECT_EQ(told<Gathered>().size(), 2);
  EXPECT_EQ(told<Started>().size(), 2);
}

TEST_F(LobbiesTest, ARefusedSeekTakesNoName) {
  const auto anna = arrive();
  const auto bert = arrive();
  EXPECT_EQ(ask(anna, spectrangle("", "anna")), std::nullopt);
  EXPECT_EQ(
      ask(bert,
          Seek{.game = "spectrangle", .standing = true, .lobby = "7", .make = Make::never, .name = "bert"}),
      Code::no_lobby);
  EXPECT_EQ(ask(arrive(), Name{"bert"}), std::nullopt) << "nobody took it";
  EXPECT_EQ(ask(bert, spectrangle("", "anna")), Code::name_taken);
}

TEST_F(LobbiesTest, WhoForgetsTheirNameFreesIt) {
  const auto anna = arrive();
  EXPECT_EQ(ask(anna, spectrangle("", "anna")), std::nullopt);
  EXPECT_EQ(ask(anna, Leave{.forget_name = true}), std::nullopt);
  EXPECT_EQ(ask(arrive(), spectrangle("", "anna")), std::nullopt);
}

TEST_F(LobbiesTest, FullLobbiesAndThoseOfRunningGamesTakeNobody) {
  std::vector<PlayerId> players;
  for (int count = 0; count < 5; ++count) players.push_back(arrive());
  for (int count = 0; count < 4; ++count) EXPECT_EQ(ask(players[count], spectrangle(":own")), std::nullopt);
  EXPECT_EQ(ask(players[4], spectrangle(":own")), Code::lobby_full);
  EXPECT_EQ(ask(players[4], spectrangle()), std::nullopt) << "the next free one, not one that has a name";
  EXPECT_EQ(told<Gathered>()[0].second.lobby, "1");
  EXPECT_EQ(ask(players[3], Leave{}), std::nullopt);
  for (int count = 0; count < 3; ++count) EXPECT_EQ(ask(players[count], Ready{}), std::nullopt);
  EXPECT_EQ(told<Started>().size(), 3);
  EXPECT_EQ(ask(players[3], spectrangle(":own")), Code::lobby_full);
  EXPECT_EQ(ask(players[3], ListLobbies{"spectrangle"}), std::nullopt);
  const auto listed = told<Listed>()[0].second.lobbies;
  ASSERT_EQ(listed.size(), 2);
  EXPECT_EQ(listed[1].name, ":own");
  EXPECT_EQ(listed[1].present.size(), 3);
  EXPECT_TRUE(listed[1].playing);
}

TEST_F(LobbiesTest, AfterTheGameTheLobbyStandsAgain) {
  const auto anna = arrive_as("anna");
  const auto bert = arrive_as("bert");
  const auto cleo = arrive_as("cleo");
  for (const auto player : {anna, bert, cleo}) EXPECT_EQ(ask(player, spectrangle()), std::nullopt);
  for (const auto player : {anna, bert, cleo}) EXPECT_EQ(ask(player, Ready{}), std::nullopt);
  EXPECT_EQ(ask(bert, Leave{}), std::nullopt);
  ASSERT_EQ(told<Over>().size(), 2);
  ASSERT_EQ(told<Gathered>().size(), 2);
  EXPECT_EQ(present(), (Names{"anna", "cleo"}));
  EXPECT_TRUE(std::holds_alternative<Gathered>(effects_.tell.back().second)) << "after Over";
  EXPECT_EQ(ask(anna, Ready{}), std::nullopt);
  EXPECT_TRUE(told<Started>().empty());
  EXPECT_EQ(ask(cleo, Ready{}), std::nullopt);
  EXPECT_EQ(told<Started>().size(), 2);
}

TEST_F(LobbiesTest, AStandingLobbySurvivesARestart) {
  const auto anna = arrive();
  const auto bert = arrive();
  EXPECT_EQ(ask(anna, spectrangle(":own", "anna")), std::nullopt);
  EXPECT_EQ(ask(bert, spectrangle(":own", "bert")), std::nullopt);
  for (const auto player : {anna, bert}) EXPECT_EQ(ask(player, Ready{}), std::nullopt);
  restart();
  const auto again = arrive();
  EXPECT_EQ(ask(again, spectrangle("", "anna")), std::nullopt);
  ASSERT_EQ(told<Resumed>().size(), 1);
  EXPECT_EQ(told<Resumed>()[0].second.seat.lobby, ":own");
  EXPECT_EQ(present(), (Names{"anna"}));
  EXPECT_EQ(ask(arrive(), spectrangle(":own", "cleo")), Code::lobby_full);
}

TEST_F(LobbiesTest, NumbersAreUsedAgain) {
  std::vector<PlayerId> players;
  for (int count = 0; count < 3; ++count) {
    players.push_back(arrive());
    EXPECT_EQ(ask(players.back(), shelfie(Make::always, 3)), std::nullopt);
    EXPECT_EQ(told<Gathered>()[0].second.lobby, std::to_string(count + 1));
  }
  EXPECT_EQ(ask(players[1], Leave{}), std::nullopt);
  EXPECT_EQ(ask(arrive(), shelfie(Make::never, 0, "2")), Code::no_lobby);
  EXPECT_EQ(ask(players[1], shelfie(Make::always, 4)), std::nullopt);
  EXPECT_EQ(told<Gathered>()[0].second.lobby, "2");
  EXPECT_EQ(told<Gathered>()[0].second.seats, 4);
  const auto cleo = arrive();
  EXPECT_EQ(ask(cleo, shelfie(Make::never)), std::nullopt);
  EXPECT_EQ(told<Gathered>()[0].second.lobby, "1") << "the first that is open";
  EXPECT_EQ(ask(cleo, shelfie(Make::always, 5)), Code::bad_seats);
}

TEST_F(LobbiesTest, QueuesAndLobbiesMeet) {
  kits_ = {};
  const auto waits = arrive_as("waits");
  const auto gathers = arrive_as("gathers");
  Seek two{.game = "chess", .seats = 2};
  Seek any{.game = "chess", .ready = false};
  EXPECT_EQ(ask(gathers, any), std::nullopt);
  EXPECT_EQ(ask(waits, two), std::nullopt);
  EXPECT_EQ(told<Gathered>()[0].second.seats, 2) << "what somebody in it wants";
  EXPECT_TRUE(told<Started>().empty());
  EXPECT_EQ(ask(gathers, Ready{}), std::nullopt);
  EXPECT_EQ(told<Started>().size(), 2);
}

TEST_F(LobbiesTest, NamesChangeInTheMiddleOfAGame) {
  const auto anna = arrive_as("anna");
  const auto bert = arrive_as("bert");
  EXPECT_EQ(seek(anna), std::nullopt);
  EXPECT_EQ(seek(bert), std::nullopt);
  EXPECT_EQ(ask(anna, Name{"Anna B"}), std::nullopt);
  ASSERT_EQ(told<Renamed>().size(), 2);
  EXPECT_EQ(told<Renamed>()[1].second.from, "anna");
  EXPECT_EQ(acts(), (Names{"!name=Anna%20B"}));
  restart();
  EXPECT_EQ(ask(arrive(), Name{"anna"}), std::nullopt);
  EXPECT_TRUE(told<Resumed>().empty());
  EXPECT_EQ(ask(arrive(), Name{"Anna B", false}), Code::name_taken) << "a name that was given leads nowhere";
  EXPECT_EQ(ask(arrive(), Name{"Anna B"}), std::nullopt);
  EXPECT_EQ(told<Resumed>().size(), 1);
}

class AnywhereTest : public LobbiesTest {
 protected:
  AnywhereTest() { hall_.emplace(kits_, HallSettings{.seed = 1, .come_back = ComeBack::any_address}); }
};

TEST_F(AnywhereTest, OnlyTheTokenLeadsABrowserBack) {
  const auto anna = arrive("token:a");
  const auto bert = arrive("token:b");
  for (const auto player : {anna, bert}) EXPECT_EQ(seek(player), std::nullopt);
  lose(anna);
  EXPECT_EQ(ask(arrive("10.0.0.9"), Name{"guest-1"}), Code::name_taken);
  EXPECT_EQ(ask(arrive("token:c"), ReturnByToken{}), std::nullopt);
  EXPECT_TRUE(told<Resumed>().empty());
  EXPECT_EQ(ask(arrive("token:a"), ReturnByToken{}), std::nullopt);
  EXPECT_EQ(told<Resumed>().size(), 1);
}

TEST_F(LobbiesTest, WhoIsAwayIsWaitedForAsLongAsTheGameLasts) {
  const auto [anna, bert] = play_shelfie();
  lose(anna);
  EXPECT_EQ(acts(), (Names{"!away"}));
  ASSERT_EQ(told<Presence>().size(), 1);
  EXPECT_FALSE(told<Presence>()[0].second.here);
  EXPECT_GT(told<Happened>().size(), 0);
  pass(std::chrono::minutes(9));
  const auto again = arrive();
  EXPECT_EQ(ask(again, Name{"anna"}), std::nullopt);
  ASSERT_EQ(told<Resumed>().size(), 1);
  EXPECT_EQ(told<Presence>().size(), 2) << "who came back, too";
  EXPECT_EQ(acts(), (Names{"!back"}));
  pass(std::chrono::minutes(9));
  EXPECT_TRUE(told<Over>().empty()) << "the pause is over";
}

TEST_F(LobbiesTest, APausedGameIsGivenUpAndItsEndWaitsForThoseWhoAreAway) {
  const auto [anna, bert] = play_shelfie();
  lose(anna);
  pass(std::chrono::minutes(10));
  ASSERT_EQ(told<Over>().size(), 1);
  EXPECT_EQ(told<Over>()[0].second.outcome.winners, (std::vector{Seat{1}}));
  EXPECT_FALSE(closes());
  EXPECT_EQ(ask(bert, Leave{}), std::nullopt);
  EXPECT_EQ(acts(), (Names{"!seen"}));
  EXPECT_FALSE(closes());
  restart();
  EXPECT_EQ(ask(arrive(), Name{"bert"}), std::nullopt);
  EXPECT_TRUE(told<Resumed>().empty()) << "has seen it";
  const auto again = arrive();
  EXPECT_EQ(ask(again, Name{"anna"}), std::nullopt);
  EXPECT_EQ(told<Resumed>().size(), 1);
  EXPECT_EQ(ask(again, Leave{}), std::nullopt);
  EXPECT_TRUE(closes());
  EXPECT_EQ(hall_->tables().count("shelfie"), 0);
}

TEST_F(LobbiesTest, TheEndOfAGameIsForgottenAfterADay) {
  const auto [anna, bert] = play_shelfie();
  lose(anna);
  lose(bert);
  pass(std::chrono::minutes(10));
  EXPECT_EQ(acts(), (Names{"!abandon"}));
  EXPECT_FALSE(closes());
  pass(std::chrono::hours(24));
  EXPECT_TRUE(closes());
  EXPECT_FALSE(hall_->timekeeper().next_wake());
}

TEST_F(LobbiesTest, AfterARestartThoseWhoDoNotComeAreAway) {
  play_shelfie();
  restart();
  const auto again = arrive();
  EXPECT_EQ(ask(again, Name{"bert"}), std::nullopt);
  EXPECT_TRUE(acts().empty()) << "was not away";
  EXPECT_EQ(told<Presence>().size(), 1);
  pass(std::chrono::seconds(120));
  EXPECT_EQ(acts(), (Names{"!away"}));
  EXPECT_EQ(told<Presence>().size(), 1);
}

TEST_F(LobbiesTest, AgainInAStandingLobbyIsBeingReadyThere) {
  const auto anna = arrive_as("anna");
  const auto bert = arrive_as("bert");
  const auto cleo = arrive_as("cleo");
  for (const auto player : {anna, bert, cleo}) EXPECT_EQ(ask(player, spectrangle()), std::nullopt);
  for (const auto player : {anna, bert, cleo}) EXPECT_EQ(ask(player, Ready{}), std::nullopt);
  EXPECT_EQ(ask(anna, Rematch{Wish::again}), Code::illegal_move) << "the game is not over";
  EXPECT_EQ(ask(cleo, Leave{}), std::nullopt);
  EXPECT_EQ(ask(anna, Rematch{Wish::again}), std::nullopt);
  EXPECT_TRUE(told<Started>().empty());
  EXPECT_EQ(ask(bert, Rematch{Wish::again}), std::nullopt);
  EXPECT_EQ(told<Started>().size(), 2);
  EXPECT_EQ(ask(bert, Leave{}), std::nullopt);
  EXPECT_EQ(ask(anna, Rematch{Wish::enough}), std::nullopt);
  EXPECT_EQ(ask(anna, Ready{}), Code::not_at_table) << "has left the lobby";
}

TEST_F(LobbiesTest, ThoseWhoHaveSeenTheEndPlayAgainWithoutThoseWhoHaveNot) {
  const auto [anna, bert] = play_shelfie();
  lose(anna);
  pass(std::chrono::minutes(10));
  EXPECT_EQ(ask(bert, Rematch{Wish::again}), std::nullopt);
  EXPECT_EQ(acts(), (Names{"!seen"}));
  EXPECT_FALSE(closes());
  EXPECT_EQ(ask(arrive_as("cleo"), shelfie(Make::never, 0, "1")), std::nullopt);
  EXPECT_EQ(told<Started>().size(), 2);
  EXPECT_EQ(hall_->tables().count("shelfie"), 2);
  const auto again = arrive();
  EXPECT_EQ(ask(again, Name{"anna"}), std::nullopt);
  ASSERT_EQ(told<Resumed>().size(), 1);
  EXPECT_TRUE(told<Gathered>().empty()) << "the lobby has gone on";
  EXPECT_EQ(ask(again, Rematch{Wish::again}), Code::no_lobby);
  EXPECT_EQ(ask(again, Leave{}), std::nullopt);
  EXPECT_TRUE(closes());
  EXPECT_EQ(hall_->tables().count("shelfie"), 1);
}

TEST_F(LobbiesTest, AgainAfterMyShelfieBeginsWhenAllHaveSeenTheEnd) {
  const auto [anna, bert] = play_shelfie();
  lose(bert);
  pass(std::chrono::minutes(10));
  const auto back = arrive();
  EXPECT_EQ(ask(back, Name{"bert"}), std::nullopt);
  EXPECT_EQ(ask(back, Rematch{Wish::again}), std::nullopt);
  EXPECT_TRUE(told<Started>().empty());
  EXPECT_EQ(ask(anna, Rematch{Wish::again}), std::nullopt);
  EXPECT_TRUE(closes());
  EXPECT_EQ(told<Started>().size(), 2);
}

TEST_F(LobbiesTest, BotsDoNotPlayAmongThemselves) {
  std::vector<PlayerId> bots;
  for (int number = 0; number < 2; ++number) {
    bots.push_back({next_++});
    hall_->arrive(bots.back(), kBotProtocol, "greedy");
  }
  const auto anna = arrive_as("anna");
  EXPECT_EQ(ask(anna, spectrangle(":own")), std::nullopt);
  for (const auto bot : bots) EXPECT_EQ(ask(bot, spectrangle(":own")), std::nullopt);
  for (const auto bot : bots) EXPECT_EQ(ask(bot, Ready{}), std::nullopt);
  EXPECT_EQ(ask(anna, Leave{}), std::nullopt);
  EXPECT_TRUE(told<Started>().empty());
}

TEST_F(LobbiesTest, WhatIsBehindALinkIsNotShown) {
  const auto anna = arrive_as("anna");
  const auto bert = arrive_as("bert");
  const auto cleo = arrive_as("cleo");
  const auto overview = [&] {
    pass(std::chrono::seconds(1));
    return look_around(cleo);
  };
  auto seek = spectrangle("-secret");
  seek.ready = true;
  seek.seats = 2;
  EXPECT_EQ(ask(anna, seek), std::nullopt);
  EXPECT_TRUE(overview().lobbies.empty());
  EXPECT_EQ(ask(cleo, ListLobbies{"spectrangle"}), std::nullopt);
  EXPECT_TRUE(told<Listed>().at(0).second.lobbies.empty());
  EXPECT_EQ(ask(bert, seek), std::nullopt);
  EXPECT_EQ(told<Started>().size(), 2);
  EXPECT_TRUE(overview().tables.empty());
  EXPECT_EQ(ask(cleo, Watch{{1}}), Code::not_at_table);
  restart();
  const auto dora = arrive();
  EXPECT_EQ(ask(dora, Watch{{1}}), Code::not_at_table) << "also after a restart";
  EXPECT_EQ(ask(arrive(), Name{"anna"}), std::nullopt);
  pass(std::chrono::minutes(2));
  EXPECT_EQ(told<Over>().size(), 1);
  EXPECT_TRUE(look_around(dora).finished.empty());
}

TEST_F(LobbiesTest, AnOverviewOfManyTablesSaysHowManyThereAre) {
  for (std::size_t number = 0; number <= kMostTables; ++number) {
    for (int seat = 0; seat < 2; ++seat) EXPECT_EQ(seek(arrive()), std::nullopt);
  }
  const auto all = look_around(arrive());
  EXPECT_EQ(all.running, kMostTables + 1);
  ASSERT_EQ(all.tables.size(), kMostTables);
  EXPECT_EQ(all.tables.front().table, TableId{kMostTables + 1}) << "the newest first";
  EXPECT_TRUE(all.tables[kMostPictures - 1].view);
  EXPECT_FALSE(all.tables[kMostPictures].view);
}

}  // namespace
