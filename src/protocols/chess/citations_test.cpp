// The reason makes the sentence exact that a refused message broke; nothing is secret.
#include "protocols/chess/citations.hpp"

#include <gtest/gtest.h>

#include "harness/documents.hpp"
#include "protocols/all.hpp"

namespace protocols::chess {
namespace {

using base::Code;
using harness::cite;

TEST(ChessRules, TheReasonMakesTheSentenceExact) {
  EXPECT_EQ(cite(rule("ERROR 3", Code::illegal_move)), "chess.rulings.md, 6");
  EXPECT_EQ(cite(rule("ERROR 3", Code::malformed)), "chess.md, MOVE");
  EXPECT_EQ(cite(rule("ERROR 7", std::nullopt)), "");
  EXPECT_EQ(cite(rule("MOVE 4 1 4 3", Code::illegal_move)), "");
}

TEST(ChessSecrets, ThereAreNone) { EXPECT_EQ(find("chess")->conceal, nullptr); }

}  // namespace
}  // namespace protocols::chess
