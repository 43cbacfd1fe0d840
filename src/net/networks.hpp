// Networks as hosts write them: "10.0.0.0/8", "2001:db8::/32", "127.0.0.1".
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace net {

class Networks {
 public:
  /// Code::malformed with a sentence if the text is no network.
  base::Result<void> add(std::string_view text);
  /// Whether an address (without a port) is in one of them. IPv4 in the form of IPv6 is IPv4.
  bool contain(std::string_view host) const;
  bool empty() const { return networks_.empty(); }

 private:
  using Bytes = std::array<std::uint8_t, 16>;
  struct Network {
    Bytes bytes;
    unsigned bits;  ///< how many of them count
  };
  static bool read(std::string_view host, Bytes& bytes);

  std::vector<Network> networks_;
};

}  // namespace net
