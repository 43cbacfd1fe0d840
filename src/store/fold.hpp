// Folding: moving the oldest entries of the log into the rows of their tables.
#pragma once

#include <cstdint>

#include "store/database.hpp"

namespace store {

/// How many bytes were moved: none if what comes next is damaged; and up to which row the log is folded now.
struct Folded {
  std::int64_t bytes = 0;
  std::int64_t position = 0;
};

/// Moves the oldest rows of the log, about so many bytes. One transaction: all or none.
base::Result<Folded> fold(Database& database, std::int64_t bytes);

}  // namespace store
