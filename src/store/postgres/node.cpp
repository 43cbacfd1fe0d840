// One server on the database.
#include "store/postgres/node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <thread>
#include <utility>

namespace store::postgres {
namespace {

using base::Code;
using base::fail;
using Clock = std::chrono::steady_clock;

constexpr auto kLook = std::chrono::milliseconds(100);
/// A node that was killed and comes again finds its own beat: so long it makes sure that nobody else beats.
constexpr auto kOwnPatience = 3 * kBeatPeriod;
/// More than clocks that somebody looks after are apart.
constexpr auto kClocksApart = std::chrono::minutes(5);
constexpr auto kWaitsForAppends = "SET LOCAL lock_timeout = '5s'";

std::vector<Running> running_in(const Rows& rows) {
  std::vector<Running> nodes;
  nodes.reserve(rows.size());
  for (int at = 0; at < rows.size(); ++at) {
    nodes.push_back(
        {rows.integer(at, 0), rows.integer(at, 1), rows.integer(at, 2), std::string(rows.text(at, 3))});
  }
  return nodes;
}

/// Of all nodes that run those that cannot serve beside the claim: everybody, or who serves alone and whoever
/// has the same number.
Result<std::vector<Running>> read_rivals(Connection& connection, const Claim& how) {
  const auto found = connection.run(
      "SELECT nodes.id, epoch, beat, host FROM nodes JOIN beats ON node = nodes.id, cluster "
      "WHERE state <> 'down' AND ($1 OR nodes.id = owner OR nodes.id = $2) AND holder IS DISTINCT FROM $3 "
      "ORDER BY nodes.id",
      {how.company == Company::alone ? "true" : "false", std::to_string(how.node),
       how.holder.empty() ? std::nullopt : std::optional(how.holder)});
  if (!found) return std::unexpected(found.error());
  return running_in(*found);
}

std::string serves(const Running& other, std::int64_t own) {
  if (other.node == own) {
    return fmt::format("another process serves as node {}, at '{}': each needs a data directory of its own",
                       other.node, other.host);
  }
  return fmt::format("node {} at '{}' serves this database", other.node, other.host);
}

/// For how long each rival's beat has stood still, as far as we could see it: while the database itself does
/// not answer nobody is taken for dead.
class Watch {
 public:
  /// The first of those who have shown that they live since the last look.
  std::optional<Running> look(std::vector<Running> rivals) {
    const auto now = Clock::now();
    const auto seen = std::min<Clock::duration>(now - std::exchange(last_look_, now), 2 * kLook);
    std::optional<Running> alive;
    for (const auto& rival : rivals) {
      auto& [last, still] = known_[rival.node];
      if (last == rival) {
        still += seen;
        continue;
      }
      if (last.node != 0 && !alive) alive = rival;
      last = rival;
      still = {};
    }
    rivals_ = std::move(rivals);
    return alive;
  }
  bool all_silent(const Claim& how) const {
    return std::ranges::all_of(rivals_, [&](const Running& rival) {
      const auto patience = rival.node == how.node ? kOwnPatience : how.takeover_after;
      return known_.at(rival.node).second >= patience;
    });
  }
  const std::vector<Running>& rivals() const { return rivals_; }

 private:
  std::map<std::int64_t, std::pair<Running, Clock::duration>> known_;
  std::vector<Running> rivals_;
  Clock::time_point last_look_ = Clock::now();
};

/// Inside a transaction, after the row of the cluster was locked. False if others run than were seen.
Result<bool> end_rivals(Connection& connection, const Claim& how, const std::vector<Running>& seen) {
  const auto now = read_rivals(connection, how);
  if (!now) return std::unexpected(now.error());
  for (const auto& rival : *now) {
    const bool known = std::ranges::any_of(
        seen, [&](const Running& one) { return one.node == rival.node && one.epoch == rival.epoch; });
    if (!known) return false;
    if (rival.node == how.node) continue;
    const auto ended = connection.run(
        "UPDATE nodes SET epoch = epoch + 1, state = 'down', holder = '' WHERE id = $1 AND epoch = $2",
        {std::to_string(rival.node), std::to_string(rival.epoch)});
    if (!ended) return std::unexpected(ended.error());
    if (ended->changed() == 0) return false;
  }
  return true;
}

/// Alone, all shards are its own; in company those that it had, or all, if they are nobody's.
Result<void> take_shards(Connection& connection, const Claim& how) {
  const auto node = std::to_string(how.node);
  const bool alone = how.company == Company::alone;
  if (auto done = connection.run("UPDATE cluster SET owner = $1", {alone ? node : "0"}); !done)
    return std::unexpected(std::move(done).error());
  const auto* shards =
      alone ? "UPDATE shards SET owner = $1 WHERE owner <> $1"
            : "UPDATE shards SET owner = $1 WHERE NOT EXISTS (SELECT 1 FROM shards WHERE owner <> 0)";
  if (auto done = connection.run(shards, {node}); !done) return std::unexpected(std::move(done).error());
  return {};
}

/// Nothing if somebody else was faster.
Result<std::optional<Hold>> take(Connection& connection, const Claim& how, const std::vector<Running>& seen) {
  if (auto begun = begin_locking(connection); !begun) return std::unexpected(std::move(begun).error());
  Unfinished unfinished(connection);
  if (auto set = connection.execute(kWaitsForAppends); !set) return std::unexpected(std::move(set).error());
  if (auto locked = connection.run("SELECT owner FROM cluster FOR UPDATE"); !locked)
    return std::unexpected(std::move(locked).error());
  const auto ended = end_rivals(connection, how, seen);
  if (!ended) return std::unexpected(ended.error());
  if (!*ended) return std::nullopt;
  const auto node = std::to_string(how.node);
  const auto taken = connection.run(
      "UPDATE nodes SET epoch = epoch + 1, state = 'up', holder = gen_random_uuid()::text, host = $2, "
      "address = $3, version = $4, games = $5 WHERE id = $1 RETURNING epoch, holder",
      {node, how.place.host, how.place.address, how.place.version, how.place.games});
  if (!taken) return std::unexpected(taken.error());
  if (auto done = take_shards(connection, how); !done) return std::unexpected(std::move(done).error());
  if (auto done = connection.run("UPDATE beats SET beat = beat + 1, seen = clock_timestamp() WHERE node = $1",
                                 {node});
      !done)
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

Result<void> check_clock(Connection& connection, base::Time now) {
  const auto rows = connection.run("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint");
  if (!rows) return std::unexpected(rows.error());
  const auto ahead = std::chrono::round<std::chrono::seconds>(now - base::from_millis(rows->integer(0, 0)));
  if (std::chrono::abs(ahead) <= kClocksApart) return {};
  return fail(
      Code::storage,
      fmt::format("the clock of this machine is {} s {} that of the database: one of them must be set right",
                  std::chrono::abs(ahead).count(), ahead.count() > 0 ? "ahead of" : "behind"));
}

Result<void> check_games(Connection& connection, const Claim& how) {
  Watch watch;
  for (Clock::duration watched{}; watched < kOwnPatience; watched += kLook) {
    const auto found = connection.run(
        "SELECT nodes.id, epoch, beat, host FROM nodes JOIN beats ON node = nodes.id "
        "WHERE state <> 'down' AND games <> '' AND games <> $1 AND nodes.id <> $2 ORDER BY nodes.id",
        {how.place.games, std::to_string(how.node)});
    if (!found) return std::unexpected(found.error());
    if (found->size() == 0) return {};
    if (const auto alive = watch.look(running_in(*found))) {
      return fail(
          Code::bad_options,
          fmt::format("node {} at '{}' plays by other rules or with other words: all nodes need the same "
                      "version, --lexicon and --shelfie-rules",
                      alive->node, alive->host));
    }
    std::this_thread::sleep_for(kLook);
  }
  return {};
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

Result<std::vector<Running>> await_silence(Connection& connection, const Claim& how) {
  for (Watch watch;; std::this_thread::sleep_for(kLook)) {
    auto rivals = read_rivals(connection, how);
    if (!rivals) return rivals;
    if (const auto alive = watch.look(*std::move(rivals))) {
      const auto sentence = serves(*alive, how.node);
      const bool waits = how.rival == Rival::await && alive->node != how.node && how.goes_on(sentence);
      if (!waits) return fail(Code::storage, sentence);
    }
    if (watch.all_silent(how)) return watch.rivals();
  }
}

Result<Hold> claim(Connection& connection, const Claim& how) {
  for (;;) {
    const auto rivals = await_silence(connection, how);
    if (!rivals) return std::unexpected(rivals.error());
    auto taken = take(connection, how, *rivals);
    if (!taken) return std::unexpected(std::move(taken).error());
    if (*taken) return **std::move(taken);
  }
}

Result<Hold> renew(Connection& connection, const Hold& hold) {
  if (auto begun = begin_locking(connection); !begun) return std::unexpected(std::move(begun).error());
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
      "UPDATE beats SET beat = beat + 1, seen = clock_timestamp() WHERE node = $1 AND EXISTS "
      "(SELECT 1 FROM nodes WHERE id = $1 AND holder = $2)",
      {std::to_string(hold.node), hold.holder});
  if (!beaten) return std::unexpected(beaten.error());
  if (beaten->changed() == 0) return lost_hold(hold);
  return {};
}

}  // namespace store::postgres
