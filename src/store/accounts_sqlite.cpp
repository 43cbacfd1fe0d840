// Accounts in the embedded database.
#include "store/accounts_sqlite.hpp"

#include <fmt/format.h>

#include "store/reader.hpp"
#include "store/schema.hpp"
#include "table/accounts.hpp"

namespace store {
namespace {

using table::account_key;

/// As the journal's own connection: a commit returns after it is on the disk.
constexpr auto kAccountPragmas =
    "PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=4000; PRAGMA cache_size=-256;";

}  // namespace

Result<std::unique_ptr<SqliteAccounts>> SqliteAccounts::open(const std::filesystem::path& directory) {
  const auto file = database_file(directory);
  const auto said = [&](const base::Error& error) {
    return base::fail(error.code, fmt::format("the database in '{}': {}", directory.string(), error.detail));
  };
  if (std::error_code problem; !std::filesystem::exists(file, problem))
    return base::fail(base::Code::storage, fmt::format("there is no database in '{}'", directory.string()));
  auto database = Database::open(file.string(), Database::Access::write);
  if (!database) return said(database.error());
  if (auto right = check_version(*database); !right) return said(right.error());
  if (auto set = database->execute(kAccountPragmas); !set) return said(set.error());
  return std::unique_ptr<SqliteAccounts>(new SqliteAccounts(*std::move(database)));
}

Result<void> SqliteAccounts::in_transaction(const Work& work) {
  if (auto begun = database_.execute("BEGIN IMMEDIATE"); !begun) return std::unexpected(begun.error());
  const Unfinished unfinished(database_);
  auto done = work();
  if (!done) return done;
  if (auto committed = database_.execute("COMMIT"); !committed)
    return std::unexpected(std::move(committed).error());
  return done;
}

Result<std::optional<std::string>> SqliteAccounts::spelling_of(std::string_view name) {
  const auto key = account_key(name);
  auto statement = database_.prepare("SELECT name FROM accounts");
  if (!statement) return std::unexpected(statement.error());
  std::optional<std::string> alike;
  for (;;) {
    const auto row = statement->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return alike;
    const auto known = statement->text(0);
    if (known == name) return std::string(known);
    if (!alike && account_key(known) == key) alike = known;
  }
}

Result<void> SqliteAccounts::put_token(const SignIn& sign_in, const std::string& account) {
  auto statement = database_.prepare(
      "INSERT OR REPLACE INTO sign_ins (token, account, until, sum) "
      "VALUES (?1, ?2, ?3, checksum(?1, ?2, ?3))");
  if (!statement) return std::unexpected(statement.error());
  return statement->bind(1, sign_in.token).bind(2, account).bind(3, base::millis(sign_in.until)).run();
}

Result<void> SqliteAccounts::put_known_pass(const std::string& token, const std::string& pass) {
  auto statement = database_.prepare(
      "INSERT OR REPLACE INTO browsers (browser, pass, sum) VALUES (?1, ?2, checksum(?1, ?2))");
  if (!statement) return std::unexpected(statement.error());
  return statement->bind(1, token).bind(2, pass).run();
}

Result<AccountBook> SqliteAccounts::read_book() {
  AccountBook book;
  const auto read = [&](std::string_view sql, auto take) -> Result<void> {
    auto statement = database_.prepare(sql);
    if (!statement) return std::unexpected(std::move(statement).error());
    for (;;) {
      const auto row = statement->step();
      if (!row) return std::unexpected(row.error());
      if (!*row) return {};
      take(*statement);
    }
  };
  const auto text = [](const Statement& row, int column) { return std::string(row.text(column)); };
  auto done = read("SELECT name, hash, made FROM accounts WHERE sum = checksum(name, hash, made)",
                   [&](const Statement& row) {
                     book.accounts.push_back({text(row, 0), text(row, 1), base::from_millis(row.integer(2))});
                   });
  if (done) {
    done = read("SELECT token, account, until FROM sign_ins WHERE sum = checksum(token, account, until)",
                [&](const Statement& row) {
                  book.sign_ins.push_back({text(row, 0), text(row, 1), base::from_millis(row.integer(2))});
                });
  }
  if (done) {
    done = read("SELECT browser, pass FROM browsers WHERE sum = checksum(browser, pass)",
                [&](const Statement& row) { book.passes.emplace_back(text(row, 0), text(row, 1)); });
  }
  if (!done) return std::unexpected(std::move(done).error());
  return book;
}

Result<void> SqliteAccounts::put_account(const Account& account) {
  auto statement = database_.prepare(
      "INSERT INTO accounts (name, hash, made, sum) VALUES (?1, ?2, ?3, checksum(?1, ?2, ?3))");
  if (!statement) return std::unexpected(statement.error());
  return statement->bind(1, account.name).bind(2, account.hash).bind(3, base::millis(account.made)).run();
}

Result<std::optional<Account>> SqliteAccounts::find(std::string_view name) {
  const auto known = spelling_of(name);
  if (!known) return std::unexpected(known.error());
  if (!*known) return std::nullopt;
  auto statement = database_.prepare("SELECT name, hash, made FROM accounts WHERE name = ?");
  if (!statement) return std::unexpected(statement.error());
  const auto row = statement->bind(1, **known).step();
  if (!row) return std::unexpected(row.error());
  if (!*row) return std::nullopt;
  return Account{std::string(statement->text(0)), std::string(statement->text(1)),
                 base::from_millis(statement->integer(2))};
}

Result<void> SqliteAccounts::put_hash(const std::string& account, std::string_view hash) {
  auto statement =
      database_.prepare("UPDATE accounts SET hash = ?1, sum = checksum(name, ?1, made) WHERE name = ?2");
  if (!statement) return std::unexpected(statement.error());
  return statement->bind(1, hash).bind(2, account).run();
}

Result<void> SqliteAccounts::forget_account(const std::string& account) {
  auto statement = database_.prepare("DELETE FROM accounts WHERE name = ?");
  if (!statement) return std::unexpected(statement.error());
  return statement->bind(1, account).run();
}

Result<void> SqliteAccounts::forget_token(const std::string& token) {
  auto statement = database_.prepare("DELETE FROM sign_ins WHERE token = ?");
  if (!statement) return std::unexpected(statement.error());
  return statement->bind(1, token).run();
}

Result<void> SqliteAccounts::forget_tokens(const std::string& account, std::string_view kept) {
  auto statement = database_.prepare("DELETE FROM sign_ins WHERE account = ? AND token <> ?");
  if (!statement) return std::unexpected(statement.error());
  return statement->bind(1, account).bind(2, kept).run();
}

Result<void> SqliteAccounts::forget_old_tokens(Time now) {
  auto statement = database_.prepare("DELETE FROM sign_ins WHERE until <= ?");
  if (!statement) return std::unexpected(statement.error());
  return statement->bind(1, base::millis(now)).run();
}

Result<std::optional<std::string>> SqliteAccounts::signed_in(std::string_view token, Time now) {
  auto statement = database_.prepare(
      "SELECT name FROM sign_ins JOIN accounts ON name = account "
      "WHERE token = ? AND until > ? AND sign_ins.sum = checksum(token, account, until)");
  if (!statement) return std::unexpected(statement.error());
  const auto row = statement->bind(1, token).bind(2, base::millis(now)).step();
  if (!row) return std::unexpected(row.error());
  if (!*row) return std::nullopt;
  return std::string(statement->text(0));
}

Result<std::optional<std::string>> SqliteAccounts::pass_of(std::string_view token) {
  auto statement = database_.prepare(
      "SELECT iif(sum = checksum(browser, pass), pass, '') FROM browsers WHERE browser = ?");
  if (!statement) return std::unexpected(statement.error());
  const auto row = statement->bind(1, token).step();
  if (!row) return std::unexpected(row.error());
  if (!*row) return std::nullopt;
  return std::string(statement->text(0));
}

Result<std::vector<Accounts::Listed>> SqliteAccounts::all(Time now) {
  auto statement = database_.prepare(
      "SELECT name, hash, made, (SELECT count(*) FROM sign_ins WHERE account = name AND until > ? AND "
      "sign_ins.sum = checksum(token, account, until)) FROM accounts ORDER BY name COLLATE NOCASE");
  if (!statement) return std::unexpected(statement.error());
  statement->bind(1, base::millis(now));
  std::vector<Listed> list;
  for (;;) {
    const auto row = statement->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return list;
    list.push_back({{std::string(statement->text(0)), std::string(statement->text(1)),
                     base::from_millis(statement->integer(2))},
                    static_cast<std::size_t>(statement->integer(3))});
  }
}

}  // namespace store
