// SQLite with owners.
#include "store/database.hpp"

#include <fmt/format.h>

#include "store/checksum.hpp"

namespace store {
namespace {

std::unexpected<base::Error> problem(sqlite3* database) {
  const auto code = sqlite3_errcode(database);
  const bool damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
  return base::fail(damaged ? base::Code::corrupt : base::Code::storage, sqlite3_errmsg(database));
}

}  // namespace

Statement& Statement::bind(int index, std::int64_t value) {
  sqlite3_bind_int64(statement_.get(), index, value);
  return *this;
}

Statement& Statement::bind(int index, std::string_view text) {
  sqlite3_bind_text(statement_.get(), index, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
  return *this;
}

base::Result<bool> Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return problem(sqlite3_db_handle(statement_.get()));
}

base::Result<void> Statement::run() {
  const auto stepped = step();
  reset();
  if (!stepped) return std::unexpected(stepped.error());
  return {};
}

std::string_view Statement::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  return {bytes != nullptr ? bytes : "",
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

base::Result<Database> Database::open(const std::string& path, Access access) {
  const int flags =
      access == Access::write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  sqlite3* raw = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &raw, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  Database database(raw);
  if (code != SQLITE_OK) return problem(raw);
  sqlite3_busy_timeout(raw, 5000);
  add_checksum(raw);
  return database;
}

base::Result<void> Database::execute(const std::string& sql) {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    return problem(database_.get());
  }
  return {};
}

void Database::roll_back() noexcept {
  if (sqlite3_get_autocommit(database_.get()) == 0)
    sqlite3_exec(database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

base::Result<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v3(database_.get(), sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                         &statement, nullptr) != SQLITE_OK) {
    return problem(database_.get());
  }
  return Statement(statement);
}

}  // namespace store
