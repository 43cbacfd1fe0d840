// What servers in the wild say to the client half.
#include "protocols/scrabble-twente/client.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "games/scrabble/testing.hpp"

namespace protocols::scrabble_twente {
namespace {

class TwenteClient : public testing::Test {
 protected:
  TwenteClient() {
    kits_.of<games::scrabble::Kit>().lexicon = games::scrabble::testing::lexicon_of("DOG GOD DOGS");
    EXPECT_TRUE(client_.ask(table::Name{"Alice"}));
    EXPECT_TRUE(client_.ask(table::Seek{"scrabble", "", 2}));
  }

  /// '|' and '~' stand for the separators.
  void hear(std::string text) {
    std::ranges::replace(text, '|', '\x1f');
    std::ranges::replace(text, '~', '\x1e');
    client_.receive(text);
  }
  std::string said() {
    auto text = client_.take_output();
    std::ranges::replace(text, '\x1f', '|');
    std::ranges::replace(text, '\x1e', '~');
    return text;
  }
  std::vector<table::Notice> heard() {
    std::vector<table::Notice> list;
    while (auto notice = client_.next()) list.push_back(*std::move(notice));
    return list;
  }
  games::scrabble::View view() { return games::get<games::scrabble::View>(*client_.view()); }
  void start() { hear("WELCOME|Alice~STARTGAME|ALICE|Bob~NEWTILES|DOGSAA!~NOTIFYTURN|1|ALICE~"); }

  games::Kits kits_;
  Client client_{kits_};
};

TEST_F(TwenteClient, PlaysAWordAndKeepsItsRack) {
  start();
  EXPECT_EQ(said(), "ANNOUNCE|Alice|CHAT~REQUESTGAME~");
  EXPECT_EQ(heard().size(), 2) << "welcome and start";
  const auto moves = games::moves(*client_.view());
  const auto dog = *games::scrabble::place_move({7, 7}, games::scrabble::Direction::across, "DOG");
  ASSERT_NE(std::ranges::find(moves, games::AnyMove(dog)), moves.end());
  EXPECT_TRUE(client_.ask(table::Play{dog}));
  EXPECT_EQ(said(), "MAKEMOVE|WORD|H8|H|DOG~");
  EXPECT_TRUE(games::moves(*client_.view()).empty()) << "the answer is awaited";
  hear("NEWTILES|EEE~INFORMMOVE|Alice|WORD|H8|H|DOG~NOTIFYTURN|0|Bob~");
  EXPECT_EQ(view().rack, games::scrabble::Rack("SAA?EEE"));
  EXPECT_EQ(view().open.scores[0], 10);
  EXPECT_EQ(view().bag, 83);
  hear("INFORMMOVE|Bob|SWAP|3~NOTIFYTURN|1|Alice~");
  EXPECT_FALSE(games::moves(*client_.view()).empty());
}

TEST_F(TwenteClient, ARefusedMoveCanBeFollowedByAnother) {
  start();
  EXPECT_TRUE(client_.ask(table::Play{games::scrabble::pass_move()}));
  EXPECT_EQ(said(), "ANNOUNCE|Alice|CHAT~REQUESTGAME~MAKEMOVE|SWAP|~");
  hear("ERROR|E006~");
  const auto list = heard();
  EXPECT_EQ(std::get<table::Refused>(list.back()).error.code, games::scrabble::Refusals::unknown_word);
  EXPECT_FALSE(games::moves(*client_.view()).empty());
}

TEST_F(TwenteClient, ToleratesWhatServersInTheWildSay) {
  hear(
      "HELLO|world~WELCOME|Alice~ERROR|no such thing~ERROR|E0015~NOTIFYCHAT|Bob|hi|extra~INFORMQUEUE|1|2|3~");
  start();
  hear("INFORMMOVE|WIN|Alice|12|Bob|-3~");
  const auto list = heard();
  EXPECT_EQ(std::get<table::Refused>(list[1]).error.code, base::Code::malformed);
  EXPECT_EQ(std::get<table::Refused>(list[2]).error.code, base::Code::game_running);
  const auto& over = std::get<table::Over>(list.back());
  EXPECT_EQ(over.outcome.scores, (std::vector{12, -3}));
  EXPECT_EQ(over.outcome.winners, std::vector{base::Seat{0}});
  EXPECT_FALSE(client_.finished());
}

TEST_F(TwenteClient, AsksForAGameOnceItIsWelcome) {
  EXPECT_EQ(said(), "ANNOUNCE|Alice|CHAT~");
  hear("WELCOME|Alice|CHAT~");
  EXPECT_EQ(said(), "REQUESTGAME~");
  EXPECT_TRUE(client_.ask(table::Seek{"scrabble", "", 3}));
  EXPECT_EQ(said(), "REQUESTGAME|3~");
}

TEST_F(TwenteClient, EndsMessagesAsTheServerDoes) {
  said();
  hear("WELCOME|Alice~\n");
  EXPECT_EQ(said(), "REQUESTGAME~\n");
  hear("INFORMQUEUE|1|2~");
  hear("\n");
  EXPECT_EQ(said(), "") << "nothing was asked since";
  hear("STARTGAME|Alice|Bob~\nNEWTILES|DOGSAA!~\nNOTIFYTURN|1|Alice~\n");
  EXPECT_TRUE(client_.ask(table::Play{games::scrabble::pass_move()}));
  EXPECT_EQ(said(), "MAKEMOVE|SWAP|~\n");
}

TEST_F(TwenteClient, ALineFeedThatComesLaterEndsWhatWasSaidMeanwhile) {
  said();
  hear("WELCOME|Alice~");
  EXPECT_EQ(said(), "REQUESTGAME~");
  hear("\n");
  EXPECT_EQ(said(), "\n");
}

TEST_F(TwenteClient, AnnouncesItselfWithoutFlagsIfTheyAreRefused) {
  said();
  hear("ERROR|E003~");
  EXPECT_EQ(said(), "ANNOUNCE|Alice~");
  EXPECT_TRUE(heard().empty()) << "nobody needs to know";
  EXPECT_FALSE(client_.ask(table::Say{"hi"})) << "what was not announced is not used";
  hear("WELCOME|Alice~");
  EXPECT_EQ(said(), "REQUESTGAME~");
}

TEST_F(TwenteClient, AnnouncesItselfNoThirdTime) {
  said();
  hear("ERROR|E003~ERROR|E003~");
  EXPECT_EQ(said(), "ANNOUNCE|Alice~");
  const auto list = heard();
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(std::get<table::Refused>(list[0]).error.code, base::Code::malformed);
}

TEST_F(TwenteClient, ANameThatIsTakenIsNotTheFlagsFault) {
  said();
  hear("ERROR|E001~");
  EXPECT_EQ(said(), "");
  const auto list = heard();
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(std::get<table::Refused>(list[0]).error.code, base::Code::name_taken);
}

TEST_F(TwenteClient, Talks) {
  said();
  EXPECT_TRUE(client_.ask(table::Say{"hi there"}));
  EXPECT_EQ(said(), "SENDCHAT|hi there~");
  EXPECT_FALSE(
      client_.ask(table::Say{"a\x1f"
                             "b"}))
      << "that would be another argument";
  EXPECT_EQ(said(), "");
}

TEST_F(TwenteClient, TheLastMoveIsSeenWhenTheGameIsOver) {
  start();
  hear("INFORMMOVE|Bob|SWAP|3~GAMEOVER|WIN|Alice|12|Bob|3~");
  const auto list = heard();
  ASSERT_GE(list.size(), 2U);
  const auto& last = std::get<table::Happened>(list[list.size() - 2]);
  ASSERT_TRUE(last.view);
  EXPECT_FALSE(client_.view()) << "there is no game any more";
}

TEST_F(TwenteClient, ComesBackToAGameInProgress) {
  hear(
      "WELCOME|Alice~STARTGAME|Bob|Alice~NEWTILES|AAEEIIO~INFORMMOVE|Alice|WORD|H8|V|DOg~INFORMMOVE|Bob|SWAP|"
      "0~"
      "NOTIFYTURN|1|Alice~");
  EXPECT_EQ(view().rack, games::scrabble::Rack("AAEEIIO")) << "the rack is the present one";
  EXPECT_EQ((view().open.board[{9, 7}]), 'g');
  EXPECT_EQ(view().viewer, base::Seat{1});
}

}  // namespace
}  // namespace protocols::scrabble_twente
