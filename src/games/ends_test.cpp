// Every end of every game has its words, and the pages have the same.
#include "games/ends.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <fstream>
#include <set>
#include <sstream>

#include "games/all.hpp"

namespace games {
namespace {

const std::vector<std::string> kTwo{"anna", "bert"};
const std::vector<std::string> kThree{"anna", "bert", "cleo"};

std::string say(std::vector<Seat> winners, std::string_view reason, Viewer reader = {},
                const std::vector<std::string>& names = kTwo) {
  return end_in_words({std::move(winners), {}, std::string(reason)}, names, reader);
}

template <class... G>
void collect(std::set<std::string_view>& reasons, List<G...> /*games*/) {
  (reasons.insert(G::reasons.begin(), G::reasons.end()), ...);
}

/// What the games say, and what a table says of any game.
std::set<std::string_view> every_reason() {
  std::set<std::string_view> reasons{"time", "abandoned"};
  collect(reasons, All{});
  return reasons;
}

TEST(Ends, EveryReasonHasItsWordsOrIsMadeOfThemAndNoOtherHas) {
  auto reasons = every_reason();
  for (const auto& end : all_ends()) EXPECT_EQ(reasons.erase(end.reason), 1U) << end.reason;
  for (const auto reason : reasons) EXPECT_TRUE(reason.contains('_')) << reason << " cannot be read as words";
}

TEST(Ends, ThePagesHaveTheSameWords) {
  std::stringstream text;
  text << std::ifstream(PARLOR_SOURCE_DIR "/web/src/table/ends.json").rdbuf();
  const auto pages = boost::json::parse(text.str()).as_object();
  ASSERT_EQ(pages.size(), all_ends().size());
  for (const auto& end : all_ends()) {
    const auto& words = pages.at(end.reason).as_object();
    EXPECT_EQ(words.at("how").as_string(), end.how);
    const auto* deed = words.if_contains("deed");
    EXPECT_EQ(deed == nullptr ? "" : deed->as_string(), end.deed);
  }
}

TEST(Ends, WhoLostByTheirOwnDoingIsNamed) {
  EXPECT_EQ(say({{1}}, "resigned"), "anna resigned, bert wins");
  EXPECT_EQ(say({{1}}, "resigned", Seat{0}), "You resigned, bert wins");
  EXPECT_EQ(say({{1}}, "resigned", Seat{1}), "anna resigned, you win");
  EXPECT_EQ(say({{0}}, "left", Seat{0}), "bert left, you win");
  EXPECT_EQ(say({{0}}, "time", Seat{1}), "You ran out of time, anna wins");
  EXPECT_EQ(say({{0}}, "left", Seat{0}, kThree), "You win: a player left") << "who, is not known";
}

TEST(Ends, OtherEndsSayHow) {
  EXPECT_EQ(say({{0}}, "checkmate", Seat{0}), "You win by checkmate");
  EXPECT_EQ(say({{0}}, "checkmate", Seat{1}), "anna wins by checkmate");
  EXPECT_EQ(say({{0}, {1}}, "seventyfive"), "A draw: 75 moves without a capture or a pawn move");
  EXPECT_EQ(say({{0}, {1}}, "time"), "A draw: a player ran out of time");
  EXPECT_EQ(say({{0}}, "finished"), "anna wins");
  EXPECT_EQ(say({}, "abandoned"), "Nobody wins: nobody came back");
  EXPECT_EQ(say({{0}, {2}}, "out", {}, kThree), "anna and cleo share the win: all tiles are played");
  EXPECT_EQ(say({{0}}, "struck_by_lightning"), "anna wins: struck by lightning") << "of a newer server";
}

}  // namespace
}  // namespace games
