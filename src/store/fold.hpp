// Folding: moving the oldest entries of the log into the rows of their tables.
#pragma once

#include <cstdint>

#include "store/database.hpp"

namespace store {

/// Moves the `count` oldest entries of the log; returns how many it moved. One transaction: all or none.
base::Result<std::int64_t> fold(Database& database, std::int64_t count);

}  // namespace store
