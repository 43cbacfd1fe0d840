// A PostgreSQL of the test's own, and a database in it for each test.
#pragma once

#include <string>

namespace harness {

/// The URL of a new, empty database. The server is started with the first, and ends with the process.
std::string make_database();

}  // namespace harness
