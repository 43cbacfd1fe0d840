// For whom a proxy has forwarded a request.
#pragma once

#include <string>
#include <string_view>

#include "net/networks.hpp"

namespace server::web {

/// `peer` itself, unless it is a proxy that is trusted; then the last address of X-Forwarded-For that is not
/// one of those. Whatever stands before that anybody may have written.
std::string client_of(std::string_view peer, std::string_view forwarded_for, const net::Networks& proxies);

}  // namespace server::web
