// Which sentence of the documents a refused message of the Twente Scrabble protocol broke.
#pragma once

#include "protocols/rule.hpp"

namespace protocols::scrabble_twente {

/// See protocols::Protocol::rule.
std::optional<Rule> rule(std::string_view answer, Reason why);

}  // namespace protocols::scrabble_twente
