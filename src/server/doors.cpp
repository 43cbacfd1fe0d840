// Who is let in by the listeners, as the host has set it.
#include "server/doors.hpp"

#include <algorithm>

namespace server {
namespace {

/// Descriptors that no player may have.
constexpr std::size_t kReserved = 64;

}  // namespace

net::Networks proxies_of(const Config& config) {
  net::Networks proxies;
  for (const auto& one : config.trust_proxies) static_cast<void>(proxies.add(one));  // it was read before
  return proxies;
}

net::TcpLimits tcp_limits(const Limits& limits, std::size_t descriptors) {
  const auto or_none = [](std::size_t limit) { return limit == 0 ? net::TcpLimits::kNone : limit; };
  const auto room = descriptors - std::min(kReserved, descriptors / 2);
  net::TcpLimits result;
  result.links = std::min(or_none(limits.connections), room);
  result.links_of_network = or_none(limits.connections_per_address);
  result.all_output = limits.unread_mebibytes == 0 ? net::TcpLimits::kNone : limits.unread_mebibytes << 20U;
  return result;
}

}  // namespace server
