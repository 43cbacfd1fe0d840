// Frames that are none, recognised and named.
#include "protocols/frame_fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/text.hpp"

namespace protocols {
namespace {

constexpr std::size_t kLooked = 4096;  ///< so much of the bytes is looked at

struct Named {
  std::string_view bytes;
  std::string_view name;
};

/// What may end a message by mistake; longer ones first.
constexpr std::array kEnds{Named{"\r\n", "CR LF (0x0D 0x0A)"},
                           Named{"\n", "LF (0x0A)"},
                           Named{"\r", "CR (0x0D)"},
                           Named{"\x1e", "RS (0x1E)"},
                           Named{"\xe2\x90\x9e", "the character \xe2\x90\x9e (a picture of RS)"},
                           Named{"\\r\\n", "the four characters \\r\\n"},
                           Named{"\\n", "the two characters \\n"},
                           Named{"\\x1e", "the four characters \\x1e"},
                           Named{"\\u001e", "the six characters \\u001e"},
                           Named{std::string_view("\0", 1), "NUL (0x00)"}};

constexpr std::array kUnits{Named{"|", "'|'"},
                            Named{"\xe2\x90\x9f", "the character \xe2\x90\x9f (a picture of US)"},
                            Named{"\\x1f", "the four characters \\x1f"},
                            Named{"\\u001f", "the six characters \\u001f"},
                            Named{" ", "a space"},
                            Named{",", "','"},
                            Named{";", "';'"},
                            Named{":", "':'"},
                            Named{"\t", "a tab"}};

std::string name_of(std::string_view bytes) {
  if (bytes == "\x1f") return "US (0x1F)";
  const auto found = std::ranges::find(kEnds, bytes, &Named::bytes);
  return std::string(found == kEnds.end() ? bytes : found->name);
}

bool begins_with_any(std::string_view bytes, std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view one) { return bytes.starts_with(one); });
}

/// Something that is spoken elsewhere.
std::optional<std::string> other_language(const Protocol& protocol, std::string_view bytes) {
  const auto told = [&](std::string_view what) {
    return fmt::format("this is {}, and {} is spoken here", what, protocol.name);
  };
  if (begins_with_any(bytes, {"\x16\x03", "\x15\x03"})) return told("TLS, an encrypted connection");
  if (begins_with_any(bytes,
                      {"HTTP/", "GET /", "POST /", "HEAD /", "PUT /", "OPTIONS ", "CONNECT ", "PRI * HTTP"}))
    return told("HTTP");
  if (bytes.starts_with("SSH-")) return told("SSH");
  if (bytes.starts_with("\xac\xed") && find_translated(protocol, bytes[0]) == nullptr)
    return told("a stream of Java objects");
  if (!protocol.json && bytes.starts_with("{\"")) return told("JSON");
  return std::nullopt;
}

/// Every second byte of a text in UTF-16 is zero as long as the letters are plain.
std::optional<std::string> other_charset(const Protocol& protocol, std::string_view bytes) {
  const auto zeros = [&](std::size_t first) {
    constexpr std::size_t kEnough = 4;
    if (bytes.size() < kEnough) return false;
    for (std::size_t at = 0; at < bytes.size(); ++at) {
      if ((bytes[at] == '\0') != (at % 2 == first)) return false;
    }
    return true;
  };
  const auto told = [&](std::string_view charset, std::string_view way) {
    return fmt::format("the text is {}, and {} is written in UTF-8{}", charset, protocol.name,
                       protocol.utf16 ? way : "");
  };
  if (bytes.starts_with("\xfe\xff") || zeros(0)) return told("UTF-16BE", " (--charset utf-16be reads it)");
  if (bytes.starts_with("\xff\xfe") || zeros(1)) return told("UTF-16LE", "");
  if (bytes.starts_with("\xef\xbb\xbf"))
    return "a byte order mark (0xEF 0xBB 0xBF) stands before the message";
  return std::nullopt;
}

bool is_control(char byte) { return static_cast<unsigned char>(byte) < 0x20; }

/// Text, the ends of lines and of units among it.
bool is_text(std::string_view bytes) {
  static constexpr std::string_view kAllowed = "\n\r\x1e\x1f";
  return std::ranges::all_of(bytes, [](char byte) { return !is_control(byte) || kAllowed.contains(byte); });
}

/// A number of bytes in front of as many bytes of text.
std::optional<std::string> length_prefix(const Protocol& protocol, std::string_view bytes) {
  for (const std::size_t width : {4U, 2U, 1U}) {
    if (bytes.size() < width + 2) continue;
    std::uint64_t big = 0;
    std::uint64_t little = 0;
    for (std::size_t at = 0; at < width; ++at) {
      big = (big << 8U) + static_cast<unsigned char>(bytes[at]);
      little = (little << 8U) + static_cast<unsigned char>(bytes[width - 1 - at]);
    }
    const auto text = bytes.substr(width);
    const bool controls = std::ranges::any_of(bytes.substr(0, width), is_control);
    for (const auto length : {big, little}) {
      const bool fits = width == 1 ? length == text.size() : length > 1 && length <= text.size();
      if (fits && controls && is_text(text.substr(0, length)))
        return fmt::format(
            "{} byte{} with the length stand{} before the text; {} has none: {} ends a message", width,
            width == 1 ? "" : "s", width == 1 ? "s" : "", protocol.name, name_of(protocol.line_end));
    }
  }
  return std::nullopt;
}

/// What ends the message, where it is not what should.
std::optional<std::string> wrong_end(const Protocol& protocol, std::string_view bytes) {
  const auto right = name_of(protocol.line_end);
  if (bytes.contains(protocol.line_end.back())) {
    if (protocol.line_end.ends_with('\n') && bytes.contains("\r\r\n"))
      return fmt::format("CR CR LF (0x0D 0x0D 0x0A) ends a message where {} belongs", right);
    return std::nullopt;
  }
  for (const auto& [end, name] : kEnds) {
    if (bytes.contains(end)) return fmt::format("{} ends a message where {} belongs", name, right);
  }
  if (protocol.json && !bytes.starts_with('{'))
    return fmt::format("this is no message of {}: one is a JSON object in a line, and begins with '{{'",
                       protocol.name);
  return fmt::format("nothing ends the message: {} must follow", right);
}

/// What stands behind the first word in place of the protocol's unit.
std::optional<std::string> wrong_unit(const Protocol& protocol, std::string_view bytes) {
  if (protocol.unit.empty() || bytes.contains(protocol.unit)) return std::nullopt;
  const auto word = bytes.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  if (word == std::string_view::npos || word < 2) return std::nullopt;
  for (const auto& [unit, name] : kUnits) {
    if (bytes.substr(word).starts_with(unit))
      return fmt::format("{} stands between the words where {} belongs", name, name_of(protocol.unit));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> wrong_frame(const Protocol& protocol, std::string_view bytes) {
  bytes = bytes.substr(0, kLooked);
  if (bytes.empty()) return std::nullopt;
  if (auto other = other_language(protocol, bytes)) return other;
  if (find_translated(protocol, bytes[0]) != nullptr) return std::nullopt;
  if (auto charset = other_charset(protocol, bytes)) return charset;
  if (auto prefix = length_prefix(protocol, bytes)) return prefix;
  const auto unit = wrong_unit(protocol, bytes);
  const auto end = wrong_end(protocol, bytes);
  if (unit && end) return fmt::format("{}; {}", *end, *unit);
  return end ? end : unit;
}

}  // namespace protocols
