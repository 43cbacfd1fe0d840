// The PROXY protocol, version 2: twelve bytes that nobody else begins with, version and command, family, the
// length of what follows, and in it the addresses.
#include "net/proxy_header.hpp"

#include <netinet/in.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace net {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kSignature = "\r\n\r\n\0\r\nQUIT\n"sv;
constexpr std::size_t kFixed = 16;
/// More than addresses and what proxies say besides them need.
constexpr std::size_t kLongest = 4096;
constexpr unsigned kProxyVersion = 2;
constexpr unsigned kLocal = 0;
constexpr unsigned kProxy = 1;
constexpr unsigned kTcp4 = 0x11;
constexpr unsigned kTcp6 = 0x21;

unsigned byte(std::string_view bytes, std::size_t at) { return static_cast<std::uint8_t>(bytes[at]); }

/// Source and destination, then both ports; the source alone matters.
template <class Socket, class Ip>
std::optional<Address> read_source(std::string_view addresses, int family, Ip Socket::* ip,
                                   in_port_t Socket::* port) {
  if (addresses.size() < 2 * sizeof(Ip) + 2 * sizeof(in_port_t)) return std::nullopt;
  SocketAddress source;
  auto& socket = reinterpret_cast<Socket&>(source.bytes);
  source.bytes.ss_family = static_cast<sa_family_t>(family);
  std::memcpy(&(socket.*ip), addresses.data(), sizeof(Ip));
  std::memcpy(&(socket.*port), addresses.data() + 2 * sizeof(Ip), sizeof(in_port_t));
  source.size = sizeof(Socket);
  return describe(source);
}

}  // namespace

base::Result<std::optional<ProxyHeader>> read_proxy_header(std::string_view bytes) {
  const auto wrong = [] {
    return base::fail(base::Code::malformed, "a proxy must begin with a PROXY header of version 2");
  };
  const auto begun = std::min(bytes.size(), kSignature.size());
  if (bytes.substr(0, begun) != kSignature.substr(0, begun)) return wrong();
  if (bytes.size() < kFixed) return std::nullopt;
  const auto command = byte(bytes, 12) & 0x0fU;
  const std::size_t length = byte(bytes, 14) * 256U + byte(bytes, 15);
  if (byte(bytes, 12) >> 4U != kProxyVersion || command > kProxy || length > kLongest) return wrong();
  if (bytes.size() < kFixed + length) return std::nullopt;
  ProxyHeader header{kFixed + length};
  if (command == kLocal) return header;
  const auto addresses = bytes.substr(kFixed, length);
  const auto family = byte(bytes, 13);
  if (family == kTcp4) {
    header.source = read_source(addresses, AF_INET, &sockaddr_in::sin_addr, &sockaddr_in::sin_port);
  } else if (family == kTcp6) {
    header.source = read_source(addresses, AF_INET6, &sockaddr_in6::sin6_addr, &sockaddr_in6::sin6_port);
  } else {
    return header;  // of a kind that has no address
  }
  if (!header.source) return wrong();
  return header;
}

}  // namespace net
