// Java's modified UTF-8, one 16-bit unit at a time as Java writes it.
#include "protocols/shelfie/java/utf.hpp"

#include <algorithm>
#include <cstdint>

namespace protocols::shelfie::java {

namespace {

std::uint32_t byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

/// Takes one 16-bit unit off the front; none if it is malformed or longer than it must be.
std::optional<std::uint32_t> take_unit(std::string_view& bytes) {
  const std::uint32_t lead = byte_at(bytes, 0);
  const std::size_t length = lead < 0x80 ? 1 : (lead & 0xE0U) == 0xC0 ? 2 : (lead & 0xF0U) == 0xE0 ? 3 : 0;
  if (length == 0 || length > bytes.size() || lead == 0) return std::nullopt;
  std::uint32_t unit = length == 1 ? lead : length == 2 ? lead & 0x1FU : lead & 0x0FU;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_at(bytes, i) & 0xC0U) != 0x80) return std::nullopt;
    unit = unit << 6U | (byte_at(bytes, i) & 0x3FU);
  }
  bytes.remove_prefix(length);
  if ((length == 2 && unit < 0x80 && unit != 0) || (length == 3 && unit < 0x800)) return std::nullopt;
  return unit;
}

/// Appends the lowest bits of `value` as continuation bytes behind a lead byte.
void append_coded(std::string& out, std::uint32_t value, int length) {
  if (length == 1) {
    out += static_cast<char>(value);
    return;
  }
  const std::uint32_t mark = length == 2 ? 0xC0 : length == 3 ? 0xE0 : 0xF0;
  out += static_cast<char>(mark | value >> (6U * (length - 1)));
  for (int i = length - 2; i >= 0; --i) out += static_cast<char>(0x80U | (value >> (6U * i) & 0x3FU));
}

bool is_high(std::uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low(std::uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

}  // namespace

bool is_plain(std::string_view bytes) {
  return std::ranges::all_of(bytes, [](char c) { return static_cast<signed char>(c) > 0; });
}

std::optional<std::string> from_modified(std::string_view bytes) {
  if (is_plain(bytes)) return std::string(bytes);
  std::string text;
  while (!bytes.empty()) {
    const auto unit = take_unit(bytes);
    if (!unit || is_low(*unit)) return std::nullopt;
    if (is_high(*unit)) {
      const auto low = bytes.empty() ? std::nullopt : take_unit(bytes);
      if (!low || !is_low(*low)) return std::nullopt;
      append_coded(text, 0x10000 + ((*unit - 0xD800) << 10U) + (*low - 0xDC00), 4);
    } else {
      append_coded(text, *unit, *unit < 0x80 ? 1 : *unit < 0x800 ? 2 : 3);
    }
  }
  return text;
}

std::string to_modified(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  std::string bytes;
  for (std::size_t at = 0; at < text.size();) {
    const std::uint32_t lead = byte_at(text, at);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (lead == 0) {
      append_coded(bytes, 0, 2);
    } else if (length < 4 || at + 4 > text.size()) {
      bytes.append(text.substr(at, length));
    } else {
      const std::uint32_t beyond = ((lead & 0x07U) << 18U | (byte_at(text, at + 1) & 0x3FU) << 12U |
                                    (byte_at(text, at + 2) & 0x3FU) << 6U | (byte_at(text, at + 3) & 0x3FU)) -
                                   0x10000;
      append_coded(bytes, 0xD800 + (beyond >> 10U & 0x3FFU), 3);
      append_coded(bytes, 0xDC00 + (beyond & 0x3FFU), 3);
    }
    at += length;
  }
  return bytes;
}

}  // namespace protocols::shelfie::java
