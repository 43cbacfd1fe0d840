// Addresses as people write them: "127.0.0.1:6343", "[::1]:6343", "localhost:6343".
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace net {

struct Address {
  std::string host;
  std::uint16_t port = 0;

  friend bool operator==(const Address&, const Address&) = default;
};

/// Code::malformed with a sentence if the text is not HOST:PORT.
base::Result<Address> read_address(std::string_view text);
std::string write_address(const Address& address);

/// An address as the operating system wants it.
struct SocketAddress {
  sockaddr_storage bytes{};
  socklen_t size = 0;
};

/// Looks the host up. Code::system with a sentence if it is not known.
base::Result<SocketAddress> resolve(const Address& address);
Address describe(const SocketAddress& address);

/// Whether the text is an address in numbers, without a port.
bool is_address(std::string_view host);

/// Whose network an address belongs to: one of IPv4 is its own ("10.0.0.1"), of IPv6 the first 64 bits count
/// ("2001:db8:0:1::/64"), and IPv4 in the form of IPv6 is IPv4. What is no address is its own, too.
std::string network_of(std::string_view host);

}  // namespace net
