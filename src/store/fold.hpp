// Folding: moving the oldest entries of the log into the rows of their tables.
#pragma once

#include <cstdint>

#include "store/database.hpp"

namespace store {

/// Moves the oldest rows of the log, about so many bytes; returns how many it moved: none if what comes next
/// is damaged. One transaction: all or none.
base::Result<std::int64_t> fold(Database& database, std::int64_t bytes);

}  // namespace store
