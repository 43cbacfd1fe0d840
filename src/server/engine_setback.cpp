// When an append fails: nobody is told what was not made durable, and what is durable stands again.
#include <algorithm>

#include "server/engine.hpp"

namespace server {
namespace {

/// How long the engine waits before it tries the journal again: longer each time.
constexpr base::Duration kFirstWait = std::chrono::milliseconds(100);
constexpr base::Duration kLongestWait = std::chrono::seconds(5);

}  // namespace

/// All that was appended and is not durable counts as never done, whatever becomes of it: the journal fails
/// what comes after a failure. Whoever was to be told something that may rest on it is let go, as is
/// everybody around its tables; who comes back finds them as they are durable.
void Engine::set_back(const base::Error& why, Time now) {
  deliver(now);
  std::set<TableId> tables;
  for (const auto& append : unsettled_) tables.insert(append.tables.begin(), append.tables.end());
  for (const auto& record : gathered_) tables.insert(table_of(record));
  unsettled_.clear();
  gathered_.clear();
  void_ = durable_ = position_;
  auto gone = drop_letters();
  for (const auto table : tables) {
    observer_.damaged(table, why);
    const auto around = hall_.evict(table);
    gone.insert(around.begin(), around.end());
  }
  stall_ = Stall{now, now, kFirstWait, std::move(tables)};
  for (const auto player : gone) let_go(player, now);
  try_to_go_on(now);
  if (stall_) observer_.stalled(why);
}

/// Who was to be told something that is not durable.
std::set<PlayerId> Engine::drop_letters() {
  std::set<PlayerId> readers;
  for (auto at = delivered_; at < outbox_.size(); ++at) readers.insert(outbox_[at].player);
  outbox_.clear();
  delivered_ = 0;
  starts_.clear();
  return readers;
}

void Engine::let_go(PlayerId player, Time now) {
  if (talks_.find(player.value) == nullptr) return;
  wire_.close(player);
  end(player, End::broken, now);
}

/// What happens although nothing can be made durable charges nobody for that.
void Engine::forgive_stall(Time now) {
  if (!stall_) return;
  hall_.forgive(now - std::exchange(stall_->since, now), table::Pause::of_journal, now, effects_);
  execute();
}

void Engine::try_to_go_on(Time now) {
  if (!journal_.reopen()) {
    stall_->next_try = now + stall_->wait;
    stall_->wait = std::min(2 * stall_->wait, kLongestWait);
    return;
  }
  forgive_stall(now);
  const auto stall = *std::exchange(stall_, std::nullopt);
  for (const auto table : stall.tables) rebuild(table, now);
  talks_.each([&](std::uint64_t player, Talk& talk) { touch({player}, talk); });
  if (stall.wait > kFirstWait) observer_.went_on();
}

void Engine::rebuild(TableId table, Time now) {
  const auto stored = journal_.read(table);
  if (!stored || stored->closing) return;
  if (auto rebuilt = table::replay(kits_, stored->header, stored->entries)) restore(*std::move(rebuilt), now);
}

}  // namespace server
