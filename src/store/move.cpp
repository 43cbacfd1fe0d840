// Moving all that is kept.
#include "store/move.hpp"

#include <fmt/format.h>

#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>

#include "base/seed.hpp"
#include "store/accounts_sqlite.hpp"
#include "store/archive.hpp"
#include "store/directory.hpp"
#include "store/options_column.hpp"
#include "store/postgres/accounts.hpp"
#include "store/postgres/journal.hpp"
#include "store/postgres/schema.hpp"
#include "store/postgres/secret.hpp"
#include "store/secret.hpp"
#include "store/sqlite.hpp"
#include "table/table.hpp"

namespace store {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kProgressEvery = 1000;
constexpr auto kForMoving = std::chrono::seconds(60);

/// All that is kept besides tables.
struct Rest {
  AccountBook accounts;
  std::string secret;  ///< empty: there is none yet
  TableId last{};
};

/// A folder that goes when we do: a node needs one to have a number.
class Scratch {
 public:
  Scratch() {
    auto name = (fs::temp_directory_path() / "parlor-move-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

/// Waits for what was appended last.
class Settling {
 public:
  Journal::OnSettled listener() {
    return [this](const Settled& settled) {
      const std::lock_guard guard(mutex_);
      if (!settled.result && result_) result_ = settled.result;
      position_ = settled.position;
      changed_.notify_all();
    };
  }
  Result<void> await(std::uint64_t position) {
    std::unique_lock guard(mutex_);
    changed_.wait(guard, [&] { return position_ >= position; });
    return result_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t position_ = 0;
  Result<void> result_;
};

/// All that is known of a table, to the word.
base::Key digest_of(const StoredTable& stored) {
  const auto& header = stored.header;
  auto text = fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n", header.table.value, header.game,
                          write_options_column(header), header.seed.number(), header.revision,
                          base::millis(header.opened), table::write_chairs(header.chairs), header.lobby,
                          header.clock);
  for (const auto& entry : stored.entries) table::write_entry(text, entry);
  if (stored.closing)
    text +=
        fmt::format("{} {}", base::millis(stored.closing->at), table::write_outcome(stored.closing->outcome));
  return base::hash_of(text);
}

/// Looks at every table of one side: digests it, replays it.
class Inspection {
 public:
  Inspection(const games::Kits& kits, std::string_view what, const Progress& progress)
      : kits_(kits), what_(what), progress_(progress) {}

  void take(const StoredTable& stored) {
    const auto number = stored.header.table.value;
    digests_[stored.header.table] = digest_of(stored);
    moved_.entries += stored.entries.size();
    if (++moved_.tables % kProgressEvery == 0) progress_(what_, moved_.tables);
    const auto table = table::replay(kits_, stored.header, stored.entries);
    if (!table && table.error().code == Code::other_kit) {
      moved_.unchecked.push_back(table.error().detail);
    } else if (!table) {
      complain(fmt::format("table {} does not replay: {}", number, table.error().detail));
    } else if (stored.closing && (!table->outcome() || *table->outcome() != stored.closing->outcome)) {
      complain(fmt::format("table {} does not end as was recorded", number));
    }
  }
  void complain(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
  }

  Result<void> result() const {
    if (problem_.empty()) return {};
    return fail(Code::corrupt, fmt::format("{}: 'parlor fsck' shows all that is damaged", problem_));
  }
  const std::map<TableId, base::Key>& digests() const { return digests_; }
  const Moved& moved() const { return moved_; }

 private:
  const games::Kits& kits_;
  std::string_view what_;
  const Progress& progress_;
  std::map<TableId, base::Key> digests_;
  Moved moved_;
  std::string problem_;
};

template <class ReadAll>
Result<void> inspect(Inspection& inspection, ReadAll read_all) {
  auto read =
      read_all([&](const StoredTable& stored) { inspection.take(stored); },
               [&](TableId table, const base::Error& error) {
                 inspection.complain(fmt::format("table {} cannot be read: {}", table.value, error.detail));
               });
  return read ? inspection.result() : read;
}

/// Every table as one append; some of them wait together.
Result<void> copy_tables(Archive& from, Journal& to, Settling& settling, const Progress& progress) {
  constexpr std::size_t kTogether = 100;
  std::size_t tables = 0;
  Result<void> result;
  auto read = from.all(
      [&](const StoredTable& stored) {
        if (!result) return;
        std::vector<Record> records{stored.header};
        records.insert(records.end(), stored.entries.begin(), stored.entries.end());
        if (stored.closing) records.emplace_back(*stored.closing);
        const auto position = to.append(std::move(records));
        if (++tables % kTogether == 0) result = settling.await(position);
        if (tables % kProgressEvery == 0) progress("copied", tables);
      },
      [](TableId, const base::Error&) {});
  if (!read) return read;
  return result ? settling.await(tables) : result;
}

template <class AccountsOf>
Result<AccountBook> book_of(const Result<std::unique_ptr<AccountsOf>>& accounts) {
  if (!accounts) return std::unexpected(accounts.error());
  return (*accounts)->read_book();
}

Result<Rest> read_rest(const Place& from, Archive& archive) {
  const auto last = archive.last_table();
  if (!last) return std::unexpected(last.error());
  const bool cluster = !from.cluster.empty();
  auto book = cluster ? book_of(postgres::PostgresAccounts::open(from.cluster))
                      : book_of(SqliteAccounts::open(from.directory));
  if (!book) return std::unexpected(std::move(book).error());
  Rest rest{*std::move(book), "", *last};
  if (cluster) {
    auto secret = postgres::keep_secret(from.cluster, "");
    if (!secret) return std::unexpected(std::move(secret).error());
    rest.secret = *std::move(secret);
  } else if (std::ifstream file(fs::path(from.directory) / "secret"); file) {
    rest.secret = std::string(std::istreambuf_iterator<char>(file), {});
  }
  return rest;
}

/// What is there already must be there afterwards, and nothing else.
Result<void> compare(const Inspection& before, const Inspection& after) {
  if (before.digests() == after.digests()) return {};
  return fail(Code::corrupt, "what was copied differs from what there was: nothing is moved");
}

template <class ReadAll>
Result<Moved> check_copy(const Inspection& before, const Rest& rest, const games::Kits& kits,
                         const Progress& progress, ReadAll read_all) {
  Inspection after(kits, "checked where they went", progress);
  if (auto inspected = inspect(after, read_all); !inspected)
    return std::unexpected(std::move(inspected).error());
  if (auto same = compare(before, after); !same) return std::unexpected(std::move(same).error());
  auto moved = after.moved();
  moved.accounts = rest.accounts.accounts.size();
  return moved;
}

/// Into a directory beside the one that is meant, which gets its name when all is there.
Result<Moved> fill_directory(const fs::path& directory, Archive& from, const Inspection& before,
                             const Rest& rest, const games::Kits& kits, const Progress& progress) {
  auto draft = directory;
  draft += ".moving";
  std::error_code problem;
  fs::remove_all(draft, problem);
  Settling settling;
  auto journal = SqliteJournal::open(draft, settling.listener());
  if (!journal) return std::unexpected(std::move(journal).error());
  if (auto copied = copy_tables(from, **journal, settling, progress); !copied)
    return std::unexpected(std::move(copied).error());
  auto accounts = SqliteAccounts::open(draft);
  if (!accounts) return std::unexpected(std::move(accounts).error());
  if (auto written = (*accounts)->write_book(rest.accounts); !written)
    return std::unexpected(std::move(written).error());
  if (!rest.secret.empty()) {
    if (auto kept = keep_secret(draft, rest.secret); !kept) return std::unexpected(std::move(kept).error());
  }
  if (auto retired = (*journal)->retire_numbers(rest.last); !retired)
    return std::unexpected(std::move(retired).error());
  auto moved = check_copy(before, rest, kits, progress, [&](const auto& visit, const auto& on_damage) {
    return (*journal)->read_all(visit, on_damage);
  });
  accounts->reset();
  journal->reset();
  if (moved) fs::remove(directory, problem);  // an empty one may be there
  if (moved) fs::rename(draft, directory, problem);
  if (problem)
    return fail(Code::storage, fmt::format("cannot make '{}': {}", directory.string(), problem.message()));
  return moved;
}

Result<void> set_version(postgres::Connection& connection, int version, TableId last) {
  const auto done = connection.run("UPDATE cluster SET version = $1, last_lost = $2",
                                   {std::to_string(version), std::to_string(last.value)});
  if (!done) return std::unexpected(done.error());
  return {};
}

/// No server takes the database before it has its version again.
Result<Moved> fill_cluster(const std::string& url, Archive& from, const Inspection& before, const Rest& rest,
                           const games::Kits& kits, const Progress& progress) {
  const Scratch scratch;
  Settling settling;
  auto journal = postgres::PostgresJournal::open({url, scratch.path(), {}}, settling.listener());
  if (!journal) return std::unexpected(std::move(journal).error());
  auto accounts = postgres::PostgresAccounts::open(url);
  if (!accounts) return std::unexpected(std::move(accounts).error());
  auto connection = postgres::Connection::open(url, kForMoving);
  if (!connection) return std::unexpected(std::move(connection).error());
  if (auto set = set_version(*connection, 0, rest.last); !set) return std::unexpected(std::move(set).error());
  if (auto copied = copy_tables(from, **journal, settling, progress); !copied)
    return std::unexpected(std::move(copied).error());
  if (auto written = (*accounts)->write_book(rest.accounts); !written)
    return std::unexpected(std::move(written).error());
  if (auto kept = postgres::keep_secret(url, rest.secret); !kept)
    return std::unexpected(std::move(kept).error());
  auto moved = check_copy(before, rest, kits, progress, [&](const auto& visit, const auto& on_damage) {
    return (*journal)->read_all(visit, on_damage);
  });
  if (!moved) return moved;
  if (auto set = set_version(*connection, postgres::kSchemaVersion, rest.last); !set)
    return std::unexpected(std::move(set).error());
  return moved;
}

/// Refuses a target in which there is something.
Result<void> check_empty(const Place& to) {
  if (to.cluster.empty()) {
    std::error_code problem;
    if (!fs::exists(to.directory, problem) || fs::is_empty(to.directory, problem)) return {};
    return fail(Code::storage, fmt::format("'{}' is there already: nothing is moved into it", to.directory));
  }
  auto connection = postgres::Connection::open(to.cluster, kForMoving);
  if (!connection) return std::unexpected(std::move(connection).error());
  const auto there = connection->run("SELECT to_regclass('parlor.cluster')");
  if (!there) return std::unexpected(there.error());
  if (there->is_null(0, 0)) return {};
  if (auto right = postgres::check_schema(*connection); !right) return right;
  const auto found = connection->run(
      "SELECT EXISTS (SELECT 1 FROM tables) OR EXISTS (SELECT 1 FROM accounts) OR EXISTS (SELECT 1 FROM "
      "browsers)");
  if (!found) return std::unexpected(found.error());
  if (found->text(0, 0) == "f") return {};
  return fail(Code::storage, "there are games or accounts in the database already: nothing is moved into it");
}

/// Keeps servers away from where everything comes from.
struct Guard {
  std::optional<DirectoryLock> directory;
  std::optional<Scratch> scratch;
  std::unique_ptr<postgres::PostgresJournal> cluster;
};

Result<void> guard(const Place& from, Guard& held) {
  if (from.cluster.empty()) {
    auto lock = DirectoryLock::take(from.directory);
    if (!lock) return std::unexpected(std::move(lock).error());
    held.directory = *std::move(lock);
    return {};
  }
  held.scratch.emplace();
  auto journal =
      postgres::PostgresJournal::open({from.cluster, held.scratch->path(), {}}, [](const Settled&) {});
  if (!journal) return std::unexpected(std::move(journal).error());
  held.cluster = *std::move(journal);
  return {};
}

}  // namespace

Result<Moved> move_data(const Place& from, const Place& to, const games::Kits& kits,
                        const Progress& progress) {
  if (auto empty = check_empty(to); !empty) return std::unexpected(std::move(empty).error());
  const auto archive = Archive::open(from);
  if (!archive) return std::unexpected(archive.error());
  Guard held;
  if (auto guarded = guard(from, held); !guarded) return std::unexpected(std::move(guarded).error());
  const auto rest = read_rest(from, **archive);
  if (!rest) return std::unexpected(rest.error());
  Inspection before(kits, "checked", progress);
  auto inspected = inspect(
      before, [&](const auto& visit, const auto& on_damage) { return (*archive)->all(visit, on_damage); });
  if (!inspected) return std::unexpected(std::move(inspected).error());
  return to.cluster.empty() ? fill_directory(to.directory, **archive, before, *rest, kits, progress)
                            : fill_cluster(to.cluster, **archive, before, *rest, kits, progress);
}

}  // namespace store
