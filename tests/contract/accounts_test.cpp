// The same tests for every keeper of accounts.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "harness/postgres.hpp"
#include "harness/stores.hpp"
#include "store/accounts_memory.hpp"
#include "store/accounts_sqlite.hpp"
#include "store/postgres/journal.hpp"
#include "store/postgres/remembered.hpp"
#include "store/sqlite.hpp"

namespace {

using store::Account;
using store::SignIn;

const base::Time kNow = base::from_millis(1'700'000'000'000);

Account account(std::string name, std::string hash = "hash") {
  return {std::move(name), std::move(hash), kNow};
}
SignIn sign_in(std::string token, std::string name, base::Duration lasts = store::kSignInLasts) {
  return {std::move(token), std::move(name), kNow + lasts};
}

/// The last is PostgreSQL as a server uses it.
enum class Keeper { memory, sqlite, postgres, remembered_postgres };

const auto kNames = [](const auto& one) {
  const std::array names{"memory", "sqlite", "postgres", "remembered_postgres"};
  return names.at(static_cast<std::size_t>(one.param));
};

class EveryKeeper : public testing::TestWithParam<Keeper> {
 protected:
  void SetUp() override {
    if (GetParam() == Keeper::memory) {
      accounts_ = std::make_unique<store::MemoryAccounts>();
      return;
    }
    auto name = (std::filesystem::temp_directory_path() / "parlor-test-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    open_journal();
    reopen();
  }

  void open_journal() {
    const auto nobody = [](const store::Settled&) {};
    if (GetParam() == Keeper::sqlite) {
      auto journal = store::SqliteJournal::open(folder_, nobody);
      ASSERT_TRUE(journal) << journal.error().detail;
      journal_ = *std::move(journal);
    } else {
      url_ = harness::make_database();
      auto journal = store::postgres::PostgresJournal::open({url_, folder_}, nobody);
      ASSERT_TRUE(journal) << journal.error().detail;
      journal_ = *std::move(journal);
    }
  }

  void TearDown() override {
    accounts_.reset();
    journal_.reset();
    if (!folder_.empty()) std::filesystem::remove_all(folder_);
  }

  /// What is durable is all that is left.
  void reopen() {
    if (GetParam() == Keeper::memory) return;
    accounts_ = open();
  }

  std::unique_ptr<store::Accounts> open() {
    if (GetParam() == Keeper::sqlite) return opened(store::SqliteAccounts::open(folder_));
    if (GetParam() == Keeper::postgres) return opened(store::postgres::PostgresAccounts::open(url_));
    return opened(store::postgres::RememberedAccounts::open(url_));
  }

  template <class Accounts>
  static std::unique_ptr<store::Accounts> opened(base::Result<std::unique_ptr<Accounts>> accounts) {
    EXPECT_TRUE(accounts) << accounts.error().detail;
    return accounts ? *std::move(accounts) : nullptr;
  }

  std::optional<std::string> signed_in(std::string_view token, base::Time now = kNow) {
    return accounts_->signed_in(token, now).value();
  }

  std::filesystem::path folder_;
  std::string url_;
  std::unique_ptr<store::Journal> journal_;
  std::unique_ptr<store::Accounts> accounts_;
};

TEST_P(EveryKeeper, GivesBackWhatItWasGiven) {
  ASSERT_TRUE(accounts_->create(account("Anna B", "one"), sign_in("t1", "Anna B")));
  ASSERT_TRUE(accounts_->create(account("bert", "two"), sign_in("t2", "bert")));
  reopen();
  for (const auto* spelling : {"Anna B", "anna_b", "\u00c4NNA B"}) {
    const auto found = accounts_->find(spelling).value();
    ASSERT_TRUE(found) << spelling;
    EXPECT_EQ(found->name, "Anna B");
    EXPECT_EQ(found->hash, "one");
    EXPECT_EQ(found->made, kNow);
  }
  EXPECT_EQ(accounts_->find("cleo").value(), std::nullopt);
  EXPECT_EQ(signed_in("t1"), "Anna B") << "who makes an account is signed in";
  EXPECT_EQ(signed_in("t2"), "bert");
  EXPECT_EQ(signed_in("t3"), std::nullopt);
  const auto all = accounts_->all(kNow).value();
  ASSERT_EQ(all.size(), 2);
  EXPECT_EQ(all[0].account.name, "Anna B");
  EXPECT_EQ(all[0].sign_ins, 1);
}

TEST_P(EveryKeeper, ANameIsMadeOnce) {
  ASSERT_TRUE(accounts_->create(account("Anna", "one"), sign_in("t1", "Anna")));
  const auto again = accounts_->create(account("ANNA", "two"), sign_in("t2", "ANNA"));
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, base::Code::name_taken);
  EXPECT_EQ(accounts_->find("anna").value()->hash, "one");
  EXPECT_EQ(signed_in("t2"), std::nullopt) << "nothing of it was done";
}

TEST_P(EveryKeeper, SignInsEndByWishAndByThemselves) {
  ASSERT_TRUE(accounts_->create(account("Anna"), sign_in("t1", "Anna")));
  EXPECT_TRUE(accounts_->sign_in(sign_in("t2", "anna", std::chrono::hours(1)), kNow).value());
  EXPECT_FALSE(accounts_->sign_in(sign_in("t3", "nobody"), kNow).value());
  EXPECT_EQ(signed_in("t2"), "Anna");
  EXPECT_EQ(signed_in("t2", kNow + std::chrono::hours(1)), std::nullopt);
  EXPECT_EQ(accounts_->all(kNow + std::chrono::hours(1)).value()[0].sign_ins, 1);
  ASSERT_TRUE(accounts_->sign_out({"t1"}));
  ASSERT_TRUE(accounts_->sign_out({"t1"})) << "once more does no harm";
  reopen();
  EXPECT_EQ(signed_in("t1"), std::nullopt);
  EXPECT_EQ(signed_in("t2"), "Anna");
}

TEST_P(EveryKeeper, ATokenIsSignedInToOneAccount) {
  ASSERT_TRUE(accounts_->create(account("Anna"), sign_in("t", "Anna")));
  ASSERT_TRUE(accounts_->create(account("Bert"), sign_in("t", "Bert")));
  EXPECT_EQ(signed_in("t"), "Bert");
  EXPECT_TRUE(accounts_->sign_in(sign_in("t", "Anna"), kNow).value());
  EXPECT_EQ(signed_in("t"), "Anna");
}

TEST_P(EveryKeeper, ANewPasswordSignsTheOthersOut) {
  ASSERT_TRUE(accounts_->create(account("Anna", "old"), sign_in("t1", "Anna")));
  ASSERT_TRUE(accounts_->create(account("Bert"), sign_in("t2", "Bert")));
  EXPECT_TRUE(accounts_->sign_in(sign_in("t3", "Anna"), kNow).value());
  EXPECT_TRUE(accounts_->set_hash("ANNA", "new", "t3").value());
  reopen();
  EXPECT_EQ(accounts_->find("Anna").value()->hash, "new");
  EXPECT_EQ(signed_in("t1"), std::nullopt);
  EXPECT_EQ(signed_in("t2"), "Bert");
  EXPECT_EQ(signed_in("t3"), "Anna");
  EXPECT_FALSE(accounts_->set_hash("nobody", "new", "").value());
}

TEST_P(EveryKeeper, WhatIsRemovedIsGoneAndFree) {
  ASSERT_TRUE(accounts_->create(account("Anna", "old"), sign_in("t1", "Anna")));
  EXPECT_TRUE(accounts_->remove("anna", {}).value());
  EXPECT_FALSE(accounts_->remove("anna", {}).value());
  reopen();
  EXPECT_EQ(accounts_->find("Anna").value(), std::nullopt);
  EXPECT_EQ(signed_in("t1"), std::nullopt);
  EXPECT_TRUE(accounts_->all(kNow).value().empty());
  ASSERT_TRUE(accounts_->create(account("anna", "new"), sign_in("t2", "anna")));
  EXPECT_EQ(signed_in("t1"), std::nullopt) << "whoever was signed in to the old one";
}

TEST_P(EveryKeeper, ABrowserHasANewPassWithEverySignInAndSignOut) {
  const auto with = [](SignIn one, std::string pass) {
    one.pass = std::move(pass);
    return one;
  };
  EXPECT_EQ(accounts_->pass_of("t").value(), std::nullopt) << "it has the one that it came with";
  ASSERT_TRUE(accounts_->create(account("Anna"), with(sign_in("t", "Anna"), "one")));
  reopen();
  EXPECT_EQ(accounts_->pass_of("t").value(), "one");
  EXPECT_TRUE(accounts_->sign_in(with(sign_in("t", "Anna"), "two"), kNow).value());
  EXPECT_TRUE(accounts_->sign_in(sign_in("t", "Anna"), kNow).value());
  EXPECT_EQ(accounts_->pass_of("t").value(), "two") << "it stays where none is given";
  ASSERT_TRUE(accounts_->sign_out({"t", "three"}));
  reopen();
  EXPECT_EQ(accounts_->pass_of("t").value(), "three");
  EXPECT_TRUE(accounts_->remove("Anna", {"t", "four"}).value());
  EXPECT_EQ(accounts_->pass_of("t").value(), "four");
  EXPECT_EQ(accounts_->pass_of("other").value(), std::nullopt);
}

TEST_P(EveryKeeper, WhatIsNotDoneChangesNoPass) {
  ASSERT_TRUE(accounts_->create(account("Anna"), sign_in("t", "Anna")));
  auto other = sign_in("t", "nobody");
  other.pass = "new";
  EXPECT_FALSE(accounts_->sign_in(other, kNow).value());
  EXPECT_FALSE(accounts_->create(account("anna"), other));
  EXPECT_FALSE(accounts_->remove("nobody", {"t", "new"}).value());
  EXPECT_EQ(accounts_->pass_of("t").value(), std::nullopt);
  EXPECT_EQ(signed_in("t"), "Anna");
}

INSTANTIATE_TEST_SUITE_P(Every, EveryKeeper,
                         testing::Values(Keeper::memory, Keeper::sqlite, Keeper::postgres,
                                         Keeper::remembered_postgres),
                         kNames);

class DurableKeeper : public EveryKeeper {};

/// As the server's two connections and a host's command line do, while the journal is written.
TEST_P(DurableKeeper, SeveralMayBeOpenAtOnce) {
  const auto other = open();
  std::thread busy([&] {
    for (std::uint64_t table = 1; table <= 50; ++table)
      journal_->append({table::Header{{table}, "chess", "", 1, 1, kNow, {{"a", "web"}, {"b", "web"}}}});
  });
  for (int count = 0; count < 10; ++count) {
    const auto name = "name " + std::to_string(count);
    const auto made = accounts_->create(account(name), sign_in("t", name));
    ASSERT_TRUE(made) << made.error().detail;
    EXPECT_EQ(other->signed_in("t", kNow).value(), name);
  }
  busy.join();
}

INSTANTIATE_TEST_SUITE_P(Each, DurableKeeper, testing::Values(Keeper::sqlite, Keeper::postgres), kNames);

TEST(SqliteAccounts, NeedADatabaseOfThisVersion) {
  const harness::Folder folder;
  const auto none = store::SqliteAccounts::open(folder.path() / "nowhere");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().detail.find("there is no database in"), std::string::npos) << none.error().detail;
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "nowhere"));
}

}  // namespace
