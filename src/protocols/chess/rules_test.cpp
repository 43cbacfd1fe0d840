// The reason makes the sentence exact that a refused message broke; nothing is secret.
#include "protocols/chess/rules.hpp"

#include <gtest/gtest.h>

#include "protocols/all.hpp"

namespace protocols::chess {
namespace {

using base::Code;

std::string_view cite(std::string_view answer, Reason why) {
  const auto found = rule(answer, why);
  return found ? found->cite : "";
}

TEST(ChessRules, TheReasonMakesTheSentenceExact) {
  EXPECT_EQ(cite("ERROR 3", Code::illegal_move), "chess.rulings.md, 6");
  EXPECT_EQ(cite("ERROR 3", Code::malformed), "chess.md, MOVE");
  EXPECT_EQ(cite("ERROR 7", std::nullopt), "");
  EXPECT_EQ(cite("MOVE 4 1 4 3", Code::illegal_move), "");
}

TEST(ChessSecrets, ThereAreNone) { EXPECT_EQ(find("chess")->conceal, nullptr); }

}  // namespace
}  // namespace protocols::chess
