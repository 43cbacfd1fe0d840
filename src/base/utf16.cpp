// UTF-16 in network order.
#include "base/utf16.hpp"

#include <utility>

#include "base/utf8.hpp"

namespace base {
namespace {

constexpr std::uint32_t kUnreadable = 0xFFFD;

}  // namespace

std::string Utf16Reader::read(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const int byte = static_cast<unsigned char>(c);
    if (first_byte_ < 0) {
      first_byte_ = byte;
    } else {
      take_unit(static_cast<std::uint32_t>(std::exchange(first_byte_, -1) * 256 + byte), text);
    }
  }
  return text;
}

void Utf16Reader::take_unit(std::uint32_t unit, std::string& text) {
  const bool low = unit >= 0xDC00 && unit < 0xE000;
  const auto high = std::exchange(high_, 0);
  if (high != 0 && low) return append_character(text, 0x10000 + ((high - 0xD800) << 10U) + (unit - 0xDC00));
  if (high != 0) append_character(text, kUnreadable);
  if (unit >= 0xD800 && unit < 0xDC00) {
    high_ = unit;
  } else {
    append_character(text, low ? kUnreadable : unit);
  }
}

std::string write_utf16(std::string_view utf8) {
  std::string bytes;
  const auto put = [&](std::uint32_t unit) {
    bytes += static_cast<char>(unit >> 8U);
    bytes += static_cast<char>(unit & 0xFFU);
  };
  while (!utf8.empty()) {
    const auto character = take_character(utf8);
    if (!character) utf8.remove_prefix(1);
    const std::uint32_t value = character.value_or(kUnreadable);
    if (value < 0x10000) {
      put(value);
    } else {
      put(0xD800 + ((value - 0x10000) >> 10U));
      put(0xDC00 + ((value - 0x10000) & 0x3FFU));
    }
  }
  return bytes;
}

}  // namespace base
