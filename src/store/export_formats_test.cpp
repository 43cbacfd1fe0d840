// Finished games of chess as PGN: how they ended, in the standard's words and in our own.
#include "store/export_formats.hpp"

#include <gtest/gtest.h>

namespace {

using namespace store;
using base::Seat;

/// A game after 1. e4 that ended by one more act of Black's.
StoredTable ended_by(std::string_view act, const games::Outcome& outcome) {
  StoredTable stored;
  stored.header = {{7}, "chess", "", 1, 1, {}, {{"anna", "web"}, {"bert", "web"}}};
  stored.entries = {{{7}, 0, {}, {0}, "e2e4"}, {{7}, 1, {}, {1}, std::string(act)}};
  stored.closing = table::Closing{{7}, {}, outcome};
  return stored;
}

std::string pgn_of(const StoredTable& stored) {
  const auto text = to_format("pgn", {}, stored);
  EXPECT_TRUE(text) << text.error().detail;
  return text.value_or("");
}

bool ends_with(const std::string& text, std::string_view end) { return text.ends_with(end); }

TEST(Export, AResignedGameEndsNormallyAndSaysSo) {
  const auto pgn = pgn_of(ended_by("!resign", {{Seat{0}}, {}, "resigned"}));
  EXPECT_NE(pgn.find("[Result \"1-0\"]\n[Termination \"normal\"]\n"), pgn.npos) << pgn;
  EXPECT_PRED2(ends_with, pgn, "\n\n1. e4 {Black resigned, White wins} 1-0\n");
}

TEST(Export, AGameThatSomebodyLeftIsAbandoned) {
  const auto pgn = pgn_of(ended_by("!leave", {{Seat{0}}, {}, "left"}));
  EXPECT_NE(pgn.find("[Termination \"abandoned\"]\n"), pgn.npos) << pgn;
  EXPECT_PRED2(ends_with, pgn, "1. e4 {Black left, White wins} 1-0\n");
}

TEST(Export, TimeIsForfeited) {
  auto stored = ended_by("!flag", {{Seat{0}}, {}, "time"});
  stored.header.clock = "300+0";
  const auto pgn = pgn_of(stored);
  EXPECT_NE(pgn.find("[Termination \"time forfeit\"]\n"), pgn.npos) << pgn;
}

TEST(Export, ADrawSaysWhy) {
  const auto pgn = pgn_of(ended_by("!draw", {{Seat{0}, Seat{1}}, {}, "agreement"}));
  EXPECT_NE(pgn.find("[Termination \"normal\"]\n"), pgn.npos) << pgn;
  EXPECT_PRED2(ends_with, pgn, "1. e4 {A draw by agreement} 1/2-1/2\n");
}

TEST(Export, JsonKeepsTheActAndTheReason) {
  const auto json = to_json({}, ended_by("!resign", {{Seat{0}}, {}, "resigned"})).text;
  EXPECT_NE(json.find(R"("act":"!resign")"), json.npos) << json;
  EXPECT_NE(json.find(R"("outcome":{"reason":"resigned","winners":[0])"), json.npos) << json;
}

/// Who knows the seed knows what will be drawn.
TEST(Export, JsonTellsTheSeedWhenTheGameIsOver) {
  auto stored = ended_by("!resign", {{Seat{0}}, {}, "resigned"});
  stored.header.seed = base::Seed(base::Key{7});
  EXPECT_NE(to_json({}, stored).text.find(base::write_seed(stored.header.seed)), std::string::npos);
  stored.closing.reset();
  const auto json = to_json({}, stored).text;
  EXPECT_EQ(json.find(base::write_seed(stored.header.seed)), std::string::npos) << json;
  EXPECT_NE(json.find(R"("seed":null)"), std::string::npos) << json;
}

}  // namespace
