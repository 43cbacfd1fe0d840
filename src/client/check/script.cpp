// Transcripts made ready to be played: other names, one way to write each message.
#include "client/check/script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.hpp"
#include "transcript/ear.hpp"
#include "transcript/escape.hpp"

namespace client::check {
namespace {

using Kind = transcript::Line::Kind;

bool is_letter(char sign) { return std::isalpha(static_cast<unsigned char>(sign)) != 0; }
bool is_part_of_word(char sign) { return std::isalnum(static_cast<unsigned char>(sign)) != 0; }

/// What stands in front of a name that somebody takes.
std::string_view introduction(const protocols::Protocol& protocol) {
  if (protocol.name == "scrabble-twente") return "ANNOUNCE\x1f";
  if (protocol.name == "scrabble-clarkson") return "USERSET ";
  if (protocol.name == "spectrangle") return "JOIN ";
  if (protocol.name == "shelfie") return R"("nickname":")";
  return "";
}

/// Plain words that somebody takes as a name, with the ending. Those that try what a name may be are left
/// alone.
Words names_in(const transcript::Transcript& source, std::string_view ending) {
  constexpr std::size_t kShortest = 3;
  constexpr std::size_t kLongest = 9;
  Words names;
  const auto sign = introduction(*source.protocol);
  for (const auto& line : source.lines) {
    if (line.kind != Kind::send || sign.empty()) continue;
    const auto at = line.bytes.find(sign);
    if (at == std::string::npos) continue;
    const auto rest = std::string_view(line.bytes).substr(at + sign.size());
    const auto end = std::ranges::find_if_not(rest, is_letter);
    const auto length = static_cast<std::size_t>(end - rest.begin());
    const bool ends = end == rest.end() || !is_part_of_word(*end);
    const std::string name(rest.substr(0, length));
    if (ends && length >= kShortest && length <= kLongest) names[name] = name + std::string(ending);
  }
  return names;
}

/// One way to write it, whichever way the file does.
std::string text_of(const protocols::Protocol& protocol, std::string_view bytes) {
  if (!protocol.encodings.empty()) {
    if (bytes.ends_with(protocol.line_end)) bytes.remove_suffix(protocol.line_end.size());
    return bytes.starts_with('{') ? std::string(bytes) : transcript::escape(bytes);
  }
  transcript::Ear ear(protocol);
  ear.hear(bytes);
  if (auto text = ear.next()) return *text;
  return ear.rest();
}

}  // namespace

const Step* Script::answer_to(std::size_t at) const {
  const auto found = std::find_if(
      steps.begin() + static_cast<std::ptrdiff_t>(at) + 1, steps.end(),
      [&](const Step& step) { return step.kind == Kind::expect && step.peer == steps[at].peer; });
  return found == steps.end() ? nullptr : &*found;
}

bool Script::is_refused(std::size_t at) const {
  const auto* answer = answer_to(at);
  return answer != nullptr &&
         (answer->text.find("ERROR") != std::string::npos || answer->text.starts_with("NOK"));
}

std::map<char, std::string> Script::names_before(std::size_t at) const {
  std::map<char, std::string> names;
  const auto sign = introduction(*protocol);
  for (std::size_t before = 0; before < at && !sign.empty(); ++before) {
    const auto& step = steps[before];
    const auto found = step.bytes.find(sign);
    if (step.kind != Kind::send || found == std::string::npos) continue;
    if (is_refused(before)) continue;
    const auto rest = std::string_view(step.bytes).substr(found + sign.size());
    std::string name(rest.begin(), std::ranges::find_if_not(rest, is_part_of_word));
    if (!name.empty()) names[step.peer] = std::move(name);
  }
  return names;
}

std::string replace_words(std::string_view text, const Words& others) {
  std::string replaced;
  while (!text.empty()) {
    const auto end = std::ranges::find_if_not(text, is_part_of_word);
    const auto word = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    const auto other = others.find(word);
    replaced += other == others.end() ? word : other->second;
    text.remove_prefix(word.size());
    const auto next = std::ranges::find_if(text, is_part_of_word);
    const auto between = text.substr(0, static_cast<std::size_t>(next - text.begin()));
    replaced += between;
    text.remove_prefix(between.size());
  }
  return replaced;
}

Script make_script(const transcript::Transcript& source, std::string_view encoding, std::string_view ending) {
  Script script{.protocol = source.protocol, .encoding = encoding, .steps = {}};
  const auto names = names_in(source, ending);
  script.steps.reserve(source.lines.size());
  for (const auto& line : source.lines) {
    Step step{.kind = line.kind, .number = line.number, .peer = line.peer};
    if (line.kind == Kind::send || line.kind == Kind::expect) {
      step.bytes = replace_words(line.bytes, names);
      step.text = text_of(*source.protocol, step.bytes);
    }
    script.steps.push_back(std::move(step));
  }
  return script;
}

Step make_step(const protocols::Protocol& protocol, Kind kind, char peer, std::string text) {
  auto bytes = bytes_of(protocol, text) + std::string(protocol.line_end);
  return {.kind = kind, .peer = peer, .bytes = std::move(bytes), .text = std::move(text)};
}

std::string bytes_of(const protocols::Protocol& protocol, std::string_view text) {
  std::string said;
  for (const char sign : text) {
    if (sign == '|' && !protocol.unit.empty()) {
      said += protocol.unit;
    } else {
      said += sign;
    }
  }
  return protocol.encodings.empty() ? transcript::unescape(said).value_or(said) : said;
}

}  // namespace client::check
