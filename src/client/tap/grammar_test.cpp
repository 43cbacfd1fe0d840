// The forms of the documents: what our own transcripts say fits them, and their sentences stand in the
// documents.
#include "client/tap/grammar.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "harness/documents.hpp"
#include "harness/stage.hpp"

namespace client::tap {
namespace {

TEST(TapGrammar, EverySentenceStandsInItsDocument) {
  for (const auto& protocol : protocols::all()) {
    if (protocol.grammar == nullptr) continue;
    const auto& grammar = *protocol.grammar;
    EXPECT_TRUE(harness::is_quoted(grammar.unknown.cite, grammar.unknown.sentence)) << grammar.unknown.cite;
    for (const auto& form : grammar.forms) {
      EXPECT_TRUE(harness::is_quoted(form.rule.cite, form.rule.sentence))
          << form.rule.cite << ": " << form.rule.sentence;
    }
  }
}

TEST(TapGrammar, EveryExampleIsWhatItIsAnExampleOf) {
  for (const auto& protocol : protocols::all()) {
    if (protocol.grammar == nullptr) continue;
    for (const auto& form : protocol.grammar->forms) {
      if (form.example.empty()) continue;
      EXPECT_FALSE(check(*protocol.grammar, form.way, form.example)) << form.example;
      EXPECT_EQ(answer_to(*protocol.grammar, form.example), form.answer) << form.example;
    }
  }
}

TEST(TapGrammar, EveryWireProtocolHasOne) {
  for (const auto& protocol : protocols::all())
    EXPECT_EQ(protocol.grammar == nullptr, protocol.carrier == protocols::Carrier::websocket)
        << protocol.name;
}

std::string cite_of(std::string_view protocol, Way way, std::string_view message) {
  const auto fault = check(*protocols::find(protocol)->grammar, way, message);
  return std::string(fault ? fault->cite : "");
}

TEST(TapGrammar, WrongWordsAndWrongArguments) {
  EXPECT_EQ(cite_of("chess", Way::to_server, "MOVE 4 1 4 3"), "");
  EXPECT_EQ(cite_of("chess", Way::to_server, "MOVE 4 1 4 8"), "chess.md, MOVE");
  EXPECT_EQ(cite_of("chess", Way::to_server, "MOVE 4 1 4"), "chess.md, MOVE");
  EXPECT_EQ(cite_of("chess", Way::to_server, "COLOR WHITE"), "chess.md, ERROR 1");
  EXPECT_EQ(cite_of("chess", Way::to_client, "COLOR GREEN"), "chess.md, COLOR");
  EXPECT_EQ(cite_of("scrabble-twente", Way::to_server, "MAKEMOVE|SWAP|"), "");
  EXPECT_EQ(cite_of("scrabble-twente", Way::to_server, "MAKEMOVE|WORD|P8|H|DOG"),
            "scrabble-twente.md, MAKEMOVE");
  EXPECT_EQ(cite_of("scrabble-twente", Way::to_client, "ERROR|E016"), "scrabble-twente.md, ERROR");
  EXPECT_EQ(cite_of("scrabble-clarkson", Way::to_client, "TILES ABC1"), "scrabble-clarkson.rulings.md, 16");
  EXPECT_EQ(cite_of("scrabble-clarkson", Way::to_client, "(0,4)(0,0)"), "scrabble-clarkson.rulings.md, 17");
  EXPECT_EQ(cite_of("scrabble-clarkson", Way::to_server, "FOOBAR"), "scrabble-clarkson.txt, 3.4");
  EXPECT_EQ(cite_of("spectrangle", Way::to_server, "MOVE_PLAY RRR0 36"), "spectrangle.md, location");
  EXPECT_EQ(cite_of("spectrangle", Way::to_client, "LOBBY anna,bert"), "spectrangle.md, playerName");
  EXPECT_EQ(cite_of("shelfie", Way::to_client, R"({"header":{"type":"PING","nickname":"a"},"payload":null})"),
            "");
  EXPECT_EQ(cite_of("shelfie", Way::to_server, "hello"), "shelfie.rulings.md, 19");
  EXPECT_EQ(cite_of("chess", Way::to_client, "COLOR WHITE\\r"), "");
  EXPECT_EQ(cite_of("scrabble-clarkson", Way::to_client, "STARTING\\n\\"), "");
  EXPECT_EQ(cite_of("scrabble-twente", Way::to_client, "\\r\\nWELCOME|anna"), "");
  EXPECT_EQ(cite_of("chess", Way::to_client, "\\x00COLOR\\r WHITE"), "chess.md, ERROR 1");
  EXPECT_EQ(cite_of("chess", Way::to_server, std::string(9000, 'x')), "README.md, Limits");
}

/// Whatever our server says in the transcripts is in the documents' words.
TEST(TapGrammar, OurServerSpeaksByTheForms) {
  for (const auto& protocol : protocols::all()) {
    // The transcripts of objects leave parts of messages out.
    if (protocol.grammar == nullptr || protocol.grammar->words != nullptr) continue;
    const auto& grammar = *protocol.grammar;
    std::size_t checked = 0;
    for (const auto& file : harness::transcripts_of(protocol)) {
      std::ifstream lines(file);
      for (std::string line; std::getline(lines, line);) {
        if (line.size() < 4 || line.substr(1, 2) != "< ") continue;
        if (line.ends_with('\\') || line.find("+ ") == 1) continue;
        std::string_view text = line;
        text.remove_prefix(3);
        const auto fault = check(grammar, Way::to_client, text);
        // Files with peers of several protocols say things of the others, too.
        if (fault == grammar.unknown) continue;
        EXPECT_FALSE(fault) << file << ": " << line << ": " << (fault ? fault->sentence : "");
        ++checked;
      }
    }
    EXPECT_GT(checked, 100U) << protocol.name;
  }
}

}  // namespace
}  // namespace client::tap
