// Which sentence of the documents a refused message of the Twente Scrabble protocol broke.
#pragma once

#include <string>
#include <vector>

#include "protocols/rule.hpp"

namespace protocols::scrabble_twente {

/// See protocols::Protocol::rule.
std::optional<Rule> rule(std::string_view answer, Reason why);

/// See protocols::Protocol::refusals.
std::vector<std::string> refusals();

}  // namespace protocols::scrabble_twente
