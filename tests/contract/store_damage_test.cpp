// Damage of the journal's files: whatever is flipped, cut off or taken out is found, and what nobody was told
// of is not missed.
#include <fstream>
#include <set>

#include "harness/store_damage.hpp"

namespace {

using harness::Damage;
using harness::Folder;
using harness::in_order;
using harness::KilledServer;
using harness::problems_of;
using store::SqliteJournal;

/// store_damage_slow_test.cpp tries every byte.
constexpr std::size_t kSome = 13;

TEST_F(Damage, AFlippedBitOfTheDatabaseIsFound) {
  fill();
  const auto file = store::database_file(folder_.path());
  flip_each(kSome, file, std::filesystem::file_size(file));
}

TEST_F(KilledServer, AFlippedBitOfTheWriteAheadLogIsFound) {
  ASSERT_GT(used_, 1000U);
  flip_each(kSome, wal_file(folder_.path()), used_);
}

TEST_F(KilledServer, AFlippedBitOfTheMarkHarmsNobody) {
  const auto mark = store::mark_file(folder_.path());
  for (std::size_t at = 0; at < std::filesystem::file_size(mark); ++at) {
    flip(mark, at);
    EXPECT_TRUE(in_order(folder_.path())) << at;
    flip(mark, at);
  }
}

TEST_F(KilledServer, WhatWasToldAndIsLostStopsTheStartAndNamesTheTables) {
  const auto file = wal_file(folder_.path());
  flip(file, used_ - 100);  // in the last commit
  const auto damaged = wal_of(folder_.path());
  EXPECT_FALSE(open());
  EXPECT_NE(why_.find("missing: row 6 of the log, at tables 2, 3."), why_.npos) << why_;
  EXPECT_NE(problems_of(folder_.path()).find("missing: row 6 of the log, at tables 2, 3"), std::string::npos);
  EXPECT_EQ(wal_of(folder_.path()), damaged) << "what is refused stays as it is";
  flip(file, used_ - 100);
  EXPECT_TRUE(open()) << why_;
  EXPECT_TRUE(in_order(folder_.path()));
}

TEST_F(KilledServer, WithoutAnythingOfTheLogNothingStarts) {
  std::filesystem::remove(wal_file(folder_.path()));
  EXPECT_FALSE(open());
  EXPECT_NE(why_.find("missing: rows 1 to 6 of the log, at tables 1, 2, 3."), why_.npos) << why_;
  std::filesystem::remove(store::database_file(folder_.path()));
  EXPECT_FALSE(open());
  EXPECT_NE(why_.find("missing: rows 1 to 6"), why_.npos) << why_;
}

TEST_F(KilledServer, ALossCanBeAccepted) {
  flip(wal_file(folder_.path()), used_ - 100);
  {
    const auto journal = open(SqliteJournal::Loss::accept);
    ASSERT_TRUE(journal) << why_;
    EXPECT_EQ(journal->read({2})->entries.size(), 2);
    EXPECT_EQ(journal->read({3})->entries.size(), 1);
    append(*journal, {harness::entry(3, 1, "e7e5")});
  }
  EXPECT_TRUE(in_order(folder_.path())) << problems_of(folder_.path());
  EXPECT_TRUE(open()) << why_;
}

TEST_F(KilledServer, WhatNobodyWasToldOfIsNotMissed) {
  std::ifstream stream(store::mark_file(folder_.path()));
  std::string earlier;
  for (std::string line; std::getline(stream, line) && !line.contains(" 6 ");) earlier += line + '\n';
  std::ofstream(store::mark_file(folder_.path())) << earlier << "12345 torn";
  {
    Folder torn;
    std::filesystem::copy(folder_.path(), torn.path());
    flip(wal_file(torn.path()), used_ - 100);
    const auto opened = SqliteJournal::open(torn.path(), [](const store::Settled&) {});
    ASSERT_TRUE(opened) << opened.error().detail;
    EXPECT_EQ((*opened)->read({2})->entries.size(), 2);
    EXPECT_TRUE(in_order(torn.path()));
  }
  const auto journal = open();
  ASSERT_TRUE(journal) << why_;
  EXPECT_EQ(journal->read({2})->entries.size(), 3) << "it is durable, so it counts";
}

TEST_F(Damage, AMissingRowStopsTheStart) {
  play(*open());
  ASSERT_TRUE(database().execute("DELETE FROM log WHERE position IN (2, 3, 5)"));
  EXPECT_FALSE(open());
  EXPECT_NE(why_.find("missing: rows 2 to 3, row 5 of the log, at tables 1, 2."), why_.npos) << why_;
  {
    const auto journal = open(SqliteJournal::Loss::accept);
    ASSERT_TRUE(journal) << why_;
    EXPECT_EQ(journal->read({3})->entries.size(), 2);
  }
  EXPECT_EQ(problems_of(folder_.path()).find("missing"), std::string::npos) << problems_of(folder_.path());
  EXPECT_TRUE(open()) << why_;
}

TEST_F(Damage, AnOlderDatabaseInItsPlaceIsNotTakenForIt) {
  const Folder older;
  play(*open());
  std::filesystem::copy_file(store::database_file(folder_.path()), older.path() / "old");
  append(*open(), {harness::entry(3, 2, "e2e4")});
  std::filesystem::copy_file(older.path() / "old", store::database_file(folder_.path()),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_FALSE(open());
  EXPECT_NE(why_.find("missing: row 7 of the log, at tables 3."), why_.npos) << why_;
  {
    auto journal = open(SqliteJournal::Loss::accept);
    ASSERT_TRUE(journal) << why_;
    append(*journal, {harness::entry(2, 3, "e2e4")});
  }
  EXPECT_TRUE(open()) << why_;
}

TEST_F(Damage, TheNumberOfALostTableIsNeverUsedAgain) {
  const Folder older;
  const auto put_back = [&] {
    std::filesystem::copy_file(older.path() / "old", store::database_file(folder_.path()),
                               std::filesystem::copy_options::overwrite_existing);
  };
  play(*open());
  std::filesystem::copy_file(store::database_file(folder_.path()), older.path() / "old");
  append(*open(), {harness::header(4)});
  append(*open(), {harness::header(5), harness::entry(4, 0, "e2e4")});
  put_back();
  EXPECT_FALSE(open());
  EXPECT_EQ(open(SqliteJournal::Loss::accept)->last_table()->value, 5);
  EXPECT_EQ(open()->last_table()->value, 5) << "after the next start, too";
  EXPECT_TRUE(in_order(folder_.path())) << problems_of(folder_.path());
  put_back();
  EXPECT_EQ(open()->last_table()->value, 5) << "that copy is what counts, but it does not know";
  append(*open(), {harness::header(6)});
  EXPECT_EQ(open()->last_table()->value, 6);
  EXPECT_TRUE(in_order(folder_.path())) << problems_of(folder_.path());
}

TEST_F(KilledServer, NumbersOutliveTheWholeDatabase) {
  std::filesystem::remove(wal_file(folder_.path()));
  std::filesystem::remove(store::database_file(folder_.path()));
  EXPECT_EQ(open(SqliteJournal::Loss::accept)->last_table()->value, 3);
  EXPECT_EQ(open()->last_table()->value, 3);
}

TEST_F(Damage, ADamagedRowHarmsItsTablesOnlyAndStaysVisible) {
  play(*open());
  ASSERT_TRUE(database().execute("UPDATE log SET entries = '9 1 2000 1 d7d5' WHERE position = 5"));
  std::set<std::uint64_t> damaged;
  {
    const auto journal = open();
    ASSERT_TRUE(journal) << why_;
    ASSERT_TRUE(journal->read_unfinished(
        [](const store::Record&) {},
        [&](base::TableId table, const base::Error&) { damaged.insert(table.value); }));
    EXPECT_TRUE(journal->read({3}));
    EXPECT_FALSE(journal->read({2}));
  }
  EXPECT_EQ(damaged, (std::set<std::uint64_t>{2, 9})) << "both lists of the row are believed";
  fold(1'000'000);
  EXPECT_FALSE(in_order(folder_.path())) << "folding stops before it";
}

TEST_F(Damage, ASignInThatIsNotAsItWasWrittenIsNotBelieved) {
  fill();
  const auto accounts = store::SqliteAccounts::open(folder_.path());
  ASSERT_TRUE(accounts && (*accounts)->create({"bert", "a hash", {}}, {"other", "bert", {}}));
  ASSERT_EQ((*accounts)->signed_in("token", base::from_millis(6)).value(), "anna");
  for (const auto* change : {"account = 'bert'", "until = 99", "token = 'stolen'"}) {
    ASSERT_TRUE(database().execute(fmt::format("UPDATE sign_ins SET {} WHERE token = 'token'", change)));
    for (const auto* token : {"token", "stolen"})
      EXPECT_EQ((*accounts)->signed_in(token, base::from_millis(6)).value(), std::nullopt) << change;
    EXPECT_EQ((*accounts)->all(base::from_millis(6)).value()[0].sign_ins, 0) << change;
    EXPECT_NE(problems_of(folder_.path()).find("a sign-in to the account '"), std::string::npos) << change;
    ASSERT_TRUE(database().execute(
        "UPDATE sign_ins SET token = 'token', account = 'anna', until = 7 WHERE token <> 'other'"));
    ASSERT_TRUE(in_order(folder_.path()));
  }
}

/// Nor is what came before it: that would make an old cookie good again.
TEST_F(Damage, APassThatIsNotAsItWasWrittenIsNobodys) {
  fill();
  const auto accounts = store::SqliteAccounts::open(folder_.path());
  ASSERT_TRUE(accounts);
  ASSERT_TRUE(database().execute("UPDATE browsers SET pass = 'another hash'"));
  EXPECT_EQ((*accounts)->pass_of("token").value(), "");
  EXPECT_EQ(problems_of(folder_.path()),
            "the pass of the browser 'token' does not have its checksum: whoever comes as that is a "
            "stranger");
  ASSERT_TRUE((*accounts)->sign_out({"token", "the next hash"})) << "what is written anew is right";
  EXPECT_EQ((*accounts)->pass_of("token").value(), "the next hash");
  EXPECT_TRUE(in_order(folder_.path()));
}

TEST_F(Damage, ARunningServerNoticesThatWhatItToldIsGone) {
  const auto journal = open();
  play(*journal);
  ASSERT_TRUE(journal->reopen());
  std::filesystem::remove(store::mark_file(folder_.path()));
  ASSERT_TRUE(database().execute("DELETE FROM log WHERE position = 6"));
  const auto again = journal->reopen();
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().detail.find("missing: row 6"), std::string::npos) << again.error().detail;
}

}  // namespace
