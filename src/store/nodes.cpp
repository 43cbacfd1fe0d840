// The nodes on a database of PostgreSQL, for hosts.
#include "store/nodes.hpp"

#include <fmt/format.h>

#include "store/postgres/connection.hpp"
#include "store/postgres/schema.hpp"

namespace store {
namespace {

using base::Code;
using base::fail;
using base::Result;
using postgres::Connection;

constexpr auto kForNodes = std::chrono::seconds(30);

Result<Connection> open(const std::string& url) {
  auto connection = Connection::open(url, kForNodes);
  if (!connection) return connection;
  if (auto right = postgres::check_schema(*connection); !right)
    return fail(right.error().code, fmt::format("the database: {}", right.error().detail));
  return connection;
}

}  // namespace

Result<std::vector<ListedNode>> list_nodes(const std::string& url) {
  auto connection = open(url);
  if (!connection) return std::unexpected(std::move(connection).error());
  const auto rows = connection->run(
      "SELECT nodes.id, state, epoch, (extract(epoch FROM clock_timestamp() - seen) * 1000)::bigint, "
      "(SELECT count(*) FROM shards WHERE owner = nodes.id), "
      "(SELECT count(*) FROM tables JOIN shards ON shards.id = tables.id % 1024 "
      "WHERE closed IS NULL AND owner = nodes.id), version, address, host "
      "FROM nodes JOIN beats ON node = nodes.id ORDER BY nodes.id");
  if (!rows) return std::unexpected(rows.error());
  std::vector<ListedNode> nodes;
  for (int at = 0; at < rows->size(); ++at) {
    auto& node = nodes.emplace_back();
    node.number = rows->integer(at, 0);
    node.state = rows->text(at, 1);
    node.epoch = rows->integer(at, 2);
    if (!rows->is_null(at, 3)) node.beat_age = std::chrono::milliseconds(rows->integer(at, 3));
    node.shards = static_cast<std::size_t>(rows->integer(at, 4));
    node.tables = static_cast<std::size_t>(rows->integer(at, 5));
    node.version = rows->text(at, 6);
    node.address = rows->text(at, 7);
    node.host = rows->text(at, 8);
  }
  return nodes;
}

}  // namespace store
