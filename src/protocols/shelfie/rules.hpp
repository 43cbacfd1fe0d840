// Which sentence of the documents a refused message of the GC41 protocol broke.
#pragma once

#include "protocols/rule.hpp"

namespace protocols::shelfie {

/// See protocols::Protocol::rule.
std::optional<Rule> rule(std::string_view answer, Reason why);

}  // namespace protocols::shelfie
