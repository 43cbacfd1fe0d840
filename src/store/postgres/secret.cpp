// The secret that all nodes on one database share.
#include "store/postgres/secret.hpp"

namespace store::postgres {
namespace {

constexpr auto kToRead = std::chrono::seconds(5);

}  // namespace

Result<std::string> keep_secret(const std::string& url, std::string_view fresh) {
  auto connection = Connection::open(url, kToRead);
  if (!connection) return std::unexpected(std::move(connection).error());
  // Of nothing nothing is made: it is only read then.
  const auto made = connection->run("UPDATE cluster SET secret = $1 WHERE secret = ''", {std::string(fresh)});
  if (!made) return std::unexpected(made.error());
  const auto kept = connection->run("SELECT secret FROM cluster");
  if (!kept) return std::unexpected(kept.error());
  return std::string(kept->text(0, 0));
}

}  // namespace store::postgres
