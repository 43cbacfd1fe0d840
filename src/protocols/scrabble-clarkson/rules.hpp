// Which sentence of the documents a refused message of the Clarkson Scrabble protocol broke.
#pragma once

#include "protocols/rule.hpp"

namespace protocols::scrabble_clarkson {

/// See protocols::Protocol::rule.
std::optional<Rule> rule(std::string_view answer, Reason why);

}  // namespace protocols::scrabble_clarkson
