// What servers in the wild say to the client half.
#include "protocols/scrabble-clarkson/client.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "games/scrabble/testing.hpp"

namespace {

using games::scrabble::Direction;
using protocols::scrabble_clarkson::Client;
using protocols::scrabble_clarkson::write_board;
using protocols::scrabble_clarkson::write_hello;

class ClarksonClient : public testing::Test {
 protected:
  ClarksonClient() {
    kits_.of<games::scrabble::Kit>().lexicon = games::scrabble::testing::lexicon_of("DOG GOD DOGS");
  }

  void seek(int seats) {
    EXPECT_TRUE(client_.ask(table::Name{"Alice"}));
    EXPECT_TRUE(client_.ask(table::Seek{"scrabble", "", seats}));
  }
  void hear(const std::string& text) { client_.receive(text); }
  std::string said() { return client_.take_output(); }
  std::vector<table::Notice> heard() {
    std::vector<table::Notice> list;
    while (auto notice = client_.next()) list.push_back(*std::move(notice));
    return list;
  }
  games::scrabble::View view() { return games::get<games::scrabble::View>(*client_.view()); }
  std::string board() const { return write_board(board_); }
  void lay(int row, int column, std::string_view letters) {
    for (const char letter : letters) board_[{row, column++}] = letter;
  }
  /// Alice and Bob, Alice to move.
  void start() {
    seek(2);
    hear("HELLO 1.0.1,BeOS,Lisp,Somebody\r\nOK hi\r\nUSERJOIN Bob\r\nUSERCHANGE 10.0.0.1 Alice\r\nOK\r\n");
    hear("STARTING\r\nSCORE 0 Alice\r\nSCORE 0 Bob\r\n" + board() + "TILES DOGSAAE\r\nTURN Alice\r\n");
    said();
    heard();
  }

  games::Kits kits_;
  Client client_{kits_};
  games::scrabble::Board board_;
};

TEST_F(ClarksonClient, GathersUntilEnoughAreThere) {
  seek(3);
  EXPECT_EQ(said(), "") << "the server greets first";
  hear("HELLO 1.0.1,BeOS,Lisp,Somebody\r\n");
  EXPECT_EQ(said(), write_hello() + "\r\n");
  hear("OK Please send username :)\r\nUSERJOIN 10.0.0.1\r\nUSERJOIN Bob\r\n");
  EXPECT_EQ(said(), "USERSET Alice\r\n");
  hear("USERCHANGE 10.0.0.1 Alice\r\n");
  EXPECT_EQ(said(), "") << "some servers name the newcomer, too";
  hear("USERJOIN Bob\r\nUSERJOIN 10.0.0.3\r\n");
  EXPECT_EQ(said(), "READY\r\n");
  hear("OK\r\nUSERJOIN Cid\r\n");
  EXPECT_EQ(said(), "");
  const auto notices = heard();
  const auto accepted = std::ranges::count_if(
      notices, [](const auto& notice) { return std::holds_alternative<table::Accepted>(notice); });
  EXPECT_EQ(accepted, 1);
  const auto& last = std::get<table::Gathered>(notices.back());
  EXPECT_EQ(last.who, "Cid");
  EXPECT_EQ(last.present, (std::vector<std::string>{"Alice", "Bob", "10.0.0.3", "Cid"}));
}

TEST_F(ClarksonClient, AnswersToUsersetInOtherWords) {
  seek(1);
  hear("HELLO 1.0.1,a,b,c\nOK\nOK known as Alice\n");
  EXPECT_TRUE(said().ends_with("USERSET Alice\r\nREADY\r\n"));
}

TEST_F(ClarksonClient, IsRefused) {
  seek(1);
  hear("HELLO 1.0.1,a,b,c\r\nOK\r\nNOK name already taken :P\r\n");
  auto notices = heard();
  ASSERT_EQ(notices.size(), 1);
  EXPECT_EQ(std::get<table::Refused>(notices[0]).error.code, base::Code::name_taken);
  EXPECT_NE(std::get<table::Refused>(notices[0]).error.detail.find(":P"), std::string::npos);
}

TEST_F(ClarksonClient, PlaysAWordAndKeepsBoardRackAndScores) {
  start();
  const auto dog = *games::scrabble::place_move({7, 7}, Direction::across, "DOG");
  const auto moves = games::moves(*client_.view());
  ASSERT_NE(std::ranges::find(moves, games::AnyMove(dog)), moves.end());
  EXPECT_EQ(view().bag, 86);
  EXPECT_TRUE(client_.ask(table::Play{dog}));
  EXPECT_EQ(said(), "PLACE (D,7,7) (O,8,7) (G,9,7)\r\n");
  EXPECT_TRUE(games::moves(*client_.view()).empty()) << "the answer is awaited";
  lay(7, 7, "DOG");
  hear("OK Turn Successful\r\nTILES SAAE EE,E\r\nSCORE 10 Alice\r\n" + board() + "TURN Bob\r\n");
  EXPECT_EQ(view().rack, games::scrabble::Rack("SAAEEEE"));
  EXPECT_EQ(view().open.scores[0], 10);
  EXPECT_EQ(view().open.board, board_);
  EXPECT_EQ(view().bag, 83);
  auto notices = heard();
  ASSERT_EQ(notices.size(), 1);
  const auto& mine = std::get<table::Happened>(notices[0]);
  EXPECT_EQ(games::get<games::scrabble::Event>(mine.event),
            games::scrabble::Event(games::scrabble::Placed{{0}, dog, 10}));
  lay(7, 10, "S");
  hear("SCORE 6 Bob\r\n" + board() + "TURN Alice\r\n");
  notices = heard();
  ASSERT_EQ(notices.size(), 1);
  const auto dogs = *games::scrabble::place_move({7, 7}, Direction::across, "DOGS");
  EXPECT_EQ(games::get<games::scrabble::Event>(std::get<table::Happened>(notices[0]).event),
            games::scrabble::Event(games::scrabble::Placed{{1}, dogs, 6}));
  EXPECT_FALSE(games::moves(*client_.view()).empty());
}

TEST_F(ClarksonClient, ExchangesOneOrAllAndPasses) {
  start();
  EXPECT_FALSE(client_.ask(table::Play{*games::scrabble::exchange_move("DO")})) << "there is no word for it";
  EXPECT_TRUE(client_.ask(table::Play{*games::scrabble::exchange_move("D")}));
  EXPECT_EQ(said(), "EXCHANGE D\r\n");
  hear("NOK the bag is empty\r\n");
  const auto refused = heard();
  ASSERT_EQ(refused.size(), 1);
  EXPECT_EQ(std::get<table::Refused>(refused[0]).error.code, games::scrabble::Refusals::bag_too_small);
  EXPECT_TRUE(client_.ask(table::Play{*games::scrabble::exchange_move("DOGSAAE")}));
  EXPECT_EQ(said(), "EXCHANGE\r\n");
  hear("OK tiles exchanged\r\nTILES EEEEEEE\r\nSCORE 0 Alice\r\n" + board() + "TURN Bob\r\n");
  const auto swapped = heard();
  ASSERT_EQ(swapped.size(), 1);
  EXPECT_TRUE(std::holds_alternative<games::scrabble::Exchanged>(
      games::get<games::scrabble::Event>(std::get<table::Happened>(swapped[0]).event)));
  EXPECT_FALSE(client_.ask(table::Play{games::scrabble::pass_move()})) << "it is Bob's turn";
  hear("SCORE 0 Bob\r\n" + board() + "TURN Alice\r\n");
  EXPECT_TRUE(client_.ask(table::Play{games::scrabble::pass_move()}));
  EXPECT_EQ(said(), "PASS\r\n");
}

TEST_F(ClarksonClient, ReadsOtherBoards) {
  start();
  lay(7, 7, "DOG");
  auto text = board();
  for (auto at = text.find(")("); at != std::string::npos; at = text.find(")(")) text.replace(at, 2, ") (");
  text.replace(0, text.find('\n'), "BOARDPUSH \r");
  hear("SCORE 3 Alice\r\n" + text + "   \r\nWHATEVER else\r\nTURN Bob\r\n");
  EXPECT_EQ(view().open.board, board_);
  lay(8, 7, "OX");
  hear("BOARDPUSH\r\n(0,4)(0,0)\r\nTURN Alice\r\n");
  EXPECT_NE(view().open.board, board_) << "half a board is none";
  EXPECT_EQ(view().open.turn, base::Seat{0});
  EXPECT_FALSE(client_.finished());
}

TEST_F(ClarksonClient, PlayersMayBeNamedLate) {
  seek(1);
  hear("HELLO 1.0.1,a,b,c\r\nOK\r\nUSERCHANGE x Alice\r\nOK\r\nSTARTING\r\nSCORE 0 Alice\r\n" + board() +
       "TILES DOGSAAE\r\nTURN Jeanna\r\n");
  EXPECT_EQ(view().open.seats, 2);
  EXPECT_EQ(view().open.turn, base::Seat{1});
  hear("SCORE 10 Jeanna\r\nUSERCHANGE Jeanna Jean\r\n" + board() + "TURN Alice\r\nWINNER 10 Jean\r\n");
  const auto notices = heard();
  const auto& over = std::get<table::Over>(notices.back()).outcome;
  EXPECT_EQ(over.winners, (std::vector<base::Seat>{{1}}));
  EXPECT_EQ(over.scores, (std::vector<int>{0, 10}));
}

TEST_F(ClarksonClient, QuitsOrIsReadyForAnother) {
  start();
  hear("WINNER 5 Bob\r\n");
  EXPECT_EQ(heard().size(), 1) << "no turn has ended";
  EXPECT_TRUE(client_.ask(table::Rematch{table::Wish::again}));
  EXPECT_EQ(said(), "QUIT\r\n") << "who is ready first would play alone: they meet anew in the lobby";
  EXPECT_TRUE(client_.finished());
  Client alone(kits_);
  EXPECT_TRUE(alone.ask(table::Name{"Alice"}));
  EXPECT_TRUE(alone.ask(table::Seek{"scrabble", "", 1}));
  alone.receive(
      "HELLO 1.0.1,a,b,c\nOK\nUSERCHANGE x Alice\nOK\nSTARTING\nSCORE 0 Alice\nTURN Alice\nWINNER 0 Alice\n");
  alone.take_output();
  EXPECT_TRUE(alone.ask(table::Rematch{table::Wish::again}));
  EXPECT_EQ(alone.take_output(), "READY\r\n");
  EXPECT_TRUE(alone.ask(table::Rematch{table::Wish::enough}));
  EXPECT_EQ(alone.take_output(), "QUIT\r\n");
}

TEST_F(ClarksonClient, MorePlayersThanItCanKeepApart) {
  seek(1);
  std::string text = "HELLO 1.0.1,a,b,c\r\nOK\r\nUSERCHANGE x Alice\r\nOK\r\nSTARTING\r\n";
  for (int player = 0; player < 9; ++player) text += "SCORE 0 p" + std::to_string(player) + "\r\n";
  hear(text + "TURN p0\r\n");
  heard();
  EXPECT_TRUE(client_.finished());
}

}  // namespace
