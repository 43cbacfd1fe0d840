// Checks what is kept: where it is kept, and that every table replays to what was recorded of it.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "games/any.hpp"
#include "store/archive.hpp"

namespace store {

struct CheckReport {
  std::size_t tables = 0;
  std::size_t finished = 0;
  std::size_t entries = 0;
  std::vector<std::string> problems;   ///< a sentence each
  std::vector<std::string> unchecked;  ///< tables that need another kit, a sentence each
};

/// Reads everything, writes nothing. `progress` is called now and then with the number of tables done.
Result<CheckReport> check(Archive& archive, const games::Kits& kits,
                          const std::function<void(std::size_t)>& progress);
/// The same of a data directory.
Result<CheckReport> check(const std::filesystem::path& directory, const games::Kits& kits,
                          const std::function<void(std::size_t)>& progress);

}  // namespace store
