// parlor account: what a host can do with accounts.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>

#include "app/commands.hpp"
#include "app/required.hpp"
#include "server/password.hpp"
#include "store/archive.hpp"

namespace app {
namespace {

struct AccountFlags {
  store::Place place;
  std::string name;
};

base::Time now() {
  return base::Time(
      std::chrono::duration_cast<base::Duration>(std::chrono::system_clock::now().time_since_epoch()));
}

std::string write_date(base::Time time) {
  return fmt::format("{:%F}", fmt::gmtime(static_cast<std::time_t>(base::millis(time) / 1000)));
}

int complain_of_unknown(const std::string& name) {
  return complain(fmt::format("there is no account called '{}'", name));
}

int list(store::Accounts& accounts, const AccountFlags& /*flags*/) {
  const auto all = accounts.all(now());
  if (!all) return complain(all.error().detail);
  for (const auto& [account, sign_ins] : *all)
    fmt::print("{}  {:>2} signed in  {}\n", write_date(account.made), sign_ins, account.name);
  fmt::print(stderr, "{} accounts\n", all->size());
  return 0;
}

int reset(store::Accounts& accounts, const AccountFlags& flags) {
  const auto password = server::make_password();
  const auto hash = server::hash_password(password, server::Strength::real);
  if (!hash) return complain(hash.error().detail);
  const auto done = accounts.set_hash(flags.name, *hash, "");
  if (!done) return complain(done.error().detail);
  if (!*done) return complain_of_unknown(flags.name);
  fmt::print("{}\n", password.text());
  fmt::print(stderr, "the new password of '{}' stands above; all of its browsers are signed out\n",
             flags.name);
  return 0;
}

int remove(store::Accounts& accounts, const AccountFlags& flags) {
  const auto done = accounts.remove(flags.name, {});
  if (!done) return complain(done.error().detail);
  if (!*done) return complain_of_unknown(flags.name);
  fmt::print(stderr, "the account '{}' is deleted\n", flags.name);
  return 0;
}

using Act = int (*)(store::Accounts& accounts, const AccountFlags& flags);

int with_accounts(const AccountFlags& flags, Act act) {
  const auto accounts = store::open_accounts(flags.place);
  return accounts ? act(**accounts, flags) : complain(accounts.error().detail);
}

}  // namespace

void add_account(CLI::App& app, Run& run) {
  auto* command = app.add_subcommand("account", "List accounts, reset a password, delete an account");
  command->require_subcommand(1);
  auto flags = std::make_shared<AccountFlags>();
  const auto add = [&](const std::string& name, const std::string& about, Act act) {
    auto* one = command->add_subcommand(name, about);
    add_place_flags(*one, flags->place);
    one->callback([flags, act, &run] { run = [flags, act] { return with_accounts(*flags, act); }; });
    return one;
  };
  add("list", "Print every account: when it was made, how many browsers are signed in, its name", list);
  const auto name = [&](CLI::App* one) {
    require(*one, "name", flags->name, "The account, in any spelling", "NAME");
  };
  name(add("reset", "Give an account a new password, which is printed, and sign its browsers out", reset));
  name(add("delete", "Delete an account; its name is free again", remove));
  command->footer(
      "Works while a server runs on it. Browsers that are connected stay signed in until they\n"
      "connect again; a server that runs takes the name of a deleted account for free when somebody next\n"
      "tries to sign in to it, or registers it.");
}

}  // namespace app
