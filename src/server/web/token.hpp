// The cookie by which a browser is known again: made by this server alone, unguessable, never kept or logged.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace server::web {

/// 32 bytes from the system's source of chance, in base64url.
std::string make_secret();

/// SHA-256 in hexadecimal digits: it tells two texts apart, and nobody can find the text from it.
std::string fingerprint(std::string_view text);

/// What a cookie says: which browser it is, the same for as long as it comes, and a pass that is changed when
/// somebody signs in or out there.
struct Token {
  std::string browser;
  std::string pass;

  friend bool operator==(const Token&, const Token&) = default;
};

/// Of an encrypted site the cookie is never sent in plain, and belongs to this host alone (`__Host-`).
enum class Channel : bool { plain, encrypted };

/// Makes tokens, and knows those that it has made by a seal that needs the secret.
class Tokens {
 public:
  Tokens(std::string secret, Channel channel) : secret_(std::move(secret)), channel_(channel) {}

  /// Of a browser that was never here.
  Token make() const;
  /// Of the same browser, with another pass.
  Token renew(std::string_view browser) const;

  /// The value of a Set-Cookie field.
  std::string write_cookie(const Token& token) const;
  /// The token in the value of a Cookie field; nothing if there is none that was made with this secret.
  std::optional<Token> read_cookie(std::string_view cookies) const;

 private:
  std::string_view name() const;
  std::string seal(std::string_view token) const;
  std::optional<Token> open(std::string_view text) const;

  std::string secret_;
  Channel channel_;
};

}  // namespace server::web
