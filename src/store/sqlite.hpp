// The journal in an embedded database: one writer thread that groups all that waits into one synced
// transaction.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>

#include "store/database.hpp"
#include "store/directory.hpp"
#include "store/journal.hpp"
#include "store/mark.hpp"
#include "store/reader.hpp"
#include "store/sequence.hpp"

namespace store {

class SqliteJournal final : public Journal {
 public:
  /// What to do where something is missing that somebody was told of.
  enum class Loss : std::uint8_t { refuse, accept };

  /// Takes the directory, makes or migrates the database, starts the writer.
  /// Code::storage or Code::corrupt with a sentence for the host if that cannot be; nothing is damaged then.
  static Result<std::unique_ptr<SqliteJournal>> open(const std::filesystem::path& directory,
                                                     OnSettled on_settled, Loss loss = Loss::refuse);

  /// Writes all that waits before it returns.
  ~SqliteJournal() override;

  std::uint64_t append(std::vector<Record> records) override;
  Result<void> reopen() override;
  Result<void> read_unfinished(const Visitor& visit, const OnDamage& on_damage) override;
  Result<StoredTable> read(TableId table) override;
  Result<void> read_all(const TableVisitor& visit, const OnDamage& on_damage) override;
  Result<std::vector<StoredTable>> last_finished(std::size_t most) override;
  Result<TableId> last_table() override;

 private:
  /// The statements that the writer uses; prepared once.
  struct Statements {
    Statement begin, commit, rollback, open_table, add_entries, close_table;
  };
  struct Group {
    std::vector<std::vector<Record>> appends;
    std::uint64_t last_position = 0;
    std::uint64_t era = 0;
  };

  /// All that knows what is in the database; made anew after a failure.
  struct Connection {
    Database database;
    Statements statements;
    Reader reader;
    Sequence sequence{};
    Mark mark;  ///< and where the log has come to
    std::unique_ptr<LogIndex> index;
    std::int64_t logged = 0;  ///< bytes in the log
    bool folds = true;        ///< until something damaged is in the way
  };

  SqliteJournal(std::filesystem::path directory, DirectoryLock lock, Connection connection,
                OnSettled on_settled);
  static Result<Connection> connect(const std::filesystem::path& directory, Loss loss,
                                    const std::optional<ChainEnd>& told);
  static Result<Statements> prepare(Database& database);
  static Result<void> learn(Connection& connection);

  void work();
  std::optional<Group> wait_for_work();
  void commit(const Group& group);
  void give_up(const Group& group);
  std::vector<Result<void>> keep(const Group& group);
  Result<void> write(const Group& group, const std::vector<Result<void>>& fates);
  Result<void> write_row_and_commit();
  void settle(const Group& group, const std::vector<Result<void>>& fates, double seconds);
  Result<void> write_one(const Record& record);
  void fold_if_due(std::int64_t enough);

  std::filesystem::path directory_;
  DirectoryLock lock_;
  OnSettled on_settled_;
  std::string lines_;             ///< of the group being written
  std::vector<TableId> touched_;  ///< its tables

  std::mutex writing_;  ///< held while something is written; so nobody connects anew meanwhile
  std::mutex reading_;  ///< likewise while something is read
  Connection connection_;
  bool broken_ = false;  ///< a group has failed, and nobody has connected anew since

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<std::vector<Record>> waiting_;
  std::uint64_t position_ = 0;
  std::uint64_t era_ = 0;  ///< counts how often somebody has connected anew; changed under writing_ as well
  bool stopping_ = false;
  std::thread writer_;
};

}  // namespace store
