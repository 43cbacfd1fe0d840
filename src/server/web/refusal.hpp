// Why something was refused on the web listener, for the counters.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace server::web {

enum class Refusal : std::uint8_t {
  handshake,  ///< a request at /ws that asks for no WebSocket, or for one of another version
  host,       ///< a request for a server of another name
  origin,     ///< a page of another site
  cookie,     ///< no token, or none of the right form
  tls,        ///< bytes that are no TLS
  too_big,    ///< a message that is too long
  binary,     ///< a binary message
  not_utf8,   ///< a text message that is no text
  frame,      ///< a broken rule of WebSocket
  rate,       ///< too many messages or requests
  silent,     ///< no answer to pings
};

/// In the order of the enum.
inline constexpr std::array<std::string_view, 11> kRefusals{"handshake", "host",    "origin", "cookie",
                                                            "tls",       "too_big", "binary", "not_utf8",
                                                            "frame",     "rate",    "silent"};

}  // namespace server::web
