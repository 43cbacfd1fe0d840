// The shape of the embedded database, version by version.
#pragma once

#include "store/database.hpp"

namespace store {

/// Brings a database of any earlier version (an empty one too) to the present one; refuses a later one.
base::Result<void> migrate(Database& database);

/// Whether a database is of a version whose journal has them; refuses as `migrate` does.
base::Result<bool> has_checksums(Database& database);

/// Refuses a database that is not Parlor's or not of the present version.
base::Result<void> check_version(Database& database);

}  // namespace store
