// The beat of a node that serves.
#include "store/postgres/heart.hpp"

#include <optional>

namespace store::postgres {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kToBeat = std::chrono::seconds(2);

}  // namespace

Heart::Heart(std::string url, Hold hold, std::function<void(const base::Error&)> on_lost)
    : url_(std::move(url)),
      hold_(std::move(hold)),
      on_lost_(std::move(on_lost)),
      last_(Clock::now()),
      thread_([this] { work(); }) {}

Heart::~Heart() {
  {
    const std::lock_guard guard(mutex_);
    ending_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

std::chrono::milliseconds Heart::age() const {
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - last_.load());
}

/// False when it is to end.
bool Heart::rest() {
  std::unique_lock guard(mutex_);
  return !changed_.wait_for(guard, kBeatPeriod, [&] { return ending_; });
}

/// A beat need not survive a crash of the database: who watches it sees whether it goes on.
void Heart::work() {
  std::optional<Connection> connection;
  do {
    if (!connection || connection->is_lost()) {
      connection.reset();
      if (auto opened = Connection::open(url_, kToBeat);
          opened && opened->execute("SET synchronous_commit = off"))
        connection = *std::move(opened);
    }
    if (!connection) continue;
    const auto begun = Clock::now();
    const auto beaten = beat(*connection, hold_);
    if (beaten) last_ = begun;
    if (!beaten && beaten.error().code == base::Code::corrupt) return on_lost_(beaten.error());
  } while (rest());
}

}  // namespace store::postgres
