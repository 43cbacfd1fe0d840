// Transcripts made ready to be played.
#include "protocols/script.hpp"

#include <algorithm>
#include <cctype>

#include "protocols/checks.hpp"
#include "protocols/escape.hpp"

namespace protocols {
namespace {

bool is_part_of_word(char sign) { return std::isalnum(static_cast<unsigned char>(sign)) != 0; }

}  // namespace

const Step* Script::answer_to(std::size_t at) const {
  const auto found = std::find_if(
      steps.begin() + static_cast<std::ptrdiff_t>(at) + 1, steps.end(),
      [&](const Step& step) { return step.kind == LineKind::expect && step.peer == steps[at].peer; });
  return found == steps.end() ? nullptr : &*found;
}

bool Script::is_refused(std::size_t at) const {
  const auto* answer = answer_to(at);
  return answer != nullptr && protocol->rule(answer->text, std::nullopt).has_value();
}

std::map<char, std::string> Script::names_before(std::size_t at) const {
  std::map<char, std::string> names;
  const auto sign = protocol->checks->introduction;
  for (std::size_t before = 0; before < at && !sign.empty(); ++before) {
    const auto& step = steps[before];
    const auto found = step.bytes.find(sign);
    if (step.kind != LineKind::send || found == std::string::npos) continue;
    if (is_refused(before)) continue;
    const auto rest = std::string_view(step.bytes).substr(found + sign.size());
    std::string name(rest.begin(), std::ranges::find_if_not(rest, is_part_of_word));
    if (!name.empty()) names[step.peer] = std::move(name);
  }
  return names;
}

std::string replace_words(std::string_view text, const Replacements& others) {
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

bool has_sign(std::string_view text, std::string_view sign) {
  return sign.starts_with('"') ? text.contains(sign) : text.starts_with(sign);
}

Step make_step(const Protocol& protocol, LineKind kind, char peer, std::string text) {
  auto bytes = bytes_of(protocol, text) + std::string(protocol.line_end);
  return {.kind = kind, .peer = peer, .bytes = std::move(bytes), .text = std::move(text)};
}

std::string bytes_of(const Protocol& protocol, std::string_view text) {
  std::string said;
  for (const char sign : text) {
    if (sign == '|' && !protocol.unit.empty()) {
      said += protocol.unit;
    } else {
      said += sign;
    }
  }
  return protocol.encodings.empty() ? unescape(said).value_or(said) : said;
}

}  // namespace protocols
