// What parlor check tells of what went wrong: causes, circles, reports; and what it is waited and listened
// by.
#include "client/check/report.hpp"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "client/check/causes.hpp"
#include "client/check/raw_message.hpp"
#include "client/check/repeats.hpp"
#include "client/check/shape.hpp"
#include "client/check/sieve.hpp"
#include "client/check/spawned.hpp"

namespace client::check {
namespace {

using std::chrono::milliseconds;

Row failed_row(std::string id, std::string sentence, transcript::Level level, std::string right,
               std::string came, std::size_t step) {
  const auto& chess = *protocols::find("chess");
  return {{.id = std::move(id), .sentence = std::move(sentence), .level = level},
          {.result = Result::failed,
           .sent = "a> x",
           .came = "a< " + came,
           .right = "a< " + right,
           .fault = {.reason = reason_of(chess, right, came), .right = right, .came = came, .step = step}}};
}

TEST(CheckCauses, AreToldOnceByTheCaseThatIsAboutThem) {
  using enum transcript::Level;
  std::vector<Row> rows{
      failed_row("chess/castling", "chess.md, MOVE: castling", must, "ERROR 3", "ERROR 1", 9),
      failed_row("chess/other", "chess.md, COLOR", must, "COLOR WHITE", "COLOR RED", 2),
      failed_row("chess/error-3", "chess.md, ERROR 3: illegal", must, "ERROR 3", "ERROR 1", 12),
      failed_row("chess/ruling", "chess.rulings.md, 8: ERROR 1", should, "ERROR 1", "ERROR 2", 1),
      {{.id = "chess/later", .sentence = "s"}, {.result = Result::not_reached, .since = "chess/castling"}}};
  gather(*protocols::find("chess"), rows);
  const auto causes = causes_of(rows);
  ASSERT_EQ(causes.size(), 3U);
  EXPECT_EQ(causes[0].row->one.id, "chess/error-3");
  EXPECT_EQ(causes[0].others.size(), 2U);
  EXPECT_EQ(causes[1].row->one.id, "chess/other");
  EXPECT_EQ(causes[2].row->one.id, "chess/ruling");
  EXPECT_EQ(rows[0].one.id, "chess/error-3");
}

TEST(CheckShapes, KnowCommandsAndRefusals) {
  const auto& twente = *protocols::find("scrabble-twente");
  EXPECT_EQ(shape_of(twente, "WELCOME|Alice|CHAT"), "WELCOME");
  EXPECT_EQ(shape_of(twente, "ERROR|E009"), "ERROR E009");
  const auto& clarkson = *protocols::find("scrabble-clarkson");
  EXPECT_EQ(shape_of(clarkson, "NOK not your turn"), "NOK");
  EXPECT_EQ(shape_of(clarkson, "(0,4)(D,0)"), shape_of(clarkson, "(0,4)(0,0)"));
  EXPECT_EQ(shape_of(clarkson, ""), "");
}

TEST(CheckRepeats, AreCollapsed) {
  std::vector<std::string> lines{"first"};
  for (int round = 0; round < 94; ++round) {
    lines.emplace_back("a> MOVE");
    lines.emplace_back("a< ERROR 3");
  }
  lines.insert(lines.end(), {"same", "same", "same", "last"});
  EXPECT_EQ(collapsed(lines), (std::vector<std::string>{"first", "a> MOVE", "a< ERROR 3",
                                                        "(these 2 lines x94)", "same   x3", "last"}));
}

TEST(CheckSieve, LeavesWhatIsNoTolerance) {
  EXPECT_EQ(Sieve(*protocols::find("chess")).sift("COLOR WHITE\r\n"), "COLOR WHITE\n");
  EXPECT_EQ(Sieve(*protocols::find("chess")).sift("COLOR WHITE\r\r\n"), "COLOR WHITE\r\n");
  EXPECT_EQ(Sieve(*protocols::find("shelfie")).sift(std::string_view("\0{}\n\0\0{}\n", 9)), "{}\n{}\n");
}

TEST(CheckPace, WaitsShortlyForWhatNeverCame) {
  Pace pace;
  const milliseconds usual(2000);
  pace.note_silence("MOVE");
  EXPECT_EQ(pace.patience(usual, "MOVE"), usual);
  pace.note_silence("MOVE");
  EXPECT_LT(pace.patience(usual, "MOVE"), usual / 4);
  EXPECT_EQ(pace.patience(usual, "ERROR 3"), usual);
  pace.note_message("MOVE");
  EXPECT_EQ(pace.patience(usual, "MOVE"), usual);
}

TEST(CheckSpawned, RunsAndEndsWithAllThatItStarted) {
  auto one = Spawned::start("echo port {port}; sleep 1000 & wait", 7);
  ASSERT_TRUE(one);
  EXPECT_TRUE((*one)->is_running());
  one->reset();
  const auto server = start_server("echo {port} is taken; exit 3", 7, milliseconds(10'000));
  ASSERT_FALSE(server);
  EXPECT_TRUE(server.error().detail.contains("ended with code 3: '7 is taken'")) << server.error().detail;
}

TEST(CheckReports, SayWhatWentWrong) {
  using enum transcript::Level;
  Report report{.protocol = "chess",
                .peer = "here:1",
                .rows = {{{.id = "chess/one", .sentence = "s<1>", .level = must}, {}},
                         failed_row("chess/two", "s2", should, "z", "\"y\"", 0),
                         {{.id = "chess/three", .sentence = "s3", .level = may},
                          {.result = Result::skipped, .why = "no deal"}},
                         {{.id = "chess/four", .sentence = "s4", .level = must},
                          {.result = Result::not_reached, .since = "chess/two"}}}};
  EXPECT_EQ(standing_of(report, Strictness::musts), Standing::incomplete);
  EXPECT_EQ(standing_of(report, Strictness::everything), Standing::broken);
  const auto text = write_text(report, Wordiness::what_failed);
  EXPECT_TRUE(text.starts_with(
      "To mend:\n\n1. s2\n   chess/two, should\n   sent   a> x\n   came   a< \"y\"\n   right  a< z\n"
      "   1 more case comes no further: chess/four\n"))
      << text;
  EXPECT_TRUE(text.contains("\nskipped may     chess/three: no deal\n")) << text;
  EXPECT_FALSE(text.contains("chess/one"));
  EXPECT_TRUE(write_text(report, Wordiness::everything).contains("passed  must    chess/one\n"));
  const auto json = boost::json::parse(write_json(report));
  EXPECT_EQ(json.at("first").at(0).at("id"), "chess/two");
  EXPECT_EQ(json.at("cases").at(1).at("came"), "a< \"y\"");
  EXPECT_EQ(json.at("cases").at(2).at("why"), "no deal");
  EXPECT_EQ(json.at("cases").at(3).at("result"), "not_reached");
  EXPECT_EQ(json.at("cases").at(3).at("since"), "chess/two");
  const auto junit = write_junit(report);
  EXPECT_TRUE(junit.contains("tests=\"4\" failures=\"1\" skipped=\"2\""));
  EXPECT_TRUE(junit.contains("came   a&lt; &quot;y&quot;"));
}

TEST(CheckRawMessages, KeepTheEndOfALongOne) {
  for (const std::size_t size : {1U, 4094U, 4095U, 4096U, 4097U, 20'000U}) {
    for (const std::size_t piece : {1U, 1000U, 65536U}) {
      RawMessage raw;
      const auto bytes = std::string(size, 'x') + "\r\n";
      for (std::size_t at = 0; at < bytes.size(); at += piece)
        raw.hear(std::string_view(bytes).substr(at, piece), '\n');
      EXPECT_TRUE(raw.whole().ends_with("x\r\n")) << size;
      EXPECT_EQ(raw.whole().size(), std::min<std::size_t>(size + 2, 4096));
      EXPECT_EQ(raw.unfinished(), "");
      raw.hear("next", '\n');
      EXPECT_EQ(raw.unfinished(), "next");
    }
  }
}

TEST(CheckReports, CutLongLinesBetweenCharacters) {
  std::string line = "x";
  for (int at = 0; at < 4096; ++at) line += "\xc3\xa9";
  line += "END";
  auto row = failed_row("chess/one", "s", transcript::Level::must, line, line, 0);
  row.finding.sent = line;
  row.finding.log = {"a> first", line};
  const Report report{.protocol = "chess", .peer = "here:1", .rows = {row}};
  const auto failed = boost::json::parse(write_json(report)).at("cases").at(0);
  for (const auto& text :
       {failed.at("sent"), failed.at("came"), failed.at("right"), failed.at("before").at(1)}) {
    EXPECT_LT(text.as_string().size(), 650U);
    EXPECT_TRUE(std::string_view(text.as_string()).contains(" bytes more) ...")) << text;
    EXPECT_TRUE(std::string_view(text.as_string()).ends_with("END")) << text;
  }
  EXPECT_LT(write_text(report, Wordiness::what_failed).size(), 4000U);
}

}  // namespace
}  // namespace client::check
