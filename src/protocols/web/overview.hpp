// The hall as a browser is told of it (docs/formats/web.md, `hall`).
#pragma once

#include <string>
#include <vector>

#include "base/value.hpp"
#include "table/overview.hpp"

namespace protocols::web {

base::Value describe_sitters(const std::vector<table::Sitter>& sitters);

/// What is said of any table, running or finished.
base::Members facts_of(const table::TableFacts& table);

/// The whole message, without its end.
std::string write_hall(const table::Overview& overview);

}  // namespace protocols::web
