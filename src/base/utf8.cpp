// Characters of UTF-8, one by one.
#include "base/utf8.hpp"

#include <array>

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

}  // namespace

std::optional<char32_t> take_character(std::string_view& text) {
  if (text.empty()) return std::nullopt;
  const auto lead = static_cast<unsigned char>(text[0]);
  const auto length = length_of(lead);
  if (length == 0 || text.size() < length) return std::nullopt;
  char32_t value = length == 1 ? lead : lead & (0xFFU >> (length + 1));
  for (const char next : text.substr(1, length - 1)) {
    const auto byte = static_cast<unsigned char>(next);
    if ((byte & 0xC0U) != 0x80U) return std::nullopt;
    value = (value << 6U) | (byte & 0x3FU);
  }
  constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  if (value < kLeast[length] || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) return std::nullopt;
  text.remove_prefix(length);
  return value;
}

void append_character(std::string& text, char32_t character) {
  const auto byte = [&](char32_t value) { text += static_cast<char>(static_cast<unsigned char>(value)); };
  if (character < 0x80) return byte(character);
  if (character < 0x800) {
    byte(0xC0U | (character >> 6U));
  } else if (character < 0x10000) {
    byte(0xE0U | (character >> 12U));
    byte(0x80U | ((character >> 6U) & 0x3FU));
  } else {
    byte(0xF0U | (character >> 18U));
    byte(0x80U | ((character >> 12U) & 0x3FU));
    byte(0x80U | ((character >> 6U) & 0x3FU));
  }
  byte(0x80U | (character & 0x3FU));
}

}  // namespace base
