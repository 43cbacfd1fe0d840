// Every protocol: what is refused breaks a sentence that really stands in its documents; what is secret is
// hidden.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "harness/documents.hpp"
#include "harness/stage.hpp"

namespace {

using base::Code;
using protocols::Protocol;
using protocols::Speaker;

void expect_quoted(const protocols::Rule& rule) {
  EXPECT_NE(rule.cite.find(','), std::string_view::npos) << rule.cite << " names no place";
  EXPECT_TRUE(harness::is_quoted(rule.cite, rule.sentence)) << rule.cite << ": " << rule.sentence;
}

std::vector<Code> all_codes() {
  std::vector<Code> codes;
  for (int at = 0; at <= static_cast<int>(base::kLastCode); ++at) codes.push_back(static_cast<Code>(at));
  return codes;
}

/// What servers say who refuse something, of each protocol.
std::vector<std::string> refusals_of(const Protocol& protocol) {
  std::vector<std::string> answers;
  if (protocol.name == "chess") {
    for (int ordinal = 1; ordinal <= 6; ++ordinal) answers.push_back(fmt::format("ERROR {}", ordinal));
  } else if (protocol.name == "scrabble-clarkson") {
    answers = {"NOK", "NOK for some reason"};
  } else if (protocol.name == "scrabble-twente") {
    for (int error = 1; error <= 15; ++error) answers.push_back(fmt::format("ERROR|E{:03}", error));
    answers.emplace_back("ERROR|E010|2");
  } else if (protocol.name == "spectrangle") {
    for (int fault = 0; fault <= 9; ++fault) answers.push_back(fmt::format("ERROR {} whatever", fault));
  } else if (protocol.name == "shelfie") {
    for (const auto* error : {"DISCONNECTION_FORCED",
                              "ERR_NICKNAME_LENGTH",
                              "ERR_NICKNAME_TAKEN",
                              "ERR_NUM_PLAYER_WANTED",
                              "ERR_JOINING_GAME_LOBBY",
                              "ERR_GAME_FULL",
                              "ERR_GAME_NOT_FOUND",
                              "ILLEGAL_TURN",
                              "ILLEGAL_PHASE",
                              "INVALID_COLUMN",
                              "INVALID_INPUT",
                              "NOT_ENOUGH_FREE_CELLS_COLUMN",
                              "NOT_SELECTABLE_TILE",
                              "TOO_MANY_TILES",
                              "INVALID_ORDER_TILE_REPETITION",
                              "INVALID_ORDER_TILE_NUMBER",
                              "NOT_VALUE_SELECTED",
                              "INVALID_COORDINATES",
                              "NOT_SAME_ROW_OR_COLUMN",
                              "NOT_ENOUGH_FREE_EDGES",
                              "WRONG_PHASE"}) {
      answers.push_back(fmt::format(
          R"({{"header":{{"type":"ERROR","nickname":"al"}},"payload":{{"key":"ERROR_DATA","data":{{"ERROR":"{}"}}}}}})",
          error));
    }
  }
  return answers;
}

TEST(Rules, EveryRefusalOfEveryProtocolBreaksAQuotedSentence) {
  for (const auto& protocol : protocols::all()) {
    if (protocol.rule == nullptr) continue;
    const auto answers = refusals_of(protocol);
    EXPECT_FALSE(answers.empty()) << protocol.name;
    for (const auto& answer : answers) {
      const auto rule = protocol.rule(answer, std::nullopt);
      ASSERT_TRUE(rule) << protocol.name << ": " << answer;
      expect_quoted(*rule);
      for (const auto code : all_codes()) {
        const auto exact = protocol.rule(answer, code);
        EXPECT_EQ(exact.has_value(), !protocols::is_our_own(code)) << answer << base::name_of(code);
        if (exact) expect_quoted(*exact);
      }
    }
  }
}

/// What peers of a protocol hear in its transcripts.
std::vector<std::string> heard_lines(const Protocol& protocol) {
  std::vector<std::string> lines;
  for (const auto& file : harness::transcripts_of(protocol)) {
    const auto transcript = transcript::read(harness::read_text(file));
    if (!transcript) continue;
    for (const auto& line : transcript->lines) {
      if (line.kind == transcript::Line::Kind::expect && line.protocol == &protocol)
        lines.push_back(line.bytes.substr(0, line.bytes.size() - protocol.line_end.size()));
    }
  }
  return lines;
}

TEST(Rules, TranscriptsKnowNoRefusalWithoutASentence) {
  for (const auto& protocol : protocols::all()) {
    if (protocol.rule == nullptr) continue;
    std::size_t refused = 0;
    for (const auto& line : heard_lines(protocol)) {
      const bool refuses = line.starts_with("ERROR") || line.starts_with("NOK") ||
                           line.find(R"("data":{"ERROR":")") != std::string::npos;
      const bool only_tells = line.find("ONLY_PLAYER") != std::string::npos;
      const auto rule = protocol.rule(line, std::nullopt);
      EXPECT_EQ(rule.has_value(), refuses && !only_tells) << protocol.name << ": " << line;
      refused += rule ? 1 : 0;
    }
    EXPECT_GT(refused, 5U) << protocol.name;
  }
}

TEST(Rules, TheReasonMakesTheSentenceExact) {
  const auto cite = [](std::string_view name, std::string_view answer, protocols::Reason why) {
    const auto rule = protocols::find(name)->rule(answer, why);
    return rule ? rule->cite : "";
  };
  EXPECT_EQ(cite("chess", "ERROR 3", Code::illegal_move), "chess.rulings.md, 6");
  EXPECT_EQ(cite("chess", "ERROR 3", Code::malformed), "chess.md, MOVE");
  EXPECT_EQ(cite("chess", "ERROR 7", std::nullopt), "");
  EXPECT_EQ(cite("chess", "MOVE 4 1 4 3", Code::illegal_move), "");
  EXPECT_EQ(cite("scrabble-twente", "ERROR|E009", Code::not_your_turn), "scrabble-twente.md, E009");
  EXPECT_EQ(cite("scrabble-twente",
                 "ERROR\x1f"
                 "E0015",
                 std::nullopt),
            "scrabble-twente.md, E015");
  EXPECT_EQ(cite("scrabble-twente", "ERROR|E003", Code::bad_seats), "scrabble-twente.md, REQUESTGAME");
  EXPECT_EQ(cite("scrabble-twente", "ERROR|E016", std::nullopt), "");
  EXPECT_EQ(cite("scrabble-clarkson", "NOK x", Code::not_your_turn), "scrabble-clarkson.txt, 3.13");
  EXPECT_EQ(cite("scrabble-clarkson", "GOODBYE", Code::malformed), "scrabble-clarkson.txt, 3.1");
  EXPECT_EQ(cite("scrabble-clarkson", "GOODBYE", std::nullopt), "");
  EXPECT_EQ(cite("spectrangle", "ERROR 0 x", Code::already_seated), "spectrangle.rulings.md, 2");
  EXPECT_EQ(cite("spectrangle", "ERROR 10 x", std::nullopt), "");
  EXPECT_EQ(cite("shelfie", R"({"payload":{"data":{"ERROR" : "ILLEGAL_TURN"}}})", std::nullopt),
            "shelfie.rulings.md, Order of checks");
  EXPECT_EQ(cite("shelfie", R"({"payload":{"key":"END_GAME"}})", Code::game_over), "shelfie.rulings.md, 23");
  EXPECT_EQ(cite("shelfie", R"({"payload":{"data":{"ERROR":"ONLY_PLAYER"}}})", std::nullopt), "");
}

std::string concealed(std::string_view protocol, std::string_view message, Speaker speaker) {
  return protocols::find(protocol)->conceal(message, speaker);
}

TEST(Secrets, ScrabbleHidesTilesAndWhateverMightNameThem) {
  const auto twente = [](std::string_view text, Speaker speaker) {
    return concealed("scrabble-twente", text, speaker);
  };
  EXPECT_EQ(twente("NEWTILES|ABC!", Speaker::server), "NEWTILES|(hidden)");
  EXPECT_EQ(twente("INFORMMOVE|al|WORD|H8|H|DOG", Speaker::server), "INFORMMOVE|al|WORD|H8|H|DOG");
  EXPECT_EQ(twente("MAKEMOVE|SWAP|PQ", Speaker::client), "MAKEMOVE|(hidden)");
  EXPECT_EQ(twente("makemove|WORD|H8|H|DOG", Speaker::client), "(hidden)");
  EXPECT_EQ(twente("SENDCHAT|HI", Speaker::client), "SENDCHAT|HI");
  EXPECT_EQ(twente("\\nANNOUNCE|al", Speaker::client), "\\nANNOUNCE|al");
  EXPECT_EQ(twente("\\x00N\\x00E\\x00W", Speaker::server), "(hidden)");
  const auto clarkson = [](std::string_view text, Speaker speaker) {
    return concealed("scrabble-clarkson", text, speaker);
  };
  EXPECT_EQ(clarkson("TILES ABCDEFG", Speaker::server), "TILES (hidden)");
  EXPECT_EQ(clarkson("NOK unknown word ABC", Speaker::server), "NOK (hidden)");
  EXPECT_EQ(clarkson("TURN al", Speaker::server), "TURN al");
  EXPECT_EQ(clarkson("PLACE (A,7,7)", Speaker::client), "PLACE (hidden)");
  EXPECT_EQ(clarkson("PLAC (A,7,7)", Speaker::client), "(hidden)");
  EXPECT_EQ(clarkson("READY", Speaker::client), "READY");
  EXPECT_EQ(clarkson("READY\\n\\", Speaker::client), "READY\\n\\");
  EXPECT_EQ(clarkson("TILES\\x00ABC", Speaker::server), "TILES (hidden)");
  EXPECT_EQ(clarkson("(0,4)(A,0)", Speaker::server), "(0,4)(A,0)");
  EXPECT_EQ(clarkson("", Speaker::server), "");
}

TEST(Secrets, ShelfieHidesTheCardUntilTheEnd) {
  const auto told = [](std::string_view key) {
    return concealed(
        "shelfie",
        fmt::format(R"({{"header":null,"payload":{{"key":"{}","data":{{"PERSONAL_GOAL_CARD":{{"x":1}},)"
                    R"("PERSONAL_POINTS":7,"NEXT_PLAYER":"END_GAME"}}}}}})",
                    key),
        Speaker::server);
  };
  const auto during = told("ALL_INFO");
  EXPECT_EQ(during, R"-({"header":null,"payload":{"key":"ALL_INFO","data":{"PERSONAL_GOAL_CARD":"(hidden)",)-"
                    R"-("PERSONAL_POINTS":"(hidden)","NEXT_PLAYER":"END_GAME"}}})-");
  EXPECT_NE(told("END_GAME").find("\"PERSONAL_POINTS\":7"), std::string::npos);
  EXPECT_EQ(concealed("shelfie", "\\xAC\\xED", Speaker::server), "(hidden)");
  EXPECT_EQ(concealed("shelfie", R"({"payload":null})", Speaker::server), R"({"payload":null})");
}

TEST(Secrets, OpenGamesHideNothing) {
  EXPECT_EQ(protocols::find("chess")->conceal, nullptr);
  EXPECT_EQ(protocols::find("spectrangle")->conceal, nullptr);
}

}  // namespace
