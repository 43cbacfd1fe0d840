// The shape of a database of PostgreSQL, and its version.
#pragma once

#include "store/postgres/connection.hpp"
#include "store/postgres/node.hpp"

namespace store::postgres {

/// The version that this Parlor makes and takes.
inline constexpr int kSchemaVersion = 2;

/// Makes everything in a database in which Parlor has nothing yet, and brings one of an earlier version up to
/// this one, once no server uses it any more: `how` says whether that is waited for. Refuses what is not
/// Parlor's and what is of another version.
Result<void> make_schema(Connection& connection, const Claim& how = {});

/// Refuses a database in which Parlor has nothing, and all that `make_schema` refuses.
Result<void> check_schema(Connection& connection);

}  // namespace store::postgres
