// Who comes: browsers by their cookies, and the new cookies of those in which somebody signs in or out.
#pragma once

#include <cstdint>
#include <deque>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "server/web/token.hpp"

namespace server::web {

/// The fingerprint of the pass that a browser was given last; nothing: the one that it came with.
using PassOf = std::function<base::Result<std::optional<std::string>>(std::string_view browser)>;

/// Why nobody can say which browser it is: it needs a new cookie, or that cannot be looked up now.
enum class Unknown : std::uint8_t { stranger, unreadable };

class Browsers {
 public:
  Browsers(Tokens tokens, PassOf pass_of) : tokens_(std::move(tokens)), pass_of_(std::move(pass_of)) {}

  /// Which browser has these cookies.
  std::expected<std::string, Unknown> find(std::string_view cookies) const;
  /// The value of a Set-Cookie field for a browser that is nobody yet.
  std::string welcome() const { return tokens_.write_cookie(tokens_.make()); }

  /// A WebSocket cannot set cookies. So a browser is told a word, and fetches its new token with that.
  Token renew(std::string_view browser) const { return tokens_.renew(browser); }
  std::string promise(Token token);
  /// The value of a Set-Cookie field, once, for the browser to which it was promised: that browser's old
  /// cookie must come with it, so that no other site can hand somebody a token.
  std::optional<std::string> keep_promise(std::string_view word, std::string_view cookies);

 private:
  struct Promise {
    std::string word;
    Token token;
  };

  Tokens tokens_;
  PassOf pass_of_;
  std::deque<Promise> promises_;  ///< oldest first
};

}  // namespace server::web
