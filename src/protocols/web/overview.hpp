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

/// What is told at other nodes of this one's part of the hall.
table::OverviewPart write_part(const table::Overview& overview);

/// The whole message, without its end: this part of the hall and all others.
std::string write_hall(const table::Overview& overview);

}  // namespace protocols::web
