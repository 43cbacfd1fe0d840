// What others may see of a conversation in the Twente Scrabble protocol.
#pragma once

#include <string>

#include "protocols/secrets.hpp"

namespace protocols::scrabble_twente {

/// See protocols::Protocol::conceal.
std::string conceal(std::string_view message, Speaker speaker);

}  // namespace protocols::scrabble_twente
