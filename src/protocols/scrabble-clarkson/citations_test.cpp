// The reason makes the sentence exact that a refused message broke; what is secret is hidden.
#include "protocols/scrabble-clarkson/citations.hpp"

#include <gtest/gtest.h>

#include "harness/documents.hpp"
#include "protocols/scrabble-clarkson/secrets.hpp"

namespace protocols::scrabble_clarkson {
namespace {

using base::Code;

TEST(ClarksonRules, TheReasonMakesTheSentenceExact) {
  EXPECT_EQ(harness::cite(rule("NOK x", Code::not_your_turn)), "scrabble-clarkson.txt, 3.13");
  EXPECT_EQ(harness::cite(rule("GOODBYE", Code::malformed)), "scrabble-clarkson.txt, 3.1");
  EXPECT_EQ(harness::cite(rule("GOODBYE", std::nullopt)), "");
}

TEST(ClarksonSecrets, HideTilesAndWhateverMightNameThem) {
  EXPECT_EQ(conceal("TILES ABCDEFG", Speaker::server), "TILES (hidden)");
  EXPECT_EQ(conceal("NOK unknown word ABC", Speaker::server), "NOK (hidden)");
  EXPECT_EQ(conceal("TURN al", Speaker::server), "TURN al");
  EXPECT_EQ(conceal("PLACE (A,7,7)", Speaker::client), "PLACE (hidden)");
  EXPECT_EQ(conceal("PLAC (A,7,7)", Speaker::client), "(hidden)");
  EXPECT_EQ(conceal("READY", Speaker::client), "READY");
  EXPECT_EQ(conceal("READY\\n\\", Speaker::client), "READY\\n\\");
  EXPECT_EQ(conceal("TILES\\x00ABC", Speaker::server), "TILES (hidden)");
  EXPECT_EQ(conceal("(0,4)(A,0)", Speaker::server), "(0,4)(A,0)");
  EXPECT_EQ(conceal("", Speaker::server), "");
}

}  // namespace
}  // namespace protocols::scrabble_clarkson
