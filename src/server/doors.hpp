// Who is let in by the listeners, as the host has set it.
#pragma once

#include "net/networks.hpp"
#include "net/tcp.hpp"
#include "server/config.hpp"

namespace server {

net::Networks proxies_of(const Config& config);

/// With so many descriptors, some of which no player may have: files, listeners, the admin listener's
/// visitors.
net::TcpLimits tcp_limits(const Limits& limits, std::size_t descriptors);

}  // namespace server
