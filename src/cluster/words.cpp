// A line of words: texts as one word.
#include "cluster/words.hpp"

#include <fmt/format.h>

namespace cluster::words {
namespace {

bool ends_word(char c) { return c == ' ' || c == '\t' || c == '%' || c == '\n' || c == '\r'; }

}  // namespace

std::string escape(std::string_view text) {
  if (text.empty()) return "%";
  std::string word;
  word.reserve(text.size());
  for (const char c : text) {
    if (ends_word(c)) {
      word += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    } else {
      word += c;
    }
  }
  return word;
}

std::optional<std::string> unescape(std::string_view word) {
  if (word == "%") return "";
  std::string text;
  text.reserve(word.size());
  for (std::size_t at = 0; at < word.size(); ++at) {
    if (word[at] != '%') {
      text += word[at];
      continue;
    }
    unsigned code = 0;
    const auto digits = word.substr(at + 1, 2);
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (problem != std::errc{} || digits.size() != 2 || end != digits.data() + 2) return std::nullopt;
    text += static_cast<char>(code);
    at += 2;
  }
  return text;
}

}  // namespace cluster::words
