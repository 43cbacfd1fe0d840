// Whether a request may become a WebSocket, and how it is answered.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "net/http.hpp"
#include "server/web/browsers.hpp"
#include "server/web/refusal.hpp"

namespace server::web {

struct Upgrade {
  std::string answer;         ///< the bytes that agree
  std::string browser;        ///< as its cookie names it
  std::string page{};         ///< of the browser's pages the one that connects; empty: it does not say so
  std::uint64_t attempt = 0;  ///< of this page, counted up
};

struct RefusedUpgrade {
  Refusal reason;
  net::HttpAnswer answer;
};

/// `origin` is where pages may also come from, as in "https://play.example.org", for those behind a proxy;
/// may be empty.
std::expected<Upgrade, RefusedUpgrade> upgrade(const net::HttpRequest& request, std::string_view origin,
                                               const Browsers& browsers);

}  // namespace server::web
