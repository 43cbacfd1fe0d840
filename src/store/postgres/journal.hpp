// The journal in PostgreSQL: appends of this node alone, fenced by its epoch.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "store/directory.hpp"
#include "store/grouped.hpp"
#include "store/postgres/batch.hpp"
#include "store/postgres/connection.hpp"
#include "store/postgres/heart.hpp"
#include "store/postgres/node.hpp"

namespace store::postgres {

struct JournalSettings {
  std::string url;
  std::filesystem::path directory;  ///< says which node it is
  /// But the node. In company the directory claims it and beats: nothing is kept before `use` and `reopen`.
  Claim how{};
  /// Called once, on any thread, when another process has taken over, or the database lacks what was told:
  /// nothing may be told any more.
  std::function<void(const base::Error&)> on_lost = [](const base::Error&) {};
  /// For how long a group is tried to be kept before it counts as failed.
  std::chrono::milliseconds patience = std::chrono::seconds(30);
};

class PostgresJournal final : public GroupedJournal {
 public:
  /// Makes what is missing in the database, becomes the node that serves if it is alone, starts the writer.
  static Result<std::unique_ptr<PostgresJournal>> open(JournalSettings settings, OnSettled on_settled);
  ~PostgresJournal() override;

  Result<void> reopen() override;
  Result<void> read_unfinished(const Visitor& visit, const OnDamage& on_damage) override;
  Result<std::optional<TableId>> read_piece(const Piece& piece, const TableVisitor& visit,
                                            const OnDamage& on_damage) override;
  Result<StoredTable> read(TableId table) override;
  Result<std::vector<StoredTable>> read_several(std::span<const TableId> tables) override;
  Result<void> read_all(const TableVisitor& visit, const OnDamage& on_damage) override;
  Result<std::vector<StoredTable>> last_finished(std::size_t most) override;
  Result<TableId> last_table() override;

  /// The right to write that this node has from now on: `reopen` takes it up. May be called on any thread.
  void use(const Hold& hold);

  const std::string& url() const { return settings_.url; }
  /// Which node it is, and how it serves.
  const Claim& claim() const { return settings_.how; }
  /// How often nobody knew what became of an append, so that it was tried again.
  std::uint64_t in_doubt() const { return in_doubt_; }
  /// How long ago this node has last shown that it lives; in company the directory knows.
  std::chrono::milliseconds beat_age() const {
    return heart_ != nullptr ? heart_->age() : std::chrono::milliseconds(0);
  }

 private:
  PostgresJournal(JournalSettings settings, DirectoryLock lock, Connection writer, Connection reader,
                  Hold hold, OnSettled on_settled);
  bool is_alone() const { return settings_.how.company == Company::alone; }
  Result<void> renew_hold();
  Result<void> learn();
  void lose(const base::Error& why);

  Sequence& sequence() override { return sequence_; }
  Result<void> write(const Group& group, const Fates& fates) override;
  bool has_chores() override { return !unfolded_.empty(); }
  void do_chores(Leisure leisure) override;
  Result<void> write_batch(const Batch& batch);
  Result<void> connect_writer();
  Result<void> check_last(Connection& connection) const;
  template <class Read>
  auto read_with(Read read) -> decltype(read());

  JournalSettings settings_;
  DirectoryLock lock_;
  Connection writer_;
  Hold hold_;
  Sequence sequence_;
  std::mutex holding_;
  Hold next_hold_;
  std::optional<std::pair<TableId, std::uint64_t>> last_;  ///< an act that somebody was told of
  std::vector<TableId> unfolded_;  ///< closed tables whose entries stand in rows of their own
  std::mutex reading_;
  Connection reader_;
  std::atomic<std::uint64_t> in_doubt_ = 0;
  std::once_flag lost_;
  std::unique_ptr<Heart> heart_;
};

}  // namespace store::postgres
