// The reason makes the sentence exact that a refused message broke; what is secret is hidden.
#include "protocols/shelfie/citations.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/documents.hpp"
#include "protocols/shelfie/secrets.hpp"

namespace protocols::shelfie {
namespace {

using base::Code;
using harness::cite;

TEST(ShelfieRules, TheReasonMakesTheSentenceExact) {
  EXPECT_EQ(cite(rule(R"({"payload":{"data":{"ERROR" : "ILLEGAL_TURN"}}})", std::nullopt)),
            "shelfie.rulings.md, Order of checks");
  EXPECT_EQ(cite(rule(R"({"payload":{"key":"END_GAME"}})", Code::game_over)), "shelfie.rulings.md, 23");
  EXPECT_EQ(cite(rule(R"({"payload":{"data":{"ERROR":"ONLY_PLAYER"}}})", std::nullopt)), "");
}

TEST(ShelfieSecrets, HideTheCardUntilTheEnd) {
  const auto told = [](std::string_view key) {
    return conceal(
        fmt::format(R"({{"header":null,"payload":{{"key":"{}","data":{{"PERSONAL_GOAL_CARD":{{"x":1}},)"
                    R"("PERSONAL_POINTS":7,"NEXT_PLAYER":"END_GAME"}}}}}})",
                    key),
        Speaker::server);
  };
  const auto during = told("ALL_INFO");
  EXPECT_EQ(during, R"-({"header":null,"payload":{"key":"ALL_INFO","data":{"PERSONAL_GOAL_CARD":"(hidden)",)-"
                    R"-("PERSONAL_POINTS":"(hidden)","NEXT_PLAYER":"END_GAME"}}})-");
  EXPECT_NE(told("END_GAME").find("\"PERSONAL_POINTS\":7"), std::string::npos);
  EXPECT_EQ(conceal("\\xAC\\xED", Speaker::server), "(hidden)");
  EXPECT_EQ(conceal(R"({"payload":null})", Speaker::server), R"({"payload":null})");
}

}  // namespace
}  // namespace protocols::shelfie
