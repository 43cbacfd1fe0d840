// Asks for a password, which no command line may hold.
#pragma once

#include <string_view>

#include "base/error.hpp"
#include "base/secret.hpp"

namespace app {

/// The next line of standard input; at a terminal it is asked for, and what is typed does not show.
base::Result<base::Secret> ask_password(std::string_view account);

}  // namespace app
