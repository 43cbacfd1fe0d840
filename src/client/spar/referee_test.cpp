// What a guest survived and what not, by what could be seen of it.
#include "client/spar/referee.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace client::spar {
namespace {

using testing::HasSubstr;

const Style& style(std::string_view name) { return *std::ranges::find(all(), name, &Style::name); }

struct SparReferee : testing::Test {
  Referee guest(std::string_view of) { return {*protocols::find("chess"), style(of)}; }
};

TEST_F(SparReferee, WhoPlaysToTheEndHasSurvived) {
  auto referee = guest("bytes");
  referee.hear("MOVE 4 1 4 3\n");
  referee.reach(Phase::over);
  referee.reach(Phase::started);  // another game
  EXPECT_EQ(referee.judge(Ending::guest_left).fate, Fate::survived);
}

TEST_F(SparReferee, WhoLeavesInTheMiddleHasNotAndItIsSaidWhere) {
  auto referee = guest("bytes");
  referee.tell("COLOR WHITE\n");
  referee.reach(Phase::started);
  referee.hear("MOVE 4 1 4 3\nMOV");
  const auto verdict = referee.judge(Ending::guest_left);
  EXPECT_EQ(verdict.fate, Fate::failed);
  EXPECT_THAT(verdict.why, HasSubstr("'MOVE 4 1 4 3', then 'MOV\\', whose end never came"));
  EXPECT_THAT(verdict.why, HasSubstr("'COLOR WHITE'"));
}

TEST_F(SparReferee, WhoNeverBeganDidNotTry) {
  EXPECT_EQ(guest("bytes").judge(Ending::guest_left).fate, Fate::untried);
  auto referee = guest("bytes");
  referee.reach(Phase::played);
  EXPECT_EQ(referee.judge(Ending::still_here).fate, Fate::untried);
}

TEST_F(SparReferee, RefusalsAreSurvivedByGoingOn) {
  auto referee = guest("refuse");
  referee.reach(Phase::started);
  referee.hear("MOVE 4 1 4 3\n");
  referee.refuse_on_purpose();
  EXPECT_EQ(referee.judge(Ending::guest_left).fate, Fate::failed);
  referee.hear("MOVE 3 1 3 3\n");
  EXPECT_EQ(referee.judge(Ending::guest_left).fate, Fate::survived);
}

TEST_F(SparReferee, WhoLoopsIsLost) {
  auto referee = guest("plain");
  referee.reach(Phase::started);
  for (int times = 0; times < 12; ++times) {
    referee.hear("MOVE 0 0 7 7\n");
    referee.tell("ERROR 3\n");
  }
  const auto verdict = referee.judge(Ending::still_here);
  EXPECT_EQ(verdict.fate, Fate::failed);
  EXPECT_THAT(verdict.why, HasSubstr("refused 12 times in a row"));
  EXPECT_THAT(verdict.why, HasSubstr("'MOVE 0 0 7 7' was answered 'ERROR 3'"));
}

TEST_F(SparReferee, AHangUpIsSurvivedOnceItCame) {
  EXPECT_EQ(guest("hang-up-game").judge(Ending::guest_left).fate, Fate::untried);
  EXPECT_EQ(guest("hang-up-game").judge(Ending::hung_up_on).fate, Fate::survived);
  auto faster = guest("hang-up-end");
  faster.reach(Phase::over);
  EXPECT_EQ(faster.judge(Ending::guest_left).fate, Fate::survived);
}

TEST_F(SparReferee, AllOfARun) {
  Scores scores;
  EXPECT_TRUE(scores.empty());
  scores.add(1, style("bytes"), {Fate::survived, "a game came to its end"});
  scores.add(2, style("plain"), {Fate::failed, "it hung up"});
  EXPECT_TRUE(scores.any(Fate::failed));
  EXPECT_FALSE(scores.any(Fate::untried));
  EXPECT_EQ(scores.write(),
            (std::vector<std::string>{"FAILED     plain            guest 2: it hung up",
                                      "survived   bytes            guest 1: a game came to its end"}));
}

}  // namespace
}  // namespace client::spar
