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

Result<void> drain_node(const std::string& url, std::int64_t number) {
  auto connection = open(url);
  if (!connection) return std::unexpected(std::move(connection).error());
  const auto id = std::to_string(number);
  const auto found = connection->run(
      "SELECT state, (SELECT count(*) FROM nodes WHERE state = 'up' AND id <> $1) FROM nodes WHERE id = $1",
      {id});
  if (!found) return std::unexpected(found.error());
  if (found->size() == 0) return fail(Code::bad_options, fmt::format("there is no node {}", number));
  if (found->text(0, 0) == "down")
    return fail(Code::bad_options, fmt::format("node {} does not run", number));
  if (found->text(0, 0) == "draining") return {};
  if (found->integer(0, 1) == 0) {
    return fail(Code::bad_options,
                fmt::format("node {} is the only one that runs: nobody could have its tables", number));
  }
  const auto done =
      connection->run("UPDATE nodes SET state = 'draining' WHERE id = $1 AND state = 'up'", {id});
  if (!done) return std::unexpected(done.error());
  return {};
}

}  // namespace store
