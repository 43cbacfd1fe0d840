// The token by which a browser is known again.
#include "server/web/token.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <sys/random.h>

#include <array>
#include <span>
#include <stdexcept>

#include "base/text.hpp"

namespace server::web {
namespace {

constexpr std::string_view kName = "parlor";
constexpr std::size_t kBytes = 32;
constexpr std::size_t kCharacters = 43;  // 32 bytes in base64 without padding
constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

bool is_token(std::string_view text) {
  return text.size() == kCharacters && text.find_first_not_of(kDigits) == std::string_view::npos;
}

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

}  // namespace

std::string make_token() {
  std::array<unsigned char, kBytes> bytes{};
  if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw std::runtime_error("the system gives no random bytes");
  return encode(bytes);
}

std::optional<std::string> token_in(std::string_view cookies) {
  for (auto cookie : base::split(cookies, ';')) {
    cookie.remove_prefix(std::min(cookie.find_first_not_of(' '), cookie.size()));
    const auto name = base::cut(cookie, '=');
    if (name == kName && is_token(cookie)) return std::string(cookie);
  }
  return std::nullopt;
}

std::string fingerprint(std::string_view token) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(token.data(), token.size(), digest.data(), &size, EVP_sha256(), nullptr);
  std::string text;
  for (unsigned at = 0; at < size; ++at) text += fmt::format("{:02x}", digest[at]);
  return text;
}

std::string write_cookie(std::string_view token, Channel channel) {
  return fmt::format("{}={}; HttpOnly; SameSite=Strict; Path=/; Max-Age=31536000{}", kName, token,
                     channel == Channel::encrypted ? "; Secure" : "");
}

}  // namespace server::web
