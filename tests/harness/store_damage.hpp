// Data directories with a few games in them, to be damaged.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <set>

#include "harness/stores.hpp"
#include "store/accounts_sqlite.hpp"
#include "store/chain.hpp"
#include "store/fold.hpp"
#include "store/fsck.hpp"
#include "store/sqlite.hpp"

namespace harness {

using store::Database;
using store::SqliteJournal;

/// All that matters of a data directory; nothing if it is damaged.
struct Content {
  std::map<std::uint64_t, std::string> tables;
  std::vector<std::string> rows;  ///< seeds, accounts, browsers, lost numbers, as they stand in the database

  friend bool operator==(const Content&, const Content&) = default;
};

inline std::string text_of(const store::StoredTable& stored) {
  const auto& header = stored.header;
  auto text = fmt::format("{} {} {} {} {} {} {} {}\n", header.table.value, header.game, header.options,
                          header.revision, table::write_chairs(header.chairs), base::millis(header.opened),
                          header.lobby, header.clock);
  for (const auto& entry : stored.entries) table::write_entry(text, entry);
  if (stored.closing)
    text +=
        fmt::format("{} {}", base::millis(stored.closing->at), table::write_outcome(stored.closing->outcome));
  return text;
}

inline std::optional<Content> content_of(const std::filesystem::path& folder) {
  auto reader = store::Reader::open(folder);
  if (!reader) return std::nullopt;
  Content content;
  auto read = reader->all(
      [&](const store::StoredTable& stored) { content.tables[stored.header.table.value] = text_of(stored); },
      [&](base::TableId table, const base::Error&) { content.tables.erase(table.value); });
  auto database = Database::open(store::database_file(folder).string(), Database::Access::read);
  if (!read || !database) return std::nullopt;
  for (const auto* sql :
       {"SELECT id || ' ' || seed FROM tables ORDER BY id",
        "SELECT name || ' ' || hash || ' ' || made FROM accounts ORDER BY name",
        "SELECT token || ' ' || account || ' ' || until FROM sign_ins ORDER BY token",
        "SELECT browser || ' ' || pass FROM browsers ORDER BY browser", "SELECT last FROM lost"}) {
    auto rows = database->prepare(sql);
    if (!rows) return std::nullopt;
    while (rows->step().value_or(false)) content.rows.emplace_back(rows->text(0));
  }
  return content;
}

inline bool in_order(const std::filesystem::path& folder) {
  const auto report = store::check(folder, games::Kits{}, [](std::size_t) {});
  return report && report->problems.empty();
}

inline std::string problems_of(const std::filesystem::path& folder) {
  const auto report = store::check(folder, games::Kits{}, [](std::size_t) {});
  return report ? fmt::format("{}", fmt::join(report->problems, "\n")) : report.error().detail;
}

class Damage : public testing::Test {
 protected:
  std::unique_ptr<SqliteJournal> open(SqliteJournal::Loss loss = SqliteJournal::Loss::refuse) {
    fates_ = std::make_unique<Fates>();
    auto opened = SqliteJournal::open(folder_.path(), fates_->listener(), loss);
    why_ = opened ? "" : opened.error().detail;
    return opened ? *std::move(opened) : nullptr;
  }
  Database database() {
    return *Database::open(store::database_file(folder_.path()).string(), Database::Access::write);
  }
  /// Small pages make a small file: every byte of it can be tried.
  void use_small_pages() { ASSERT_TRUE(database().execute("PRAGMA page_size=512; PRAGMA journal_mode=WAL")); }

  void append(SqliteJournal& journal, std::vector<store::Record> records) {
    ASSERT_TRUE(fates_->of(journal.append(std::move(records))));
  }
  /// A finished game, two that go on; six commits.
  void play(SqliteJournal& journal) {
    append(journal, {header(1)});
    append(journal, {entry(1, 0, "e2e4"), header(2)});
    append(journal, {entry(1, 1, "!leave"), entry(2, 0, "d2d4"),
                     store::Closing{{1}, base::from_millis(9), {{base::Seat{0}}, {}, "left"}}});
    append(journal, {header(3), entry(3, 0, "c2c4")});
    append(journal, {entry(2, 1, "d7d5")});
    append(journal, {entry(2, 2, "c2c4"), entry(3, 1, "c7c5")});
  }
  void fold(std::int64_t bytes) {
    auto open = database();
    ASSERT_GT(store::fold(open, bytes).value_or(store::Folded{}).bytes, 0);
  }

  /// Games in the log and folded, an account and its browser, a number that is used up; on small pages.
  void fill() {
    use_small_pages();
    play(*open());
    fold(40);
    const auto accounts = store::SqliteAccounts::open(folder_.path());
    ASSERT_TRUE(accounts);
    ASSERT_TRUE((*accounts)->create({"anna", "a hash", base::from_millis(5)},
                                    {"token", "anna", base::from_millis(7), "the hash of a pass"}));
    ASSERT_TRUE(database().execute("INSERT INTO lost VALUES (2, checksum(2))"));
  }

  /// Flips a bit of every so manieth byte up to `until`, one after the other: it is found, or nothing has
  /// changed.
  void flip_each(std::size_t step, const std::filesystem::path& file, std::size_t until) {
    const auto right = content_of(folder_.path());
    ASSERT_TRUE(right && in_order(folder_.path()));
    const int handle = ::open(file.c_str(), O_RDWR);
    std::size_t found = 0;
    for (std::size_t at = 0; at < until; at += step) {
      const auto offset = static_cast<off_t>(at);
      char was = 0;
      ASSERT_EQ(::pread(handle, &was, 1, offset), 1);
      const char is = static_cast<char>(was ^ static_cast<char>(1U << (at % 8)));
      ASSERT_EQ(::pwrite(handle, &is, 1, offset), 1);
      if (!in_order(folder_.path())) {
        ++found;
      } else {
        EXPECT_EQ(content_of(folder_.path()), right) << file << " byte " << at;
      }
      ASSERT_EQ(::pwrite(handle, &was, 1, offset), 1);
    }
    ::close(handle);
    EXPECT_GT(found, until / step / 10);
    EXPECT_TRUE(in_order(folder_.path()));
  }

  Folder folder_;
  std::unique_ptr<Fates> fates_;
  std::string why_;
};

/// As a server leaves it that was killed: with a write-ahead log.
class KilledServer : public Damage {
 protected:
  void SetUp() override {
    use_small_pages();
    auto journal = open();
    const auto first = wal_of(folder_.path());
    play(*journal);
    const auto last = wal_of(folder_.path());
    for (used_ = last.size(); used_ > 0 && used_ <= first.size() && first[used_ - 1] == last[used_ - 1];)
      --used_;
    Folder copy;
    for (const auto* name : {"parlor.db", "parlor.db-wal", "parlor.mark"})
      std::filesystem::copy(folder_.path() / name, copy.path());
    journal.reset();
    std::filesystem::remove_all(folder_.path());
    std::filesystem::copy(copy.path(), folder_.path());
  }

  static std::filesystem::path wal_file(const std::filesystem::path& folder) {
    return folder / "parlor.db-wal";
  }
  static std::string wal_of(const std::filesystem::path& folder) {
    std::ifstream file(wal_file(folder), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void flip(const std::filesystem::path& file, std::size_t at) {
    std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekg(static_cast<std::streamoff>(at));
    const auto was = stream.get();
    stream.seekp(static_cast<std::streamoff>(at));
    stream.put(static_cast<char>(was ^ 1));
  }

  std::size_t used_ = 0;  ///< how many bytes of the write-ahead log hold something
};

}  // namespace harness
