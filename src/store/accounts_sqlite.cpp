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
constexpr auto kPragmas = "PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=4000; PRAGMA cache_size=-256;";

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
  if (auto set = database->execute(kPragmas); !set) return said(set.error());
  return std::unique_ptr<SqliteAccounts>(new SqliteAccounts(*std::move(database)));
}

/// All of it, or nothing.
template <class Work>
auto SqliteAccounts::in_transaction(Work work) -> decltype(work()) {
  if (auto begun = database_.execute("BEGIN IMMEDIATE"); !begun) return std::unexpected(begun.error());
  const Unfinished unfinished(database_);
  auto done = work();
  if (!done) return done;
  if (auto committed = database_.execute("COMMIT"); !committed)
    return std::unexpected(std::move(committed).error());
  return done;
}

/// As its owner spelled it. Which names look alike differs from one Unicode to the next, so that accounts of
/// before may: who spells a name exactly means that one.
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

Result<void> SqliteAccounts::put_sign_in(const SignIn& sign_in, const std::string& account) {
  auto statement = database_.prepare(
      "INSERT OR REPLACE INTO sign_ins (token, account, until, sum) "
      "VALUES (?1, ?2, ?3, checksum(?1, ?2, ?3))");
  if (!statement) return std::unexpected(statement.error());
  statement->bind(1, sign_in.token).bind(2, account).bind(3, base::millis(sign_in.until));
  if (auto done = statement->run(); !done) return done;
  return put_pass(sign_in.token, sign_in.pass);
}

Result<void> SqliteAccounts::put_pass(const std::string& token, const std::string& pass) {
  if (pass.empty()) return {};
  auto statement = database_.prepare(
      "INSERT OR REPLACE INTO browsers (browser, pass, sum) VALUES (?1, ?2, checksum(?1, ?2))");
  if (!statement) return std::unexpected(statement.error());
  return statement->bind(1, token).bind(2, pass).run();
}

Result<void> SqliteAccounts::create(const Account& account, const SignIn& first) {
  return in_transaction([&]() -> Result<void> {
    const auto taken = spelling_of(account.name);
    if (!taken) return std::unexpected(taken.error());
    if (*taken) return base::fail(base::Code::name_taken, "there is an account of that name");
    auto statement = database_.prepare(
        "INSERT INTO accounts (name, hash, made, sum) VALUES (?1, ?2, ?3, checksum(?1, ?2, ?3))");
    if (!statement) return std::unexpected(statement.error());
    statement->bind(1, account.name).bind(2, account.hash).bind(3, base::millis(account.made));
    if (auto done = statement->run(); !done) return done;
    return put_sign_in(first, account.name);
  });
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

Result<bool> SqliteAccounts::set_hash(std::string_view name, std::string_view hash,
                                      std::string_view kept_token) {
  return in_transaction([&]() -> Result<bool> {
    const auto found = spelling_of(name);
    if (!found) return std::unexpected(found.error());
    if (!*found) return false;
    auto set =
        database_.prepare("UPDATE accounts SET hash = ?1, sum = checksum(name, ?1, made) WHERE name = ?2");
    if (!set) return std::unexpected(set.error());
    if (auto done = set->bind(1, hash).bind(2, **found).run(); !done) return std::unexpected(done.error());
    auto end = database_.prepare("DELETE FROM sign_ins WHERE account = ? AND token <> ?");
    if (!end) return std::unexpected(end.error());
    if (auto done = end->bind(1, **found).bind(2, kept_token).run(); !done)
      return std::unexpected(done.error());
    return true;
  });
}

Result<bool> SqliteAccounts::remove(std::string_view name, const SignOut& by) {
  return in_transaction([&]() -> Result<bool> {
    const auto found = spelling_of(name);
    if (!found) return std::unexpected(found.error());
    if (!*found) return false;
    for (const auto* sql :
         {"DELETE FROM sign_ins WHERE account = ?", "DELETE FROM accounts WHERE name = ?"}) {
      auto statement = database_.prepare(sql);
      if (!statement) return std::unexpected(statement.error());
      if (auto done = statement->bind(1, **found).run(); !done) return std::unexpected(done.error());
    }
    if (auto done = put_pass(by.token, by.pass); !done) return std::unexpected(done.error());
    return true;
  });
}

Result<bool> SqliteAccounts::sign_in(const SignIn& sign_in, Time now) {
  return in_transaction([&]() -> Result<bool> {
    const auto found = spelling_of(sign_in.account);
    if (!found) return std::unexpected(found.error());
    if (!*found) return false;
    auto tidy = database_.prepare("DELETE FROM sign_ins WHERE until <= ?");
    if (!tidy) return std::unexpected(tidy.error());
    if (auto done = tidy->bind(1, base::millis(now)).run(); !done) return std::unexpected(done.error());
    if (auto done = put_sign_in(sign_in, **found); !done) return std::unexpected(done.error());
    return true;
  });
}

Result<void> SqliteAccounts::sign_out(const SignOut& sign_out) {
  return in_transaction([&]() -> Result<void> {
    auto statement = database_.prepare("DELETE FROM sign_ins WHERE token = ?");
    if (!statement) return std::unexpected(statement.error());
    if (auto done = statement->bind(1, sign_out.token).run(); !done) return done;
    return put_pass(sign_out.token, sign_out.pass);
  });
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
