// Framing, and the tolerances at the end of docs/protocols/scrabble-twente.rulings.md.
#include "protocols/scrabble-twente/framing.hpp"

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"

namespace protocols::scrabble_twente {
namespace {

constexpr std::uint32_t kUnreadable = 0xFFFD;

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
  if (high != 0 && low)
    return base::append_character(text, 0x10000 + ((high - 0xD800) << 10U) + (unit - 0xDC00));
  if (high != 0) base::append_character(text, kUnreadable);
  if (unit >= 0xD800 && unit < 0xDC00) {
    high_ = unit;
  } else {
    base::append_character(text, low ? kUnreadable : unit);
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
    const auto character = base::take_character(text);
    if (!character) text.remove_prefix(1);
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

}  // namespace protocols::scrabble_twente
