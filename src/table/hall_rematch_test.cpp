// Another game: who hears that it is wanted, who is gone, and who sits where.
#include "table/hall_fixture.hpp"

namespace {

using namespace table;
using table::testing::HallTest;
using What = Wished::What;

class HallRematch : public HallTest {
 protected:
  PlayerId come(const std::string& name, Hears hears = Hears::offers, std::string_view protocol = "web") {
    const PlayerId player{next_++};
    hall_->arrive(player, protocol, "10.0.0.1", Views::yes, hears);
    EXPECT_EQ(ask(player, Name{name}), std::nullopt);
    return player;
  }
  void begin(const Seek& first = kSeek, const Seek& second = kSeek) {
    EXPECT_EQ(ask(anna_, first), std::nullopt);
    EXPECT_EQ(ask(bert_, second), std::nullopt);
  }
  std::optional<Code> resign(PlayerId player) { return ask(player, Resign{}); }
  std::optional<Code> again(PlayerId player) { return ask(player, Rematch{Wish::again}); }
  /// Who was told of wishes, and what.
  std::vector<std::pair<PlayerId, Wished>> wishes() const { return told<Wished>(); }
  /// The names by seat of the game that has just begun.
  std::vector<std::string> seated() const {
    const auto started = told<Started>();
    return started.empty() ? std::vector<std::string>{} : started[0].second.players;
  }
  using Told = std::vector<std::pair<PlayerId, Wished>>;
  using Names = std::vector<std::string>;

  static inline const Seek kSeek{"chess", "", 2};
  PlayerId anna_ = come("anna");
  PlayerId bert_ = come("bert");
};

TEST_F(HallRematch, WhoResignsLosesAndStays) {
  EXPECT_EQ(resign(anna_), Code::not_at_table);
  begin();
  EXPECT_EQ(resign(bert_), std::nullopt) << "it need not be one's turn";
  EXPECT_EQ(std::get<Entry>(effects_.journal.front()).text, "!resign");
  ASSERT_EQ(told<Over>().size(), 2);
  EXPECT_EQ(told<Over>()[1].second.outcome, (Outcome{{{0}}, {}, "resigned"}));
  EXPECT_EQ(resign(anna_), Code::game_over);
  EXPECT_TRUE(wishes().empty()) << "nobody has gone";
}

TEST_F(HallRematch, WhatIsResignedIsReplayed) {
  begin();
  const auto opened = std::get<Header>(effects_.journal.front());
  EXPECT_EQ(resign(anna_), std::nullopt);
  const std::vector<Entry> entries{std::get<Entry>(effects_.journal[0])};
  const auto replayed = replay(kits_, opened, entries);
  ASSERT_TRUE(replayed) << replayed.error().detail;
  EXPECT_EQ(replayed->outcome(), std::get<Closing>(effects_.journal[1]).outcome);
  auto table = *Table::open(kits_, opened);
  EXPECT_TRUE(table.resign({1}, now_));
  EXPECT_FALSE(table.advance(entries[0])) << "an entry that does not follow";
}

TEST_F(HallRematch, OnlyChessHasIt) {
  begin({"spectrangle", "", 2}, {"spectrangle", "", 2});
  EXPECT_EQ(resign(anna_), Code::illegal_move);
}

TEST_F(HallRematch, AWishIsHeardAndColoursSwap) {
  begin();
  EXPECT_EQ(seated(), (Names{"anna", "bert"}));
  EXPECT_EQ(resign(bert_), std::nullopt);
  EXPECT_EQ(again(bert_), std::nullopt);
  EXPECT_EQ(wishes(), (Told{{anna_, {"bert", What::again, true}}}));
  EXPECT_EQ(again(anna_), std::nullopt);
  EXPECT_TRUE(wishes().empty()) << "that all agree is told otherwise";
  EXPECT_EQ(seated(), (Names{"bert", "anna"}));
  EXPECT_EQ(resign(bert_), std::nullopt);
  for (const auto player : {anna_, bert_}) EXPECT_EQ(again(player), std::nullopt);
  EXPECT_EQ(seated(), (Names{"anna", "bert"}));
}

TEST_F(HallRematch, WhoHasHadEnoughIsNamed) {
  begin();
  EXPECT_EQ(resign(bert_), std::nullopt);
  EXPECT_EQ(again(anna_), std::nullopt);
  EXPECT_EQ(ask(bert_, Rematch{Wish::enough}), std::nullopt);
  EXPECT_EQ(wishes(), (Told{{anna_, {"bert", What::enough, false}}}));
  EXPECT_EQ(told<Agreed>().size(), 2);
}

TEST_F(HallRematch, WhoGoesIsNamed) {
  begin();
  EXPECT_EQ(resign(bert_), std::nullopt);
  lose(bert_);
  EXPECT_EQ(wishes(), (Told{{anna_, {"bert", What::gone, false}}}));
  EXPECT_EQ(again(anna_), std::nullopt);
  EXPECT_EQ(told<Agreed>()[0].second.wish, Wish::enough);
}

TEST_F(HallRematch, WhoLeavesInTheMiddleIsGone) {
  begin();
  EXPECT_EQ(ask(bert_, Leave{}), std::nullopt);
  EXPECT_EQ(told<Over>()[0].second.outcome.reason, "left");
  EXPECT_EQ(wishes(), (Told{{anna_, {"bert", What::gone, false}}}));
}

TEST_F(HallRematch, AtATableOfAWireNothingIsToldAndColoursStay) {
  const auto cleo = come("cleo", Hears::game_only, "chess");
  EXPECT_EQ(ask(cleo, kSeek), std::nullopt);
  EXPECT_EQ(ask(anna_, Seek{.game = "chess", .seats = 2, .first = First::seeker}), std::nullopt);
  EXPECT_EQ(seated(), (Names{"cleo", "anna"})) << "chess ruling 2: who came first is White";
  EXPECT_EQ(resign(cleo), std::nullopt);
  EXPECT_EQ(again(anna_), std::nullopt);
  EXPECT_TRUE(wishes().empty());
  EXPECT_EQ(again(cleo), std::nullopt);
  EXPECT_EQ(seated(), (Names{"cleo", "anna"})) << "chess ruling 11: the same colours";
}

TEST_F(HallRematch, OfBotsOnlyIsToldThatTheyHaveGone) {
  const auto bot = come("simple bot", Hears::offers, kBotProtocol);
  EXPECT_EQ(ask(anna_, kSeek), std::nullopt);
  EXPECT_EQ(ask(bot, kSeek), std::nullopt);
  EXPECT_EQ(resign(anna_), std::nullopt);
  EXPECT_EQ(again(bot), std::nullopt);
  EXPECT_TRUE(wishes().empty()) << "they always want another game";
  lose(bot);
  EXPECT_EQ(wishes().size(), 1);
}

TEST_F(HallRematch, InAStandingLobbyTooAndThereOneCanWaitForOthers) {
  const Seek seek{.game = "chess", .seats = 2, .standing = true, .lobby = "-link"};
  begin(seek, seek);
  EXPECT_TRUE(wishes().empty()) << "before the first game all are only ready";
  EXPECT_EQ(resign(bert_), std::nullopt);
  EXPECT_EQ(again(bert_), std::nullopt);
  EXPECT_EQ(wishes(), (Told{{anna_, {"bert", What::again, true}}}));
  EXPECT_EQ(again(anna_), std::nullopt);
  EXPECT_EQ(seated(), (Names{"bert", "anna"}));
  EXPECT_EQ(resign(bert_), std::nullopt);
  EXPECT_EQ(ask(bert_, Leave{}), std::nullopt);
  EXPECT_EQ(wishes(), (Told{{anna_, {"bert", What::gone, true}}}));
}

TEST_F(HallRematch, AColourCanBeAskedFor) {
  begin({.game = "chess", .seats = 2, .first = First::other});
  EXPECT_EQ(seated(), (Names{"bert", "anna"}));
  EXPECT_EQ(resign(bert_), std::nullopt);
  begin(kSeek, {.game = "chess", .seats = 2, .first = First::seeker});
  EXPECT_EQ(seated(), (Names{"bert", "anna"}));
  EXPECT_EQ(resign(bert_), std::nullopt);
  begin({.game = "chess", .seats = 2, .first = First::seeker},
        {.game = "chess", .seats = 2, .first = First::seeker});
  EXPECT_EQ(seated(), (Names{"anna", "bert"})) << "who came first is asked first";
}

TEST_F(HallRematch, ChancePicksEitherColour) {
  std::set<std::string> whites;
  for (int game = 0; game < 40; ++game) {
    begin({.game = "chess", .seats = 2, .first = First::random});
    whites.insert(seated()[0]);
    EXPECT_EQ(resign(anna_), std::nullopt);
  }
  EXPECT_EQ(whites.size(), 2);
}

/// Where chance has picked once, people take turns.
TEST_F(HallRematch, InAStandingLobbyChancePicksOnce) {
  const Seek seek{.game = "chess", .seats = 2, .standing = true, .lobby = "-link", .first = First::random};
  begin(seek, seek);
  auto before = seated();
  for (int game = 0; game < 8; ++game) {
    EXPECT_EQ(resign(anna_), std::nullopt);
    for (const auto player : {anna_, bert_}) EXPECT_EQ(again(player), std::nullopt);
    EXPECT_NE(seated(), before);
    before = seated();
  }
}

}  // namespace
