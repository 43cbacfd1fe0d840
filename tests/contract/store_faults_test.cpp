// Every write, sync and opening of the journal's files fails in turn, and the power is cut at every one of
// them: what was settled as kept is there afterwards.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <new>
#include <random>

#include "harness/faulty_disk.hpp"
#include "harness/stores.hpp"
#include "store/fold.hpp"
#include "store/sqlite.hpp"

namespace {

using harness::FaultyDisk;
using harness::Folder;
using Fault = FaultyDisk::Fault;
using Lasts = FaultyDisk::Lasts;

/// What was settled as kept, table by table.
using Kept = std::map<std::uint64_t, std::vector<store::Entry>>;

bool begins_with(const std::vector<store::Entry>& all, const std::vector<store::Entry>& first) {
  return all.size() >= first.size() && std::equal(first.begin(), first.end(), all.begin());
}

/// Plays a little on a journal, as the engine would: after a failure it opens the journal anew and goes on
/// from what is durable. No two appends are the same, so that what is found afterwards is known.
class Play {
 public:
  explicit Play(const std::filesystem::path& folder) : folder_(folder) {}

  /// What was kept, until it ended or nothing could be written any more.
  Kept run() {
    auto opened = store::SqliteJournal::open(folder_, fates_.listener());
    if (!opened) return kept_;
    journal_ = *std::move(opened);
    for (std::uint64_t round = 0; round < 4 && !given_up_; ++round) {
      const auto table = round / 2 + 1;
      if (!kept_.contains(table)) append(table, {harness::header(table)});
      for (int move = 0; move < 3; ++move) append(table, {});
      upkeep(round);
    }
    return kept_;
  }

 private:
  /// The next entry of the table, after the records before it.
  void append(std::uint64_t table, std::vector<store::Record> records) {
    if (given_up_ || (records.empty() && !kept_.contains(table))) return;
    const auto known = kept_.find(table);
    const auto seq = known == kept_.end() ? 0 : known->second.size();
    const auto entry = harness::entry(table, seq, fmt::format("move-{}", ++attempts_));
    records.emplace_back(entry);
    if (fates_.of(journal_->append(std::move(records)))) {
      kept_[table].push_back(entry);
    } else {
      go_on();
    }
  }

  /// What the journal reads anew is what players see from then on.
  void go_on() {
    for (int tries = 0; tries < 3; ++tries) {
      if (!journal_->reopen()) continue;
      for (const std::uint64_t table : {1, 2}) {
        const auto stored = journal_->read({table});
        const auto known = kept_.find(table);
        ASSERT_TRUE(stored || known == kept_.end()) << "table " << table << " is gone";
        if (!stored) continue;
        if (known != kept_.end()) ASSERT_TRUE(begins_with(stored->entries, known->second));
        kept_[table] = stored->entries;
      }
      return;
    }
    given_up_ = true;
  }

  /// What happens now and then beside the appends: folding, and moving the write-ahead log into the database.
  void upkeep(std::uint64_t round) {
    auto database =
        store::Database::open(store::database_file(folder_).string(), store::Database::Access::write);
    if (!database) return;
    if (round % 2 == 0) {
      static_cast<void>(store::fold(*database, 60));
    } else {
      static_cast<void>(database->execute("PRAGMA wal_checkpoint(TRUNCATE)"));
    }
  }

  std::filesystem::path folder_;
  harness::Fates fates_;
  std::unique_ptr<store::SqliteJournal> journal_;
  Kept kept_;
  int attempts_ = 0;
  bool given_up_ = false;
};

/// All that was kept is there, in order, and nothing is damaged.
void expect_all_there(const std::filesystem::path& folder, const Kept& kept) {
  const FaultyDisk sound(0);
  {
    const auto journal = store::SqliteJournal::open(folder, [](const store::Settled&) {});
    ASSERT_TRUE(journal) << journal.error().detail;
    for (const auto& [table, entries] : kept) {
      const auto stored = (*journal)->read({table});
      ASSERT_TRUE(stored) << "table " << table << ": " << stored.error().detail;
      EXPECT_TRUE(begins_with(stored->entries, entries)) << "table " << table;
      for (std::size_t at = 0; at < stored->entries.size(); ++at) EXPECT_EQ(stored->entries[at].seq, at);
    }
  }
  auto reader = store::Reader::open(folder);
  ASSERT_TRUE(reader) << reader.error().detail;
  const auto damage = reader->damage();
  ASSERT_TRUE(damage) << damage.error().detail;
  EXPECT_TRUE(damage->empty()) << fmt::format("{}", fmt::join(*damage, "\n"));
}

std::size_t operations_of_a_play() {
  const Folder folder;
  const FaultyDisk disk(0);
  EXPECT_EQ(Play(folder.path()).run().size(), 2U);
  return disk.operations();
}

/// The mark is not synced, so any part of it may be there.
void cut_mark(const std::filesystem::path& from, const std::filesystem::path& to, std::size_t chance) {
  if (!std::filesystem::exists(store::mark_file(from))) return;
  std::filesystem::copy_file(store::mark_file(from), store::mark_file(to));
  const auto size = std::filesystem::file_size(store::mark_file(to));
  std::filesystem::resize_file(store::mark_file(to), chance % 2 == 0 ? size : chance % (size + 1));
}

TEST(StoreFaults, WhatWasKeptStaysWhateverFails) {
  const auto last = operations_of_a_play();
  for (std::size_t number = 1; number <= last; ++number) {
    SCOPED_TRACE(fmt::format("operation {} of {}", number, last));
    const Folder folder;
    const Folder after;  // as it is if the power is cut at the end
    Kept kept;
    {
      FaultyDisk disk(number);
      disk.fail(number, static_cast<Fault>(number % 3), number / 3 % 2 == 0 ? Lasts::once : Lasts::on);
      Play play(folder.path());
      kept = play.run();
      disk.recover(folder.path(), after.path());
    }
    cut_mark(folder.path(), after.path(), std::mt19937_64(number)());
    expect_all_there(folder.path(), kept);
    expect_all_there(after.path(), kept);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(StoreFaults, WhatWasKeptStaysWheneverThePowerIsCut) {
  const auto last = operations_of_a_play();
  for (std::size_t number = 1; number <= last; ++number) {
    SCOPED_TRACE(fmt::format("power cut at operation {} of {}", number, last));
    const Folder folder;
    const Folder after;
    Kept kept;
    {
      FaultyDisk disk(number);
      disk.fail(number, Fault::short_write, Lasts::power_cut);
      kept = Play(folder.path()).run();
      disk.recover(folder.path(), after.path());
    }
    cut_mark(folder.path(), after.path(), std::mt19937_64(number)());
    expect_all_there(after.path(), kept);
    if (testing::Test::HasFailure()) return;
  }
}

/// The journal's own thread finds no memory to say what became of an append: it has failed, and all goes on
/// from what is durable.
TEST(StoreFaults, AnAppendForWhichThereIsNoMemoryHasFailed) {
  const Folder folder;
  harness::Fates fates;
  std::atomic<int> without_memory = 0;
  const auto opened =
      store::SqliteJournal::open(folder.path(), [&, tell = fates.listener()](const store::Settled& settled) {
        if (without_memory-- > 0) throw std::bad_alloc();
        tell(settled);
      });
  ASSERT_TRUE(opened) << opened.error().detail;
  auto& journal = **opened;
  ASSERT_TRUE(fates.of(journal.append({harness::header(1), harness::entry(1, 0, "first")})));
  without_memory = 2;
  EXPECT_FALSE(fates.of(journal.append({harness::entry(1, 1, "second")})));
  EXPECT_FALSE(fates.of(journal.append({harness::entry(1, 2, "third")}))) << "before it was read anew";
  ASSERT_TRUE(journal.reopen());
  const auto entries = journal.read({1})->entries;
  ASSERT_EQ(entries.size(), 2U) << "it was durable";
  EXPECT_TRUE(fates.of(journal.append({harness::entry(1, 2, "third")})));
}

/// No fault, but the disk knows: one table is found without reading the rows of the others.
TEST(StoreReads, ATableIsReadWithoutTheRestOfTheLog) {
  const Folder folder;
  const FaultyDisk disk(0, 2 * 1024 * 1024);
  harness::Fates fates;
  const auto opened = store::SqliteJournal::open(folder.path(), fates.listener());
  ASSERT_TRUE(opened) << opened.error().detail;
  auto& journal = **opened;
  const std::string long_move(2000, 'x');
  journal.append({harness::header(1), harness::entry(1, 0, "first")});
  journal.append({harness::header(2)});
  for (std::uint64_t seq = 0; seq < 60; ++seq)
    ASSERT_TRUE(fates.of(journal.append({harness::entry(2, seq, long_move)})));
  ASSERT_TRUE(fates.of(journal.append({harness::entry(1, 1, "last")})));
  const auto before = disk.reads();
  const auto read = journal.read({1});
  const auto for_one = disk.reads() - before;
  ASSERT_TRUE(read) << read.error().detail;
  EXPECT_EQ(read->entries, (std::vector{harness::entry(1, 0, "first"), harness::entry(1, 1, "last")}));
  EXPECT_EQ(journal.read({2})->entries.size(), 60U);
  const auto for_both = disk.reads() - before;
  EXPECT_LT(for_one, 10U);
  EXPECT_GT(for_both, 30U) << "the log is so long that it would be noticed";
}

}  // namespace
