// Names, queues, chat, leaving and coming back.
#include "games/scrabble/rules.hpp"
#include "games/scrabble/testing.hpp"
#include "table/hall_fixture.hpp"

namespace {

using namespace table;
using namespace table::testing;

TEST_F(HallTest, NamesAreUniqueAndMadeOfCharacters) {
  const auto anna = arrive_as("Anna");
  const auto other = arrive();
  EXPECT_EQ(ask(other, Name{"Anna"}), Code::name_taken);
  EXPECT_EQ(ask(other, Name{"anna"}), std::nullopt) << "compared exactly";
  EXPECT_EQ(ask(other, Name{""}), Code::bad_name);
  EXPECT_EQ(ask(other, Name{"a\tb"}), Code::bad_name);
  EXPECT_EQ(ask(other, Name{"\xff"}), Code::bad_name);
  EXPECT_EQ(ask(other, Name{std::string(33, 'x')}), Code::bad_name);
  std::string umlauts;
  for (int count = 0; count < 32; ++count) umlauts += "\xc3\xab";
  EXPECT_EQ(ask(other, Name{umlauts}), std::nullopt) << "characters count, not bytes";
  EXPECT_EQ(ask(anna, Name{"Berta"}), std::nullopt);
  EXPECT_EQ(ask(other, Name{"Anna"}), std::nullopt) << "a name that was given up is free";
  hall_->depart(anna, kNow, effects_);
  EXPECT_EQ(ask(other, Name{"Berta"}), std::nullopt);
}

TEST_F(HallTest, NobodyGetsAGuestNameThatIsTaken) {
  arrive_as("guest-3");
  const auto guest = arrive();
  EXPECT_EQ(ask(guest, Name{"guest-3"}), Code::name_taken);
  const auto sly = arrive();
  EXPECT_EQ(ask(sly, Name{"guest-4"}), std::nullopt) << "its own";
}

TEST_F(HallTest, ThoseWhoWaitHearHowMany) {
  const auto anna = arrive();
  const auto bert = arrive();
  EXPECT_EQ(seek(anna), std::nullopt);
  ASSERT_EQ(told<Gathered>().size(), 1);
  EXPECT_EQ(told<Gathered>()[0].second.present.size(), 1);
  EXPECT_EQ(seek(bert), std::nullopt);
  ASSERT_EQ(told<Gathered>().size(), 2);
  EXPECT_EQ(told<Gathered>()[1].second.present.size(), 2);
  EXPECT_EQ(told<Started>().size(), 2);
  EXPECT_EQ(seek(anna), Code::already_seated);
}

TEST_F(HallTest, SeekingAgainChangesTheQueue) {
  const auto anna = arrive();
  EXPECT_EQ(seek(anna), std::nullopt);
  EXPECT_EQ(ask(anna, Seek{"chess", "dead=wire", 2}), std::nullopt);
  const auto bert = arrive();
  EXPECT_EQ(seek(bert), std::nullopt);
  EXPECT_TRUE(told<Started>().empty()) << "Anna waits for another kind now";
  EXPECT_EQ(ask(bert, Leave{}), std::nullopt);
  EXPECT_EQ(ask(bert, Leave{}), Code::not_at_table);
  EXPECT_EQ(ask(anna, Seek{"chess", "", 3}), Code::bad_seats);
  EXPECT_EQ(ask(bert, Seek{"chess", "dead=wire", 2}), std::nullopt);
  EXPECT_EQ(told<Started>().size(), 2) << "a refused request changed nothing";
}

TEST_F(HallTest, OneGameAtATime) {
  const Seek one{"chess", "", 2, Rooms::one};
  const auto anna = arrive();
  const auto bert = arrive();
  const auto cleo = arrive();
  EXPECT_EQ(ask(anna, one), std::nullopt);
  EXPECT_EQ(ask(bert, one), std::nullopt);
  EXPECT_EQ(ask(cleo, one), Code::game_running);
  EXPECT_EQ(ask(anna, Leave{}), std::nullopt);
  EXPECT_EQ(ask(cleo, one), std::nullopt) << "the game is over";
}

TEST_F(HallTest, ChatReachesTheTableOrThoseAtNone) {
  const auto anna = arrive_as("Anna");
  const auto bert = arrive_as("Bert");
  const auto cleo = arrive_as("Cleo");
  EXPECT_EQ(ask(anna, Say{"hi"}), std::nullopt);
  EXPECT_EQ(told<Said>().size(), 3) << "who speaks hears it too";
  seek(anna);
  seek(bert);
  EXPECT_EQ(ask(anna, Say{"good luck"}), std::nullopt);
  ASSERT_EQ(told<Said>().size(), 2);
  EXPECT_EQ(told<Said>()[1].first, bert);
  EXPECT_EQ(told<Said>()[1].second.from, "Anna");
  EXPECT_EQ(ask(cleo, Say{"anybody?"}), std::nullopt);
  EXPECT_EQ(told<Said>().size(), 1);
  EXPECT_EQ(ask(cleo, Say{"a\x1f"}), Code::malformed);
  EXPECT_EQ(ask(cleo, Say{""}), Code::malformed);
}

TEST_F(HallTest, WhoLeavesARunningGameIsHeardOfAndMaySeekAgain) {
  const auto anna = arrive();
  const auto bert = arrive();
  seek(anna);
  seek(bert);
  EXPECT_EQ(ask(anna, Leave{}), std::nullopt);
  ASSERT_EQ(told<Over>().size(), 1);
  EXPECT_EQ(told<Over>()[0].first, bert);
  EXPECT_EQ(seek(anna), std::nullopt);
  EXPECT_EQ(seek(bert), std::nullopt) << "getting up from a finished game";
  EXPECT_EQ(told<Started>().size(), 2);
  EXPECT_EQ(hall_->tables().find_table({1}), nullptr) << "nobody sits at the first table any more";
}

TEST_F(HallTest, ARestoredTableLeadsItsPlayersBackByName) {
  seek(arrive_as("Anna"));
  seek(arrive_as("Bert"));
  restart();
  const auto stranger = arrive("10.0.0.2");
  EXPECT_EQ(ask(stranger, Name{"Anna"}), Code::name_taken) << "from another address";
  const auto anna = arrive_as("Anna");
  ASSERT_EQ(told<Resumed>().size(), 1);
  const auto resumed = told<Resumed>()[0].second;
  EXPECT_EQ(resumed.seat.seat, Seat{0});
  EXPECT_EQ(resumed.seat.players, (std::vector<std::string>{"Anna", "Bert"}));
  EXPECT_EQ(ask(stranger, Name{"Anna"}), Code::name_taken);
  EXPECT_EQ(ask(anna, Play{*games::read("chess", "e2e4")}), std::nullopt) << "the game goes on";
  EXPECT_EQ(hall_->timekeeper().next_wake(), kNow + settings_.hold);
  effects_ = {};
  hall_->wake(kNow + settings_.hold, effects_);
  ASSERT_EQ(told<Over>().size(), 1) << "Bert did not return, which is leaving";
  EXPECT_EQ(told<Over>()[0].second.outcome.reason, "left");
  EXPECT_EQ(ask(stranger, Name{"Bert"}), std::nullopt) << "no seat waits any more";
}

TEST_F(HallTest, ARestoredTableToWhichNobodyReturnsIsAbandoned) {
  seek(arrive_as("Anna"));
  seek(arrive_as("Bert"));
  restart();
  effects_ = {};
  hall_->wake(kNow + settings_.hold, effects_);
  EXPECT_EQ(hall_->tables().find_table({1}), nullptr);
  ASSERT_EQ(effects_.journal.size(), 2);
  EXPECT_EQ(std::get<Closing>(effects_.journal[1]).outcome.reason, "abandoned");
  EXPECT_FALSE(hall_->timekeeper().next_wake());
}

class GraceTest : public HallTest {
 protected:
  GraceTest()
      : HallTest({.seed = 1, .grace = std::chrono::seconds(30), .come_back = ComeBack::any_address}) {}
};

TEST_F(GraceTest, ABrokenConnectionKeepsTheSeatForAWhile) {
  const auto anna = arrive_as("Anna");
  const auto bert = arrive_as("Bert");
  seek(anna);
  seek(bert);
  effects_ = {};
  hall_->lose(anna, Loss::connection, kNow, effects_);
  ASSERT_EQ(effects_.tell.size(), 1);
  EXPECT_EQ(told<Presence>().size(), 1) << "Bert may hear of it, and of nothing else";
  arrive_as("Anna", "192.168.0.1");
  EXPECT_EQ(told<Resumed>().size(), 1);
  hall_->lose(bert, Loss::connection, kNow, effects_);
  effects_ = {};
  hall_->wake(kNow + std::chrono::seconds(30), effects_);
  ASSERT_EQ(told<Over>().size(), 1);
  EXPECT_EQ(told<Over>()[0].second.outcome.winners, std::vector{Seat{0}});
}

TEST_F(GraceTest, ABrokenConnectionIsTakenOffTheStandingLobbyUntilItsPlayerIsBack) {
  const auto join = [](std::string name) {
    return Seek{.game = "spectrangle", .standing = true, .name = std::move(name)};
  };
  const auto anna = arrive();
  EXPECT_EQ(ask(anna, join("Anna")), std::nullopt);
  EXPECT_EQ(ask(arrive(), join("Bert")), std::nullopt);
  effects_ = {};
  hall_->lose(anna, Loss::connection, kNow, effects_);
  ASSERT_EQ(told<Gathered>().size(), 1);
  EXPECT_EQ(told<Gathered>()[0].second.present, std::vector<std::string>{"Bert"});
  EXPECT_EQ(ask(arrive(), join("Anna")), std::nullopt);
  ASSERT_EQ(told<Gathered>().size(), 2) << "both hear of it";
  EXPECT_EQ(told<Gathered>()[1].second.present, (std::vector<std::string>{"Bert", "Anna"}));
  EXPECT_EQ(told<Resumed>().size(), 1);
}

TEST_F(GraceTest, GuestsCannotComeBackAndSoLeaveAtOnce) {
  const auto anna = arrive();
  seek(anna);
  seek(arrive());
  effects_ = {};
  hall_->lose(anna, Loss::connection, kNow, effects_);
  EXPECT_EQ(told<Over>().size(), 1);
}

TEST_F(HallTest, ATableOfScrabbleNamesItsWordsAndNeedsThem) {
  const auto words = games::scrabble::testing::lexicon_of("CAT DOG");
  kits_.of<games::scrabble::Kit>().lexicon = words;
  const auto first = arrive();
  const auto second = arrive();
  EXPECT_EQ(ask(first, Seek{"scrabble", "", 2, Rooms::one}), std::nullopt);
  EXPECT_EQ(ask(second, Seek{"scrabble", "rules=twente", 2, Rooms::one}), std::nullopt);
  const auto header = std::get<Header>(effects_.journal.at(0));
  EXPECT_EQ(header.options, "lexicon=" + games::scrabble::write_fingerprint(words->fingerprint()));
  EXPECT_EQ(ask(arrive(), Seek{"scrabble", "", 2, Rooms::one}), Code::game_running)
      << "the same kind of game";
  kits_.of<games::scrabble::Kit>().lexicon = games::scrabble::testing::lexicon_of("CAT");
  const auto table = Table::open(kits_, header);
  ASSERT_FALSE(table);
  EXPECT_EQ(table.error().code, Code::other_kit);
  EXPECT_TRUE(table.error().detail.starts_with("table 1 was played with other words (lexicon "))
      << table.error().detail;
}

TEST(History, IsWhatTheViewerMayKnowActByAct) {
  const games::Kits kits;
  Header header{{1}, "chess", "", 1, games::facts_of("chess")->revision, kNow, {{"a", "web"}, {"b", "web"}}};
  const std::vector<Entry> entries{{{1}, 0, kNow, {0}, "e2e4"}, {{1}, 1, kNow, {1}, "e7e5"}};
  const auto past = history(kits, header, entries, Seat{0});
  ASSERT_TRUE(past);
  ASSERT_EQ(past->size(), 2);
  EXPECT_EQ((*past)[1].who, Seat{1});
  EXPECT_TRUE((*past)[1].last);
  const std::vector<Entry> wrong{{{1}, 0, kNow, {0}, "e2e5"}};
  EXPECT_FALSE(history(kits, header, wrong, Seat{0}));
}

}  // namespace
