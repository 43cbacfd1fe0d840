// The header by which a proxy says for whom it has opened a connection: the PROXY protocol, version 2.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "base/error.hpp"
#include "net/address.hpp"

namespace net {

struct ProxyHeader {
  std::size_t size = 0;  ///< what comes behind it is said by the peer itself
  std::optional<Address>
      source{};  ///< whose connection it is; none: the proxy's own, as to see whether we live
};

/// Reads it from the beginning of a connection: nothing as long as it is not whole. Code::malformed if it is
/// none.
base::Result<std::optional<ProxyHeader>> read_proxy_header(std::string_view bytes);

}  // namespace net
