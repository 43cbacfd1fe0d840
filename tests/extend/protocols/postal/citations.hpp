// Which sentence of postal.md a refused line broke.
#pragma once

#include <string>
#include <vector>

#include "protocols/rule.hpp"

namespace protocols::postal {

/// See protocols::Protocol::rule.
std::optional<Rule> rule(std::string_view answer, Reason why);

/// See protocols::Protocol::refusals.
std::vector<std::string> refusals();

}  // namespace protocols::postal
