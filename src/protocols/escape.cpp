// Bytes as a transcript writes them, and back.
#include "protocols/escape.hpp"

#include <fmt/format.h>

#include <charconv>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace protocols {
namespace {

/// How many bytes the visible character at the head of the text has; 0 if there is none.
std::size_t length_of_character(std::string_view text) {
  auto rest = text;
  if (!base::take_character(rest)) return 0;
  const auto length = text.size() - rest.size();
  return base::is_printable(text.substr(0, length)) ? length : 0;
}

base::Result<char> read_hexadecimal(std::string_view digits) {
  int value = 0;
  if (digits.size() < 2 ||
      std::from_chars(digits.data(), digits.data() + 2, value, 16).ptr != digits.data() + 2)
    return base::fail(base::Code::malformed, "\\x needs two hexadecimal digits");
  return static_cast<char>(value);
}

}  // namespace

std::string escape(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) {
    const auto length = length_of_character(bytes);
    if (bytes[0] == '\\') {
      text += "\\\\";
    } else if (length > 0) {
      text += bytes.substr(0, length);
    } else if (bytes[0] == '\n') {
      text += "\\n";
    } else if (bytes[0] == '\r') {
      text += "\\r";
    } else {
      text += fmt::format("\\x{:02X}", static_cast<unsigned char>(bytes[0]));
    }
    bytes.remove_prefix(std::max<std::size_t>(1, length));
  }
  return text;
}

base::Result<std::string> unescape(std::string_view text) {
  std::string bytes;
  bytes.reserve(text.size());
  while (!text.empty()) {
    const auto plain = text.substr(0, text.find('\\'));
    bytes += plain;
    text.remove_prefix(plain.size());
    if (text.empty()) break;
    const char sign = text.size() > 1 ? text[1] : ' ';
    text.remove_prefix(std::min<std::size_t>(2, text.size()));
    if (sign == 'n') {
      bytes += '\n';
    } else if (sign == 'r') {
      bytes += '\r';
    } else if (sign == '\\') {
      bytes += '\\';
    } else if (sign == 'x') {
      const auto byte = read_hexadecimal(text);
      if (!byte) return std::unexpected(byte.error());
      bytes += *byte;
      text.remove_prefix(2);
    } else {
      return base::fail(base::Code::malformed, "an escape is \\n, \\r, \\\\ or \\xNN");
    }
  }
  return bytes;
}

}  // namespace protocols
