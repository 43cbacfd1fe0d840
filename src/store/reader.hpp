// Reading the embedded database: for the server's start, exports and checks. Works beside a running server.
#pragma once

#include <filesystem>

#include "store/database.hpp"
#include "store/directory.hpp"
#include "store/journal.hpp"
#include "store/log_index.hpp"

namespace store {

class Reader {
 public:
  /// Opens a data directory for reading only. Code::storage if there is no database in it.
  static Result<Reader> open(const std::filesystem::path& directory);

  Result<void> unfinished(const Journal::Visitor& visit, const Journal::OnDamage& on_damage);
  /// Goes through the whole log; with an index, through the table's own rows only.
  Result<StoredTable> table(TableId table);
  Result<StoredTable> table(TableId table, const LogIndex& index);
  Result<void> all(const Journal::TableVisitor& visit, const Journal::OnDamage& on_damage);
  Result<std::vector<StoredTable>> last_finished(std::size_t most);
  Result<TableId> last_table();
  /// What is wrong with the file, the log, accounts, browsers and numbers that are used up, a sentence each;
  /// tables that cannot be read are not among it.
  Result<std::vector<std::string>> damage();

 private:
  Reader(Database database, std::filesystem::path directory)
      : database_(std::move(database)), directory_(std::move(directory)) {}
  bool is_closed(TableId table);

  Database database_;
  std::filesystem::path directory_;
};

}  // namespace store
