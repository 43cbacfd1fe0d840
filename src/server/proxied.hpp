// Wire connections that a proxy has opened and not yet said for whom.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "net/loop.hpp"
#include "net/proxy_header.hpp"
#include "net/tcp.hpp"

namespace server {

/// How long a proxy has to say so.
inline constexpr auto kProxyPatience = std::chrono::seconds(10);

class Proxied {
 public:
  struct Arrival {
    net::Address peer;    ///< the proxy, and then whom it has named
    std::string bytes{};  ///< what has come, and then what came behind the header
    net::Loop::Clock::time_point since = net::Loop::Clock::now();
  };

  void add(net::LinkId link, const net::Address& proxy) { proxied_.try_emplace(link, Arrival{proxy}); }
  bool knows(net::LinkId link) const { return proxied_.contains(link); }
  bool empty() const { return proxied_.empty(); }

  /// Somebody who has arrived, and is known here no more; nothing if more must come. Code::malformed if the
  /// connection does not begin as a proxy's must.
  base::Result<std::optional<Arrival>> receive(net::LinkId link, std::string_view bytes) {
    auto& arrival = proxied_.at(link);
    arrival.bytes += bytes;
    const auto header = net::read_proxy_header(arrival.bytes);
    if (!header) return std::unexpected(header.error());
    if (!*header) return std::nullopt;
    auto done = std::move(proxied_.extract(link).mapped());
    if ((*header)->source) done.peer = *(*header)->source;
    done.bytes.erase(0, (*header)->size);
    return done;
  }

  bool forget(net::LinkId link) { return proxied_.erase(link) > 0; }

  /// Those who have waited for too long.
  std::vector<net::LinkId> late() const {
    const auto now = net::Loop::Clock::now();
    std::vector<net::LinkId> links;
    for (const auto& [link, arrival] : proxied_) {
      if (now - arrival.since >= kProxyPatience) links.push_back(link);
    }
    return links;
  }

 private:
  std::unordered_map<net::LinkId, Arrival> proxied_;
};

}  // namespace server
