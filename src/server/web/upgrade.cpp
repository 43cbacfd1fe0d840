// Whether a request may become a WebSocket (RFC 6455, 4.2).
#include "server/web/upgrade.hpp"

#include <boost/beast/core/string.hpp>
#include <utility>

#include "base/text.hpp"
#include "net/websocket.hpp"

namespace server::web {
namespace {

std::unexpected<RefusedUpgrade> refuse(Refusal reason, unsigned status, std::string sentence,
                                       net::HttpFields fields = {}) {
  return std::unexpected(RefusedUpgrade{
      reason, {status, std::move(sentence) + '\n', "text/plain; charset=utf-8", std::move(fields)}});
}

bool same(std::string_view one, std::string_view other) { return boost::beast::iequals(one, other); }

/// An origin without "http://" or "https://" is the host and port that the browser's page came from.
bool is_own_origin(std::string_view origin, std::string_view host) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) return !host.empty() && same(origin.substr(scheme.size()), host);
  }
  return false;
}

/// The value of a name in "a=1&b=2"; empty if it is not there.
std::string_view value_in(std::string_view query, std::string_view name) {
  for (auto part : base::split(query, '&')) {
    if (base::cut(part, '=') == name) return part;
  }
  return {};
}

}  // namespace

std::expected<Upgrade, RefusedUpgrade> upgrade(const net::HttpRequest& request, std::string_view origin,
                                               const Browsers& browsers) {
  if (request.method != net::HttpRequest::Method::get || !request.lists("Upgrade", "websocket") ||
      !request.lists("Connection", "upgrade")) {
    return refuse(Refusal::handshake, 426, "here is only a WebSocket", {{"Upgrade", "websocket"}});
  }
  if (request.field("Sec-WebSocket-Version") != "13") {
    return refuse(Refusal::handshake, 426, "only version 13 of WebSocket is spoken here",
                  {{"Upgrade", "websocket"}, {"Sec-WebSocket-Version", "13"}});
  }
  const auto key = request.field("Sec-WebSocket-Key");
  if (!net::websocket::is_key(key)) return refuse(Refusal::handshake, 400, "the Sec-WebSocket-Key is none");
  const auto from = request.field("Origin");
  if (!is_own_origin(from, request.field("Host")) && (origin.empty() || !same(from, origin)))
    return refuse(Refusal::origin, 403, "pages of another origin may not connect here");
  const auto browser = browsers.find(request.field("Cookie"));
  if (!browser) {
    return refuse(Refusal::cookie, 401,
                  "the cookie 'parlor' is missing, or none of this server's: load the page first");
  }
  return Upgrade{net::write_switch("websocket", {{"Sec-WebSocket-Accept", net::websocket::accept_key(key)}}),
                 *browser, std::string(value_in(request.query, "page")),
                 base::to_number<std::uint64_t>(value_in(request.query, "try")).value_or(0)};
}

}  // namespace server::web
