// The directory in PostgreSQL.
#include "store/postgres/directory.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace store::postgres {
namespace {

using base::Code;
using base::fail;
using cluster::NodeId;
using cluster::NodeState;
using cluster::ShardId;

using Clock = std::chrono::steady_clock;

constexpr auto kPatience = std::chrono::seconds(2);
/// Whoever waits for a dead node's last append beats meanwhile not: it does not wait for long, but tries
/// again.
constexpr auto kWaitsShortly = "SET LOCAL lock_timeout = '500ms'";

/// As Batch: the lock on the node's row lasts until the commit.
constexpr auto kHandOver =
    "WITH me AS MATERIALIZED (SELECT 1 FROM nodes WHERE id = $1 AND epoch = $2 FOR SHARE), "
    "moved AS (UPDATE shards SET owner = $3 FROM me WHERE shards.id = ANY($4::int[]) AND owner = $1) "
    "SELECT count(*) FROM me";

std::string text(std::uint64_t number) { return std::to_string(number); }

NodeId node_of(std::int64_t number) { return {static_cast<std::uint32_t>(number)}; }

NodeState state_of(std::string_view name) {
  if (name == "up") return NodeState::up;
  return name == "draining" ? NodeState::draining : NodeState::down;
}

}  // namespace

std::string_view name_of(NodeState state) {
  switch (state) {
    case NodeState::up:
      return "up";
    case NodeState::draining:
      return "draining";
    case NodeState::down:
      return "down";
  }
  return "";
}

/// One statement, which is one moment.
Result<cluster::Picture> read_picture(Connection& connection) {
  const auto rows = connection.run(
      "SELECT id, epoch, address, version, state, beat, load, "
      "(SELECT string_agg(owner::text, ',' ORDER BY shards.id) FROM shards) "
      "FROM nodes JOIN beats ON node = id ORDER BY id");
  if (!rows) return std::unexpected(rows.error());
  cluster::Picture picture;
  picture.owners.resize(cluster::kShards);
  for (int at = 0; at < rows->size(); ++at) {
    picture.nodes.push_back({node_of(rows->integer(at, 0)), static_cast<cluster::Epoch>(rows->integer(at, 1)),
                             std::string(rows->text(at, 2)), std::string(rows->text(at, 3)),
                             state_of(rows->text(at, 4)), static_cast<std::uint64_t>(rows->integer(at, 5)),
                             static_cast<std::uint32_t>(rows->integer(at, 6))});
  }
  if (rows->size() == 0) return picture;
  auto owners = rows->text(0, 7);
  for (auto& owner : picture.owners)
    owner = node_of(base::to_number<std::int64_t>(base::cut(owners, ',')).value_or(0));
  return picture;
}

Result<void> check_node(const std::string& url, const Claim& how) {
  auto connection = Connection::open(url, kPatience);
  if (!connection) return std::unexpected(std::move(connection).error());
  if (auto free = await_silence(*connection, how); !free) return std::unexpected(std::move(free).error());
  return check_games(*connection, how);
}

PostgresDirectory::PostgresDirectory(DirectorySettings settings)
    : settings_(std::move(settings)), last_beat_(Clock::now()), thread_([this] { work(); }) {}

PostgresDirectory::~PostgresDirectory() {
  {
    const std::lock_guard guard(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

std::chrono::milliseconds PostgresDirectory::beat_age() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - last_beat_.load());
}

void PostgresDirectory::work() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ending_ || !waiting_.empty(); });
    if (ending_) return;
    const auto job = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    job();
  }
}

void PostgresDirectory::queue(Job job) {
  {
    const std::lock_guard guard(mutex_);
    waiting_.push_back(std::move(job));
  }
  changed_.notify_one();
}

template <class T>
void PostgresDirectory::ask(std::function<Result<T>()> question, Then<T> then) {
  queue([this, question = std::move(question), then = std::move(then)] {
    auto answer = std::make_shared<Result<T>>(question());
    settings_.post([then, answer] { then(std::move(*answer)); });
  });
}

Result<Connection*> PostgresDirectory::open(std::optional<Connection>& connection, Lasts lasts) {
  if (!connection || connection->is_lost()) {
    connection.reset();
    auto opened = Connection::open(settings_.url, kPatience);
    if (!opened) return std::unexpected(std::move(opened).error());
    if (lasts == Lasts::perhaps) {
      if (auto set = opened->execute("SET synchronous_commit = off"); !set)
        return std::unexpected(std::move(set).error());
    }
    connection = *std::move(opened);
  }
  return &*connection;
}

Result<Connection*> PostgresDirectory::durable() { return open(durable_, Lasts::for_ever); }
Result<Connection*> PostgresDirectory::lasting_or_not() { return open(hasty_, Lasts::perhaps); }

void PostgresDirectory::join(Then<cluster::Joined> then) {
  ask<cluster::Joined>([this] { return do_join(); },
                       [this, then = std::move(then)](Result<cluster::Joined> joined) {
                         if (joined) settings_.on_picture(joined->picture);
                         then(std::move(joined));
                       });
}

Result<cluster::Joined> PostgresDirectory::do_join() {
  const auto connection = durable();
  if (!connection) return std::unexpected(connection.error());
  auto held = postgres::claim(**connection, settings_.how);
  if (!held) return std::unexpected(std::move(held).error());
  hold_ = *std::move(held);
  settings_.how.holder = hold_.holder;
  settings_.on_hold(hold_);
  auto picture = read_picture(**connection);
  if (!picture) return std::unexpected(std::move(picture).error());
  return cluster::Joined{static_cast<cluster::Epoch>(hold_.epoch), *std::move(picture)};
}

void PostgresDirectory::beat(std::uint32_t load, Then<cluster::Picture> then) {
  ask<cluster::Picture>([this, load] { return do_beat(load); },
                        [this, then = std::move(then)](Result<cluster::Picture> picture) {
                          if (picture) settings_.on_picture(*picture);
                          then(std::move(picture));
                        });
}

/// A beat need not survive a crash of the database: who watches it sees whether it goes on.
Result<cluster::Picture> PostgresDirectory::do_beat(std::uint32_t load) {
  const auto begun = Clock::now();
  const auto connection = lasting_or_not();
  if (!connection) return std::unexpected(connection.error());
  const auto beaten = (*connection)
                          ->run(
                              "UPDATE beats SET beat = beat + 1, seen = clock_timestamp(), load = $3 WHERE "
                              "node = $1 AND EXISTS "
                              "(SELECT 1 FROM nodes WHERE id = $1 AND epoch = $2)",
                              {own_node(), own_epoch(), text(load)});
  if (!beaten) return std::unexpected(beaten.error());
  if (beaten->changed() == 0) return lost_hold(hold_);
  last_beat_ = begun;
  return read_picture(**connection);
}

void PostgresDirectory::take_over(NodeId dead, cluster::Epoch seen,
                                  std::vector<std::pair<ShardId, NodeId>> heirs, Then<bool> then) {
  ask<bool>([this, dead, seen, heirs = std::move(heirs)] { return do_take_over(dead, seen, heirs); },
            std::move(then));
}

/// Raising the epoch waits for an append under way. What is read after this, in another snapshot, has it.
Result<bool> PostgresDirectory::do_take_over(NodeId dead, cluster::Epoch seen,
                                             const std::vector<std::pair<ShardId, NodeId>>& heirs) {
  const auto opened = durable();
  if (!opened) return std::unexpected(opened.error());
  auto& connection = **opened;
  if (auto begun = begin_locking(connection); !begun) return std::unexpected(std::move(begun).error());
  Unfinished unfinished(connection);
  if (auto set = connection.execute(kWaitsShortly); !set) return std::unexpected(std::move(set).error());
  const auto me =
      connection.run("SELECT 1 FROM nodes WHERE id = $1 AND epoch = $2 FOR SHARE", {own_node(), own_epoch()});
  if (!me) return std::unexpected(me.error());
  if (me->size() == 0) return lost_hold(hold_);
  const auto ended = connection.run(
      "UPDATE nodes SET epoch = epoch + 1, state = 'down', holder = '' WHERE id = $1 AND epoch = $2",
      {text(dead.value), text(seen)});
  if (!ended) return std::unexpected(ended.error());
  if (ended->changed() == 0) return false;
  List shards;
  List owners;
  for (const auto& [shard, heir] : heirs) {
    shards.add(static_cast<std::int64_t>(shard.value));
    owners.add(static_cast<std::int64_t>(heir.value));
  }
  const auto moved = connection.run(
      "UPDATE shards SET owner = u.heir FROM unnest($2::int[], $3::int[]) AS u(id, heir) "
      "WHERE shards.id = u.id AND shards.owner = $1",
      {text(dead.value), shards.text(), owners.text()});
  if (!moved) return std::unexpected(moved.error());
  if (auto done = unfinished.commit(); !done) return std::unexpected(std::move(done).error());
  return true;
}

void PostgresDirectory::hand_over(std::vector<ShardId> shards, NodeId to, Then<void> then) {
  ask<void>([this, shards = std::move(shards), to] { return do_hand_over(shards, to); }, std::move(then));
}

Result<void> PostgresDirectory::do_hand_over(const std::vector<ShardId>& shards, NodeId to) {
  const auto connection = durable();
  if (!connection) return std::unexpected(connection.error());
  List ids;
  for (const auto shard : shards) ids.add(static_cast<std::int64_t>(shard.value));
  const auto done = (*connection)->run(kHandOver, {own_node(), own_epoch(), text(to.value), ids.text()});
  if (!done) return std::unexpected(done.error());
  if (done->integer(0, 0) == 0) return lost_hold(hold_);
  return {};
}

void PostgresDirectory::show(NodeState state, Then<void> then) {
  ask<void>([this, state] { return do_show(state); }, std::move(then));
}

Result<void> PostgresDirectory::do_show(NodeState state) {
  const auto connection = durable();
  if (!connection) return std::unexpected(connection.error());
  const auto done = (*connection)
                        ->run("UPDATE nodes SET state = $3 WHERE id = $1 AND epoch = $2",
                              {own_node(), own_epoch(), std::string(name_of(state))});
  if (!done) return std::unexpected(done.error());
  if (done->changed() == 0) return lost_hold(hold_);
  return {};
}

void PostgresDirectory::claim(cluster::Claim claim, Then<cluster::Claimed> then) {
  ask<cluster::Claimed>([this, claim = std::move(claim)] { return do_claim(claim); }, std::move(then));
}

Result<cluster::Claimed> PostgresDirectory::do_claim(const cluster::Claim& claim) {
  const auto connection = lasting_or_not();
  if (!connection) return std::unexpected(connection.error());
  const auto rows = (*connection)
                        ->run("SELECT claim_name($1, $2, $3, $4, $5, $6, $7, $8)",
                              {claim.name, claim.key, own_node(), own_epoch(), text(claim.player),
                               claim.address, claim.host, claim.account});
  if (!rows) return std::unexpected(rows.error());
  auto answer = rows->text(0, 0);
  const auto word = base::cut(answer, ' ');
  if (word == "fenced") return lost_hold(hold_);
  if (word == "yours") return cluster::Yours{};
  if (word == "account") return cluster::OfAccount{};
  if (word == "seat") return cluster::SeatAt{{base::to_number<std::uint64_t>(answer).value_or(0)}};
  return cluster::Taken{};
}

void PostgresDirectory::release(std::vector<std::string> names) {
  queue([this, names = std::move(names)] { do_release(names); });
}

void PostgresDirectory::do_release(const std::vector<std::string>& names) {
  const auto connection = lasting_or_not();
  if (!connection) return;
  List list;
  for (const auto& name : names) list.add(std::string_view(name));
  static_cast<void>((*connection)
                        ->run("DELETE FROM names WHERE node = $1 AND epoch = $2 AND name = ANY($3::text[])",
                              {own_node(), own_epoch(), list.text()}));
}

void PostgresDirectory::find_seat(std::string address, std::string account,
                                  Then<std::optional<base::TableId>> then) {
  const auto look = [this, address = std::move(address),
                     account = std::move(account)]() -> Result<std::optional<base::TableId>> {
    const auto connection = lasting_or_not();
    if (!connection) return std::unexpected(connection.error());
    const auto rows = (*connection)
                          ->run(
                              "SELECT table_id FROM seats WHERE ($1 <> '' AND address = $1) OR ($2 <> '' AND "
                              "key = $2) ORDER BY table_id DESC LIMIT 1",
                              {address, account});
    if (!rows) return std::unexpected(rows.error());
    if (rows->size() == 0) return std::nullopt;
    return base::TableId{static_cast<std::uint64_t>(rows->integer(0, 0))};
  };
  ask<std::optional<base::TableId>>(look, std::move(then));
}

void PostgresDirectory::take_table_numbers(Then<std::uint64_t> then) {
  ask<std::uint64_t>([this] { return next_table_numbers(); }, std::move(then));
}

/// A server that was alone has counted tables one by one: numbers that it has used are passed over. Those
/// that were given must not be given again after a crash of the database.
Result<std::uint64_t> PostgresDirectory::next_table_numbers() {
  const auto connection = durable();
  if (!connection) return std::unexpected(connection.error());
  for (;;) {
    const auto rows = (*connection)
                          ->run(
                              "SELECT nextval('table_numbers'), "
                              "greatest((SELECT coalesce(max(id), 0) FROM tables), (SELECT last_lost FROM "
                              "cluster)) / 1024");
    if (!rows) return std::unexpected(rows.error());
    if (rows->integer(0, 0) > rows->integer(0, 1)) return static_cast<std::uint64_t>(rows->integer(0, 0));
    // Numbers that another takes meanwhile are below those that follow.
    const auto raised = (*connection)
                            ->run(
                                "SELECT setval('table_numbers', $1::bigint + 64) FROM table_numbers, "
                                "pg_advisory_xact_lock(1348563566) WHERE last_value <= $1::bigint",
                                {std::string(rows->text(0, 1))});
    if (!raised) return std::unexpected(raised.error());
  }
}

void PostgresDirectory::take_guest_numbers(Then<std::uint64_t> then) {
  ask<std::uint64_t>([this] { return next_guest_numbers(); }, std::move(then));
}

Result<std::uint64_t> PostgresDirectory::next_guest_numbers() {
  const auto connection = durable();
  if (!connection) return std::unexpected(connection.error());
  const auto rows = (*connection)->run("SELECT nextval('guest_numbers')");
  if (!rows) return std::unexpected(rows.error());
  return static_cast<std::uint64_t>(rows->integer(0, 0));
}

}  // namespace store::postgres
