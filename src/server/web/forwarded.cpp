// For whom a proxy has forwarded a request.
#include "server/web/forwarded.hpp"

#include <ranges>

#include "base/text.hpp"
#include "net/address.hpp"

namespace server::web {

std::string client_of(std::string_view peer, std::string_view forwarded_for, const net::Networks& proxies) {
  std::string client(peer);
  const auto stops = base::split(forwarded_for, ',');
  for (auto stop : std::views::reverse(stops)) {
    stop = base::trim(stop);
    if (!proxies.contain(client) || !net::is_address(stop)) break;
    client = stop;
  }
  return client;
}

}  // namespace server::web
