// Loss: what somebody was told of and the log does not have any more.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "store/chain.hpp"
#include "store/mark.hpp"

namespace store {

/// A sentence for the host that names the rows of the log that are missing, and their tables. Rows beyond the
/// last mark, which nobody was told of, are none of it.
std::optional<std::string> find_loss(const Walk& log, const std::vector<Marked>& marks);

/// The same of a data directory, in which nothing is changed: neither the database nor its write-ahead log.
base::Result<std::optional<std::string>> find_loss(const std::filesystem::path& directory,
                                                   const std::vector<Marked>& marks);

/// The greatest number of a table that the marks name; 0 if they name none.
base::TableId last_named(const std::vector<Marked>& marks);

}  // namespace store
