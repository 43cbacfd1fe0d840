// The journal in an embedded database: one writer thread that groups all that waits into one synced
// transaction.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>

#include "store/database.hpp"
#include "store/directory.hpp"
#include "store/grouped.hpp"
#include "store/mark.hpp"
#include "store/reader.hpp"

namespace store {

class SqliteJournal final : public GroupedJournal {
 public:
  /// What to do where something is missing that somebody was told of.
  enum class Loss : std::uint8_t { refuse, accept };

  /// Takes the directory, makes or migrates the database, starts the writer.
  /// Code::storage or Code::corrupt with a sentence for the host if that cannot be; nothing is damaged then.
  static Result<std::unique_ptr<SqliteJournal>> open(const std::filesystem::path& directory,
                                                     OnSettled on_settled, Loss loss = Loss::refuse);

  /// Writes all that waits before it returns.
  ~SqliteJournal() override;

  Result<void> reopen() override;
  Result<void> read_unfinished(const Visitor& visit, const OnDamage& on_damage) override;
  Result<StoredTable> read(TableId table) override;
  Result<void> read_all(const TableVisitor& visit, const OnDamage& on_damage) override;
  Result<std::vector<StoredTable>> last_finished(std::size_t most) override;
  Result<TableId> last_table() override;

  /// Numbers of tables up to that one are used up, though there may be no such tables.
  Result<void> retire_numbers(TableId last);

 private:
  /// The statements that the writer uses; prepared once.
  struct Statements {
    Statement begin, commit, rollback, open_table, add_entries, close_table;
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

  Sequence& sequence() override { return connection_.sequence; }
  Result<void> write(const Group& group, const Fates& fates) override;
  bool has_chores() override;
  void do_chores(Leisure leisure) override;
  Result<void> write_row_and_commit();
  Result<void> write_one(const Record& record);

  std::filesystem::path directory_;
  DirectoryLock lock_;
  std::string lines_;             ///< of the group being written
  std::vector<TableId> touched_;  ///< its tables

  std::mutex reading_;  ///< held while something is read; so nobody connects anew meanwhile
  Connection connection_;
};

}  // namespace store
