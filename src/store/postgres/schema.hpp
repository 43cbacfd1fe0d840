// The shape of a database of PostgreSQL, and its version.
#pragma once

#include "store/postgres/connection.hpp"

namespace store::postgres {

/// The version that this Parlor makes and takes.
inline constexpr int kSchemaVersion = 1;

/// Makes everything in a database in which Parlor has nothing yet. Refuses what is not Parlor's and what is
/// of another version.
Result<void> make_schema(Connection& connection);

/// Refuses a database in which Parlor has nothing, and all that `make_schema` refuses.
Result<void> check_schema(Connection& connection);

}  // namespace store::postgres
