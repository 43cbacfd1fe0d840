// Portable game notation both ways.
#include "games/chess/pgn.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/moves.hpp"

namespace games::chess {
namespace {

std::vector<Move> moves_of(std::string_view words) {
  std::vector<Move> moves;
  for (const auto word : base::split(words, ' ')) moves.push_back(read_move(word).value());
  return moves;
}

Record fools_mate() {
  return {.tags = {{"Event", "A \"test\" \\ game"},
                   {"Site", "here"},
                   {"Date", "2024.05.01"},
                   {"Round", "1"},
                   {"White", "Ann"},
                   {"Black", "Bob"}},
          .start = start_position(),
          .moves = moves_of("f2f3 e7e5 g2g4 d8h4"),
          .finish = Finish::black_wins};
}

TEST(ChessPgn, WritesTagsMovesAndResult) {
  EXPECT_EQ(write_pgn(fools_mate()),
            "[Event \"A \\\"test\\\" \\\\ game\"]\n[Site \"here\"]\n[Date \"2024.05.01\"]\n[Round \"1\"]\n"
            "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
  EXPECT_EQ(
      write_pgn({}),
      "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n"
      "[Result \"*\"]\n\n*\n");
}

TEST(ChessPgn, ARemarkStandsBeforeTheResultInShortLines) {
  Record record = fools_mate();
  record.remark = "Black wins, and " + std::string(70, 'x') + " is long";
  const auto text = write_pgn(record);
  EXPECT_NE(text.find("Qh4# {Black wins, and\n" + std::string(70, 'x') + " is long}\n0-1\n"), text.npos)
      << text;
  record.remark.clear();
  EXPECT_EQ(read_pgn(text), std::vector{record});
}

TEST(ChessPgn, RoundTrips) {
  const Record record = fools_mate();
  const auto read = read_pgn(write_pgn(record) + "\n" + write_pgn(record));
  ASSERT_TRUE(read) << read.error().detail;
  EXPECT_EQ(*read, (std::vector{record, record}));
}

TEST(ChessPgn, OtherStartsHaveTheirFen) {
  Record record = fools_mate();
  record.tags.push_back({"Annotator", "C"});
  record.start = read_fen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 7").value();
  record.moves = moves_of("d4e3 e1e2");
  record.finish = Finish::open;
  const auto text = write_pgn(record);
  EXPECT_NE(text.find("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 7\"]\n[Annotator \"C\"]"),
            text.npos)
      << text;
  EXPECT_NE(text.find("\n7... dxe3 8. Ke2 *\n"), text.npos) << text;
  EXPECT_EQ(read_pgn(text), std::vector{record});
}

TEST(ChessPgn, ReadsWhatPeopleWrite) {
  const auto read = read_pgn(
      "\xEF\xBB\xBF% an escaped line [x\r\n"
      "[Event \"one\"]\r\n[White \"W\" ]\r\n\r\n"
      "1.e4 {the king's pawn; (not a variation} e5 $1 (1... c5 {Sicilian (} 2. Nf3 (2. c3) d6) ; the rest "
      "e6\r\n"
      "2. Nf3! Nc6?! 3.Bb5 a6 4 Bxc6 dxc6 5. O-O !? 1/2-1/2\r\n"
      "\r\n[Event \"two\"]\n[Result \"1-0\"]\n\n1. d4\n\n[Event \"three\"]\n* 1. c4 1-0");
  ASSERT_TRUE(read) << read.error().detail;
  ASSERT_EQ(read->size(), 4U);
  EXPECT_EQ((*read)[0].tags, (std::vector<Tag>{{"Event", "one"}, {"White", "W"}}));
  EXPECT_EQ((*read)[0].moves, moves_of("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 e1g1"));
  EXPECT_EQ((*read)[0].finish, Finish::draw);
  EXPECT_EQ((*read)[1].moves, moves_of("d2d4"));
  EXPECT_EQ((*read)[1].finish, Finish::white_wins);
  EXPECT_TRUE((*read)[2].moves.empty());
  EXPECT_EQ((*read)[2].finish, Finish::open);
  EXPECT_EQ((*read)[3].moves, moves_of("c2c4"));
  EXPECT_EQ((*read)[3].finish, Finish::white_wins);
}

TEST(ChessPgn, NothingIsNoGame) {
  EXPECT_EQ(read_pgn(""), std::vector<Record>{});
  EXPECT_EQ(read_pgn(" \r\n{only a comment}\n"), std::vector<Record>{});
}

TEST(ChessPgn, ErrorsNameTheLine) {
  constexpr std::pair<std::string_view, std::string_view> kCases[]{
      {"1. e4 e5\n2. Ke3 *", "line 2: Ke3 is not legal here"},
      {"1. e4\n\nhello *", "line 3: hello is not a move"},
      {"\n1. e4 {no end\n\n", "line 2: a comment does not end"},
      {"1. e4 (1. d4\n\n", "line 1: a variation does not end"},
      {"1. e4 )", "line 1: a variation ends that never began"},
      {"\n[Event]", "line 2: a tag is written"},
      {"[Event \"x\n\"]", "line 2: the value of a tag does not end"},
      {"[Event \"x\" \n", "line 1: a tag does not end with ]"},
      {"[Event \"x\"]\n[FEN \"8/8\"]", "line 2: a FEN has 6 fields, not 1"},
  };
  for (const auto& [text, detail] : kCases) {
    const auto read = read_pgn(text);
    ASSERT_FALSE(read) << text;
    EXPECT_TRUE(read.error().detail.starts_with(detail)) << read.error().detail;
  }
}

TEST(ChessPgn, RandomGamesRoundTripInShortLines) {
  Rng rng(3);
  for (int game = 0; game < 40; ++game) {
    auto state = Rules::start({}, {}, 2, 0).value();
    Record record = fools_mate();
    record.moves.clear();
    while (Rules::to_move(state)) {
      auto moves = legal_moves(state.position);
      record.moves.push_back(moves.begin()[rng.below(moves.size())]);
      ASSERT_TRUE(Rules::play(state, *Rules::to_move(state), record.moves.back()));
    }
    record.finish = finish_of(state);
    EXPECT_NE(record.finish, Finish::open);
    const auto text = write_pgn(record);
    for (const auto line : base::split(text, '\n')) EXPECT_LT(line.size(), 80U);
    EXPECT_EQ(read_pgn(text), std::vector{record});
  }
}

}  // namespace
}  // namespace games::chess
