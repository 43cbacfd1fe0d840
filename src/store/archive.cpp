// What is kept, for those who only look.
#include "store/archive.hpp"

#include <fmt/format.h>

#include "store/accounts_sqlite.hpp"
#include "store/postgres/accounts.hpp"
#include "store/postgres/reader.hpp"
#include "store/postgres/schema.hpp"
#include "store/reader.hpp"

namespace store {
namespace {

constexpr auto kForReading = std::chrono::seconds(60);

class DirectoryArchive final : public Archive {
 public:
  explicit DirectoryArchive(Reader reader) : reader_(std::move(reader)) {}

  Result<StoredTable> table(TableId table) override { return reader_.table(table); }
  Result<void> all(const Journal::TableVisitor& visit, const Journal::OnDamage& on_damage) override {
    return reader_.all(visit, on_damage);
  }
  Result<TableId> last_table() override { return reader_.last_table(); }
  Result<std::vector<std::string>> damage() override { return reader_.damage(); }

 private:
  Reader reader_;
};

class ClusterArchive final : public Archive {
 public:
  explicit ClusterArchive(postgres::Connection connection) : connection_(std::move(connection)) {}

  Result<StoredTable> table(TableId table) override { return postgres::read_table(connection_, table); }
  Result<void> all(const Journal::TableVisitor& visit, const Journal::OnDamage& on_damage) override {
    return postgres::read_all(connection_, visit, on_damage);
  }
  Result<TableId> last_table() override { return postgres::last_table(connection_); }

  Result<std::vector<std::string>> damage() override {
    const auto rows = connection_.run(
        "SELECT DISTINCT table_id FROM entries WHERE NOT EXISTS (SELECT 1 FROM tables WHERE id = table_id) "
        "ORDER BY table_id");
    if (!rows) return std::unexpected(rows.error());
    std::vector<std::string> found;
    found.reserve(rows->size());
    for (int at = 0; at < rows->size(); ++at)
      found.push_back(fmt::format("table {} has entries but no header", rows->text(at, 0)));
    return found;
  }

 private:
  postgres::Connection connection_;
};

}  // namespace

Result<std::unique_ptr<Archive>> Archive::open(const Place& place) {
  if (place.cluster.empty()) {
    auto reader = Reader::open(place.directory);
    if (!reader) return std::unexpected(std::move(reader).error());
    return std::make_unique<DirectoryArchive>(*std::move(reader));
  }
  auto connection = postgres::Connection::open(place.cluster, kForReading);
  if (!connection) return std::unexpected(std::move(connection).error());
  if (auto right = postgres::check_schema(*connection); !right)
    return std::unexpected(std::move(right).error());
  return std::make_unique<ClusterArchive>(*std::move(connection));
}

Result<std::unique_ptr<Accounts>> open_accounts(const Place& place) {
  if (place.cluster.empty()) return SqliteAccounts::open(place.directory);
  return postgres::PostgresAccounts::open(place.cluster);
}

}  // namespace store
