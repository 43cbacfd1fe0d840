// Accounts in PostgreSQL.
#include "store/postgres/accounts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "store/postgres/schema.hpp"
#include "table/accounts.hpp"

namespace store::postgres {
namespace {

using table::account_key;

constexpr auto kToAnswer = std::chrono::seconds(5);
/// Which names look alike is no matter of the database's: who changes accounts does it alone.
constexpr auto kLockAccounts = "SELECT pg_advisory_xact_lock(1348563565)";

}  // namespace

Result<std::unique_ptr<PostgresAccounts>> PostgresAccounts::open(const std::string& url) {
  auto connection = Connection::open(url, kToAnswer);
  if (!connection) return std::unexpected(std::move(connection).error());
  if (auto right = check_schema(*connection); !right) return std::unexpected(std::move(right).error());
  return std::unique_ptr<PostgresAccounts>(new PostgresAccounts(url, *std::move(connection)));
}

Result<void> PostgresAccounts::connect() {
  if (!connection_.is_lost()) return {};
  auto opened = Connection::open(url_, kToAnswer);
  if (!opened) return std::unexpected(std::move(opened).error());
  connection_ = *std::move(opened);
  return {};
}

/// What only reads is tried once more where the connection was lost since it was used last.
Result<Rows> PostgresAccounts::read(const std::string& sql, const Values& values) {
  for (int tries = 0;; ++tries) {
    if (auto connected = connect(); !connected) return std::unexpected(std::move(connected).error());
    auto rows = connection_.run(sql, values);
    if (rows || !connection_.is_lost() || tries > 0) return rows;
  }
}

/// Inside a transaction.
Result<void> PostgresAccounts::change(const std::string& sql, const Values& values) {
  if (auto done = connection_.run(sql, values); !done) return std::unexpected(std::move(done).error());
  return {};
}

/// Where the connection is lost nobody knows whether it was done. What was lost before is noticed by
/// the first statement, when nothing is done yet.
Result<void> PostgresAccounts::in_transaction(const Work& work) {
  auto begun =
      connection_.is_lost() ? Result<void>(base::fail(base::Code::storage)) : begin_locking(connection_);
  if (!begun) {
    if (auto connected = connect(); !connected) return std::unexpected(std::move(connected).error());
    begun = begin_locking(connection_);
  }
  if (!begun) return std::unexpected(std::move(begun).error());
  Unfinished unfinished(connection_);
  if (auto locked = change(kLockAccounts, {}); !locked) return std::unexpected(std::move(locked).error());
  auto done = work();
  if (!done) return done;
  if (auto told = connection_.execute(fmt::format("NOTIFY {}", kAccountsChannel)); !told)
    return std::unexpected(std::move(told).error());
  if (auto committed = unfinished.commit(); !committed) return std::unexpected(std::move(committed).error());
  return done;
}

Result<std::optional<std::string>> PostgresAccounts::spelling_of(std::string_view name) {
  const auto exact = connection_.run("SELECT name FROM accounts WHERE name = $1", {std::string(name)});
  if (!exact) return std::unexpected(exact.error());
  if (exact->size() == 1) return std::string(name);
  const auto names = connection_.run("SELECT name FROM accounts");
  if (!names) return std::unexpected(names.error());
  const auto key = account_key(name);
  for (int at = 0; at < names->size(); ++at) {
    if (account_key(names->text(at, 0)) == key) return std::string(names->text(at, 0));
  }
  return std::nullopt;
}

Result<void> PostgresAccounts::put_account(const Account& account) {
  return change(
      "INSERT INTO accounts (name, hash, made, key) VALUES ($1, $2, $3, $4)",
      {account.name, account.hash, std::to_string(base::millis(account.made)), account_key(account.name)});
}

Result<void> PostgresAccounts::put_token(const SignIn& sign_in, const std::string& account) {
  return change(
      "INSERT INTO sign_ins (token, account, until) VALUES ($1, $2, $3) "
      "ON CONFLICT (token) DO UPDATE SET account = excluded.account, until = excluded.until",
      {sign_in.token, account, std::to_string(base::millis(sign_in.until))});
}

Result<void> PostgresAccounts::put_known_pass(const std::string& token, const std::string& pass) {
  return change(
      "INSERT INTO browsers (browser, pass) VALUES ($1, $2) ON CONFLICT (browser) DO UPDATE SET pass = "
      "excluded.pass",
      {token, pass});
}

Result<std::optional<Account>> PostgresAccounts::find(std::string_view name) {
  // Whether it answers at all, and on which connection.
  if (auto there = read("SELECT 1", {}); !there) return std::unexpected(std::move(there).error());
  const auto known = spelling_of(name);
  if (!known) return std::unexpected(known.error());
  if (!*known) return std::nullopt;
  const auto found = connection_.run("SELECT name, hash, made FROM accounts WHERE name = $1", {*known});
  if (!found) return std::unexpected(found.error());
  if (found->size() == 0) return std::nullopt;
  return Account{std::string(found->text(0, 0)), std::string(found->text(0, 1)),
                 base::from_millis(found->integer(0, 2))};
}

Result<void> PostgresAccounts::put_hash(const std::string& account, std::string_view hash) {
  return change("UPDATE accounts SET hash = $1 WHERE name = $2", {std::string(hash), account});
}

Result<void> PostgresAccounts::forget_account(const std::string& account) {
  return change("DELETE FROM accounts WHERE name = $1", {account});
}

Result<void> PostgresAccounts::forget_token(const std::string& token) {
  return change("DELETE FROM sign_ins WHERE token = $1", {token});
}

Result<void> PostgresAccounts::forget_tokens(const std::string& account, std::string_view kept) {
  return change("DELETE FROM sign_ins WHERE account = $1 AND token <> $2", {account, std::string(kept)});
}

Result<void> PostgresAccounts::forget_old_tokens(Time now) {
  return change("DELETE FROM sign_ins WHERE until <= $1", {std::to_string(base::millis(now))});
}

Result<std::optional<std::string>> PostgresAccounts::signed_in(std::string_view token, Time now) {
  const auto found =
      read("SELECT name FROM sign_ins JOIN accounts ON name = account WHERE token = $1 AND until > $2",
           {std::string(token), std::to_string(base::millis(now))});
  if (!found) return std::unexpected(found.error());
  if (found->size() == 0) return std::nullopt;
  return std::string(found->text(0, 0));
}

Result<std::optional<std::string>> PostgresAccounts::pass_of(std::string_view token) {
  const auto found = read("SELECT pass FROM browsers WHERE browser = $1", {std::string(token)});
  if (!found) return std::unexpected(found.error());
  if (found->size() == 0) return std::nullopt;
  return std::string(found->text(0, 0));
}

Result<std::vector<Accounts::Listed>> PostgresAccounts::all(Time now) {
  const auto rows = read(
      "SELECT name, hash, made, (SELECT count(*) FROM sign_ins WHERE account = name AND until > $1) FROM "
      "accounts",
      {std::to_string(base::millis(now))});
  if (!rows) return std::unexpected(rows.error());
  std::vector<Listed> list;
  list.reserve(rows->size());
  for (int at = 0; at < rows->size(); ++at) {
    list.push_back({{std::string(rows->text(at, 0)), std::string(rows->text(at, 1)),
                     base::from_millis(rows->integer(at, 2))},
                    static_cast<std::size_t>(rows->integer(at, 3))});
  }
  std::ranges::sort(list, {}, [](const Listed& one) { return account_key(one.account.name); });
  return list;
}

Result<AccountBook> PostgresAccounts::read_book() {
  if (auto there = read("SELECT 1", {}); !there) return std::unexpected(std::move(there).error());
  auto begun = connection_.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  if (!begun) return std::unexpected(std::move(begun).error());
  const Unfinished unfinished(connection_);
  const auto accounts = connection_.run("SELECT name, hash, made FROM accounts");
  if (!accounts) return std::unexpected(accounts.error());
  const auto sign_ins = connection_.run("SELECT token, account, until FROM sign_ins");
  if (!sign_ins) return std::unexpected(sign_ins.error());
  const auto passes = connection_.run("SELECT browser, pass FROM browsers");
  if (!passes) return std::unexpected(passes.error());
  const auto text = [](const Rows& rows, int row, int column) { return std::string(rows.text(row, column)); };
  AccountBook book;
  for (int at = 0; at < accounts->size(); ++at) {
    book.accounts.push_back(
        {text(*accounts, at, 0), text(*accounts, at, 1), base::from_millis(accounts->integer(at, 2))});
  }
  for (int at = 0; at < sign_ins->size(); ++at) {
    book.sign_ins.push_back(
        {text(*sign_ins, at, 0), text(*sign_ins, at, 1), base::from_millis(sign_ins->integer(at, 2))});
  }
  for (int at = 0; at < passes->size(); ++at)
    book.passes.emplace_back(text(*passes, at, 0), text(*passes, at, 1));
  return book;
}

}  // namespace store::postgres
