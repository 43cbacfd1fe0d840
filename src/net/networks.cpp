// Networks. All are kept as those of IPv6, an IPv4 address in its form there.
#include "net/networks.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/text.hpp"

namespace net {
namespace {

constexpr unsigned kBitsBeforeIpv4 = 96;

}  // namespace

bool Networks::read(std::string_view host, Bytes& bytes) {
  const std::string text(host);
  bytes = {};
  if (::inet_pton(AF_INET6, text.c_str(), bytes.data()) == 1) return true;
  bytes[10] = bytes[11] = 0xff;
  return ::inet_pton(AF_INET, text.c_str(), &bytes[12]) == 1;
}

base::Result<void> Networks::add(std::string_view text) {
  auto rest = text;
  const auto host = base::cut(rest, '/');
  const unsigned before = host.find(':') == std::string_view::npos ? kBitsBeforeIpv4 : 0;
  const auto most = 128 - before;
  const bool has_bits = text.find('/') != std::string_view::npos;
  const auto bits = has_bits ? base::to_number<unsigned>(rest).value_or(most + 1) : most;
  Network network{{}, before + bits};
  if (bits > most || !read(host, network.bytes)) {
    return base::fail(base::Code::malformed,
                      fmt::format("'{}' is no network: one as 10.0.0.0/8 or 2001:db8::/32 is meant", text));
  }
  networks_.push_back(network);
  return {};
}

bool Networks::contain(std::string_view host) const {
  Bytes bytes{};
  if (networks_.empty() || !read(host, bytes)) return false;
  return std::ranges::any_of(networks_, [&](const Network& one) {
    for (unsigned bit = 0; bit < one.bits; ++bit) {
      const unsigned mask = 0x80U >> (bit % 8);
      if (((bytes[bit / 8] ^ one.bytes[bit / 8]) & mask) != 0) return false;
    }
    return true;
  });
}

}  // namespace net
