// Transcripts made ready to be played: other names, one way to write each message.
#include "client/check/script.hpp"

#include <algorithm>
#include <cctype>

#include "protocols/checks.hpp"
#include "protocols/escape.hpp"
#include "transcript/message_cutter.hpp"

namespace client::check {
namespace {

using Kind = protocols::LineKind;

bool is_letter(char sign) { return std::isalpha(static_cast<unsigned char>(sign)) != 0; }
bool is_part_of_word(char sign) { return std::isalnum(static_cast<unsigned char>(sign)) != 0; }

/// Plain words that somebody takes as a name, with the ending. Those that try what a name may be are left
/// alone.
protocols::Replacements names_in(const transcript::Transcript& source, std::string_view ending) {
  constexpr std::size_t kShortest = 3;
  constexpr std::size_t kLongest = 9;
  protocols::Replacements names;
  const auto sign = source.protocol->checks->introduction;
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
    return bytes.starts_with('{') ? std::string(bytes) : protocols::escape(bytes);
  }
  transcript::MessageCutter cutter(protocol);
  cutter.hear(bytes);
  if (auto text = cutter.next()) return *text;
  return cutter.rest();
}

}  // namespace

Script make_script(const transcript::Transcript& source, std::string_view encoding, std::string_view ending) {
  Script script{.protocol = source.protocol, .encoding = encoding, .steps = {}};
  const auto names = names_in(source, ending);
  script.steps.reserve(source.lines.size());
  for (const auto& line : source.lines) {
    Step step{.kind = line.kind, .number = line.number, .peer = line.peer};
    if (line.kind == Kind::send || line.kind == Kind::expect) {
      step.bytes = protocols::replace_words(line.bytes, names);
      step.text = text_of(*source.protocol, step.bytes);
    }
    script.steps.push_back(std::move(step));
  }
  return script;
}

}  // namespace client::check
