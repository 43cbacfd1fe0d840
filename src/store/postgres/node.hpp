// One server on the database: which node it is, and the epoch under which it may write.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

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

struct Claim {
  std::int64_t node = 0;
  std::string host{};  ///< where it runs, for people
  /// A node whose beat stands still for so long, by our own clock and while we can read it, is taken for
  /// dead.
  std::chrono::milliseconds takeover_after = std::chrono::seconds(3);
  Rival rival = Rival::refuse;
  /// Called now and then while another serves, with a sentence about it; false: give it up.
  std::function<bool(const std::string&)> goes_on = [](const std::string&) { return true; };
};

/// The number of the node whose data directory it is. A directory that has none for this database gets one.
Result<std::int64_t> number_of(const std::filesystem::path& directory, Connection& connection);

/// Becomes the one node that serves, with a new epoch, once no other does. What is read afterwards, in a
/// snapshot of its own, is all that was ever told. Code::storage says who serves.
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
