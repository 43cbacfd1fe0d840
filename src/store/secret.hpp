// A secret of the server's own, kept in its data directory.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace store {

/// The secret of a data directory. Where there is none yet, `fresh` is it from now on, readable for the owner
/// alone. Code::storage says why it can be neither read nor written, or that somebody has changed it.
base::Result<std::string> keep_secret(const std::filesystem::path& directory, std::string_view fresh);

}  // namespace store
