// A journal with a writer that keeps all that waits in one transaction.
#include "store/grouped.hpp"

#include <chrono>
#include <new>

namespace store {
namespace {

constexpr auto kIdle = std::chrono::milliseconds(200);

}  // namespace

void GroupedJournal::start_writer() {
  writer_ = std::thread([this] { work(); });
}

void GroupedJournal::end_writer() {
  {
    const std::lock_guard guard(mutex_);
    ending_ = true;
  }
  arrived_.notify_one();
  if (writer_.joinable()) writer_.join();
}

bool GroupedJournal::is_ending() {
  const std::lock_guard guard(mutex_);
  return ending_;
}

std::uint64_t GroupedJournal::append(std::vector<Record> records) {
  std::uint64_t position = 0;
  {
    const std::lock_guard guard(mutex_);
    waiting_.push_back(std::move(records));
    position = ++position_;
  }
  arrived_.notify_one();
  return position;
}

Result<void> GroupedJournal::start_over(const std::function<Result<void>()>& renew) {
  const std::lock_guard guard(writing_);
  if (auto renewed = renew(); !renewed) return renewed;
  broken_ = false;
  const std::lock_guard also(mutex_);
  waiting_.clear();
  ++era_;
  return {};
}

void GroupedJournal::work() {
  for (;;) {
    const auto group = wait_for_work();
    if (!group) return;
    if (!group->appends.empty()) commit(*group);
    try {
      const std::lock_guard guard(writing_);
      if (!broken_) do_chores(group->appends.empty() ? Leisure::idle : Leisure::busy);
    } catch (const std::bad_alloc&) {
      continue;  // all stays as it is
    }
  }
}

/// Everything that waits; an empty group after a while without any; nothing when the writer is to end.
std::optional<GroupedJournal::Group> GroupedJournal::wait_for_work() {
  const bool chores = [&] {
    const std::lock_guard guard(writing_);
    return has_chores();
  }();
  std::unique_lock guard(mutex_);
  const auto due = [&] { return ending_ || !waiting_.empty(); };
  if (chores) {
    arrived_.wait_for(guard, kIdle, due);
  } else {
    arrived_.wait(guard, due);
  }
  if (ending_ && waiting_.empty()) return std::nullopt;
  return Group{std::exchange(waiting_, {}), position_, era_};
}

/// Where there is no memory to keep the group or to say so, it has failed, whatever of it is durable: who
/// reads it anew will know.
void GroupedJournal::commit(const Group& group) {
  try {
    const auto start = std::chrono::steady_clock::now();
    const auto fates = keep(group);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    settle(group, fates, took.count());
  } catch (const std::bad_alloc&) {
    give_up(group);
  }
}

void GroupedJournal::give_up(const Group& group) {
  {
    const std::lock_guard guard(writing_);
    if (group.era != era_) return;
    broken_ = true;
  }
  for (bool told = false; !told;) {
    try {
      on_settled_({group.last_position, fail(Code::system, "no memory"), 0, 0});
      told = true;
    } catch (const std::bad_alloc&) {
      std::this_thread::sleep_for(kIdle);
    }
  }
}

/// What becomes of each append of the group: nothing that comes after a failure is kept. Of a group that was
/// taken up before somebody started over nothing becomes: whoever did counts on that.
GroupedJournal::Fates GroupedJournal::keep(const Group& group) {
  const std::lock_guard guard(writing_);
  if (group.era != era_) return {};
  Fates fates;
  for (const auto& append : group.appends) {
    if (broken_) {
      fates.push_back(fail(Code::storage, "an append before this one has failed"));
    } else {
      broken_ = !fates.emplace_back(sequence().take(append));
    }
  }
  auto written = fates.front() ? write(group, fates) : Result<void>{};
  if (written) {
    sequence().commit();
  } else {
    sequence().rollback();
    broken_ = true;
  }
  for (auto& fate : fates) {
    if (fate) fate = written;
  }
  return fates;
}

/// Tells the fates in order, one call for each run of the same.
void GroupedJournal::settle(const Group& group, const Fates& fates, double seconds) {
  auto position = group.last_position - fates.size();
  std::size_t records = 0;
  for (std::size_t at = 0; at < fates.size(); ++at) {
    ++position;
    records += group.appends[at].size();
    if (at + 1 < fates.size() && fates[at + 1] == fates[at]) continue;
    on_settled_({position, fates[at], seconds, std::exchange(records, 0)});
  }
}

}  // namespace store
