// What browsers must know to be themselves, in the embedded database.
#include "store/passes.hpp"

#include "store/reader.hpp"
#include "store/schema.hpp"

namespace store {

base::Result<std::unique_ptr<Passes>> Passes::open(const std::filesystem::path& directory) {
  auto database = Database::open(database_file(directory).string(), Database::Access::write);
  if (!database) return std::unexpected(std::move(database).error());
  if (auto right = check_version(*database); !right) return std::unexpected(std::move(right).error());
  if (auto set = database->execute("PRAGMA synchronous=FULL; PRAGMA cache_size=-256;"); !set)
    return std::unexpected(std::move(set).error());
  return std::unique_ptr<Passes>(new Passes(*std::move(database)));
}

base::Result<std::optional<std::string>> Passes::find(std::string_view browser) {
  auto statement = database_.prepare(
      "SELECT iif(sum = checksum(browser, pass), pass, '') FROM browsers WHERE browser = ?");
  if (!statement) return std::unexpected(statement.error());
  const auto row = statement->bind(1, browser).step();
  if (!row) return std::unexpected(row.error());
  if (!*row) return std::nullopt;
  return std::string(statement->text(0));
}

base::Result<void> Passes::set(std::string_view browser, std::string_view pass) {
  auto statement = database_.prepare(
      "INSERT OR REPLACE INTO browsers (browser, pass, sum) VALUES (?1, ?2, checksum(?1, ?2))");
  if (!statement) return std::unexpected(statement.error());
  return statement->bind(1, browser).bind(2, pass).run();
}

}  // namespace store
