// The words of the Clarkson Scrabble protocol.
#include "protocols/scrabble-clarkson/words.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "games/scrabble/rules.hpp"
#include "protocols/scrabble-clarkson/names.hpp"

namespace {

using namespace protocols::scrabble_clarkson;
using base::Code;
using games::scrabble::Spot;

bool is_taken(std::string_view fields) { return check_hello(fields).has_value(); }

TEST(ClarksonWords, VersionsCompareByNumber) {
  for (const auto* version :
       {"1.0.1", "1.0.0", "1.0.7", "1.0", "1.0.", "01.00.01", "1.0.99999999999999999999999999999999"}) {
    EXPECT_TRUE(is_taken(std::string(version) + ",Linux,C++,Somebody")) << version;
  }
  for (const auto* version : {"1.4.7", "2.0.1", "0.0.1", "10.0.1", "1.00000000000000000000000000000001.1",
                              "18446744073709551617.0.1", "", "1", "1.", ".0.1", "1.0.1.1", "1.0.x", "one",
                              "-1.0.1", " 1.0.1", "1.0.1 "}) {
    EXPECT_FALSE(is_taken(std::string(version) + ",Linux,C++,Somebody")) << version;
  }
}

TEST(ClarksonWords, HelloHasFourFields) {
  EXPECT_TRUE(is_taken("1.0.1,Linux 5.1,Golang,Hunter, and others, too"));
  for (const auto* fields : {"", "1.0.1", "1.0.1,Linux", "1.0.1,Linux,C", "1.0.1,Linux,C,", "1.0.1,,C,me",
                             "1.0.1,Linux,,me", ",,,"}) {
    EXPECT_FALSE(is_taken(fields)) << fields;
  }
  auto own = write_hello();
  EXPECT_TRUE(own.starts_with("HELLO 1.0.1,")) << own;
  EXPECT_TRUE(own.ends_with(",Parlor")) << own;
  EXPECT_NE(own.find(",C++/"), std::string::npos) << own;
  EXPECT_TRUE(is_taken(own.substr(6)));
}

TEST(ClarksonWords, TuplesBecomeSpots) {
  const auto move = read_place(" (H,5,7)\t(e,6,7)(L,8,7)  (O,009,7) ");
  ASSERT_TRUE(move) << move.error().detail;
  const std::vector<Spot> spots{{'H', {7, 5}}, {'E', {7, 6}}, {'L', {7, 8}}, {'O', {7, 9}}};
  EXPECT_EQ(*move, *games::scrabble::spots_move(spots));
  EXPECT_EQ(write_place(spots), "PLACE (H,5,7) (E,6,7) (L,8,7) (O,9,7)");
}

TEST(ClarksonWords, TuplesThatAreNone) {
  const auto code = [](std::string_view text) {
    const auto move = read_place(text);
    return move ? std::optional<base::Reason>{} : move.error().code;
  };
  EXPECT_EQ(code(""), games::scrabble::Refusals::does_not_fit);
  EXPECT_EQ(code("   "), games::scrabble::Refusals::does_not_fit);
  for (const auto* text : {"A",
                           "()",
                           "(A)",
                           "(A,1)",
                           "(A,1,)",
                           "(A,,1)",
                           "(,1,1)",
                           "(A,1,1",
                           "A,1,1)",
                           "(1,1,1)",
                           "(AB,1,1)",
                           "(A,1,1,1)",
                           "(A,-1,1)",
                           "(A,+1,1)",
                           "(A,1.0,1)",
                           "(A,x,1)",
                           "(A 1 1)",
                           "[A,1,1]",
                           "(A,1,1) x",
                           "(A,1,1),(B,2,1)",
                           "(\xc3\x84,1,1)",
                           "(\xf0\x9f\x98\x80,1,1)",
                           "(?,1,1)",
                           "(0,1,1)",
                           "(A, 1,1)"}) {
    EXPECT_EQ(code(text), Code::malformed) << text;
  }
  for (const auto* text :
       {"(A,15,0)", "(A,0,15)", "(A,99999999999999999999999,0)", "(A,0,4294967296)", "(A,100,0)"}) {
    EXPECT_EQ(code(text), games::scrabble::Refusals::bad_coordinate) << text;
  }
  std::string eight;
  for (int x = 0; x < 8; ++x) eight += "(A," + std::to_string(x) + ",7)";
  EXPECT_EQ(code(eight), games::scrabble::Refusals::tiles_not_held);
}

TEST(ClarksonWords, OneTileOrTheWholeRackIsExchanged) {
  const games::scrabble::Rack rack("EXAMPLE");
  EXPECT_EQ(*read_exchange("", rack), *games::scrabble::exchange_move("EXAMPLE"));
  EXPECT_EQ(*read_exchange("X", rack), *games::scrabble::exchange_move("X"));
  EXPECT_EQ(*read_exchange("x", rack), *games::scrabble::exchange_move("X"));
  for (const auto* text : {"EX", "E X", "1", "?", "\xc3\x84", "(E)"})
    EXPECT_FALSE(read_exchange(text, rack)) << text;
}

TEST(ClarksonWords, BoardIsWrittenAndRead) {
  games::scrabble::Board board;
  board[{7, 7}] = 'Q';
  board[{0, 14}] = 'A';
  const auto text = write_board(board);
  ASSERT_TRUE(text.starts_with("BOARDPUSH\r\n(0,4)(0,0)(0,0)(0,1)")) << text;
  EXPECT_TRUE(text.ends_with(")\r\n\r\n")) << text;
  EXPECT_EQ(std::ranges::count(text, '\n'), 17);
  EXPECT_EQ(std::ranges::count(text, '('), 225);
  EXPECT_NE(text.find("(Q,3)"), std::string::npos) << "the centre's own modifier is kept under a tile";
  EXPECT_NE(text.find("(A,4)"), std::string::npos);
  for (const auto& [sign, squares] : {std::pair{"1)", 24}, {"2)", 12}, {"3)", 17}, {"4)", 8}}) {
    int found = 0;
    for (auto at = text.find(sign); at != std::string::npos; at = text.find(sign, at + 1)) ++found;
    EXPECT_EQ(found, squares) << sign;
  }
  EXPECT_EQ(*read_board_line("(0,4)(A,0)"), (std::vector<char>{'\0', 'A'}));
  EXPECT_EQ(*read_board_line("  ( 0 , 4 ) (b,0) "), (std::vector<char>{'\0', 'B'}));
  EXPECT_FALSE(read_board_line("TURN somebody"));
  EXPECT_FALSE(read_board_line("(AB,0)"));
}

TEST(ClarksonWords, NamesWithoutWhiteSpace) {
  EXPECT_FALSE(has_white_space("J\xc3\xa4ger"));
  EXPECT_TRUE(has_white_space("a b"));
  EXPECT_TRUE(has_white_space("a\tb"));
  EXPECT_TRUE(
      has_white_space("a\xc2\xa0"
                      "b"))
      << "which programs that split at white space would split at";
  EXPECT_TRUE(
      has_white_space("a\xe3\x80\x80"
                      "b"));
  EXPECT_EQ(fill_white_space("John \xe2\x80\x83 Smith", '_'), "John___Smith");
  EXPECT_EQ(trim(" \t a b\xc2\xa0 "), "a b");
}

TEST(ClarksonNames, AreTheSameAsLongAsTheyAreKnown) {
  Names names;
  EXPECT_EQ(names.shown("Ann"), "Ann");
  EXPECT_EQ(names.shown("John Smith"), "John_Smith");
  EXPECT_EQ(names.shown("John_Smith"), "John_Smith_") << "no two are called alike";
  EXPECT_EQ(names.shown("John Smith"), "John_Smith");
  EXPECT_TRUE(names.is_taken("John_Smith", "Ann"));
  EXPECT_FALSE(names.is_taken("John_Smith", "John Smith"));
  names.forget("John Smith");
  EXPECT_FALSE(names.is_taken("John_Smith", "Ann"));
  EXPECT_EQ(names.shown("John_Smith"), "John_Smith_");
}

}  // namespace
