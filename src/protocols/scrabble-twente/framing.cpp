// Framing, and the tolerances at the end of docs/protocols/scrabble-twente.rulings.md.
#include "protocols/scrabble-twente/framing.hpp"

#include <algorithm>
#include <utility>

namespace protocols::scrabble_twente {
namespace {

constexpr std::uint32_t kUnreadable = 0xFFFD;

void append_utf8(std::string& text, std::uint32_t character) {
  const auto tail = [&](unsigned shift) {
    text += static_cast<char>(0x80U | ((character >> shift) & 0x3FU));
  };
  if (character < 0x80) {
    text += static_cast<char>(character);
  } else if (character < 0x800) {
    text += static_cast<char>(0xC0U | (character >> 6U));
    tail(0);
  } else if (character < 0x10000) {
    text += static_cast<char>(0xE0U | (character >> 12U));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0U | (character >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

/// Takes the first character of a valid UTF-8 text.
std::uint32_t take_character(std::string_view& text) {
  const auto byte = [&](std::size_t at) {
    return static_cast<std::uint32_t>(static_cast<unsigned char>(text[at]));
  };
  const std::uint32_t head = byte(0);
  const std::size_t length = std::min<std::size_t>(text.size(), head < 0x80   ? 1
                                                                : head < 0xE0 ? 2
                                                                : head < 0xF0 ? 3
                                                                              : 4);
  std::uint32_t character = length == 1 ? head : head & (0xFFU >> (length + 1));
  for (std::size_t at = 1; at < length; ++at) character = (character << 6U) | (byte(at) & 0x3FU);
  text.remove_prefix(length);
  return character;
}

}  // namespace

void Framing::receive(std::string_view bytes) {
  if (bytes.empty()) return;
  if (coding_ == Coding::unknown) coding_ = bytes.front() == '\0' ? Coding::utf16 : Coding::utf8;
  if (coding_ == Coding::utf8) return intake_.receive(bytes);
  intake_.receive(decode(bytes));
}

std::string Framing::decode(std::string_view bytes) {
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

void Framing::take_unit(std::uint32_t unit, std::string& text) {
  const bool low = unit >= 0xDC00 && unit < 0xE000;
  const auto high = std::exchange(high_, 0);
  if (high != 0 && low) return append_utf8(text, 0x10000 + ((high - 0xD800) << 10U) + (unit - 0xDC00));
  if (high != 0) append_utf8(text, kUnreadable);
  if (unit >= 0xD800 && unit < 0xDC00) {
    high_ = unit;
  } else {
    append_utf8(text, low ? kUnreadable : unit);
  }
}

Framing::Found Framing::next(std::string& message) {
  intake_.skip([this](char c) {
    if (c == '\n' && behind_message_ && line_feed_ == LineFeed::unwanted) line_feed_ = LineFeed::owed;
    return c == '\0' || c == '\r' || c == '\n';
  });
  const auto found = intake_.next(message);
  if (found != Found::line) return found;
  while (message.ends_with('\r') || message.ends_with('\n')) message.pop_back();
  behind_message_ = true;
  return found;
}

std::string Framing::frame(std::string_view message) const {
  std::string text(message);
  text += kEnd;
  if (line_feed_ != LineFeed::unwanted) text += '\n';
  return encode(text);
}

std::string Framing::take_line_feed() {
  if (line_feed_ != LineFeed::owed) return "";
  line_feed_ = LineFeed::wanted;
  return encode("\n");
}

std::string Framing::encode(std::string_view text) const {
  if (coding_ != Coding::utf16) return std::string(text);
  std::string bytes;
  const auto put = [&](std::uint32_t unit) {
    bytes += static_cast<char>(unit >> 8U);
    bytes += static_cast<char>(unit & 0xFFU);
  };
  while (!text.empty()) {
    const auto character = take_character(text);
    if (character < 0x10000) {
      put(character);
    } else {
      put(0xD800 + ((character - 0x10000) >> 10U));
      put(0xDC00 + ((character - 0x10000) & 0x3FFU));
    }
  }
  return bytes;
}

}  // namespace protocols::scrabble_twente
