// Every case has the grade that its citation allows: what must be stands in the protocol's document.
#include <gtest/gtest.h>

#include "base/text.hpp"
#include "client/check/client_cases.hpp"
#include "harness/documents.hpp"

namespace client::check {
namespace {

using transcript::Level;

/// What stands in quotation marks.
std::vector<std::string_view> quotations(std::string_view cite) {
  std::vector<std::string_view> found;
  const auto parts = base::split(cite, '"');
  for (std::size_t at = 1; at + 1 < parts.size(); at += 2) found.push_back(parts[at]);
  return found;
}

bool is_quoted(std::string_view document, std::string_view words) {
  constexpr std::size_t kLeast = 8;
  return words.size() >= kLeast && harness::is_quoted(document, words);
}

/// What is wrong with the grade; "" if nothing is.
std::string complaint(const protocols::Protocol& protocol, const Case& one) {
  if (one.sentence.empty()) return one.id + " cites nothing";
  if (one.level != Level::must) return "";
  const auto document = std::string_view(one.sentence).substr(0, one.sentence.find_first_of(",:"));
  if (!document.starts_with(protocol.name) || document.contains(".rulings."))
    return one.id + " is a must, and its document does not say so: " + one.sentence;
  for (const auto words : quotations(one.sentence)) {
    if (is_quoted(document, words)) return "";
  }
  return one.id + " is a must, and quotes nothing of its document: " + one.sentence;
}

TEST(CheckGrades, AreAsTheirCitationsAllow) {
  for (const auto& protocol : protocols::all()) {
    for (const auto& one : server_cases(protocol, "")) EXPECT_EQ(complaint(protocol, one), "");
    for (const auto& play : client_cases(protocol)) EXPECT_EQ(complaint(protocol, play.one), "");
  }
}

TEST(CheckGrades, SeeWhatOnlyARulingSays) {
  const auto& chess = *protocols::find("chess");
  EXPECT_NE(complaint(chess, {.id = "x", .sentence = "chess.rulings.md, 12: \"without a word\""}), "");
  EXPECT_NE(complaint(chess, {.id = "x", .sentence = "chess.md, MOVE: \"no such sentence\""}), "");
  EXPECT_NE(complaint(chess, {.id = "x", .sentence = "chess.md, MOVE: Yes or No"}), "");
  EXPECT_EQ(complaint(chess, {.id = "x", .sentence = "chess.md, REPLAY: \"Yes or No\""}), "");
}

TEST(CheckGrades, OfClientsFollowTheirCitations) {
  for (const auto& play : client_cases(*protocols::find("chess"))) {
    if (play.one.id.ends_with("/opponent-leaves")) EXPECT_EQ(play.one.level, Level::should);
    if (play.one.id.ends_with("/plays")) EXPECT_EQ(play.one.level, Level::must);
  }
}

}  // namespace
}  // namespace client::check
