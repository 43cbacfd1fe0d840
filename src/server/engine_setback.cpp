// When an append fails: nobody is told what was not made durable, and what is durable stands again.
#include <algorithm>

#include "server/engine.hpp"

namespace server {
namespace {

/// How long the engine waits before it tries the journal again: longer each time.
constexpr base::Duration kFirstWait = std::chrono::milliseconds(100);
constexpr base::Duration kLongestWait = std::chrono::seconds(5);

/// What is durable of those of the tables that go on.
Result<std::vector<table::Table>> read_anew(const games::Kits& kits, store::Journal& journal,
                                            const std::set<TableId>& tables) {
  if (auto opened = journal.reopen(); !opened) return std::unexpected(std::move(opened).error());
  std::vector<table::Table> found;
  for (const auto table : tables) {
    const auto stored = journal.read(table);
    if (!stored || stored->closing) continue;
    if (auto rebuilt = table::replay(kits, stored->header, stored->entries))
      found.push_back(*std::move(rebuilt));
  }
  return found;
}

}  // namespace

/// All that was appended and is not durable counts as never done, whatever becomes of it: the journal fails
/// what comes after a failure. Whoever was to be told something that may rest on it is let go, as is
/// everybody around its tables; who comes back finds them as they are durable.
void Engine::set_back(const base::Error& why, Time now) {
  host_.deliver(now);
  std::set<TableId> tables;
  for (const auto& append : unsettled_) tables.insert(append.tables.begin(), append.tables.end());
  for (const auto& record : host_.outbox().records()) tables.insert(table_of(record));
  unsettled_.clear();
  void_ = host_.outbox().position();
  auto gone = host_.outbox().drop(tables);
  for (const auto table : tables) {
    observer_.damaged(table, why);
    const auto around = host_.hall().evict(table);
    gone.insert(around.begin(), around.end());
  }
  stall_ = Stall{now, why, std::move(tables), kFirstWait};
  for (const auto player : gone) host_.let_go(player, now);
  host_.start_clocks(now);  // what those still waited for
  try_to_go_on();
}

/// What happens although nothing can be made durable charges nobody for that.
void Engine::forgive_stall(Time now) {
  if (!stall_) return;
  host_.forgive(now - std::exchange(stall_->since, now), table::Pause::of_journal, now);
}

/// Opening the journal and reading the tables takes as long as the log is long: both are done elsewhere, and
/// the engine stays stalled meanwhile. It appends nothing then, so that what is read stays true.
void Engine::try_to_go_on() {
  stall_->next_try.reset();
  ++looks_;
  const auto tried = [this](Result<std::vector<table::Table>> read) {
    --looks_;
    if (stall_) stall_->read = std::move(read);
  };
  wire_.look_up({[this, tried, tables = stall_->tables]() -> std::function<void()> {
                   const auto read = std::make_shared<Result<std::vector<table::Table>>>(
                       read_anew(kits_, journal_, tables));
                   return [tried, read] { tried(std::move(*read)); };
                 },
                 [tried] { tried(base::fail(base::Code::system, "there is no memory for it")); }},
                "");
}

/// Once it is known what came of that.
void Engine::go_on_or_wait(Time now) {
  auto read = *std::exchange(stall_->read, std::nullopt);
  if (!read) {
    if (stall_->wait == kFirstWait) observer_.stalled(stall_->why);
    stall_->next_try = now + stall_->wait;
    stall_->wait = std::min(2 * stall_->wait, kLongestWait);
    return;
  }
  forgive_stall(now);
  const bool waited = stall_->wait > kFirstWait;
  stall_.reset();
  for (auto& table : *read) host_.restore(std::move(table), now);
  host_.touch_all();
  if (waited) observer_.went_on();
}

}  // namespace server
