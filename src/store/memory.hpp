// A journal that lives as long as the process: for tests, and for hosts who keep nothing.
#pragma once

#include <deque>
#include <map>

#include "store/journal.hpp"
#include "store/sequence.hpp"

namespace store {

/// Settles every append before it returns, unless told to hold or to fail.
class MemoryJournal final : public Journal {
 public:
  explicit MemoryJournal(OnSettled on_settled) : on_settled_(std::move(on_settled)) {}

  std::uint64_t append(std::vector<Record> records) override;
  Result<void> reopen() override;
  Result<void> read_unfinished(const Visitor& visit, const OnDamage& on_damage) override;
  Result<StoredTable> read(TableId table) override;
  Result<void> read_all(const TableVisitor& visit, const OnDamage& on_damage) override;
  Result<std::vector<StoredTable>> last_finished(std::size_t most) override;
  Result<TableId> last_table() override;

  /// From now on appends wait, as on a slow disk, until `release`.
  void hold() { held_ = true; }
  void release();
  /// The next appends fail, as on a full disk, until told otherwise; so does `reopen`.
  void fail_with(std::optional<base::Error> error) { failure_ = std::move(error); }
  /// The so-manieth of all appends fails, and after it `reopen` so often.
  void fail_at(std::uint64_t append, int reopenings) {
    fails_at_ = append;
    refusals_ = reopenings;
  }
  /// How many were settled since the journal was made.
  std::uint64_t appends() const { return appends_; }
  /// The process has died and comes again: what waits is lost, and positions count from 1.
  void begin_again();

 private:
  void settle();
  Result<void> try_to_keep(const std::vector<Record>& records);
  Result<void> keep(const std::vector<Record>& records);

  OnSettled on_settled_;
  Sequence sequence_;
  std::map<TableId, StoredTable> tables_;
  std::deque<std::vector<Record>> queue_;
  std::uint64_t position_ = 0;
  bool held_ = false;
  bool settling_ = false;  ///< what is appended meanwhile waits its turn
  bool broken_ = false;    ///< an append has failed, and nothing was read anew since
  std::optional<base::Error> failure_;
  std::uint64_t appends_ = 0;
  std::uint64_t fails_at_ = 0;
  int refusals_ = 0;  ///< of `reopen` after that
};

}  // namespace store
