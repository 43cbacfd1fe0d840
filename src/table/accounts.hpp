// Accounts: a name that is somebody's own.
#pragma once

#include <string>
#include <string_view>

namespace table {

/// What all spellings of a name have in common that look alike: case, accents, white space, the width of
/// letters and the script that they are from make no difference. Empty if nothing of the name can be seen.
std::string account_key(std::string_view name);

}  // namespace table
