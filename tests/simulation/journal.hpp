// A journal whose appends wait until the simulation says what becomes of each: kept, failed, or lost with the
// process.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "store/memory.hpp"

namespace simulation {

class HeldJournal final : public store::Journal {
 public:
  explicit HeldJournal(OnSettled on_settled) : on_settled_(std::move(on_settled)) {}

  std::uint64_t append(std::vector<store::Record> records) override;
  base::Result<void> reopen() override;
  base::Result<void> read_unfinished(const Visitor& visit, const OnDamage& on_damage) override {
    return kept_.read_unfinished(visit, on_damage);
  }
  base::Result<store::StoredTable> read(base::TableId table) override { return kept_.read(table); }
  base::Result<void> read_all(const TableVisitor& visit, const OnDamage& on_damage) override {
    return kept_.read_all(visit, on_damage);
  }
  base::Result<std::vector<store::StoredTable>> last_finished(std::size_t most) override {
    return kept_.last_finished(most);
  }
  base::Result<base::TableId> last_table() override { return kept_.last_table(); }

  /// What the disk does with the oldest append that waits. After one that failed nothing is kept until the
  /// journal was read anew, and that fails so often.
  enum class Fate : std::uint8_t { kept, failed };
  void fail_to_reopen(int times) { refusals_ = times; }
  void settle_next(Fate fate);
  std::size_t waiting() const { return queue_.size(); }
  /// The process has died: what was not durable is gone, and positions count from 1 again.
  void lose();

 private:
  OnSettled on_settled_;
  std::deque<std::vector<store::Record>> queue_;
  std::uint64_t position_ = 0;
  base::Result<void> outcome_{};
  bool broken_ = false;
  int refusals_ = 0;
  store::MemoryJournal kept_{[this](const store::Settled& settled) { outcome_ = settled.result; }};
};

}  // namespace simulation
