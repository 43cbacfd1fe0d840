// Every protocol: what is refused breaks a sentence that really stands in its documents.
#include <gtest/gtest.h>

#include <algorithm>

#include "games/refusals.hpp"
#include "harness/documents.hpp"
#include "harness/stage.hpp"
#include "protocols/grammar.hpp"

namespace {

using base::Code;
using protocols::Protocol;

void expect_quoted(const protocols::Rule& rule) {
  EXPECT_NE(rule.cite.find(','), std::string_view::npos) << rule.cite << " names no place";
  EXPECT_TRUE(harness::is_quoted(rule.cite, rule.sentence)) << rule.cite << ": " << rule.sentence;
}

/// Every code, and what only the protocol's game refuses.
std::vector<base::Reason> all_reasons(const Protocol& protocol) {
  auto codes = games::refusals_of(protocol.game);
  for (int at = 0; at <= static_cast<int>(base::kLastCode); ++at) codes.push_back(static_cast<Code>(at));
  return codes;
}

TEST(Rules, EveryRefusalOfEveryProtocolBreaksAQuotedSentence) {
  for (const auto& protocol : protocols::all()) {
    if (protocol.rule == nullptr) continue;
    ASSERT_NE(protocol.refusals, nullptr) << protocol.name;
    const auto answers = protocol.refusals();
    EXPECT_FALSE(answers.empty()) << protocol.name;
    for (const auto& answer : answers) {
      const auto rule = protocol.rule(answer, std::nullopt);
      ASSERT_TRUE(rule) << protocol.name << ": " << answer;
      expect_quoted(*rule);
      for (const auto& code : all_reasons(protocol)) {
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

/// Whether a line looks like a refusal: by its first word, or in JSON by its member.
bool looks_refused(const Protocol& protocol, std::string_view line) {
  if (protocol.json) return line.contains(R"("data":{"ERROR":")");
  return std::ranges::any_of(protocol.refusals(), [&](std::string_view refusal) {
    const auto verb = refusal.substr(0, refusal.find(protocol.grammar->separator));
    return line.starts_with(verb);
  });
}

TEST(Rules, TranscriptsKnowNoRefusalWithoutASentence) {
  for (const auto& protocol : protocols::all()) {
    if (protocol.rule == nullptr) continue;
    std::size_t refused = 0;
    for (const auto& line : heard_lines(protocol)) {
      const bool refuses = looks_refused(protocol, line);
      const bool only_tells = line.find("ONLY_PLAYER") != std::string::npos;
      const auto rule = protocol.rule(line, std::nullopt);
      EXPECT_EQ(rule.has_value(), refuses && !only_tells) << protocol.name << ": " << line;
      refused += rule ? 1 : 0;
    }
    EXPECT_GT(refused, 5U) << protocol.name;
  }
}

}  // namespace
