// The cookie by which a browser is known again.
#include "server/web/token.hpp"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <span>

#include "base/text.hpp"
#include "server/chance.hpp"

namespace server::web {
namespace {

constexpr std::size_t kPart = 22;  // 16 bytes in base64 without padding: of a browser, of a pass
constexpr std::size_t kSeal = 43;  // 32 bytes
constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Base64url without padding.
std::string encode(std::span<const unsigned char> bytes) {
  std::string text;
  unsigned held = 0;
  unsigned bits = 0;
  for (const auto byte : bytes) {
    held = (held << 8U) | byte;
    for (bits += 8; bits >= 6; bits -= 6) text += kDigits[(held >> (bits - 6)) & 0x3FU];
  }
  if (bits > 0) text += kDigits[(held << (6 - bits)) & 0x3FU];
  return text;
}

template <std::size_t Bytes>
std::string make_random() {
  std::array<unsigned char, Bytes> bytes{};
  fill_with_chance(bytes);
  return encode(bytes);
}

}  // namespace

std::string make_secret() { return make_random<32>(); }

std::string fingerprint(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(text.data(), text.size(), digest.data(), &size, EVP_sha256(), nullptr);
  std::string digits;
  for (unsigned at = 0; at < size; ++at) digits += fmt::format("{:02x}", digest[at]);
  return digits;
}

Token Tokens::make() const { return renew(make_random<16>()); }

Token Tokens::renew(std::string_view browser) const { return {std::string(browser), make_random<16>()}; }

std::string_view Tokens::name() const { return channel_ == Channel::encrypted ? "__Host-parlor" : "parlor"; }

std::string Tokens::seal(std::string_view token) const {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  ::HMAC(EVP_sha256(), secret_.data(), static_cast<int>(secret_.size()),
         reinterpret_cast<const unsigned char*>(token.data()),  // NOLINT(*-reinterpret-cast): OpenSSL's bytes
         token.size(), digest.data(), &size);
  return encode(std::span(digest).first(size));
}

std::string Tokens::write_cookie(const Token& token) const {
  const auto text = token.browser + token.pass;
  return fmt::format("{}={}{}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000{}", name(), text,
                     seal(text), channel_ == Channel::encrypted ? "; Secure" : "");
}

std::optional<Token> Tokens::read_cookie(std::string_view cookies) const {
  for (auto cookie : base::split(cookies, ';')) {
    cookie.remove_prefix(std::min(cookie.find_first_not_of(' '), cookie.size()));
    if (base::cut(cookie, '=') != name()) continue;
    if (auto token = open(cookie)) return token;
  }
  return std::nullopt;
}

std::optional<Token> Tokens::open(std::string_view text) const {
  if (text.size() != 2 * kPart + kSeal) return std::nullopt;
  const auto right = seal(text.substr(0, 2 * kPart));
  if (CRYPTO_memcmp(right.data(), text.substr(2 * kPart).data(), kSeal) != 0) return std::nullopt;
  return Token{std::string(text.substr(0, kPart)), std::string(text.substr(kPart, kPart))};
}

}  // namespace server::web
