// One server on the database: which node it is, and the epoch under which it may write.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/time.hpp"
#include "store/postgres/connection.hpp"

namespace store::postgres {

/// A node's right to write: as long as its row has this epoch. Who raises the epoch has taken it away, and
/// nothing that was begun under the old one becomes durable afterwards.
struct Hold {
  std::int64_t node = 0;
  std::int64_t epoch = 0;
  std::string holder{};  ///< this process alone is called so
};

/// How often a node that serves shows that it lives.
inline constexpr auto kBeatPeriod = std::chrono::milliseconds(500);

/// What is done while another node serves: nothing, or waiting until it does so no longer.
enum class Rival : std::uint8_t { refuse, await };

/// Whether a node serves alone, so that all others are its rivals, or beside others.
enum class Company : std::uint8_t { alone, others };

/// What a node tells of itself.
struct NodePlace {
  std::string host{};     ///< where it runs, for people
  std::string address{};  ///< where its links are; empty: it has none
  std::string version{};  ///< of Parlor
  std::string games{};    ///< what it plays, and with what: nodes in company must have the same
};

struct Claim {
  std::int64_t node = 0;
  NodePlace place{};
  Company company = Company::alone;
  std::string holder{};  ///< what this process was called when it last held the node, if it did
  /// A node whose beat stands still for so long, by our own clock and while we can read it, is taken for
  /// dead.
  std::chrono::milliseconds takeover_after = std::chrono::seconds(3);
  Rival rival = Rival::refuse;
  /// Called now and then while another serves, with a sentence about it; false: give it up.
  std::function<bool(const std::string&)> goes_on = [](const std::string&) { return true; };
};

/// Refuses a clock that is far from that of the database: times of games would leap where another node goes
/// on with them.
Result<void> check_clock(Connection& connection, base::Time now);

/// Refuses what is played here if a node that runs plays something else.
Result<void> check_games(Connection& connection, const Claim& how);

/// The number of the node whose data directory it is. A directory that has none for this database gets one.
Result<std::int64_t> number_of(const std::filesystem::path& directory, Connection& connection);

/// A node that runs, as the database has it.
struct Running {
  std::int64_t node = 0;
  std::int64_t epoch = 0;
  std::int64_t beat = 0;
  std::string host{};

  friend bool operator==(const Running&, const Running&) = default;
};

/// Waits until the beats of all who cannot serve beside such a claim have stood still for long enough; those,
/// as they were seen last. Code::storage says who serves.
Result<std::vector<Running>> await_silence(Connection& connection, const Claim& how);

/// Becomes a node that serves, with a new epoch, once nobody does who cannot serve beside it. What is read
/// afterwards, in a snapshot of its own, is all that was ever told: of all tables if it is alone, else of
/// those in its shards, which are all of them if they were nobody's. Code::storage says who serves.
Result<Hold> claim(Connection& connection, const Claim& how);

/// A new epoch, after which nothing of the old one becomes durable any more. Code::corrupt if the hold is
/// lost.
Result<Hold> renew(Connection& connection, const Hold& hold);

/// Says that the node has stopped in order: nobody needs to wait for its beat.
Result<void> retire(Connection& connection, const Hold& hold);

/// One beat. Code::corrupt if the hold is lost.
Result<void> beat(Connection& connection, const Hold& hold);

/// What is said where the hold is lost.
std::unexpected<base::Error> lost_hold(const Hold& hold);

}  // namespace store::postgres
