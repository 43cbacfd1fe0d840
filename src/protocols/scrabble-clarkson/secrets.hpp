// What others may see of a conversation in the Clarkson Scrabble protocol.
#pragma once

#include <string>

#include "protocols/secrets.hpp"

namespace protocols::scrabble_clarkson {

/// See protocols::Protocol::conceal.
std::string conceal(std::string_view message, Speaker speaker);

}  // namespace protocols::scrabble_clarkson
