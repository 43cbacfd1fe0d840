// Commands from the grammars of all protocols: a new one is completed and explained at once.
#include "client/talk/commands.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "client/framed.hpp"
#include "client/talk/wording.hpp"
#include "harness/documents.hpp"

namespace client::talk {
namespace {

const protocols::Protocol& named(std::string_view name) { return *protocols::find(name); }

TEST(TalkCommands, EveryProtocolWithAGrammarHasSomeWithAnExampleEach) {
  for (const auto& protocol : protocols::all()) {
    EXPECT_EQ(commands_of(protocol).empty(), protocol.grammar == nullptr) << protocol.name;
    for (const auto& command : commands_of(protocol))
      EXPECT_FALSE(command.form->example.empty()) << protocol.name << " " << command.name;
  }
}

TEST(TalkCommands, EveryNameIsCompletedAndExplained) {
  for (const auto& protocol : protocols::all()) {
    for (const auto& command : commands_of(protocol)) {
      const auto whole = complete(protocol, command.name);
      const bool begins = std::string_view(whole.line).starts_with(command.name);
      EXPECT_TRUE(begins || whole.line == command.form->example) << whole.line;
      const auto lines = explain(protocol, command.name);
      const auto quoted = [](const std::string& line) { return line.contains(": \""); };
      EXPECT_TRUE(std::ranges::any_of(lines, quoted)) << protocol.name << " " << command.name;
    }
    EXPECT_FALSE(explain(protocol, "").empty());
    EXPECT_EQ(explain(protocol, "NONSENSE").size(), 1U);
  }
}

TEST(TalkCommands, WhatIsExplainedStandsInTheDocument) {
  for (const auto& protocol : protocols::all()) {
    for (const auto& command : commands_of(protocol)) {
      const auto& about = command.form->about;
      if (!about.sentence.empty())
        EXPECT_TRUE(harness::is_quoted(about.cite, about.sentence)) << about.cite << ": " << about.sentence;
    }
  }
}

TEST(TalkCommands, ACompletionGoesAsFarAsItIsSure) {
  EXPECT_EQ(complete(named("chess"), "m").line, "MOVE ");
  EXPECT_EQ(complete(named("spectrangle"), "RE").line, "READY");
  const auto moves = complete(named("spectrangle"), "MO");
  EXPECT_EQ(moves.line, "MOVE_");
  EXPECT_TRUE(moves.choices.empty());
  EXPECT_EQ(complete(named("spectrangle"), "MOVE_").choices,
            (std::vector<std::string>{"MOVE_PLAY", "MOVE_SWAP", "MOVE_SKIP"}));
  EXPECT_EQ(complete(named("scrabble-twente"), "AN").line, "ANNOUNCE|");
  EXPECT_EQ(complete(named("chess"), "X").line, "X");
  // Behind the command there is an example to go by.
  const auto used = complete(named("chess"), "MOVE 4");
  EXPECT_EQ(used.line, "MOVE 4");
  EXPECT_EQ(used.choices, std::vector<std::string>{"MOVE 4 1 4 3"});
}

TEST(TalkCommands, AnObjectIsCompletedToAWholeOne) {
  EXPECT_TRUE(complete(named("shelfie"), "SELECT_C").line.starts_with("{\"header\":"));
}

TEST(TalkCommands, OwnWords) {
  const auto& chess = named("chess");
  EXPECT_EQ(own_word(chess, "help MOVE")->name, "MOVE");
  EXPECT_EQ(own_word(chess, "help")->name, "");
  EXPECT_EQ(own_word(chess, "quit")->kind, Own::Kind::quit);
  EXPECT_FALSE(own_word(chess, "quit now"));
  EXPECT_FALSE(own_word(chess, "MOVE 4 1 4 3"));
}

TEST(TalkWording, EveryExampleIsSaidInTheProtocolsFrame) {
  for (const auto& protocol : protocols::all()) {
    std::vector<const protocols::Encoding*> encodings;
    for (const auto& encoding : protocol.encodings) encodings.push_back(&encoding);
    if (encodings.empty()) encodings.push_back(nullptr);
    for (const auto* encoding : encodings) {
      Wording wording(protocol, encoding);
      for (const auto& command : commands_of(protocol)) {
        const auto bytes = wording.say(command.form->example);
        ASSERT_TRUE(bytes) << protocol.name << ": " << bytes.error().detail;
        const bool translated = encoding != nullptr && encoding->translate != nullptr;
        EXPECT_EQ(bytes->ends_with(protocol.line_end), !translated) << protocol.name;
        EXPECT_TRUE(protocol.unit.empty() || !bytes->contains('|')) << protocol.name;
      }
    }
  }
}

TEST(TalkWording, EscapesAndUnits) {
  Wording twente(named("scrabble-twente"), nullptr);
  EXPECT_EQ(twente.say("ANNOUNCE|anna").value(),
            "ANNOUNCE\x1f"
            "anna\x1e");
  EXPECT_EQ(twente.say("SENDCHAT|a\\x7Cb").value(),
            "SENDCHAT\x1f"
            "a|b\x1e");
  Wording chess(named("chess"), nullptr);
  EXPECT_EQ(chess.say("MOVE 4 1 4 3\\r").value(), "MOVE 4 1 4 3\r\n");
  EXPECT_EQ(chess.say("MOVE 4 1\\").value(), "MOVE 4 1");
  EXPECT_EQ(chess.say("a\\\\").value(), "a\\\n");
  EXPECT_FALSE(chess.say("a\\q"));
  const auto& shelfie = named("shelfie");
  Wording java(shelfie, &shelfie.encodings.front());
  EXPECT_FALSE(java.say("hello"));
}

}  // namespace
}  // namespace client::talk
