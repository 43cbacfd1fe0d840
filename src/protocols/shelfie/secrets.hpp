// What others may see of a conversation in the GC41 protocol.
#pragma once

#include <string>

#include "protocols/secrets.hpp"

namespace protocols::shelfie {

/// See protocols::Protocol::conceal.
std::string conceal(std::string_view message, Speaker speaker);

}  // namespace protocols::shelfie
