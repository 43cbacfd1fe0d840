// What is kept, for those who only look: exports and checks. Works beside a running server.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "store/keep.hpp"

namespace store {

class Archive {
 public:
  Archive() = default;
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;
  virtual ~Archive() = default;

  /// As of Journal.
  virtual Result<StoredTable> table(TableId table) = 0;
  virtual Result<void> all(const Journal::TableVisitor& visit, const Journal::OnDamage& on_damage) = 0;
  virtual Result<TableId> last_table() = 0;
  /// What is wrong besides tables that cannot be read, a sentence each.
  virtual Result<std::vector<std::string>> damage() = 0;

  static Result<std::unique_ptr<Archive>> open(const Place& place);
};

/// The accounts of a place on which a server was started, also beside a running one.
Result<std::unique_ptr<Accounts>> open_accounts(const Place& place);

}  // namespace store
