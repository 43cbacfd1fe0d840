// What parlor check is made of: patterns, scripts with other names, the cases, the hall for one stranger.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "client/check/client_stage.hpp"
#include "client/check/recast.hpp"
#include "client/check/script.hpp"
#include "harness/virtual_server.hpp"

namespace client::check {
namespace {

using protocols::Adapter;
using protocols::make_cast;
using protocols::Sequel;
using protocols::Verdict;
using std::chrono::milliseconds;

TEST(CheckPatterns, StandForTextAndCharacters) {
  EXPECT_TRUE(fits_pattern("*", ""));
  EXPECT_TRUE(fits_pattern("e00?-*", "e009-not-your-turn"));
  EXPECT_TRUE(fits_pattern("chess/*", "chess/happy-flow"));
  EXPECT_FALSE(fits_pattern("e00?", "e0010"));
  EXPECT_FALSE(fits_pattern("", "x"));
  EXPECT_FALSE(fits_pattern("happy", "happy-flow"));
}

TEST(CheckCases, HaveIdsSentencesAndNumbers) {
  const std::map<std::string_view, std::size_t> least{{"chess", 40},
                                                      {"scrabble-clarkson", 65},
                                                      {"scrabble-twente", 70},
                                                      {"spectrangle", 60},
                                                      {"shelfie", 60}};
  for (const auto& [name, number] : least) {
    const auto cases = server_cases(*protocols::find(name), "");
    EXPECT_GE(cases.size(), number) << name;
    std::set<std::string> ids;
    for (const auto& one : cases) {
      EXPECT_TRUE(ids.insert(one.id).second) << one.id;
      EXPECT_FALSE(one.sentence.empty()) << one.id;
    }
    const bool line_feeds = name == "chess" || name == "spectrangle";
    const bool farewell = !protocols::find(name)->checks->farewell.said.empty();
    const bool halves = name == "chess";
    EXPECT_EQ(client_cases(*protocols::find(name)).size(),
              9U + (line_feeds ? 1U : 0U) + (farewell ? 1U : 0U) + (halves ? 1U : 0U))
        << name;
  }
  EXPECT_LT(server_cases(*protocols::find("shelfie"), "json").size(),
            server_cases(*protocols::find("shelfie"), "").size());
}

TEST(CheckCases, AreThereForEveryProtocolWithADocumentAndNoOther) {
  for (const auto& protocol : protocols::all()) {
    EXPECT_EQ(protocol.checks != nullptr, protocol.rule != nullptr) << protocol.name;
    EXPECT_EQ(server_cases(protocol, "").empty(), protocol.checks == nullptr) << protocol.name;
    EXPECT_EQ(client_cases(protocol).empty(), protocol.checks == nullptr) << protocol.name;
  }
}

Script script_of(std::string_view text, std::string_view ending = "xyz") {
  const auto source = transcript::read(text);
  return make_script(*source, "", ending);
}

TEST(CheckScripts, RenameWhoTakesAName) {
  const auto script = script_of(
      "# from: x\nprotocol: scrabble-twente\na> ANNOUNCE|Alice\na< WELCOME|Alice|CHAT\na> SENDCHAT|Alices "
      "Alice\n"
      "a> ANNOUNCE|Alice2\n");
  EXPECT_EQ(script.steps[0].text, "ANNOUNCE|Alicexyz");
  EXPECT_EQ(script.steps[1].text, "WELCOME|Alicexyz|CHAT");
  EXPECT_EQ(script.steps[2].text, "SENDCHAT|Alices Alicexyz");
  EXPECT_EQ(script.steps[3].text, "ANNOUNCE|Alice2");
  EXPECT_EQ(script.answer_to(0), &script.steps[1]);
  EXPECT_EQ(script.answer_to(2), nullptr);
}

/// Two have just begun a game of Twente Scrabble with these racks.
class TwenteGame : public testing::Test {
 protected:
  explicit TwenteGame(std::string_view rack = "CATXZQJ") {
    adapter_ = script_.protocol->checks->adapt(script_, harness::kits());
    for (std::size_t at = 0; script_.steps[at].text != "NOTIFYTURN|1|Alice"; ++at) {
      if (script_.steps[at].kind == transcript::Line::Kind::send) {
        EXPECT_TRUE(adapter_->say(at));
      } else {
        const auto& text = script_.steps[at].text;
        EXPECT_EQ(adapter_->hear(at, text.starts_with("NEWTILES") ? fmt::format("NEWTILES|{}", rack) : text)
                      .verdict,
                  Verdict::right);
      }
      next_ = at + 1;
    }
  }

  Script script_ = script_of(
      "# from: x\nprotocol: scrabble-twente\na> ANNOUNCE|Alice\na< WELCOME|Alice\na< STARTGAME|Alice|Bob\n"
      "a< NEWTILES|DEEELNX\na< NOTIFYTURN|1|Alice\na> MAKEMOVE|WORD|H8|H|DEE\na< "
      "INFORMMOVE|Alice|WORD|H8|H|DEE\n",
      "");
  std::unique_ptr<Adapter> adapter_;
  std::size_t next_ = 0;
};

TEST_F(TwenteGame, LaysAWordOfTheTilesThatWereDealt) {
  EXPECT_EQ(adapter_->hear(next_, "NOTIFYTURN|1|Alice").verdict, Verdict::right);
  EXPECT_EQ(adapter_->say(next_ + 1), "MAKEMOVE|WORD|H8|H|ACT");
  EXPECT_EQ(adapter_->hear(next_ + 2, "INFORMMOVE|Alice|WORD|H8|H|DEE").text,
            "INFORMMOVE|Alice|WORD|H8|H|ACT");
  EXPECT_EQ(adapter_->hear(next_ + 2, "INFORMMOVE|Alice|WORD|H8|H|ACT").verdict, Verdict::right);
}

TEST_F(TwenteGame, IsDealtAgainWhenAnotherBegins) {
  EXPECT_EQ(adapter_->hear(next_, "NOTIFYTURN|0|Bob").verdict, Verdict::deal_again);
}

TEST_F(TwenteGame, GoesOnWithAWordAndWhatIsHeardOfIt) {
  Sequel sequel{.course = transcript::Course::finish};
  ASSERT_EQ(adapter_->hear(next_, "NOTIFYTURN|1|Alice").verdict, Verdict::right);
  const auto steps = adapter_->go_on(sequel);
  ASSERT_TRUE(steps);
  ASSERT_EQ(steps->size(), 3U);
  EXPECT_TRUE(steps->at(0).text.ends_with("|" + sequel.word));
  EXPECT_EQ(steps->at(1).text, "NEWTILES|");
  EXPECT_EQ(steps->at(2).text, "INFORMMOVE|Alice");
}

TEST_F(TwenteGame, LaysNoWordThatTheServerDoesNotKnow) {
  Sequel sequel{.course = transcript::Course::finish};
  ASSERT_EQ(adapter_->hear(next_, "NOTIFYTURN|1|Alice").verdict, Verdict::right);
  const auto model = adapter_->go_on(sequel);
  const auto word = sequel.word;
  Sequel warned{.course = transcript::Course::finish, .refused = {word}};
  const auto other = script_.protocol->checks->adapt(script_, harness::kits());
  for (std::size_t at = 0; at <= next_; ++at) {
    if (script_.steps[at].kind == transcript::Line::Kind::send) {
      ASSERT_TRUE(other->say(at));
    } else {
      const auto& text = script_.steps[at].text;
      other->hear(at, text.starts_with("NEWTILES") ? "NEWTILES|CATXZQJ" : text);
    }
  }
  ASSERT_TRUE(other->go_on(warned));
  EXPECT_NE(warned.word, word);
}

constexpr std::string_view kTwoStart =
    "# from: x\nprotocol: scrabble-twente\na> ANNOUNCE|Alice\na< WELCOME|Alice\nb> ANNOUNCE|Bob\nb< "
    "WELCOME|Bob\n"
    "a< STARTGAME|Alice|Bob\na< NEWTILES|A\na< NOTIFYTURN|1|Alice\nb< STARTGAME|Alice|Bob\nb< NEWTILES|B\n"
    "b< NOTIFYTURN|0|Alice\na> MAKEMOVE|SWAP|\nb< INFORMMOVE|Alice|SWAP|0\n";

TEST(CheckRecast, GivesThePartsToOthersFromTheStartOn) {
  auto script = script_of(kTwoStart, "");
  const auto cast = make_cast(4, script.names_before(4), {"Alice", "Bob"}, {"Bob", "Alice"});
  ASSERT_TRUE(cast);
  ASSERT_TRUE(recast(script, *cast));
  EXPECT_EQ(script.steps[2].text, "ANNOUNCE|Bob");
  EXPECT_EQ(script.steps[6].text, "NOTIFYTURN|0|Bob");
  EXPECT_EQ(script.steps[6].peer, 'a');
  EXPECT_EQ(script.steps[9].text, "NOTIFYTURN|1|Bob");
  EXPECT_EQ(script.steps[10].peer, 'b');
  EXPECT_EQ(script.steps[11].peer, 'a');
  EXPECT_EQ(script.steps[11].text, "INFORMMOVE|Bob|SWAP|0");
}

TEST(CheckRecast, LeavesPeopleWithOtherFlagsAlone) {
  auto text = std::string(kTwoStart);
  text.replace(text.find("ANNOUNCE|Bob"), 12, "ANNOUNCE|Bob|CHAT");
  auto script = script_of(text, "");
  EXPECT_FALSE(recast(script, *make_cast(4, script.names_before(4), {"Alice", "Bob"}, {"Bob", "Alice"})));
  EXPECT_FALSE(script.recast);
  EXPECT_EQ(script.steps[6].text, "NOTIFYTURN|1|Alice");
}

TEST(CheckRecast, LearnsTheTwoAfterEachOther) {
  std::vector<Cast> casts{{.at = 4, .parts = {{'a', 'b'}, {'b', 'a'}}}, {.at = 9, .parts = {}}};
  learn(casts, {.at = 4, .parts = {{'b', 'a'}, {'a', 'b'}}});
  EXPECT_TRUE(casts.empty());
  learn(casts, {.at = 4, .parts = {{'a', 'b'}, {'b', 'c'}, {'c', 'a'}}});
  learn(casts, {.at = 4, .parts = {{'a', 'b'}, {'b', 'c'}, {'c', 'a'}}});
  ASSERT_EQ(casts.size(), 1U);
  EXPECT_EQ(casts[0].parts, (std::map<char, char>{{'a', 'c'}, {'b', 'a'}, {'c', 'b'}}));
}

TEST_F(TwenteGame, AsksForAnotherWordIfTheServerDoesNotKnowIt) {
  adapter_->hear(next_, "NOTIFYTURN|1|Alice");
  ASSERT_TRUE(adapter_->say(next_ + 1));
  EXPECT_EQ(adapter_->hear(next_ + 2, "ERROR|E006").verdict, Verdict::other_word);
}

class NoWord : public TwenteGame {
 protected:
  NoWord() : TwenteGame("XZQJVKW") {}
};

TEST_F(NoWord, IsDealtAgain) {
  adapter_->hear(next_, "NOTIFYTURN|1|Alice");
  EXPECT_EQ(adapter_->say(next_ + 1).error().verdict, Verdict::deal_again);
}

/// A stage with a chess client that says what it is told to, and how the case ends.
class ChessClient : public testing::Test {
 protected:
  void begin(std::string_view id) {
    const auto cases = client_cases(*protocols::find("chess"));
    const auto found = std::ranges::find(cases, fmt::format("chess/client/{}", id),
                                         [](const ClientCase& played) { return played.one.id; });
    stage_ = std::make_unique<ClientStage>(*found, *protocols::find("chess"), harness::kits(), 1,
                                           milliseconds(1000), now_);
    heard_.clear();
    pass_time();
  }
  void say(std::string_view line) {
    stage_->receive(fmt::format("{}\n", line), now_);
    pass_time();
  }
  /// Any moves, until the game is over or one needs two messages: both, of which the first was said.
  std::vector<std::string> play_on() {
    const auto client = protocols::find("chess")->make_client(harness::kits());
    base::Rng rng(1);
    std::size_t known = 0;
    for (int moves_made = 0; moves_made < 5000; ++moves_made) {
      client->receive(std::string_view(heard_).substr(std::exchange(known, heard_.size())));
      while (const auto notice = client->next()) {
        if (std::holds_alternative<table::Over>(*notice)) return {};
      }
      const auto moves = games::moves(client->view().value());
      if (moves.empty() || stage_->finding()) return {};
      if (!client->ask(table::Play{moves[rng.below(moves.size())]}))
        continue;  // there is no word for a claim
      const auto said = client->take_output();
      const auto lines = base::split(base::trim(said), '\n');
      say(lines[0]);
      if (lines.size() == 2) return {std::string(lines[0]), std::string(lines[1])};
    }
    return {};
  }
  void pass_time(milliseconds time = milliseconds(10)) {
    now_ += time;
    stage_->tick(now_);
    heard_ += stage_->take_output(now_);
  }

  ClientStage::Moment now_{};
  std::unique_ptr<ClientStage> stage_;
  std::string heard_;
};

TEST_F(ChessClient, SitsDown) {
  begin("sits-down");
  EXPECT_EQ(heard_, "COLOR WHITE\n");
  ASSERT_TRUE(stage_->finding());
  EXPECT_EQ(stage_->finding()->result, Result::passed);
}

TEST_F(ChessClient, FailsByAnIllegalMove) {
  begin("plays");
  say("MOVE 4 1 4 4");
  ASSERT_TRUE(stage_->finding());
  EXPECT_EQ(stage_->finding()->result, Result::failed);
  EXPECT_EQ(stage_->finding()->came, "a> MOVE 4 1 4 4");
  EXPECT_EQ(stage_->finding()->sent, "a< COLOR WHITE");
  EXPECT_TRUE(stage_->finding()->right.starts_with("a legal move, "));
  EXPECT_TRUE(stage_->finding()->hint.contains("ERROR 3"));
  EXPECT_EQ(stage_->finding()->position, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

TEST_F(ChessClient, IsToldWhatItMayHaveMeant) {
  begin("plays");
  say("MOVE 1 4 3 4");
  ASSERT_TRUE(stage_->finding());
  EXPECT_TRUE(stage_->finding()->hint.ends_with("; MOVE 4 1 4 3 would fit: X is the file, Y the rank"));
  const auto reason = stage_->finding()->fault.reason;
  begin("waits-for-its-turn");
  say("MOVE 1 3 3 3");
  ASSERT_TRUE(stage_->finding());
  EXPECT_EQ(stage_->finding()->fault.reason, reason) << "another move, and the same cause";
}

TEST_F(ChessClient, IsToldThatItSpeaksTwice) {
  begin("waits-for-its-turn");
  say("MOVE 4 1 4 3");
  say("MOVE 4 1 4 3");
  ASSERT_TRUE(stage_->finding());
  EXPECT_TRUE(stage_->finding()->hint.ends_with("; it is the second time, and the first was taken"));
}

/// The client's move and the end cross, but who says what is said at the end knew of it.
TEST_F(ChessClient, IsForgivenWhatCrossesTheEndButNotItsFarewell) {
  for (const auto& [last, result] :
       {std::pair("MOVE 4 1 4 3", Result::passed), std::pair("REPLAY no", Result::failed)}) {
    begin("plays-to-the-end");
    ASSERT_TRUE(play_on().empty());
    say(last);
    pass_time(milliseconds(1000));
    ASSERT_TRUE(stage_->finding());
    EXPECT_EQ(stage_->finding()->result, result) << last;
  }
}

TEST_F(ChessClient, SaysBothHalvesOfAMove) {
  begin("comes-through");
  const auto both = play_on();
  ASSERT_EQ(both.size(), 2U);
  EXPECT_FALSE(stage_->finding());
  say(both[1]);
  ASSERT_TRUE(stage_->finding());
  EXPECT_EQ(stage_->finding()->result, Result::passed);
}

TEST_F(ChessClient, ForgetsHalfAMove) {
  begin("comes-through");
  const auto both = play_on();
  ASSERT_EQ(both.size(), 2U);
  pass_time(milliseconds(1100));
  ASSERT_TRUE(stage_->finding());
  EXPECT_EQ(stage_->finding()->right, "PROMOTION, which completes " + both[0]);
}

TEST_F(ChessClient, IsBlamedForTheMessageThatWasRefused) {
  begin("plays");
  say("MOVE 4 1 4 4\nMOVE 4 1 4 3");
  ASSERT_TRUE(stage_->finding());
  EXPECT_EQ(stage_->finding()->came, "a> MOVE 4 1 4 4");
}

TEST_F(ChessClient, IsToldWhatIsWrongAboutItsFrame) {
  begin("plays");
  stage_->receive("MOVE 4 1 4 3\r", now_);
  pass_time(milliseconds(1100));
  ASSERT_TRUE(stage_->finding());
  EXPECT_EQ(stage_->finding()->hint, "CR (0x0D) ends a message where LF (0x0A) belongs");
  EXPECT_TRUE(stage_->finding()->came.contains("MOVE 4 1 4 3"));
}

TEST_F(ChessClient, NeverStopsAndIsStopped) {
  begin("plays");
  stage_->receive(std::string(100'000, 'x'), now_);
  ASSERT_TRUE(stage_->finding());
  EXPECT_EQ(stage_->finding()->hint, "nothing ends the message: LF (0x0A) must follow");
  EXPECT_LT(stage_->finding()->came.size(), 1000U);
}

TEST_F(ChessClient, FailsByMovingWhileTheOpponentThinks) {
  begin("waits-for-its-turn");
  say("MOVE 4 1 4 3");
  EXPECT_FALSE(stage_->finding());
  say("MOVE 3 1 3 3");
  ASSERT_TRUE(stage_->finding());
  EXPECT_EQ(stage_->finding()->result, Result::failed);
}

TEST_F(ChessClient, PassesByWaiting) {
  begin("waits-for-its-turn");
  say("MOVE 4 1 4 3");
  pass_time(milliseconds(600));
  EXPECT_EQ(heard_, "COLOR WHITE\n");
  pass_time(milliseconds(200));
  EXPECT_TRUE(heard_.contains("\nMOVE"));
  say("MOVE 3 1 3 2");
  ASSERT_TRUE(stage_->finding());
  EXPECT_EQ(stage_->finding()->result, Result::passed) << stage_->finding()->came;
}

TEST_F(ChessClient, TriesAgainAfterARefusal) {
  begin("refused-move");
  say("MOVE 4 1 4 3");
  EXPECT_EQ(heard_, "COLOR WHITE\nERROR 3\n");
  EXPECT_FALSE(stage_->finding());
  say("MOVE 4 1 4 2");
  ASSERT_TRUE(stage_->finding());
  EXPECT_EQ(stage_->finding()->result, Result::passed);
}

TEST_F(ChessClient, FailsBySilence) {
  begin("plays");
  pass_time(milliseconds(900));
  EXPECT_FALSE(stage_->finding());
  pass_time(milliseconds(200));
  ASSERT_TRUE(stage_->finding());
  EXPECT_TRUE(stage_->finding()->right.starts_with("a legal move, "));
}

TEST_F(ChessClient, FailsByHangingUp) {
  begin("plays");
  stage_->hang_up(now_);
  ASSERT_TRUE(stage_->finding());
  EXPECT_EQ(stage_->finding()->came, "a> the end of the connection");
}

TEST_F(ChessClient, HearsEveryByteByItself) {
  begin("byte-by-byte");
  EXPECT_EQ(heard_, "C");
  pass_time();
  EXPECT_EQ(heard_, "CO");
}

TEST_F(ChessClient, HearsCarriageReturns) {
  begin("transport-returns");
  EXPECT_EQ(heard_, "COLOR WHITE\r\n");
}

TEST_F(ChessClient, IsLeft) {
  begin("opponent-leaves");
  say("MOVE 4 1 4 3");
  ASSERT_TRUE(stage_->finding());
  EXPECT_EQ(stage_->finding()->result, Result::passed);
}

}  // namespace
}  // namespace client::check
