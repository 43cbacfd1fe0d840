// Reading small texts: the parts that are not templates.
#include "base/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace base {
namespace {

/// How many bytes the character that starts with `lead` has; 0 if none can start so.
std::size_t length_of(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead < 0xE0) return 2;
  if (lead >= 0xE0 && lead < 0xF0) return 3;
  if (lead >= 0xF0 && lead < 0xF5) return 4;
  return 0;
}

/// The character at the head of the text, or nothing if the bytes are no UTF-8 (overlong and surrogates
/// included).
std::optional<std::uint32_t> character(std::string_view text, std::size_t length) {
  if (length == 0 || text.size() < length) return std::nullopt;
  const auto lead = static_cast<unsigned char>(text[0]);
  if (length == 1) return lead;
  std::uint32_t value = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80U) return std::nullopt;
    value = (value << 6U) | (byte & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  if (value < kLeast[length] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return std::nullopt;
  return value;
}

/// Whether the text is UTF-8 and every character of it fits.
template <class Fits>
bool all_characters(std::string_view text, Fits fits) {
  while (!text.empty()) {
    const auto length = length_of(static_cast<unsigned char>(text[0]));
    const auto value = character(text, length);
    if (!value || !fits(*value)) return false;
    text.remove_prefix(length);
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
