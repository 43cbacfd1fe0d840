// The nodes on a database of PostgreSQL, for hosts: who runs, and having one give its tables away.
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

/// Has a node that runs give its tables to others. Code::bad_options with a sentence if it cannot: there is
/// no such node, it does not run, or no other runs.
base::Result<void> drain_node(const std::string& url, std::int64_t number);

}  // namespace store
