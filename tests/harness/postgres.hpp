// A PostgreSQL of the test's own, and a database in it for each test.
#pragma once

#include <string>

#include "store/postgres/connection.hpp"

namespace harness {

/// More than any statement takes on a slow machine.
inline constexpr auto kPatience = std::chrono::minutes(1);

/// The URL of a new, empty database. The server is started with the first, and ends with the process.
std::string make_database();

/// Throws where there is none.
store::postgres::Connection connect_to(const std::string& url);

/// The first that a statement finds; "" if it finds nothing.
std::string text_of(store::postgres::Connection& connection, const std::string& sql);

}  // namespace harness
