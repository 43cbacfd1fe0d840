// The token by which a browser is known again: unguessable, in a cookie, never kept or logged by the server.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace server::web {

/// 32 bytes from the system's source of chance, in base64url.
std::string make_token();

/// The token in the value of a Cookie field; nothing if there is none of the right form.
std::optional<std::string> token_in(std::string_view cookies);

/// What the server knows a token by: it tells two tokens apart, and nobody can find the token from it.
std::string fingerprint(std::string_view token);

enum class Channel : bool { plain, encrypted };

/// The value of a Set-Cookie field.
std::string write_cookie(std::string_view token, Channel channel);

}  // namespace server::web
