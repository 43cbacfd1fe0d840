// What browsers must know to be themselves, once somebody has signed in or out there.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "store/database.hpp"

namespace store {

/// Passes, as hashes, in the embedded database. What is set is durable when it returns. One thread at a time;
/// several of the same data directory may be open.
class Passes {
 public:
  static base::Result<std::unique_ptr<Passes>> open(const std::filesystem::path& directory);

  /// Nothing if none was set: the browser has the one that it came with. "", which nobody's is, if what was
  /// set is not as it was written: were it nothing, cookies of before would be worth something again.
  base::Result<std::optional<std::string>> find(std::string_view browser);
  base::Result<void> set(std::string_view browser, std::string_view pass);

 private:
  explicit Passes(Database database) : database_(std::move(database)) {}

  Database database_;
};

}  // namespace store
