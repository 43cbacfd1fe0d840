// The secret that all nodes on one database share.
#pragma once

#include "store/postgres/connection.hpp"

namespace store::postgres {

/// As store::keep_secret, in the database.
Result<std::string> keep_secret(const std::string& url, std::string_view fresh);

}  // namespace store::postgres
