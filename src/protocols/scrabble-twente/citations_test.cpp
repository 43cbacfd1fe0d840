// The reason makes the sentence exact that a refused message broke; what is secret is hidden.
#include "protocols/scrabble-twente/citations.hpp"

#include <gtest/gtest.h>

#include "harness/documents.hpp"
#include "protocols/scrabble-twente/secrets.hpp"

namespace protocols::scrabble_twente {
namespace {

using base::Code;
using harness::cite;

TEST(TwenteRules, TheReasonMakesTheSentenceExact) {
  EXPECT_EQ(cite(rule("ERROR|E009", Code::not_your_turn)), "scrabble-twente.md, E009");
  EXPECT_EQ(cite(rule("ERROR\x1f"
                      "E0015",
                      std::nullopt)),
            "scrabble-twente.md, E015");
  EXPECT_EQ(cite(rule("ERROR|E003", Code::bad_seats)), "scrabble-twente.md, REQUESTGAME");
  EXPECT_EQ(cite(rule("ERROR|E016", std::nullopt)), "");
}

TEST(TwenteSecrets, HideTilesAndWhateverMightNameThem) {
  EXPECT_EQ(conceal("NEWTILES|ABC!", Speaker::server), "NEWTILES|(hidden)");
  EXPECT_EQ(conceal("INFORMMOVE|al|WORD|H8|H|DOG", Speaker::server), "INFORMMOVE|al|WORD|H8|H|DOG");
  EXPECT_EQ(conceal("MAKEMOVE|SWAP|PQ", Speaker::client), "MAKEMOVE|(hidden)");
  EXPECT_EQ(conceal("makemove|WORD|H8|H|DOG", Speaker::client), "(hidden)");
  EXPECT_EQ(conceal("SENDCHAT|HI", Speaker::client), "SENDCHAT|HI");
  EXPECT_EQ(conceal("\\nANNOUNCE|al", Speaker::client), "\\nANNOUNCE|al");
  EXPECT_EQ(conceal("\\x00N\\x00E\\x00W", Speaker::server), "(hidden)");
}

}  // namespace
}  // namespace protocols::scrabble_twente
