// Names that nobody may take.
#pragma once

#include <string_view>

namespace table {

/// Whether a name, by its key (accounts.hpp), sounds as if the server itself or its host spoke.
bool is_reserved(std::string_view key);

/// Whether a name, by its key, is one of those that the server gives its own bots: "greedy bot 2".
bool is_bots(std::string_view key);

}  // namespace table
