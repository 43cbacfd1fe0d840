// The nodes on a database of PostgreSQL, for hosts.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace store {

struct ListedNode {
  std::int64_t number = 0;
  std::string state{};  ///< up, draining, down
  std::int64_t epoch = 0;
  std::optional<std::chrono::milliseconds> beat_age{};  ///< by the database's clock; none: it never ran
  std::size_t shards = 0;
  std::size_t tables = 0;  ///< that go on in these
  std::string version{};
  std::string address{};  ///< of its links; empty: it serves alone
  std::string host{};
};

/// All that there are, by number. Changes nothing.
base::Result<std::vector<ListedNode>> list_nodes(const std::string& url);

}  // namespace store
