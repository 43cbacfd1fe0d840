// Reading small texts: the parts that are not templates.
#include "base/text.hpp"

#include <algorithm>

#include "base/utf8.hpp"

namespace base {
namespace {

/// Whether the text is UTF-8 and every character of it fits.
template <class Fits>
bool all_characters(std::string_view text, Fits fits) {
  while (!text.empty()) {
    const auto character = take_character(text);
    if (!character || !fits(*character)) return false;
  }
  return true;
}

}  // namespace

std::string_view cut(std::string_view& text, char separator) {
  const auto at = text.find(separator);
  const auto head = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
  return head;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::string_view trim(std::string_view text, std::string_view blanks) {
  const auto from = text.find_first_not_of(blanks);
  return from == std::string_view::npos ? "" : text.substr(from, text.find_last_not_of(blanks) - from + 1);
}

bool is_utf8(std::string_view text) {
  return all_characters(text, [](std::uint32_t) { return true; });
}

bool is_printable(std::string_view text) {
  return all_characters(text,
                        [](std::uint32_t value) { return value >= 0x20 && (value < 0x7F || value >= 0xA0); });
}

std::size_t count_characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace base
