// The same tests for every keeper of the journal.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <map>

#include "harness/postgres.hpp"
#include "harness/stores.hpp"
#include "store/accounts_sqlite.hpp"
#include "store/chain.hpp"
#include "store/fsck.hpp"
#include "store/memory.hpp"
#include "store/postgres/journal.hpp"
#include "store/sqlite.hpp"

namespace {

using namespace harness;
using store::Record;

enum class Keeper { memory, sqlite, postgres };

const auto kNames = [](const auto& one) {
  const std::array names{"memory", "sqlite", "postgres"};
  return names.at(static_cast<std::size_t>(one.param));
};

class EveryStore : public testing::TestWithParam<Keeper> {
 protected:
  void SetUp() override { open(); }

  void open() {
    journal_.reset();
    if (GetParam() == Keeper::memory) {
      journal_ = std::make_unique<store::MemoryJournal>(fates_.listener());
    } else if (GetParam() == Keeper::sqlite) {
      auto opened = store::SqliteJournal::open(folder_.path(), fates_.listener());
      ASSERT_TRUE(opened) << opened.error().detail;
      journal_ = *std::move(opened);
    } else {
      auto opened =
          store::postgres::PostgresJournal::open({make_database(), folder_.path()}, fates_.listener());
      ASSERT_TRUE(opened) << opened.error().detail;
      journal_ = *std::move(opened);
    }
  }

  base::Result<void> append(std::vector<Record> records) {
    return fates_.of(journal_->append(std::move(records)));
  }

  Folder folder_;
  Fates fates_;
  std::unique_ptr<store::Journal> journal_;
};

TEST_P(EveryStore, GivesBackWhatItWasGiven) {
  ASSERT_TRUE(append({header(1), entry(1, 0, "e2e4")}));
  ASSERT_TRUE(append({entry(1, 1, "e7e5"), header(2)}));
  ASSERT_TRUE(append({entry(1, 2, "!leave"), closing(1)}));
  const auto first = journal_->read({1});
  ASSERT_TRUE(first) << first.error().detail;
  EXPECT_EQ(first->header, header(1));
  EXPECT_EQ(first->entries, (std::vector{entry(1, 0, "e2e4"), entry(1, 1, "e7e5"), entry(1, 2, "!leave")}));
  ASSERT_TRUE(first->closing);
  EXPECT_EQ(*first->closing, closing(1));
  const auto second = journal_->read({2});
  ASSERT_TRUE(second);
  EXPECT_TRUE(second->entries.empty());
  EXPECT_FALSE(second->closing);
  EXPECT_FALSE(journal_->read({3}));
  EXPECT_EQ(journal_->last_table()->value, 2);
  const std::array<base::TableId, 3> wanted{{{2}, {3}, {1}}};
  auto several = journal_->read_several(wanted);
  ASSERT_TRUE(several) << several.error().detail;
  std::ranges::sort(*several, {}, [](const auto& one) { return one.header.table; });
  ASSERT_EQ(several->size(), 2U) << "there is no table 3";
  EXPECT_EQ(several->front().header, header(1));
  EXPECT_EQ(several->front().entries, first->entries);
  EXPECT_EQ(several->front().closing, first->closing);
  EXPECT_EQ(several->back().header, header(2));
  const auto finished = journal_->last_finished(5);
  ASSERT_TRUE(finished);
  for (const auto& stored : *finished) EXPECT_TRUE(stored.closing && stored.entries.empty());
  EXPECT_EQ(finished->size(), (first->closing ? 1U : 0U) + (second->closing ? 1U : 0U));
}

TEST_P(EveryStore, ListsTheUnfinishedInOrder) {
  ASSERT_TRUE(append({header(1), header(2), header(3)}));
  ASSERT_TRUE(append({entry(2, 0, "a"), entry(1, 0, "b"), entry(2, 1, "c"), closing(3)}));
  std::map<std::uint64_t, std::string> seen;
  ASSERT_TRUE(journal_->read_unfinished(
      [&](const Record& record) {
        auto& text = seen[table_of(record).value];
        text += std::holds_alternative<Header>(record) ? "H" : std::get<Entry>(record).text;
      },
      [](base::TableId, const base::Error&) {}));
  EXPECT_EQ(seen, (std::map<std::uint64_t, std::string>{{1, "Hb"}, {2, "Hac"}}));
}

TEST_P(EveryStore, ReadsTheUnfinishedOfSomeShardsInPieces) {
  ASSERT_TRUE(append({header(1), header(2), header(1024 + 2), header(2048 + 2), header(3072 + 2)}));
  ASSERT_TRUE(append({header(7), entry(2, 0, "a"), entry(1, 0, "b"), entry(1024 + 2, 0, "c"),
                      entry(1024 + 2, 1, "d"), closing(2048 + 2)}));
  store::Journal::Piece piece{.shards = {cluster::ShardId{2}, cluster::ShardId{7}}, .most = 2};
  std::string seen;
  const auto read = [&] {
    seen.clear();
    const auto last = journal_->read_piece(
        piece,
        [&](const store::StoredTable& stored) {
          seen += fmt::format("{}:", stored.header.table.value);
          for (const auto& entry : stored.entries) seen += entry.text;
          seen += ' ';
        },
        [](base::TableId, const base::Error&) {});
    EXPECT_TRUE(last);
    return last ? *last : std::nullopt;
  };
  EXPECT_EQ(read(), base::TableId{7});
  EXPECT_EQ(seen, "2:a 7: ");
  piece.after = {7};
  EXPECT_EQ(read(), base::TableId{3072 + 2});
  EXPECT_EQ(seen, "1026:cd 3074: ");
  piece.after = {3072 + 2};
  EXPECT_EQ(read(), std::nullopt);
  EXPECT_EQ(seen, "");
  piece = {.shards = piece.shards, .after = {}, .most = 2, .but = {{2}, {7}, {1024 + 2}}};
  EXPECT_EQ(read(), std::nullopt);
  EXPECT_EQ(seen, "3074: ");
}

TEST_P(EveryStore, RefusesWhatDoesNotFollow) {
  ASSERT_TRUE(append({header(1), entry(1, 0, "a")}));
  const auto refuses = [&](std::vector<Record> records) {
    EXPECT_FALSE(append(std::move(records)));
    EXPECT_TRUE(journal_->reopen());
  };
  refuses({entry(1, 2, "gap")});
  refuses({entry(1, 0, "fork")});
  refuses({header(1)});
  refuses({entry(9, 0, "no such table")});
  // One wrong record spoils its whole append, and nothing of it stays.
  refuses({entry(1, 1, "b"), entry(1, 3, "gap")});
  ASSERT_TRUE(append({entry(1, 1, "c"), closing(1)}));
  EXPECT_FALSE(append({entry(1, 2, "after the end")}));
  EXPECT_EQ(journal_->read({1})->entries, (std::vector{entry(1, 0, "a"), entry(1, 1, "c")}));
}

TEST_P(EveryStore, KeepsNothingAfterAFailureUntilItIsReadAnew) {
  ASSERT_TRUE(append({header(1), header(2)}));
  EXPECT_FALSE(append({entry(1, 5, "gap")}));
  EXPECT_FALSE(append({entry(2, 0, "would follow")}));
  ASSERT_TRUE(journal_->reopen());
  EXPECT_TRUE(journal_->read({2})->entries.empty());
  ASSERT_TRUE(append({entry(2, 0, "a")}));
  EXPECT_EQ(journal_->read({2})->entries, std::vector{entry(2, 0, "a")});
}

TEST_P(EveryStore, SettlesInOrder) {
  std::vector<std::uint64_t> positions;
  positions.push_back(journal_->append({header(1)}));
  for (std::uint64_t seq = 0; seq < 500; ++seq) positions.push_back(journal_->append({entry(1, seq, "x")}));
  for (std::size_t at = 0; at < positions.size(); ++at) EXPECT_EQ(positions[at], at + 1);
  EXPECT_TRUE(fates_.of(positions.back()));
  EXPECT_EQ(journal_->read({1})->entries.size(), 500);
}

TEST_P(EveryStore, KeepsNothingThatWaitedWhenItWasReadAnew) {
  ASSERT_TRUE(append({header(1)}));
  for (std::uint64_t round = 0; round < 150; ++round) {
    const auto before = journal_->read({1})->entries.size();
    journal_->append({entry(1, before, "x")});
    ASSERT_TRUE(journal_->reopen());
    const auto then = journal_->read({1})->entries.size();
    ASSERT_TRUE(append({header(2 + round)}));
    EXPECT_EQ(journal_->read({1})->entries.size(), then) << "what was read is what is durable";
  }
}

INSTANTIATE_TEST_SUITE_P(All, EveryStore, testing::Values(Keeper::memory, Keeper::sqlite, Keeper::postgres),
                         kNames);

class SqliteStore : public testing::Test {
 protected:
  std::unique_ptr<store::SqliteJournal> open() {
    auto opened = store::SqliteJournal::open(folder_.path(), fates_->listener());
    EXPECT_TRUE(opened) << opened.error().detail;
    return opened ? *std::move(opened) : nullptr;
  }
  base::Result<store::Database> open_database() const {
    return store::Database::open(store::database_file(folder_.path()).string(),
                                 store::Database::Access::write);
  }
  /// Behind the journal's back.
  void change(const std::string& sql) const { ASSERT_TRUE(open_database()->execute(sql)); }

  Folder folder_;
  std::unique_ptr<Fates> fates_ = std::make_unique<Fates>();
};

TEST_F(SqliteStore, KeepsEverythingWhenItIsReopened) {
  open()->append({header(1), entry(1, 0, "a")});  // closing it writes what waits
  fates_ = std::make_unique<Fates>();
  const auto journal = open();
  EXPECT_EQ(journal->read({1})->entries.size(), 1);
  EXPECT_FALSE(fates_->of(journal->append({entry(1, 0, "fork")})));
  ASSERT_TRUE(journal->reopen());
  EXPECT_TRUE(fates_->of(journal->append({entry(1, 1, "b")})));
}

TEST_F(SqliteStore, FoldsALongLogAndLosesNothing) {
  constexpr std::uint64_t kTables = 50;
  constexpr std::uint64_t kEntries = 1000;
  {
    const auto journal = open();
    for (std::uint64_t table = 1; table <= kTables; ++table) journal->append({header(table)});
    for (std::uint64_t seq = 0; seq < kEntries; ++seq) {
      std::vector<Record> records;
      for (std::uint64_t table = 1; table <= kTables; ++table)
        records.push_back(entry(table, seq, fmt::format("a-rather-long-move-{}", seq)));
      journal->append(std::move(records));
    }
    fates_->of(kTables + kEntries);
    // More than a mebibyte of log: the idle writer folds until less is left.
    auto database =
        store::Database::open(store::database_file(folder_.path()).string(), store::Database::Access::read);
    for (int tries = 0; tries < 200; ++tries) {
      auto left = database->prepare("SELECT coalesce(sum(length(entries)), 0) FROM log");
      if (*left->step() && left->integer(0) < 1024 * 1024) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    auto folded = database->prepare("SELECT count(*) FROM tables WHERE acts <> ''");
    ASSERT_TRUE(*folded->step());
    EXPECT_EQ(folded->integer(0), kTables);
  }
  fates_ = std::make_unique<Fates>();
  const auto journal = open();
  for (std::uint64_t table = 1; table <= kTables; ++table) {
    const auto stored = journal->read({table});
    ASSERT_EQ(stored->entries.size(), kEntries);
    for (std::uint64_t seq = 0; seq < kEntries; ++seq) ASSERT_EQ(stored->entries[seq].seq, seq);
  }
  EXPECT_TRUE(fates_->of(journal->append({entry(7, kEntries, "next")})));
}

TEST_F(SqliteStore, TellsThatTheDiskIsFullAndGoesOnWhenItIsNot) {
  const auto journal = open();
  ASSERT_TRUE(fates_->of(journal->append({header(1)})));
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  rlimit tight = before;
  tight.rlim_cur = 4096;
  ::setrlimit(RLIMIT_FSIZE, &tight);
  const auto full = fates_->of(journal->append({entry(1, 0, std::string(5'000'000, 'x'))}));
  ::setrlimit(RLIMIT_FSIZE, &before);
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, base::Code::storage);
  ASSERT_TRUE(journal->reopen());
  EXPECT_TRUE(fates_->of(journal->append({entry(1, 0, "a")})))
      << "the failed entry must not have been counted";
  EXPECT_EQ(journal->read({1})->entries, std::vector{entry(1, 0, "a")});
}

TEST_F(SqliteStore, IsHeldByOneProcessOnly) {
  const auto journal = open();
  const auto second = store::SqliteJournal::open(folder_.path(), [](const store::Settled&) {});
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().detail.find("used by another process"), std::string::npos)
      << second.error().detail;
}

/// What is in the folder, and the folder itself as ".", with their permissions.
std::map<std::string, unsigned> modes_in(const std::filesystem::path& folder) {
  const auto mode = [](const std::filesystem::path& path) {
    return static_cast<unsigned>(std::filesystem::status(path).permissions());
  };
  std::map<std::string, unsigned> found{{".", mode(folder)}};
  for (const auto& file : std::filesystem::directory_iterator(folder))
    found[file.path().filename()] = mode(file);
  return found;
}

void expect_closed_to_others(const std::filesystem::path& folder) {
  const auto found = modes_in(folder);
  EXPECT_TRUE(found.contains("parlor.db-wal") && found.contains("parlor.db-shm"));
  for (const auto& [name, mode] : found) EXPECT_EQ(mode, name == "." ? 0700U : 0600U) << name;
}

TEST_F(SqliteStore, IsReadByItsOwnerOnly) {
  const auto mask = ::umask(022);
  const Folder older;  // as an earlier version left it when it was killed
  {
    const auto journal = open();
    EXPECT_TRUE(fates_->of(journal->append({header(1)})));
    expect_closed_to_others(folder_.path());
    std::filesystem::copy(folder_.path(), older.path());
  }
  for (const auto& [name, mode] : modes_in(older.path()))
    std::filesystem::permissions(older.path() / name, static_cast<std::filesystem::perms>(mode | 0055U));
  const auto journal = store::SqliteJournal::open(older.path(), [](const store::Settled&) {});
  ASSERT_TRUE(journal);
  EXPECT_TRUE((*journal)->read({1}));
  expect_closed_to_others(older.path());
  ::umask(mask);
}

TEST_F(SqliteStore, RefusesWhatIsNotItsOwn) {
  std::filesystem::create_directories(folder_.path());
  change("CREATE TABLE x (y); PRAGMA user_version=3");
  const auto opened = store::SqliteJournal::open(folder_.path(), [](const store::Settled&) {});
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().detail.find("not Parlor's"), std::string::npos) << opened.error().detail;
}

TEST_F(SqliteStore, RefusesALaterVersion) {
  open();
  change("PRAGMA user_version=99");
  const auto opened = store::SqliteJournal::open(folder_.path(), [](const store::Settled&) {});
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().detail.find("version 99"), std::string::npos) << opened.error().detail;
}

TEST_F(SqliteStore, BringsAnOlderVersionUpToDate) {
  {
    const auto journal = open();
    fates_->of(journal->append({header(2), entry(2, 0, "e2e4")}));
  }
  change(
      "ALTER TABLE tables DROP COLUMN sum; ALTER TABLE log DROP COLUMN touched;"
      "ALTER TABLE log DROP COLUMN chain; DROP TABLE folded;"
      "ALTER TABLE tables DROP COLUMN clock; DROP TABLE accounts; DROP TABLE sign_ins;"
      "DROP TABLE browsers; DROP TABLE lost; PRAGMA user_version=2");
  std::filesystem::remove(store::mark_file(folder_.path()));
  fates_ = std::make_unique<Fates>();
  const auto journal = open();
  EXPECT_EQ(journal->read({2})->header, header(2));
  EXPECT_EQ(journal->read({2})->entries, std::vector{entry(2, 0, "e2e4")});
  EXPECT_TRUE(fates_->of(journal->append({header(3), entry(3, 0, "e2e4"), entry(3, 1, "e7e5")})));
  EXPECT_EQ(journal->read({3})->header.clock, "300+5");
  const auto checked = store::check(folder_.path(), games::Kits{}, [](std::size_t) {});
  ASSERT_TRUE(checked);
  EXPECT_TRUE(checked->problems.empty()) << checked->problems.front();
}

/// Version 7 had no checksums of browsers.
TEST_F(SqliteStore, TakesBrowsersOfAnOlderVersionForWhatTheyAre) {
  open();
  change(
      "ALTER TABLE sign_ins DROP COLUMN sum; ALTER TABLE browsers DROP COLUMN sum;"
      "INSERT INTO accounts VALUES ('anna', 'hash', 5, checksum('anna', 'hash', 5));"
      "INSERT INTO sign_ins VALUES ('b', 'anna', 7); INSERT INTO browsers VALUES ('b', 'p');"
      "DROP TABLE lost; PRAGMA user_version=7");
  const auto journal = open();
  const auto accounts = store::SqliteAccounts::open(folder_.path());
  ASSERT_TRUE(accounts) << accounts.error().detail;
  EXPECT_EQ((*accounts)->signed_in("b", base::from_millis(6)).value(), "anna");
  EXPECT_EQ((*accounts)->pass_of("b").value(), "p");
  const auto checked = store::check(folder_.path(), games::Kits{}, [](std::size_t) {});
  ASSERT_TRUE(checked);
  EXPECT_TRUE(checked->problems.empty()) << checked->problems.front();
}

TEST_F(SqliteStore, ReadsEverythingButWhatIsDamaged) {
  {
    const auto journal = open();
    for (std::uint64_t table = 1; table <= 3; ++table)
      fates_->of(journal->append({header(table), entry(table, 0, "e2e4")}));
  }
  change(
      "UPDATE tables SET chairs = 'nonsense' WHERE id = 1;"
      "UPDATE log SET entries = '2 nonsense' WHERE entries LIKE '2 %'");
  const auto journal = open();
  std::vector<std::uint64_t> damaged;
  std::map<std::uint64_t, int> records;
  ASSERT_TRUE(journal->read_unfinished(
      [&](const Record& record) { ++records[table_of(record).value]; },
      [&](base::TableId table, const base::Error&) { damaged.push_back(table.value); }));
  EXPECT_EQ(damaged, (std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(records, (std::map<std::uint64_t, int>{{2, 1}, {3, 2}}));
  EXPECT_FALSE(journal->read({1}));
  EXPECT_FALSE(journal->read({2}));
  EXPECT_TRUE(journal->read({3}));
}

TEST_F(SqliteStore, CheckFindsWhatWasTamperedWith) {
  const auto check = [&] { return store::check(folder_.path(), games::Kits{}, [](std::size_t) {}); };
  EXPECT_FALSE(check()) << "there is no database yet";
  {
    const auto journal = open();
    auto ends = entry(1, 1, "!leave");
    journal->append(
        {header(1), entry(1, 0, "e2e4"), ends, Closing{{1}, base::from_millis(9), {{{0}}, {}, "left"}}});
    journal->append({header(2), entry(2, 0, "e2e4")});
  }
  const auto sound = check();
  ASSERT_TRUE(sound);
  EXPECT_TRUE(sound->problems.empty()) << sound->problems.front();
  EXPECT_EQ(sound->tables, 2);
  EXPECT_EQ(sound->finished, 1);
  EXPECT_EQ(sound->entries, 3);
  const auto spoil = [&](const std::string& sql) {
    change(sql);
    auto database = open_database();
    ASSERT_TRUE(store::seal(*database)) << "as somebody would who wants to deceive";
    std::filesystem::remove(store::mark_file(folder_.path()));
  };
  spoil("UPDATE log SET entries = replace(entries, '2 0 2000 0 e2e4', '2 0 2000 0 e2e5')");
  EXPECT_EQ(check()->problems.size(), 1);
  spoil("UPDATE tables SET outcome = 'left winners=1' WHERE id = 1");
  EXPECT_EQ(check()->problems.size(), 2);
  spoil("DELETE FROM tables WHERE id = 2");
  EXPECT_EQ(check()->problems.size(), 2) << "entries without a header";
  spoil("UPDATE log SET entries = 'nonsense'");
  EXPECT_FALSE(check() && check()->problems.empty());
}

}  // namespace
