// The reason makes the sentence exact that a refused message broke; nothing is secret.
#include "protocols/spectrangle/citations.hpp"

#include <gtest/gtest.h>

#include "harness/documents.hpp"
#include "protocols/all.hpp"

namespace protocols::spectrangle {
namespace {

using base::Code;

TEST(SpectrangleRules, TheReasonMakesTheSentenceExact) {
  EXPECT_EQ(harness::cite(rule("ERROR 0 x", Code::already_seated)), "spectrangle.rulings.md, 2");
  EXPECT_EQ(harness::cite(rule("ERROR 10 x", std::nullopt)), "");
}

TEST(SpectrangleSecrets, ThereAreNone) { EXPECT_EQ(find("spectrangle")->conceal, nullptr); }

}  // namespace
}  // namespace protocols::spectrangle
