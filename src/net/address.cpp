// Addresses, read, written and looked up.
#include "net/address.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <memory>

#include "base/text.hpp"

namespace net {

base::Result<Address> read_address(std::string_view text) {
  const auto colon = text.rfind(':');
  const auto wrong = [&] {
    return base::fail(base::Code::malformed, fmt::format("'{}' is no address: HOST:PORT is meant", text));
  };
  if (colon == std::string_view::npos || colon == 0) return wrong();
  auto host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) {
    host = host.substr(1, host.size() - 2);
  } else if (host.find(':') != std::string_view::npos) {
    return wrong();
  }
  const auto port = base::to_number<std::uint16_t>(text.substr(colon + 1));
  if (!port || host.empty()) return wrong();
  return Address{std::string(host), *port};
}

std::string write_address(const Address& address) {
  const bool six = address.host.find(':') != std::string::npos;
  return six ? fmt::format("[{}]:{}", address.host, address.port)
             : fmt::format("{}:{}", address.host, address.port);
}

base::Result<SocketAddress> resolve(const Address& address) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int code = ::getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &found);
  if (code != 0) {
    return base::fail(base::Code::system,
                      fmt::format("'{}' is not known: {}", address.host, ::gai_strerror(code)));
  }
  const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owner(found, ::freeaddrinfo);
  SocketAddress result;
  std::memcpy(&result.bytes, found->ai_addr, found->ai_addrlen);
  result.size = found->ai_addrlen;
  return result;
}

Address describe(const SocketAddress& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.bytes.ss_family == AF_INET6) {
    const auto& six = reinterpret_cast<const sockaddr_in6&>(address.bytes);
    ::inet_ntop(AF_INET6, &six.sin6_addr, text.data(), text.size());
    return {text.data(), ntohs(six.sin6_port)};
  }
  const auto& four = reinterpret_cast<const sockaddr_in&>(address.bytes);
  ::inet_ntop(AF_INET, &four.sin_addr, text.data(), text.size());
  return {text.data(), ntohs(four.sin_port)};
}

bool is_address(std::string_view host) {
  const std::string text(host);
  in6_addr bytes{};
  return ::inet_pton(AF_INET6, text.c_str(), &bytes) == 1 || ::inet_pton(AF_INET, text.c_str(), &bytes) == 1;
}

std::string network_of(std::string_view host) {
  in6_addr six{};
  if (::inet_pton(AF_INET6, std::string(host).c_str(), &six) != 1) return std::string(host);
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (IN6_IS_ADDR_V4MAPPED(&six)) return ::inet_ntop(AF_INET, &six.s6_addr[12], text.data(), text.size());
  std::fill(std::begin(six.s6_addr) + 8, std::end(six.s6_addr), std::uint8_t{0});
  return std::string(::inet_ntop(AF_INET6, &six, text.data(), text.size())) + "/64";
}

}  // namespace net
