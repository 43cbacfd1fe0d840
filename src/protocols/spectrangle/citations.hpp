// Which sentence of the documents a refused message of the Spectrangle protocol broke.
#pragma once

#include <string>
#include <vector>

#include "protocols/rule.hpp"

namespace protocols::spectrangle {

/// See protocols::Protocol::rule.
std::optional<Rule> rule(std::string_view answer, Reason why);

/// See protocols::Protocol::refusals.
std::vector<std::string> refusals();

}  // namespace protocols::spectrangle
