// SQLite with owners: a connection and a prepared statement that close themselves.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace store {

/// A prepared statement. Binding counts from 1, columns from 0. Texts bound must live until `reset`.
class Statement {
 public:
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}

  Statement& bind(int index, std::int64_t value);
  Statement& bind(int index, std::string_view text);

  /// True if there is a row.
  base::Result<bool> step();
  /// Runs a statement that gives no rows and makes it ready to run again.
  base::Result<void> run();
  void reset() { sqlite3_reset(statement_.get()); }

  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }
  std::string_view text(int column) const;
  bool is_null(int column) const { return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL; }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// A connection, used by one thread at a time.
class Database {
 public:
  enum class Access { read, write };

  static base::Result<Database> open(const std::string& path, Access access);

  base::Result<void> execute(const std::string& sql);
  base::Result<Statement> prepare(std::string_view sql);
  /// Takes back a transaction that was begun and not ended, if there is one.
  void roll_back() noexcept;
  /// How many rows the last statement has changed.
  int changes() { return sqlite3_changes(database_.get()); }

 private:
  explicit Database(sqlite3* database) : database_(database) {}

  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };
  std::unique_ptr<sqlite3, Close> database_;
};

/// Takes back, when it goes, what was begun on a connection and not committed by then: also where something
/// throws, so that nothing stays locked.
class Unfinished {
 public:
  explicit Unfinished(Database& database) : database_(database) {}
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  ~Unfinished() { database_.roll_back(); }

 private:
  Database& database_;
};

}  // namespace store
