// Reading the embedded database: for the server's start, exports and checks. Works beside a running server.
#pragma once

#include <filesystem>

#include "store/database.hpp"
#include "store/directory.hpp"
#include "store/journal.hpp"

namespace store {

class Reader {
 public:
  /// Opens a data directory for reading only. Code::storage if there is no database in it.
  static Result<Reader> open(const std::filesystem::path& directory);

  Result<void> unfinished(const Journal::Visitor& visit, const Journal::OnDamage& on_damage);
  Result<StoredTable> table(TableId table);
  Result<void> all(const Journal::TableVisitor& visit, const Journal::OnDamage& on_damage);
  Result<std::vector<StoredTable>> last_finished(std::size_t most);
  Result<TableId> last_table();
  /// SQLite's own check of the file; an empty list means that it is sound.
  Result<std::vector<std::string>> damage();

 private:
  explicit Reader(Database database) : database_(std::move(database)) {}

  Database database_;
};

}  // namespace store
