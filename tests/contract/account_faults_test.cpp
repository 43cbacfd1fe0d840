// Every write and sync of a sign-in fails in turn, and the power is cut at every one of them: a browser is
// signed in and has its new pass, or neither.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "harness/faulty_disk.hpp"
#include "harness/stores.hpp"
#include "store/accounts_sqlite.hpp"
#include "store/sqlite.hpp"

namespace {

using harness::FaultyDisk;
using harness::Folder;
using Fault = FaultyDisk::Fault;
using Lasts = FaultyDisk::Lasts;

const base::Time kNow = base::from_millis(1000);
const base::Time kLater = base::from_millis(2000);

/// What is known of the browser "b".
struct Known {
  std::optional<std::string> account;
  std::optional<std::string> pass;

  friend bool operator==(const Known&, const Known&) = default;
};

Known known_in(store::Accounts& accounts) {
  return {accounts.signed_in("b", kNow).value(), accounts.pass_of("b").value()};
}

/// After a restart.
Known known_in(const std::filesystem::path& folder) {
  const FaultyDisk sound(0);
  const auto journal = store::SqliteJournal::open(folder, [](const store::Settled&) {});
  EXPECT_TRUE(journal) << journal.error().detail;
  return known_in(**store::SqliteAccounts::open(folder));
}

struct Act {
  std::string_view name;
  bool (*run)(store::Accounts& accounts);
  Known before;
  Known after;
};

void PrintTo(const Act& act, std::ostream* out) { *out << act.name; }

class SignInFaults : public testing::TestWithParam<Act> {
 protected:
  /// The act with a fault at that operation, and what is known then. False when it needs fewer operations.
  bool try_with_fault(std::size_t number, Fault fault, Lasts lasts) {
    const auto& [name, run, before, after] = GetParam();
    const Folder folder;
    const Folder cut;  // as it is if the power is cut at the end
    bool done = false;
    bool met = false;
    {
      FaultyDisk disk(number);
      const auto journal = store::SqliteJournal::open(folder.path(), [](const store::Settled&) {});
      const auto accounts = store::SqliteAccounts::open(folder.path());
      EXPECT_TRUE((*accounts)->create({"Anna", "hash", kNow}, {"a", "Anna", kLater}));
      if (before.account) {
        EXPECT_TRUE((*accounts)->sign_in({"b", "Anna", kLater, *before.pass}, kNow));
      }
      disk.fail(number, fault, lasts);
      done = run(**accounts);
      met = disk.operations() >= number;
      disk.recover(folder.path(), cut.path());
      if (lasts == Lasts::once) {
        disk.heal();
        EXPECT_EQ(known_in(**accounts), done ? after : before);
        EXPECT_EQ(known_in(**store::SqliteAccounts::open(folder.path())), done ? after : before);
      }
    }
    const auto found = known_in(cut.path());
    EXPECT_TRUE(found == after || (!done && found == before))
        << found.account.value_or("nobody") << ", " << found.pass.value_or("no pass");
    return met;
  }
};

TEST_P(SignInFaults, LeaveAllOrNothing) {
  for (const auto lasts : {Lasts::once, Lasts::power_cut}) {
    for (const auto fault : {Fault::io, Fault::full, Fault::short_write}) {
      std::size_t number = 1;
      while (try_with_fault(number, fault, lasts) && !HasFailure()) ++number;
      EXPECT_GT(number, 2U) << "it writes and syncs";
    }
  }
}

const Known kNobody{};
const Known kAnna{"Anna", "old"};

INSTANTIATE_TEST_SUITE_P(
    Of, SignInFaults,
    testing::Values(
        Act{"create",
            [](store::Accounts& accounts) {
              return accounts.create({"Bert", "hash", kNow}, {"b", "Bert", kLater, "new"}).has_value();
            },
            kNobody,
            {"Bert", "new"}},
        Act{"sign_in",
            [](store::Accounts& accounts) {
              return accounts.sign_in({"b", "Anna", kLater, "new"}, kNow).has_value();
            },
            kNobody,
            {"Anna", "new"}},
        Act{"sign_out",
            [](store::Accounts& accounts) { return accounts.sign_out({"b", "new"}).has_value(); },
            kAnna,
            {std::nullopt, "new"}},
        Act{"remove",
            [](store::Accounts& accounts) { return accounts.remove("Anna", {"b", "new"}).has_value(); },
            kAnna,
            {std::nullopt, "new"}}),
    [](const auto& one) { return std::string(one.param.name); });

}  // namespace
