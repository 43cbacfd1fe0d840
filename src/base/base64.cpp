// Base64 as RFC 4648 has it.
#include "base/base64.hpp"

#include <algorithm>
#include <cstdint>

namespace base {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr char kPadding = '=';
constexpr std::size_t kGroup = 3;   ///< bytes
constexpr std::size_t kDigits = 4;  ///< that write them

}  // namespace

std::string to_base64(std::string_view bytes) {
  std::string text;
  text.reserve((bytes.size() + kGroup - 1) / kGroup * kDigits);
  for (; !bytes.empty(); bytes.remove_prefix(std::min(kGroup, bytes.size()))) {
    const auto group = bytes.substr(0, kGroup);
    std::uint32_t bits = 0;
    for (std::size_t at = 0; at < kGroup; ++at) {
      bits = bits << 8U | (at < group.size() ? static_cast<unsigned char>(group[at]) : 0U);
    }
    for (std::size_t digit = 0; digit < kDigits; ++digit) {
      const auto value = bits >> (6 * (kDigits - 1 - digit)) & 0x3FU;
      text += digit <= group.size() ? kAlphabet[value] : kPadding;
    }
  }
  return text;
}

std::optional<std::string> from_base64(std::string_view text) {
  auto digits = text;
  for (int padding = 0; padding < 2 && digits.ends_with(kPadding); ++padding) digits.remove_suffix(1);
  std::string bytes;
  bytes.reserve(digits.size() / kDigits * kGroup + kGroup);
  std::uint32_t bits = 0;
  int pending = 0;  // bits that are no whole byte yet
  for (const char digit : digits) {
    const auto value = kAlphabet.find(digit);
    if (value == std::string_view::npos) return std::nullopt;
    bits = bits << 6U | static_cast<std::uint32_t>(value);
    pending += 6;
    if (pending < 8) continue;
    pending -= 8;
    bytes += static_cast<char>(bits >> static_cast<unsigned>(pending) & 0xFFU);
  }
  // Wrong padding, and bits that no byte takes, show in that the bytes are written otherwise.
  if (to_base64(bytes) != text) return std::nullopt;
  return bytes;
}

}  // namespace base
