// Every conversation reads the same when the tables are at another node, also when that node dies all the
// time.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "harness/stage.hpp"
#include "protocols/all.hpp"

namespace {

/// What does not read the same with a far owner, and why.
constexpr std::array<std::string_view, 4> kNotFar{
    // What other nodes have in the hall is known a second later (hall_test.cpp).
    "web_chess_against_the_wire", "web_resign",
    // Guests and tables have other numbers.
    "web_accounts", "web_screen"};
/// The same with an owner that is lost before every line.
constexpr std::array<std::string_view, 19> kNotLost{
    // Waits begin anew with every owner, and time that ran before the loss is nobody's: what is due after a
    // while is never due where an owner dies before every line.
    "chess_time_in_time", "chess_time_is_up", "shelfie_28_abandoned", "shelfie_36_time_is_up",
    "spectrangle_grace_is_over", "scrabble_clarkson_nobody_returns", "web_clock", "web_shelfie_end",
    // Who has gone after the end of a game is waited for again, for as long as --hold.
    "chess_replay_opponent_answers_yes_and_goes", "chess_replay_opponent_gone",
    // An offer lapses.
    "web_offer_draw", "web_offer_takeback",
    // What was said at a table or in a lobby is forgotten.
    "web_come_again_lobby", "web_talk",
    // A tab that comes while a lobby is made anew is told of it more often.
    "web_tabs_leave",
    // As with any far owner.
    "web_accounts", "web_chess_against_the_wire", "web_resign", "web_screen"};

/// The same with a node of the players that dies where everything restarts.
constexpr std::array<std::string_view, 7> kNotFront{
    // Which names wait for somebody elsewhere is known where they wait: a stranger is offered one.
    "scrabble_clarkson_restart_default_name",
    // Who goes is told to the others, one after the other; after a restart nobody has gone.
    "shelfie_30_restart_column", "shelfie_30_restart_order", "shelfie_30_restart_select",
    "shelfie_31_restart_one_returns",
    // What was said is kept.
    "web_talk",
    // As with any far owner.
    "web_accounts"};

struct Case {
  std::string_view protocol;
  std::filesystem::path file;
};

std::string name_of(const testing::TestParamInfo<Case>& info);

/// All but those.
std::vector<Case> cases(std::span<const std::string_view> but) {
  std::vector<Case> all;
  for (const auto& protocol : protocols::all()) {
    for (auto& file : harness::transcripts_of(protocol)) all.push_back({protocol.name, std::move(file)});
  }
  std::erase_if(all, [&](const Case& one) { return std::ranges::find(but, name_of({one, 0})) != but.end(); });
  return all;
}

/// All but those, if they restart the server.
std::vector<Case> with_restarts(std::span<const std::string_view> but) {
  auto all = cases(but);
  std::erase_if(all, [](const Case& one) { return !harness::read_text(one.file).contains("\n@ restart"); });
  return all;
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  auto name = std::string(info.param.protocol) + "_" + info.param.file.stem().string();
  std::ranges::replace_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

class FarTranscript : public testing::TestWithParam<Case> {
 protected:
  /// What went wrong; "" if nothing did.
  static std::string play(harness::Dies dies) {
    const auto text = harness::read_text(GetParam().file);
    const auto transcript = transcript::read(text);
    return transcript ? harness::play_far(*transcript, dies) : transcript.error().detail;
  }
};

class FarOwner : public FarTranscript {};

TEST_P(FarOwner, ReadsTheSame) { EXPECT_EQ(play(harness::Dies::nobody), "") << GetParam().file; }

INSTANTIATE_TEST_SUITE_P(Transcripts, FarOwner, testing::ValuesIn(cases(kNotFar)), name_of);

class LostOwner : public FarTranscript {};

TEST_P(LostOwner, IsAPauseAndNothingElse) { EXPECT_EQ(play(harness::Dies::owner), "") << GetParam().file; }

INSTANTIATE_TEST_SUITE_P(Transcripts, LostOwner, testing::ValuesIn(cases(kNotLost)), name_of);

class LostFront : public FarTranscript {};

TEST_P(LostFront, IsARestartForWhoWasThere) { EXPECT_EQ(play(harness::Dies::front), "") << GetParam().file; }

INSTANTIATE_TEST_SUITE_P(Transcripts, LostFront, testing::ValuesIn(with_restarts(kNotFront)), name_of);

}  // namespace
