// One server on the database.
#include "store/postgres/node.hpp"

#include <fmt/format.h>

#include <fstream>
#include <optional>
#include <thread>

namespace store::postgres {
namespace {

using base::Code;
using base::fail;
using Clock = std::chrono::steady_clock;

constexpr auto kLook = std::chrono::milliseconds(100);
/// A node that was killed and comes again finds its own beat: so long it makes sure that nobody else beats.
constexpr auto kOwnPatience = 3 * kBeatPeriod;
constexpr auto kWaitsForAppends = "SET LOCAL lock_timeout = '5s'";

/// Who serves, as the database has it.
struct Owner {
  std::int64_t node = 0;  ///< 0: nobody ever did
  std::int64_t epoch = 0;
  std::int64_t beat = 0;
  bool is_up = false;
  std::string host;

  bool stands_still_since(const Owner& before) const {
    return node == before.node && epoch == before.epoch && beat == before.beat;
  }
};

Result<Owner> read_owner(Connection& connection) {
  const auto found = connection.run(
      "SELECT owner, coalesce(epoch, 0), coalesce(beat, 0), coalesce(state = 'up', false), coalesce(host, "
      "'') "
      "FROM cluster LEFT JOIN nodes ON nodes.id = owner LEFT JOIN beats ON node = owner");
  if (!found) return std::unexpected(found.error());
  return Owner{found->integer(0, 0), found->integer(0, 1), found->integer(0, 2), found->text(0, 3) == "t",
               std::string(found->text(0, 4))};
}

std::string serves(const Owner& owner, std::int64_t own) {
  if (owner.node == own) {
    return fmt::format("another process serves as node {}, at '{}': each needs a data directory of its own",
                       owner.node, owner.host);
  }
  return fmt::format("node {} at '{}' serves this database", owner.node, owner.host);
}

/// Waits until the owner's beat has stood still for long enough; the owner as it was seen last.
Result<Owner> await_silence(Connection& connection, const Claim& how) {
  auto owner = read_owner(connection);
  auto since = Clock::now();
  while (owner && owner->is_up) {
    const auto patience = owner->node == how.node ? kOwnPatience : how.takeover_after;
    if (Clock::now() - since >= patience) break;
    std::this_thread::sleep_for(kLook);
    auto next = read_owner(connection);
    if (next && !next->stands_still_since(*owner)) {
      since = Clock::now();
      const auto sentence = serves(*next, how.node);
      const bool waits = how.rival == Rival::await && next->node != how.node && how.goes_on(sentence);
      if (next->is_up && !waits) return fail(Code::storage, sentence);
    }
    owner = std::move(next);
  }
  return owner;
}

/// Nothing if somebody else was faster.
Result<std::optional<Hold>> take(Connection& connection, const Claim& how, const Owner& seen) {
  if (auto begun = connection.execute("BEGIN"); !begun) return std::unexpected(std::move(begun).error());
  Unfinished unfinished(connection);
  if (auto set = connection.execute(kWaitsForAppends); !set) return std::unexpected(std::move(set).error());
  const auto owner = connection.run("SELECT owner FROM cluster FOR UPDATE");
  if (!owner) return std::unexpected(owner.error());
  if (owner->integer(0, 0) != seen.node) return std::nullopt;
  if (seen.node != 0 && seen.node != how.node) {
    const auto ended = connection.run(
        "UPDATE nodes SET epoch = epoch + 1, state = 'down', holder = '' WHERE id = $1 AND epoch = $2",
        {std::to_string(seen.node), std::to_string(seen.epoch)});
    if (!ended) return std::unexpected(ended.error());
    if (ended->changed() == 0) return std::nullopt;
  }
  const auto node = std::to_string(how.node);
  const auto taken = connection.run(
      "UPDATE nodes SET epoch = epoch + 1, state = 'up', holder = gen_random_uuid()::text, host = $2 "
      "WHERE id = $1 RETURNING epoch, holder",
      {node, how.host});
  if (!taken) return std::unexpected(taken.error());
  if (auto done = connection.run("UPDATE cluster SET owner = $1", {node}); !done)
    return std::unexpected(std::move(done).error());
  if (auto done = connection.run("UPDATE beats SET beat = beat + 1 WHERE node = $1", {node}); !done)
    return std::unexpected(std::move(done).error());
  if (auto done = unfinished.commit(); !done) return std::unexpected(std::move(done).error());
  return Hold{how.node, taken->integer(0, 0), std::string(taken->text(0, 1))};
}

/// The node that a data directory's file names, if it is one of that database.
std::optional<std::int64_t> read_number(const std::filesystem::path& file, std::string_view cluster) {
  std::ifstream stream(file);
  std::string whose;
  std::int64_t number = 0;
  if (stream >> whose >> number && whose == cluster) return number;
  return std::nullopt;
}

}  // namespace

std::unexpected<base::Error> lost_hold(const Hold& hold) {
  return fail(Code::corrupt,
              fmt::format("node {} serves no longer: another process has taken over its tables", hold.node));
}

Result<std::int64_t> number_of(const std::filesystem::path& directory, Connection& connection) {
  const auto cluster = connection.run("SELECT id FROM cluster");
  if (!cluster) return std::unexpected(cluster.error());
  const auto file = directory / "node";
  const std::string id(cluster->text(0, 0));
  if (const auto known = read_number(file, id)) {
    const auto there = connection.run("SELECT 1 FROM nodes WHERE id = $1", {std::to_string(*known)});
    if (!there) return std::unexpected(there.error());
    if (there->size() == 1) return *known;
  }
  const auto made = connection.run(
      "WITH made AS (INSERT INTO nodes (id) VALUES (nextval('node_ids')) RETURNING id) SELECT id FROM made");
  if (!made) return std::unexpected(made.error());
  const auto number = made->integer(0, 0);
  const auto beats = connection.run("INSERT INTO beats (node) VALUES ($1)", {std::to_string(number)});
  if (!beats) return std::unexpected(beats.error());
  std::ofstream stream(file, std::ios::trunc);
  stream << id << ' ' << number << '\n';
  stream.close();
  if (!stream) return fail(Code::storage, fmt::format("cannot write '{}'", file.string()));
  return number;
}

Result<Hold> claim(Connection& connection, const Claim& how) {
  for (;;) {
    const auto owner = await_silence(connection, how);
    if (!owner) return std::unexpected(owner.error());
    auto taken = take(connection, how, *owner);
    if (!taken) return std::unexpected(std::move(taken).error());
    if (*taken) return **std::move(taken);
  }
}

Result<Hold> renew(Connection& connection, const Hold& hold) {
  if (auto begun = connection.execute("BEGIN"); !begun) return std::unexpected(std::move(begun).error());
  Unfinished unfinished(connection);
  if (auto set = connection.execute(kWaitsForAppends); !set) return std::unexpected(std::move(set).error());
  const auto raised =
      connection.run("UPDATE nodes SET epoch = epoch + 1 WHERE id = $1 AND holder = $2 RETURNING epoch",
                     {std::to_string(hold.node), hold.holder});
  if (!raised) return std::unexpected(raised.error());
  if (raised->size() == 0) return lost_hold(hold);
  if (auto done = unfinished.commit(); !done) return std::unexpected(std::move(done).error());
  return Hold{hold.node, raised->integer(0, 0), hold.holder};
}

Result<void> retire(Connection& connection, const Hold& hold) {
  auto done = connection.run("UPDATE nodes SET state = 'down' WHERE id = $1 AND holder = $2",
                             {std::to_string(hold.node), hold.holder});
  if (!done) return std::unexpected(std::move(done).error());
  return {};
}

Result<void> beat(Connection& connection, const Hold& hold) {
  const auto beaten = connection.run(
      "UPDATE beats SET beat = beat + 1 WHERE node = $1 AND EXISTS "
      "(SELECT 1 FROM nodes WHERE id = $1 AND holder = $2)",
      {std::to_string(hold.node), hold.holder});
  if (!beaten) return std::unexpected(beaten.error());
  if (beaten->changed() == 0) return lost_hold(hold);
  return {};
}

}  // namespace store::postgres
