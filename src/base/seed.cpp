// Seeds as text, and what is derived from them.
#include "base/seed.hpp"

#include <sodium/crypto_generichash_blake2b.h>

#include <span>
#include <vector>

#include "base/text.hpp"

namespace base {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

Key key_of(const Seed& seed) {
  if (seed.key()) return *seed.key();
  Key key{};
  for (std::size_t at = 0; at < sizeof(std::uint64_t); ++at)
    key[at] = static_cast<std::uint8_t>(seed.number() >> (8 * at));
  return key;
}

Key blake2b(std::string_view text, std::span<const std::uint8_t> key) {
  const std::vector<unsigned char> bytes(text.begin(), text.end());
  Key made{};
  ::crypto_generichash_blake2b(made.data(), made.size(), bytes.data(), bytes.size(), key.data(), key.size());
  return made;
}

}  // namespace

std::string write_key(const Key& key) {
  std::string text;
  for (const auto byte : key) {
    text += kHexDigits[byte >> 4U];
    text += kHexDigits[byte & 0xFU];
  }
  return text;
}

std::optional<Key> read_key(std::string_view text) {
  Key key{};
  if (text.size() != 2 * key.size()) return std::nullopt;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto digit = kHexDigits.find(text[at]);
    if (digit == std::string_view::npos) return std::nullopt;
    key[at / 2] = static_cast<std::uint8_t>(key[at / 2] << 4U | digit);
  }
  return key;
}

Key hash_of(std::string_view bytes) { return blake2b(bytes, {}); }

Key Seed::derive(std::string_view label) const { return blake2b(label, key_of(*this)); }

std::string write_seed(const Seed& seed) {
  return seed.key() ? write_key(*seed.key()) : std::to_string(seed.number());
}

std::optional<Seed> read_seed(std::string_view text) {
  if (const auto key = read_key(text)) return Seed(*key);
  if (const auto number = to_number<std::uint64_t>(text)) return Seed(*number);
  return std::nullopt;
}

}  // namespace base
